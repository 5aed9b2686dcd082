// hotseat.test.mjs: several people on one device: each sees the game only after the device was handed over, and
// nothing of one person's secrets is left for the next.

import {accessible} from './support/axe.mjs';
import {check, equal, until} from './support/checks.mjs';
import {connectClient} from './support/client.mjs';
import {jackOf} from './support/games.mjs';
import {readPage} from './support/pairs.mjs';
import {PHONE} from './support/person.mjs';
import {policeman} from './support/plans.mjs';
import {longTest} from './support/testing.mjs';

const SEATS = [['jack'], ['yellow', 'red', 'blue']];

/** A data directory with a table for two people on one device, and what their browser has stored. */
async function sharedTable(stage) {
    const server = await stage.server();
    const owner = await connectClient(server, {name: 'Olga'});
    const {table} = await owner.once('create', {game: 'whitehall', options: [], private: true});
    const people = [];
    for (const [i, name] of ['Jo', 'Ann'].entries()) {
        const {player, token, close, must} = await connectClient(server, {name});
        await must('join', {table: table.id, invite: table.invite, pawns: SEATS[i]});
        people.push({player, name, token, pawns: SEATS[i]});
        close();
    }
    await owner.must('start', {table: table.id});
    owner.close();
    await server.stop();
    return {data: server.data, owner, table: table.id, keep: {'gaslight.hotseats': JSON.stringify({[table.id]: people})}};
}

const handOver = (person, to) => person.locator(`[data-page=handover][data-to=${to}]`);

/** Takes the device and waits for the table. */
async function take(person) {
    await person.press(person.locator('[data-act=take]'));
    await person.locator('.table-page').waitFor();
}

const differing = (one, two) => Object.keys(one).filter((part) => one[part] !== two[part]);

longTest('nothing of Jack is left on the page after a hand-over', async (stage) => {
    const origin = await sharedTable(stage);
    const sides = [];
    for (let i = 0; i < 2; i++) {
        const server = await stage.server({copyOf: origin.data});
        const person = await stage.as(origin.owner, {server, ...PHONE, keep: origin.keep});
        await person.stopClock();
        await person.visit(`/table/${origin.table}`);
        sides.push(person);
    }
    const read = () => Promise.all(sides.map((one) => one.page.evaluate(readPage)));
    const plan = jackOf('whitehall');
    const one = plan.discoveries;
    for (const [i, person] of sides.entries()) {
        await handOver(person, 'jack').waitFor();
        check(!(await person.page.content()).includes('table-page'), 'the table is hidden');
        equal(await person.locator('h1').innerText(), 'Pass the device to Jack', 'whom to pass it to');
        await take(person);
        equal((await person.look()).role, 'jack', 'who sees the table');
        const quadrants = await person.waitForTurn();
        const places = quadrants.places.map(({place}) => place);
        const other = one.map((place, k) => (k === 1 && i === 1 ? nextTo(places, one, k) : place));
        await person.act({kind: ([kind]) => kind, pick: (kind, open, seen, chosen) => other[chosen.length]});
        await person.locator('.table-page[data-phase=start]').waitFor();
        await person.act({kind: ([kind]) => kind, pick: () => one[0]});
        await person.locator('.pass-device [data-act=pass-device]').waitFor();
    }
    const shown = differing(...(await read()));
    check(shown.includes('html'), `Jack's own pages differ: ${shown}`);

    for (const person of sides) {
        await person.press(person.locator('[data-act=pass-device]'));
        await handOver(person, 'yellow').waitFor();
        equal(await person.locator('h1').innerText(), 'Pass the device to the police', 'whom to pass it to');
    }
    equal(differing(...(await read())), [], 'what differs once Jack has passed the device');

    // A leak would be noticed: a circle left somewhere in the page.
    const trace = (person, circle) => person.page.evaluate((text) => (document.body.dataset.left = text), circle);
    await trace(sides[0], one[1]);
    await trace(sides[1], 'c1');
    equal(differing(...(await read())), ['html'], 'what gives a leak away');
    await Promise.all(sides.map((person) => trace(person, '')));

    // The police see the table, and nothing of Jack's.
    await Promise.all(sides.map(take));
    for (const person of sides) {
        await person.waitForTurn();
        equal((await person.look()).role, 'detective', 'who sees the table');
        check(!(await person.locator('.player-strip').innerText()).includes('away'), 'nobody is away');
    }
    equal(differing(...(await read())), [], "what differs on the police's pages");

    // A reloaded page belongs to nobody until somebody takes it again, and so does any other page.
    const [person] = sides;
    await person.page.reload();
    await handOver(person, 'yellow').waitFor();
    await take(person);
    await person.press(person.locator('.brand'));
    await person.locator('[data-panel=mine]').waitFor();
    equal(JSON.parse(await person.page.evaluate(() => localStorage['gaslight.player'])).name, 'Olga', 'the player');
    await person.visit(`/table/${origin.table}`);
    await handOver(person, 'yellow').waitFor();
    for (const [width, height] of [[360, 640], [844, 390]]) {
        await person.resize(width, height);
        const box = await person.locator('[data-act=take]').boundingBox();
        check(box.y + box.height <= height && box.x >= 0 && box.x + box.width <= width, `${width}×${height}`);
    }
});

/** Returns another circle of the same quadrant as one[k]: the next in the list that is not chosen. */
function nextTo(places, one, k) {
    const at = places.indexOf(one[k]);
    return places.slice(at + 1).find((place) => !one.includes(place)) ?? places[at - 1];
}

longTest('a start that fails halfway leaves nobody at an open table', async (stage) => {
    const server = await stage.server();
    const host = await connectClient(server, {name: 'Olga'});
    stage.closing(host.close);
    const person = await stage.as(host);
    await person.visit('/hotseat');
    await person.locator('[data-field=hotseat-jack]').fill('Jo');
    await person.locator('[data-field=hotseat-police-1]').fill(' '); // refused, after Jo has sat down
    await person.press(person.locator('[data-form=hotseat] [type=submit]'));
    await person.locator('.error:not(:empty)').waitFor();
    const {table} = JSON.parse(person.sent().find((text) => text.includes('"do":"kick"')));
    equal((await host.must('mine')).tables, [], 'tables of the host');
    const {error} = await host.ask('peek', {table});
    equal(error?.code, 'unknown_table', 'the table where Jo had sat down');

    // The second attempt works, also for somebody who is called like the player of this browser.
    await person.locator('[data-field=hotseat-police-1]').fill('Olga');
    await person.press(person.locator('[data-form=hotseat] [type=submit]'));
    await handOver(person, 'jack').waitFor();
    const [one] = (await host.must('mine')).tables;
    equal(one.table.seats.map(({name}) => name), ['Jo', 'Olga 2', 'Olga'], 'who sits at the table');
});

longTest('a whole game is played by two people on one device', async (stage) => {
    await stage.server();
    const device = await stage.person('Olga', PHONE);
    await device.visit('/');
    await device.introduce();
    await device.press(device.locator('[data-action=hotseat]'));
    const form = device.locator('[data-form=hotseat]');
    await form.waitFor();
    await device.page.reload(); // the address can be opened directly
    await accessible(device, 'the form for several people');
    await form.locator('[data-field=hotseat-jack]').fill('Jo');
    await device.press(form.locator('[data-act=more]'));
    await form.locator('[data-field=hotseat-police-1]').fill('Ann');
    await form.locator('[data-field=hotseat-police-2]').fill('Bob');
    await device.press(form.locator('[type=submit]'));

    const plans = {Jo: jackOf('whitehall'), Ann: policeman({hunts: [1]}), Bob: policeman({hunts: [1]})};
    const took = [];
    for (;;) {
        const now = await until(async () => {
            if ((await device.locator('[data-act=take]').count()) > 0) {
                return 'handover';
            }
            if ((await device.locator('.pass-device:not([hidden]) [data-act=pass-device]').count()) > 0) {
                return 'pass';
            }
            const seen = await device.look();
            return seen?.phase === 'over' ? 'over' : seen?.mine && seen;
        }, 'the next step');
        if (now === 'over') {
            break;
        } else if (now === 'handover') {
            took.push(await device.locator('.hand-over-name').innerText());
            if (took.length === 1) {
                await accessible(device, 'the hand-over');
            }
            await take(device);
        } else if (now === 'pass') {
            await device.press(device.locator('[data-act=pass-device]'));
        } else {
            const {entries} = now;
            await device.act(plans[took.at(-1)], now);
            await until(async () => ((await device.look())?.entries ?? 0) > entries, 'the action in the log');
        }
    }
    check(['Jo', 'Ann', 'Bob'].every((name) => took.includes(name)), `everyone has played: ${took}`);
    await device.locator('.ending .result').waitFor();
    check((await device.locator('.ending [data-act=rematch]').count()) === 0, 'no invitation to people elsewhere');
    await device.page.reload();
    await device.locator('.ending .result').waitFor(); // nothing is secret any more

    // The next game: another person is Jack.
    await device.press(device.locator('[data-act=again]'));
    await handOver(device, 'jack').waitFor();
    equal(await device.locator('.hand-over-name').innerText(), 'Ann', 'Jack in the next game');
});
