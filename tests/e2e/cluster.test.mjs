// cluster.test.mjs: a game in browsers goes on through HAProxy while the nodes of a cluster are killed one after another.

import {check, equal, until} from './support/checks.mjs';
import {connectClient} from './support/client.mjs';
import {startCluster} from './support/cluster.mjs';
import {playUntil, seatTable} from './support/games.mjs';
import {LOST} from './support/person.mjs';
import {longTest} from './support/testing.mjs';

const POLICE = ['yellow', 'blue', 'red'];

/** Reads the events and the chat of a table by a new connection. */
async function readTable(cluster, token, table) {
    const reader = await connectClient(cluster, {token});
    try {
        return await reader.must('watch', {table, since: 0});
    } finally {
        reader.close();
    }
}

/** Waits until the table, as readTable() returns it, satisfies isThere(). HAProxy may choose a node that was just killed. */
async function untilTable(cluster, token, table, isThere, what) {
    let last = null;
    return until(
        async () => {
            try {
                last = await readTable(cluster, token, table);
            } catch (error) {
                last = String(error);
                return false;
            }
            return isThere(last) && last;
        },
        () => `${what}; the last answer was ${JSON.stringify(last)}:`,
    );
}

const walksOf = ({events}) => events.filter(({event}) => event.did === 'walk').length;
const linesOf = ({chat}) => chat.map(({text}) => text);
const hellosOf = (person) => person.sent().filter((text) => text.includes('"do":"hello"')).length;

/** Starts a game of Jack and Ann, who plays all detectives, up to the first walk. */
async function startGame(cluster) {
    const {clients, table} = await seatTable(cluster, 'whitehall', {names: ['Jack', 'Ann']});
    const [jack, ann] = clients;
    await ann.must('pawns', {table: table.id, pawns: POLICE});
    ann.pawns = POLICE;
    await jack.must('start', {table: table.id});
    await playUntil(clients, table.id, (turn) => turn.phase === 'walk');
    clients.forEach((client) => client.close());
    return {clients, id: table.id};
}

async function openPage(stage, cluster, client, id) {
    const person = await stage.as(client, {server: cluster});
    person.expect(LOST);
    await person.visit(`/table/${id}`);
    await person.locator('.table-page').waitFor();
    await person.page.evaluate(() => {
        window.sameDocument = true; // until somebody reloads the page
    });
    return person;
}

async function walk(person) {
    await person.waitForTurn();
    await person.press(person.locator('.act-places [data-place]').first());
    await person.locator('[data-ready=true]').waitFor();
    await person.press(person.locator('[data-act=confirm]'));
}

longTest('a game goes on while the nodes of a cluster are killed one after another', async (stage) => {
    const cluster = await startCluster();
    stage.closing(cluster.close);
    const {clients, id} = await startGame(cluster);
    const [jack, ann] = [
        await openPage(stage, cluster, clients[0], id),
        await openPage(stage, cluster, clients[1], id),
    ];
    const said = [];
    for (const pawn of POLICE) {
        const hellos = [jack, ann].map(hellosOf);
        const owner = await cluster.owner(id);
        await cluster.kill(owner);
        said.push(`Node ${owner} is gone, and ${pawn} walks`);
        await jack.say(said.at(-1));
        await walk(ann);
        await untilTable(
            cluster,
            clients[1].token,
            id,
            (seen) => walksOf(seen) >= said.length && linesOf(seen).length >= said.length,
            `the walk of ${pawn} and the message while node ${owner} was away`,
        );
        // The owner was killed, so both pages have lost their connection, wherever they were connected.
        await until(
            () => [jack, ann].every((person, i) => hellosOf(person) > hellos[i]),
            `the pages connecting again without node ${owner}`,
        );
        check((await cluster.owner(id)) !== owner, `node ${owner} was killed and still owns the table`);
        await cluster.start(owner);
    }

    const seen = await untilTable(cluster, clients[1].token, id, () => true, 'the table');
    equal(walksOf(seen), POLICE.length, 'walks, each once');
    equal(linesOf(seen), said, 'messages, each once');
    for (const person of [jack, ann]) {
        await until(
            async () => (await person.look()).entries === seen.events.length,
            async () => `${person.name}'s log, ${(await person.look()).entries} entries, having ${seen.events.length}`,
        );
        equal(await person.page.evaluate(() => window.sameDocument), true, `${person.name} did not reload`);
        await person.openTab('chat');
        await until(async () => {
            const text = await person.locator('.table-page').textContent();
            return said.every((line) => text.split(line).length === 2);
        }, `each message once on ${person.name}'s page`);
    }
});
