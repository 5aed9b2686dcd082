// stage.mjs: the resources of one test: servers, people at browsers, players without pages. Closes everything
// after the test; if it failed, saves screenshots and messages of the pages in build/e2e.

import {mkdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {createPerson} from './person.mjs';
import {BUILD, startServer} from './server.mjs';

const EVIDENCE = join(BUILD, 'e2e');

export function createStage(test) {
    const people = [];
    const closers = [];
    let main = null;

    const stage = {
        /** Starts a server. People use the first one by default. */
        async server(options) {
            const server = await startServer(options);
            closers.push(server.close);
            main ??= server;
            return server;
        },
        async person(name, {server = main, ...how} = {}) {
            const person = await createPerson(server, name, how);
            people.push(person);
            return person;
        },
        /** Opens a browser for a player who has had no page so far. */
        as(client, how = {}) {
            const player = {player: client.player, name: client.name, token: client.token};
            const keep = {'gaslight.player': JSON.stringify(player), ...how.keep};
            return stage.person(client.name, {...how, keep});
        },
        /** Registers something else to close at the end. */
        closing(close) {
            closers.push(close);
        },
        complain,
        keepEvidence,
        close,
    };

    /** Fails if a page has logged an error. */
    function complain() {
        const complaints = people.flatMap((person) =>
            person.complaints().map((text) => `${person.name}: ${text}`),
        );
        if (complaints.length > 0) {
            throw new Error(complaints.slice(0, 10).join('\n'));
        }
    }

    async function keepEvidence(error) {
        mkdirSync(EVIDENCE, {recursive: true});
        const file = (person, ending) =>
            join(EVIDENCE, `${test} ${person.name}`.toLowerCase().replace(/[^a-z0-9]+/g, '-') + ending);
        for (const person of people) {
            writeFileSync(
                file(person, '.txt'),
                [
                    String(error.stack),
                    person.page.url(),
                    ...person.troubles,
                    ...person.frames
                        .slice(-40)
                        .map(({direction, text}) => `${direction} ${text.slice(0, 2000)}`),
                    '',
                ].join('\n'),
            );
            await person.page.screenshot({path: file(person, '.png'), timeout: 5000}).catch(() => {});
        }
    }

    async function close() {
        for (const person of people) {
            await person.close().catch(() => {});
        }
        for (const closer of closers.reverse()) {
            await closer();
        }
    }

    return stage;
}
