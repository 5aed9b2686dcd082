// pairs.mjs: two servers on copies of one data directory, so that ids, tokens, times and Head tiles are the
// same on both; at each the same people at the same pages. A game is played on both sides that differs only
// in a secret, and everything that may not know it is compared, byte for byte: what pages got, said, asked
// for, show and keep.
//
// The pages' clocks stand still and are moved by hand, equally on both sides: what a page does by itself now
// and then (asking for its player's tables) would otherwise come at different moments.

import {check, equal, until} from './checks.mjs';
import {connectClient} from './client.mjs';
import {SHARES, inStep} from './games.mjs';

const STEP = 5000; // milliseconds that pass for the pages with every action

/** Runs in the page: all it shows, with what its fields hold, and all it keeps. */
async function readPage() {
    // The map follows its room when the page is laid out. A new observer is told then too, and after the map's: that
    // is no matter of clocks, so it also comes where they stand.
    await new Promise((done) => {
        new ResizeObserver((_, self) => {
            self.disconnect();
            done();
        }).observe(document.documentElement);
    });
    const fields = [...document.querySelectorAll('input, select, textarea')].map((one) => [
        one.value,
        one.checked,
    ]);
    return {
        html: document.documentElement.outerHTML,
        fields: JSON.stringify(fields),
        title: document.title,
        place: location.pathname + location.search + location.hash,
        storage: JSON.stringify([Object.entries(localStorage).sort(), Object.entries(sessionStorage).sort()]),
        databases: JSON.stringify([await indexedDB.databases(), await caches.keys(), history.state]),
    };
}

const maskKeys = (text) => text.replace(/"key":"[^"]*"/, '"key":"…"');

// What a page asks by itself has ids of its own, from 1000000000 on.
const isByItself = (text) => /^\{"(?:id|re)":1\d{9},/.test(text);

/** Everything there is to know about a person's page: since `from`, a number of frames, and now. */
async function snapshot(person, from) {
    // What the page asks by itself, and what it is answered, apart: whether it asks for its player's tables before
    // or after it watches one depends on which of its files came first.
    const texts = (direction) => {
        const all = person.frames
            .slice(from)
            .filter((one) => one.direction === direction)
            .map((one) => one.text);
        return [...all.filter((text) => !isByItself(text)), ...all.filter(isByItself)];
    };
    return {
        received: texts('received').join('\n'),
        sent: texts('sent').map(maskKeys).join('\n'),
        // Each once: how often the browser asks again for what it has is its own affair.
        requests: [...new Set(person.requests.map((one) => one.replace(/127\.0\.0\.1:\d+/, 'server')))]
            .sort()
            .join('\n'),
        cookies: JSON.stringify(await person.context.cookies()),
        ...(await person.page.evaluate(readPage)),
    };
}

/** The parts in which two pages differ, each with where it begins to. */
function differences(one, two) {
    return Object.keys(one)
        .filter((part) => one[part] !== two[part])
        .map((part) => {
            let at = 0;
            while (one[part][at] === two[part][at]) {
                at += 1;
            }
            const around = (text) => JSON.stringify(text.slice(Math.max(0, at - 80), at + 80));
            return {part, where: `${part}: ${around(one[part])} / ${around(two[part])}`};
        });
}

/** One of the two servers: everybody's page, and his line without one. */
async function openSide(stage, origin) {
    const server = await stage.server({copyOf: origin.data});
    const side = {server, people: {}, lines: {}};
    for (const [name, client] of Object.entries(origin.players)) {
        const line = await connectClient(server, {token: client.token});
        stage.closing(line.close);
        side.lines[name] = Object.assign(line, {pawns: client.pawns});
        const person = await stage.as(client, {server, viewport: {width: 1000, height: 640}});
        await person.stopClock();
        side.people[name] = person;
    }
    return side;
}

/** @param origin  of makeOrigin() */
export async function openPair(stage, origin) {
    const sides = await Promise.all([openSide(stage, origin), openSide(stage, origin)]);
    const names = Object.keys(origin.players);
    const begun = new Map(); // person → how many frames there were when he came to the table
    const pair = {sides, table: null, goTo, act, actThroughPages, legal, rows, blind, told, lets};

    /** The sides know nothing of each other, so they need not wait for each other. */
    const onBoth = (doing) => Promise.all(sides.map(doing));

    /** Each side of one person. */
    const both = (name) => sides.map((side) => side.people[name]);

    /** Nothing is under way on a page: every request has its answer. */
    const answered = (person) =>
        until(
            () =>
                person.sent().length === person.received().filter((text) => text.startsWith('{"re"')).length,
            () => `answers for ${person.name}`,
        );

    /**
     * A page has heard all that the server had for it: it is made to ask whether the server is there, as one that comes
     * back from sleep, and the answer comes after whatever was sent before.
     */
    async function caughtUp(person) {
        await person.page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
        await answered(person);
    }

    /** Everybody's page has heard of `seq`, and of what those at other pages did, and has had its time. */
    async function settle(seq) {
        const mark = `"on":"turn","table":"${pair.table}","seq":${seq},`;
        const people = names.flatMap(both);
        await Promise.all(
            people.map(async (person) => {
                await until(
                    () => seq === null || person.received().some((text) => text.includes(mark)),
                    `turn ${seq}`,
                );
                await answered(person);
            }),
        );
        await Promise.all(
            people.map(async (person) => {
                await caughtUp(person);
                await person.context.clock.fastForward(STEP);
                await answered(person);
            }),
        );
    }

    /** Everybody opens the table, one after the other, so that all see the same coming and going. */
    async function goTo(table) {
        pair.table = table;
        for (const name of names) {
            await onBoth(async (side) => {
                begun.set(side.people[name], side.people[name].frames.length);
                await side.lines[name].watch(table);
                await side.people[name].visit(`/table/${table}`);
                await side.people[name].locator('.table-page').waitFor();
            });
        }
        await settle(null);
    }

    const lines = (side) => names.map((name) => side.lines[name]).filter((line) => line.pawns.length > 0);

    /** What whoever's turn it is may do, on each side. */
    function legal() {
        const name = names.find((one) => sides[0].lines[one].turns.get(pair.table)?.legal !== undefined);
        const turns = sides.map((side) => side.lines[name].turns.get(pair.table));
        return {name, phase: turns[0].phase, pawns: turns[0].pawns, legal: turns.map((turn) => turn.legal)};
    }

    async function follow(seqs) {
        equal(seqs[0], seqs[1], 'events told on both sides');
        for (const side of sides) {
            await inStep(lines(side), pair.table, seqs[0]);
        }
        await settle(seqs[0]);
    }

    /** An action on each side, without a page. */
    async function act(name, actions) {
        const acts = await onBoth((side, i) =>
            side.lines[name].once('act', {table: pair.table, action: actions[i]}),
        );
        await follow(acts.map(({seq}) => seq));
    }

    /** The same action on both sides, each on the page. */
    async function actThroughPages(name, action) {
        const seqs = await onBoth(async ({lines: {[name]: line}, people: {[name]: person}}) => {
            const before = line.turns.get(pair.table).seq;
            await person.perform(action);
            await line.until(() => line.turns.get(pair.table).seq > before, 'the action');
            return line.turns.get(pair.table).seq;
        });
        await follow(seqs);
    }

    /** The circles Jack has been at tonight, or this round, on each side. */
    function rows() {
        const views = sides.map((side) => side.lines.jack.turns.get(pair.table).view);
        return views.map((view) => (view.rows.at(-1) ?? []).map((cell) => cell.circle));
    }

    async function compare(name) {
        const [one, two] = await Promise.all(both(name).map((person) => snapshot(person, begun.get(person))));
        return differences(one, two);
    }

    /** These people's pages are the same on both sides. */
    async function blind(...who) {
        for (const name of who) {
            const found = await compare(name);
            check(found.length === 0, `${name} could tell: ${found.map(({where}) => where).join('\n')}`);
        }
    }

    /** This person's pages are not: the parts in which they differ. */
    async function told(name) {
        return (await compare(name)).map(({part}) => part);
    }

    /** The same doing of one person on both sides, and time for everybody. */
    async function lets(name, doing) {
        await Promise.all(both(name).map(doing));
        await settle(null);
    }

    return pair;
}

/** A stopped server's directory with tables played up to where truths part, and who plays there. */
export async function makeOrigin(stage, prepare) {
    const server = await stage.server();
    const names = ['Jack', 'Ann', 'Bob', 'Olga'];
    const players = {};
    for (const name of names) {
        players[name.toLowerCase()] = Object.assign(await connectClient(server, {name}), {pawns: []});
    }
    const tables = await prepare(server, players);
    Object.values(players).forEach((client) => client.close());
    await server.stop();
    return {data: server.data, players, tables};
}

/** A started table of these players; Olga only looks on. */
export async function startFor({jack, ann, bob}, game) {
    const {table} = await jack.once('create', {game, options: [], private: false});
    for (const [i, client] of [jack, ann, bob].entries()) {
        client.pawns = SHARES[game][i];
        await client.must(i === 0 ? 'pawns' : 'join', {table: table.id, pawns: client.pawns});
    }
    await jack.must('start', {table: table.id});
    return table.id;
}
