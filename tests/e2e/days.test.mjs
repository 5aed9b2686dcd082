// days.test.mjs: games over days: pauses of the clock, players who are away, the time left in lists, and what is told to
// a player who comes back.

import {summaryOf} from '../../client-web/js/announce/summary.js';
import {createLastSeen} from '../../client-web/js/announce/last_seen.js';
import {clockFacts, timeLeftText} from '../../client-web/js/panels/clock.js';
import {check, equal, until} from './support/checks.mjs';
import {playOne, playUntil, seatTable, startTable} from './support/games.mjs';
import {PHONE} from './support/person.mjs';
import {test} from './support/testing.mjs';

globalThis.navigator ??= {languages: ['en-GB']}; // for the modules of the page that run here

const DAY = 86400;
const HOUR = 3600 * 1000;

const sumUp = (events, myTurn = true) =>
    summaryOf(events, {game: 'whitechapel', view: {crimes: []}, side: 'police', police: new Map()}, myTurn);

const MOVE = {did: 'move', by: 'jack', cells: [1]};
const search = (by, circle, found) => ({did: 'search', by, circle, found});

test('what happened is told in one sentence', async () => {
    equal(sumUp([MOVE, search('red', 55, true), MOVE]), 'Jack moved twice, Red found a clue at 55; your turn.', 'the issue');
    equal(sumUp([MOVE], false), 'Jack moved once.', 'somebody else’s turn');
    equal(
        sumUp([search('blue', 3, false), search('blue', 4, false), search('red', 5, false), MOVE, MOVE, MOVE]),
        'Blue found no clue at 3 and 4, Red found no clue at 5, Jack moved 3 times; your turn.',
        'added up by policeman',
    );
    const walk = {did: 'walk', by: 'red', to: 4};
    equal(sumUp([walk, walk]), 'The police walked; your turn.', 'only walks');
    equal(sumUp([walk, MOVE]), 'Jack moved once; your turn.', 'walks beside something else');
    equal(sumUp([]), '', 'nothing');
    const secret = {...MOVE, to: 99};
    equal(sumUp([secret]), sumUp([MOVE]), 'Jack’s own page tells no more');
    const nights = [2, 3, 4].map((round) => ({did: 'night', round}));
    check(sumUp([...nights, ...nights, ...nights]).startsWith('… '), 'a long story is cut at its beginning');
});

test('the last event seen is remembered for each player and table', async () => {
    const kept = new Map();
    const storage = {get: (key, otherwise) => kept.get(key) ?? otherwise, set: (key, value) => kept.set(key, value)};
    const open = (table, me) => createLastSeen({storage, table, me});
    equal(open('t', 'ann').get(), null, 'the first visit');
    open('t', 'ann').set(7);
    equal([open('t', 'ann').get(), open('t', 'bob').get(), open('u', 'ann').get()], [7, null, null], 'afterwards');
    for (let i = 0; i < 50; i++) {
        open(`t${i}`, 'ann').set(i);
    }
    equal([open('t', 'ann').get(), open('t49', 'ann').get()], [null, 49], 'old tables are dropped');
});

test('times left are short texts', async () => {
    const texts = [2 * 24 * HOUR + 3 * HOUR, 24 * HOUR, 5 * HOUR + 720000, 720000, 59000].map((time) => timeLeftText(time));
    equal(texts, ['2 days 3 hrs', '1 day', '5 hrs 12 mins', '12 mins', 'under a minute'], 'texts');
});

test('the time at which a clock runs out does not move', async () => {
    const now = performance.now();
    const early = clockFacts({left: 3 * HOUR, receivedAt: now - 2 * HOUR, resumes: 2.5 * HOUR, runs_out: 4 * HOUR});
    equal(early, clockFacts({left: HOUR, receivedAt: now, resumes: HOUR / 2, runs_out: 2 * HOUR}), 'received 2 hours ago');
    equal(clockFacts({left: 3 * HOUR, receivedAt: now - 2 * HOUR}), clockFacts({left: HOUR}), 'without a pause');
});

test('settings keep pauses that the form would not offer', async (stage) => {
    const server = await stage.server();
    const night = {from: '22:00', to: '06:00', zone: 'Europe/Rome'};
    const {clients, table} = await seatTable(server, 'whitehall', {clock: 600, days_off: 4, night});
    stage.closing(() => clients.forEach((client) => client.close()));
    const host = await stage.as(clients[0]);
    await host.visit(`/table/${table.id}`);
    await host.press(host.locator('[data-action=change-settings]'));
    const settings = host.locator('[data-form=settings]');
    equal(await settings.locator('[data-field=days_off]').inputValue(), '4', 'days off');
    await host.press(settings.locator('[type=submit]'));
    await settings.waitFor({state: 'hidden'});
    const {table: kept} = await clients[0].must('watch', {table: table.id, since: 0});
    equal([kept.days_off, kept.night], [4, night], 'afterwards');
});

test('a host sets pauses, and everyone sees them', async (stage) => {
    const server = await stage.server();
    const ann = await stage.person('Ann', {timezoneId: 'Europe/Rome'});
    await ann.visit('/');
    await ann.introduce();
    await ann.press(ann.locator('[data-action=new-table]'));
    const form = ann.locator('[data-form=create]');
    await ann.press(form.locator('[data-more] > summary'));
    equal(await form.locator('[data-pauses]').isVisible(), false, 'pauses without a clock');
    await form.locator('[data-field=create-clock]').selectOption(String(2 * DAY));
    await form.locator('[data-choice=night]').check();
    await form.locator('[data-field=night_from]').fill('22:30');
    await form.locator('[data-field=days_off]').selectOption('3');
    await form.locator('[data-choice=whitehall]').check();
    await form.locator('[data-choice=public]').check();
    await ann.press(form.locator('[type=submit]'));
    await ann.locator('[data-copy=invite]').waitFor();
    const lobby = await ann.locator('[data-page=lobby]').innerText();
    check(lobby.includes('The clock is paused from 22:30 to 07:00 (Rome).'), lobby);
    check(lobby.includes('Each player has 3 days off in this game; the clock stops while they are away.'), lobby);

    const link = await ann.locator('[data-copy=invite]').inputValue();
    const bob = await stage.person('Bob', {...PHONE, timezoneId: 'Europe/London'});
    await bob.sit(link);
    const seen = await bob.locator('[data-page=lobby]').innerText();
    check(seen.includes('(Rome; 21:30 to 06:00 for you)'), seen);

    await ann.press(ann.locator('[data-action=change-settings]'));
    const settings = ann.locator('[data-form=settings]');
    equal(await settings.locator('[data-field=night_from]').inputValue(), '22:30', 'the night in the form');
    await settings.locator('[data-choice=night]').uncheck();
    await ann.press(settings.locator('[type=submit]'));
    await until(
        async () => !(await bob.locator('[data-page=lobby]').innerText()).includes('is paused from'),
        'no night any more',
    );
});

test('a player who is away tells the others, and the clock stands still', async (stage) => {
    const server = await stage.server();
    const {clients, table} = await startTable(server, 'whitehall', {clock: 2 * DAY, days_off: 5});
    stage.closing(() => clients.forEach((client) => client.close()));
    await playUntil(clients, table.id, (turn, client) => client === clients[1]); // Ann is to act
    const ann = await stage.as(clients[1]);
    const bob = await stage.as(clients[2], PHONE);
    for (const person of [ann, bob]) {
        await person.visit(`/table/${table.id}`);
        await person.locator('.table-page').waitFor();
    }
    const face = bob.locator('.status-row .clock');
    check(/\dd/.test(await face.innerText()), await face.innerText());
    check((await face.getAttribute('title')).startsWith('Time runs out'), 'when it runs out');
    await ann.openTab('table');
    await ann.locator('[data-field=away-days]').selectOption('3');
    await ann.press(ann.locator('[data-act=away]'));
    await ann.locator('.away-panel [data-act=back]').waitFor();
    const own = await ann.locator('.away-panel').innerText();
    check(/You are away until .*The clock is paused on your turns until .*left in this game: (5|4) days/s.test(own), own);
    await bob.locator('.strip-badge.announced').waitFor();
    check((await bob.locator('.strip-badge.announced').innerText()).startsWith('away until'), 'on the strip');
    await bob.locator('.status-row .clock.paused').waitFor();
    check((await face.getAttribute('title')).startsWith('The clock is paused until'), 'why');
    await bob.openTab('log');
    check((await bob.locator('.log').innerText()).includes('Ann is away until'), 'in the log');

    await bob.visit('/');
    const card = bob.locator(`[data-left="${table.id}"]`);
    await card.waitFor();
    check(/Time left: (1 day|2 days).*\. The clock is paused until/.test(await card.innerText()), await card.innerText());
    await ann.press(ann.locator('.away-panel [data-act=back]'));
    await ann.locator('.away-panel [data-act=away]').waitFor();
    await until(async () => !(await card.innerText()).includes('paused'), 'the clock goes on');
});

test('a page that was closed tells what happened and replays it', async (stage) => {
    const server = await stage.server();
    const {clients, table} = await startTable(server, 'whitehall', {clock: 2 * DAY});
    stage.closing(() => clients.forEach((client) => client.close()));
    await playUntil(clients, table.id, (turn) => turn.phase === 'move');
    const ann = await stage.as(clients[1]);
    await ann.visit(`/table/${table.id}`);
    await ann.locator('.table-page').waitFor();
    await until(() => ann.page.evaluate(() => localStorage.getItem('gaslight.events.seen') !== null), 'it is seen');
    await ann.press(ann.locator('.return-card [data-act=close]'));
    await ann.page.reload();
    await ann.locator('.table-page').waitFor();
    await ann.locator('.status').first().waitFor();
    equal(await ann.locator('.return-card').isVisible(), false, 'nothing is new after a reload');
    await ann.visit('/');
    await playOne(clients, table.id); // Jack moves
    await ann.visit(`/table/${table.id}`);
    await ann.locator('.return-card').waitFor();
    const text = await ann.locator('.return-card').innerText();
    check(/While you were away\s+Jack moved once; your turn\./.test(text), text);
    await ann.press(ann.locator('.return-card [data-act=replay]'));
    await ann.locator('.look-back:not([hidden])').waitFor();
    await ann.locator('.look-back[hidden]').waitFor({state: 'attached'}); // it ends by itself
    equal(await ann.locator('.return-card').isVisible(), true, 'the card stays');
    const opener = ann.locator('[data-act=look-back]');
    equal(await opener.getAttribute('title'), 'Look back', 'the button beside a card');
    await ann.resize(390, 664);
    await ann.locator('.return-card').waitFor({state: 'hidden'});
    await until(async () => (await opener.getAttribute('title')) === 'Replay on the map', 'the button in place of a card');
    await ann.press(opener);
    await ann.locator('.look-back:not([hidden])').waitFor();
    await ann.locator('.look-back[hidden]').waitFor({state: 'attached'});
    await playOne(clients, table.id); // Ann walks
    await ann.locator('.return-card[hidden]').waitFor({state: 'attached'});
    equal(await opener.getAttribute('title'), 'Look back', 'the button once she has acted');
});
