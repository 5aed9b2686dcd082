// pairs.mjs: two servers on copies of one data directory, so that ids, tokens, times and Head tiles are
// identical, with the same players at the same pages. The games on the two sides differ only in a secret, and
// everything that must not depend on it is compared, byte for byte: what the pages received, sent, requested,
// show and store, and which sounds they play when.
//
// The pages' clocks are stopped and advanced equally on both sides, because periodic requests (polling the
// player's tables) would otherwise happen at different moments.

import {check, equal, until} from './checks.mjs';
import {connectClient} from './client.mjs';
import {SHARES, inStep} from './games.mjs';
import {forgetSounds, recordSounds, soundsOf} from './sounds.mjs';

const STEP = 5000; // milliseconds by which the pages' clocks advance with every action

/** Runs in the page: returns everything it shows, including field values, and everything it stores. */
export async function readPage() {
    // The map adapts to its size after layout. A new observer is called then too, after the map's; this does
    // not depend on the stopped clock.
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
        storage: JSON.stringify([
            Object.entries(localStorage)
                .filter(([key]) => key !== 'gaslight.backup') // when the token was backed up
                .sort(),
            Object.entries(sessionStorage).sort(),
        ]),
        databases: JSON.stringify([await indexedDB.databases(), await caches.keys(), history.state]),
    };
}

/** The cookies of net/backup.js come some seconds after the page, and have the server's port in their names. */
const isBackup = ({name, value}) =>
    (/^gaslight\d+$/.test(name) && /^[\w-]{43}$/.test(value)) || (/^gaslight-kept\d+$/.test(name) && value === '1');

const maskKeys = (text) => text.replace(/"key":"[^"]*"/, '"key":"…"');

// The time of a chat message is the server's, which no test stops.
const maskTimes = (text) => text.replace(/"at":\d{9,}/g, '"at":…');

/** Masks the times of chat messages, as shown, and as stored to count the unread ones. */
const maskShownTimes = ({html, storage, ...page}) => ({
    ...page,
    html: html.replace(/<time [^>]*>[^<]*<\/time>/g, '<time>'),
    storage: storage.replace(/("gaslight\.chat\.read",)"(?:[^"\\]|\\.)*"/g, '$1…'),
});

// The page's own requests have ids from 1000000000 on.
const isByItself = (text) => /^\{"(?:id|re)":1\d{9},/.test(text);

// The server sends a table again when spectators come and go, but at most about once a second, so when and how often
// depends on how fast the machine is. Only the last state of the table is compared.
// The same holds for pushes about who has come and gone; what they change is compared on the page.
const isTable = (text) => /^\{"on":"(?:table|player)"/.test(text);
const maskSpectators = (text) => text.replace(/"spectators":\{[^}]*\}/g, '"spectators":…');

/** Returns the last table that was sent to a page, in an answer or a push. */
function lastTable(texts) {
    const tables = texts.flatMap((text) => {
        const {table, ok} = JSON.parse(text);
        return [ok?.table, table].filter((one) => typeof one === 'object');
    });
    return JSON.stringify(tables.at(-1) ?? null);
}

/**
 * Returns everything there is to know about a person's page: the frames since number `from`, and the current
 * state.
 */
async function snapshot(person, from) {
    // The page's own requests and their answers are listed separately: whether it polls the player's tables
    // before or after it watches one depends on which of its files loads first.
    const texts = (direction) => {
        const all = person.frames
            .slice(from)
            .filter((one) => one.direction === direction)
            .map((one) => one.text);
        const plain = all.filter((text) => !isByItself(text) && !isTable(text));
        return [...[...plain, ...all.filter(isByItself)].map(maskSpectators), lastTable(all)];
    };
    return {
        received: texts('received').map(maskTimes).join('\n'),
        sent: texts('sent').map(maskKeys).join('\n'),
        // Without duplicates: whether the browser revalidates a file does not matter.
        requests: [...new Set(person.requests.map((one) => one.replace(/127\.0\.0\.1:\d+/, 'server')))]
            .sort()
            .join('\n'),
        cookies: JSON.stringify((await person.context.cookies()).filter((one) => !isBackup(one))),
        sounds: JSON.stringify(await soundsOf(person)),
        ...maskShownTimes(await person.page.evaluate(readPage)),
    };
}

/** Returns the parts in which two pages differ, with the position of the first difference. */
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

/** Starts one of the two servers, with a page and a client without a page for each player. */
async function openSide(stage, origin, options) {
    const server = await stage.server({...options, copyOf: origin.data});
    const side = {server, people: {}, lines: {}};
    for (const [name, client] of Object.entries(origin.players)) {
        const line = await connectClient(server, {token: client.token});
        stage.closing(line.close);
        side.lines[name] = Object.assign(line, {pawns: client.pawns});
        const person = await stage.as(client, {server, viewport: {width: 1000, height: 640}});
        await person.stopClock();
        await recordSounds(person);
        side.people[name] = person;
    }
    return side;
}

/** @param origin  returned by makeOrigin(); options: of the servers */
export async function openPair(stage, origin, options = {}) {
    const sides = await Promise.all([1, 2].map(() => openSide(stage, origin, options)));
    const names = Object.keys(origin.players); // of those who have not left
    const begun = new Map(); // person → number of frames when they came to the table
    const pair = {sides, table: null, goTo, act, actThroughPages, legal, rows, checkIdentical, checkScreens, differingParts, lets, reloads, leaves};

    /** Runs an action on both sides in parallel. */
    const onBoth = (doing) => Promise.all(sides.map(doing));

    /** Returns one person's pages on both sides. */
    const both = (name) => sides.map((side) => side.people[name]);

    /** Waits until every request of a page has been answered. */
    const answered = (person) =>
        until(
            () =>
                person.sent().length === person.received().filter((text) => text.startsWith('{"re"')).length,
            () => `answers for ${person.name}`,
        );

    /**
     * Waits until a page has received everything the server has sent: makes it ping the server, as after sleep,
     * and waits for the answer, which comes after everything sent before.
     */
    async function caughtUp(person) {
        await person.page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
        await answered(person);
    }

    /**
     * Waits until every page has received the turn after `seq` and everything else, then advances the clocks.
     */
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

    /** Opens the table on all pages, one after another, so that both sides see the same order. */
    async function goTo(table) {
        pair.table = table;
        for (const name of names) {
            await onBoth(async (side) => {
                begun.set(side.people[name], side.people[name].frames.length);
                await side.lines[name].watch(table);
                await side.people[name].visit(`/table/${table}`);
                await side.people[name].locator('.table-page').waitFor();
                await side.people[name].locator('.player-strip').click(); // browsers are silent before a click
            });
        }
        await Promise.all(names.flatMap(both).map(spectatorsKnown));
        await settle(null);
        // A page may have learned that it is the player's turn before or after that click.
        await Promise.all(names.flatMap(both).map(forgetSounds));
    }

    /** Waits until a page knows that Olga, the only spectator, is watching. */
    const spectatorsKnown = (person) =>
        until(
            () => {
                const isTable = (text) => text.includes(`"table":{"id":"${pair.table}"`) && !text.includes('"tables":[');
                return /"spectators":\{"count":1,/.test(person.received().findLast(isTable));
            },
            () => `the spectators on ${person.name}'s page`,
        );

    const lines = (side) => names.map((name) => side.lines[name]).filter((line) => line.pawns.length > 0);

    /** Returns what the player to act may do, on each side. */
    function legal() {
        const name = names.find((one) => sides[0].lines[one].turns.get(pair.table)?.legal !== undefined);
        const turns = sides.map((side) => side.lines[name].turns.get(pair.table));
        return {name, phase: turns[0].phase, pawns: turns[0].pawns, legal: turns.map((turn) => turn.legal)};
    }

    async function follow(seqs) {
        equal(seqs[0], seqs[1], 'events on both sides');
        for (const side of sides) {
            await inStep(lines(side), pair.table, seqs[0]);
        }
        await settle(seqs[0]);
    }

    /** Plays an action on each side, without a page. */
    async function act(name, actions) {
        const acts = await onBoth((side, i) =>
            side.lines[name].once('act', {table: pair.table, action: actions[i]}),
        );
        await follow(acts.map(({seq}) => seq));
    }

    /** Plays the same action on both sides through the pages. */
    async function actThroughPages(name, action) {
        const seqs = await onBoth(async ({lines: {[name]: line}, people: {[name]: person}}) => {
            const before = line.turns.get(pair.table).seq;
            await person.perform(action);
            await line.until(() => line.turns.get(pair.table).seq > before, 'the action');
            return line.turns.get(pair.table).seq;
        });
        await follow(seqs);
    }

    /** Returns Jack's circles of this night or round, on each side. */
    function rows() {
        const views = sides.map((side) => side.lines.jack.turns.get(pair.table).view);
        return views.map((view) => (view.rows.at(-1) ?? []).map((cell) => cell.circle));
    }

    async function compare(name) {
        const [one, two] = await Promise.all(both(name).map((person) => snapshot(person, begun.get(person))));
        return differences(one, two);
    }

    /** Checks that these people's pages are identical on both sides. */
    async function checkIdentical(...who) {
        for (const name of who) {
            const found = await compare(name);
            check(found.length === 0, `${name} can tell the difference: ${found.map(({where}) => where).join('\n')}`);
        }
    }

    /** Returns the parts in which this person's pages differ. */
    async function differingParts(name) {
        return (await compare(name)).map(({part}) => part);
    }

    /** Checks that everything on this person's screen is identical on both sides, whatever the page received. */
    async function checkScreens(name, what) {
        const found = (await compare(name)).filter(({part}) => !['received', 'storage'].includes(part));
        check(found.length === 0, `${what}: ${found.map(({where}) => where).join('\n')}`);
    }

    /** Lets one person do the same on both sides, and waits until all pages have caught up. */
    async function lets(name, doing) {
        await Promise.all(both(name).map(doing));
        await settle(null);
    }

    /**
     * Reloads one person's page on both sides, and waits until there(person). After a reload, whether the page or the
     * turn is first decides whether the turn is heard, so sounds are compared from then on.
     */
    async function reloads(name, there) {
        await lets(name, (person) => person.page.reload().then(() => there(person)));
        await Promise.all(both(name).map(forgetSounds));
    }

    /** Lets one person disconnect on both sides. */
    async function leaves(name) {
        names.splice(names.indexOf(name), 1);
        await onBoth(async (side) => {
            side.lines[name].close();
            await side.people[name].page.goto('about:blank');
        });
        for (const person of names.flatMap(both)) {
            await person.locator('.strip-seat.away').waitFor();
        }
        await settle(null);
    }

    return pair;
}

/** Prepares a data directory with tables played up to the point where the secrets differ, and its players. */
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

/** Starts a table with these players; Olga is a spectator. */
export async function startFor({jack, ann, bob}, game) {
    const {table} = await jack.once('create', {game, options: [], private: false});
    for (const [i, client] of [jack, ann, bob].entries()) {
        client.pawns = SHARES[game][i];
        await client.must(i === 0 ? 'pawns' : 'join', {table: table.id, pawns: client.pawns});
    }
    await jack.must('start', {table: table.id});
    return table.id;
}
