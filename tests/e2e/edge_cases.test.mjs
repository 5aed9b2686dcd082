// edge_cases.test.mjs: situations that are rare in a game: sound and notifications, a closed table, a removed
// player, an absent detective, pinching the map, names in other scripts, an archive of many pages.

import {spawnSync} from 'node:child_process';
import {join} from 'node:path';
import {check, equal, until} from './support/checks.mjs';
import {connectClient} from './support/client.mjs';
import {playUntil, seatTable, startTable} from './support/games.mjs';
import {LOST, PHONE} from './support/person.mjs';
import {BUILD} from './support/server.mjs';
import {recordSounds, soundsOf} from './support/sounds.mjs';
import {test} from './support/testing.mjs';

const leaving = (stage, clients) => stage.closing(() => clients.forEach((client) => client.close()));
const mark = (client) => `#${client.player.slice(0, 3)}`;

/** Runs in the page before its own scripts: records every notification. */
function recordAlerts() {
    window.notices = [];
    window.Notification = class {
        static permission = 'granted';
        constructor(title, {body}) {
            window.notices.push(`${title} ${body}`);
        }
        close() {}
    };
    document.hasFocus = () => false; // notifications appear only if the page has no focus
}

test('a new turn is announced in the title, by sound and by a notification', async (stage) => {
    const server = await stage.server();
    const {clients, table} = await startTable(server, 'whitehall');
    leaving(stage, clients);
    await playUntil(clients, table.id, (turn) => turn.phase === 'move');
    const ann = await stage.as(clients[1], {keep: {'gaslight.alert.notify': 'true'}});
    await ann.context.addInitScript(recordAlerts);
    await recordSounds(ann);
    await ann.visit(`/table/${table.id}`);
    await ann.locator('.table-page').waitFor();
    await ann.openTab('rules'); // browsers block sound until the player interacts with the page
    const heard = async () => ({
        calls: (await soundsOf(ann)).filter(({name}) => name === 'turn').length,
        notices: await ann.page.evaluate(() => window.notices),
    });
    equal(await heard(), {calls: 0, notices: []}, "sounds and notifications before it is Ann's turn");
    await playUntil(clients, table.id, (turn) => turn.phase === 'walk');
    await ann.waitForTurn();
    await until(async () => (await ann.page.title()).startsWith('●'), 'the mark in the title');
    const icon = () => ann.locator('link[rel=icon]').getAttribute('href');
    check((await icon()).endsWith('/favicon-turn.svg'), `the icon of the tab: ${await icon()}`);
    equal((await ann.page.request.get(await icon())).status(), 200, 'the answer to a request for the icon');
    const {calls, notices} = await heard();
    equal(calls, 1, 'sounds played');
    equal(notices.length, 1, 'notifications');
    await ann.press(ann.locator('[data-action=settings]'));
    await ann.locator('[data-setting=alert-title]').uncheck();
    await until(async () => !(await ann.page.title()).startsWith('●'), 'the mark to disappear');
    check((await icon()).endsWith('/favicon.svg'), `the icon of the tab: ${await icon()}`);
});

test('a table closed by the operator says so, started or not', async (stage) => {
    const server = await stage.server();
    const open = await seatTable(server, 'whitehall');
    const running = await startTable(server, 'whitechapel');
    for (const {clients, table} of [open, running]) {
        leaving(stage, clients);
        const ann = await stage.as(clients[1]);
        await ann.visit(`/table/${table.id}`);
        await ann.locator('[data-page=lobby], .table-page').first().waitFor();
        spawnSync(join(BUILD, 'gaslightd'), ['admin', '--data', server.data, 'close', table.id]);
        await ann.page.locator('h1', {hasText: 'This table is closed'}).waitFor();
    }
});

test('a player removed from a private table is told and cannot rejoin', async (stage) => {
    const server = await stage.server();
    const {clients, table} = await seatTable(server, 'whitehall', {private: true});
    leaving(stage, clients);
    const bob = await stage.as(clients[2]);
    await bob.visit(`/table/${table.id}#invite=${table.invite}`);
    await bob.locator('[data-copy=invite]').waitFor();
    await clients[0].must('kick', {table: table.id, player: clients[2].player});
    await bob.page.locator('.error', {hasText: 'no longer at this table'}).waitFor();
    equal(await bob.locator('[data-action=sit], .pawn-grid').count(), 0, 'buttons to join');
    equal(await bob.locator('[data-copy=invite]').isVisible(), false, 'whether the invalid invite is visible');
});

test('lobby chat survives a restart and catches up on missed messages', async (stage) => {
    const server = await stage.server();
    const {clients, table} = await seatTable(server, 'whitehall');
    clients.forEach((client) => client.close());
    const ann = await stage.as(clients[1]);
    ann.expect(LOST);
    await ann.visit(`/table/${table.id}`);
    await ann.locator('[data-field=chat]').fill('Before');
    await ann.page.keyboard.press('Enter');
    await ann.locator('.chat .line').waitFor();
    await server.stop('SIGKILL');
    await ann.locator('#connection .words').waitFor();
    await server.start();
    const jack = await connectClient(server, {token: clients[0].token});
    leaving(stage, [jack]);
    await jack.once('chat', {table: table.id, to: 'table', text: 'Meanwhile'});
    await until(async () => await ann.locator('.chat .line').count() === 2, 'both lines');
    // Returning a pawn leads to an answer with the table but without the chat.
    await ann.press(ann.locator('[data-pawn=yellow]'));
    await ann.locator('[data-pawn=yellow][aria-pressed=false]').waitFor();
    equal(
        (await ann.locator('.chat .line').allInnerTexts()).map((line) => line.replace(/\s*\d+:\d+.*$/, '').replace(/\s+/g, ' ')),
        [`Ann ${mark(clients[1])} Before`, `Jack ${mark(clients[0])} Meanwhile`],
        'the chat',
    );
});

test('a click counts once even if its element is redrawn meanwhile', async (stage) => {
    const server = await stage.server();
    const {clients, table} = await seatTable(server, 'whitehall');
    leaving(stage, clients);
    const [host, , bob] = clients;
    const jack = await stage.as(host);
    const {mouse} = jack.page;
    /** Presses an element, causes it to be redrawn, and releases the button once the change is visible. */
    async function press(selector, happens, seen) {
        const target = jack.locator(selector);
        await target.hover();
        await mouse.down();
        const old = await target.elementHandle();
        await happens();
        await jack.locator(seen).first().waitFor({state: 'attached'});
        check(!(await old.evaluate((node) => node.isConnected)), `${selector} was redrawn`);
        await mouse.up();
    }
    await jack.visit(`/table/${table.id}`);
    await press(
        '[data-pawn=jack][aria-pressed=true]',
        () => bob.must('pawns', {table: table.id, pawns: []}),
        '[data-pawn=blue]:enabled',
    );
    await jack.locator('[data-pawn=jack][aria-pressed=false]').waitFor();
    await host.must('pawns', {table: table.id, pawns: ['jack']});
    await bob.must('pawns', {table: table.id, pawns: bob.pawns});
    await jack.press(jack.locator('[data-action=start]'));
    await jack.waitForTurn();
    await jack.mapBox();
    await press(
        'svg.map [data-target=c3] .ring',
        () => bob.close(),
        `.seats [data-player="${bob.player}"].away`,
    );
    await jack.locator('.act-places [data-place=c3][aria-pressed=true]').waitFor();
    equal(await jack.locator('.act-places [aria-pressed=true]').count(), 1, 'places chosen');
});

test("a detective plays an absent detective's pawns", async (stage) => {
    const server = await stage.server({'absent-minutes': 0});
    const {clients, table} = await startTable(server, 'whitehall');
    leaving(stage, clients.slice(0, 2));
    const ann = await stage.as(clients[1]);
    await ann.visit(`/table/${table.id}`);
    await ann.locator('.table-page').waitFor();
    clients[2].close();
    await ann.press(ann.locator('[data-offer] summary'));
    await ann.locator('[data-field=seat-to]').selectOption(clients[1].player);
    await ann.press(ann.locator('[data-act=propose]'));
    const hers = ann.page.locator(`.seats [data-player="${clients[1].player}"]`);
    await until(async () => /Blue/.test(await hers.textContent()), "Blue at Ann's seat");
});

test('pinching zooms the map, dragging moves it, and neither counts as a tap', async (stage) => {
    const server = await stage.server();
    const {clients, table} = await startTable(server, 'whitechapel');
    leaving(stage, clients);
    const walker = await playUntil(clients, table.id, (turn) => turn.phase === 'walk'); // the Head
    const ann = await stage.as(walker, PHONE);
    await ann.visit(`/table/${table.id}`);
    await ann.waitForTurn();
    const cdp = await ann.context.newCDPSession(ann.page);
    const touch = (type, ...points) => cdp.send('Input.dispatchTouchEvent', {
        type, touchPoints: points.map(([x, y], id) => ({x, y, id})),
    });
    const width = async () => (await ann.mapBox()).width;
    const left = async () => (await ann.mapBox()).x;
    /** Moves two fingers from `from` to `to` pixels on either side of a point. */
    async function pinch(from, to) {
        const at = (away) => [[195 - away, 230 - away], [195 + away, 230 + away]];
        await touch('touchStart', at(from)[0]);
        await touch('touchStart', ...at(from));
        for (let i = 1; i <= 8; i++) {
            await touch('touchMove', ...at(from + ((to - from) * i) / 8));
        }
        await touch('touchEnd');
    }
    const whole = await width();
    await pinch(15, 90);
    await until(async () => await width() < whole / 2, 'zooming in');
    const close = await width();
    await pinch(90, 30);
    await until(async () => await width() > close * 1.5, 'zooming out');
    const before = await left();
    await touch('touchStart', [120, 200]);
    for (let i = 1; i <= 8; i++) {
        await touch('touchMove', [120 + i * 8, 200]);
    }
    await touch('touchEnd');
    await until(async () => await left() < before, 'the map moved');
    equal((await ann.look()).ready, false, 'whether a place was chosen');
    equal(await ann.page.evaluate(() => window.visualViewport.scale), 1, 'the zoom of the page');
});

test('names in other scripts and of maximum length do not break the layout', async (stage) => {
    const server = await stage.server();
    const names = ['אבגדה', '🕵️🔍', 'W'.repeat(32)];
    const {clients, table} = await seatTable(server, 'whitehall', {names});
    leaving(stage, clients);
    const person = await stage.as(clients[0], PHONE);
    await person.visit(`/table/${table.id}`);
    await person.locator('[data-page=lobby]').waitFor();
    await clients[2].once('chat', {table: table.id, to: 'table', text: 'z'.repeat(500)});
    await person.locator('.chat .line').waitFor();
    const overflow = () => person.page.evaluate(() => (
        document.documentElement.scrollWidth - document.documentElement.clientWidth));
    equal(await overflow(), 0, 'pixels by which the lobby is too wide');
    await clients[0].must('start', {table: table.id});
    await person.locator('.table-page').waitFor();
    equal(await overflow(), 0, 'pixels by which the table is too wide');
    for (const [i, name] of names.entries()) {
        equal(await person.page.locator(`[data-player="${clients[i].player}"] .seat-name`).textContent(),
            `${name} ${mark(clients[i])}${i === 0 ? ' (you)' : ''}`, 'a name as shown');
    }
});

test('the archive loads page after page, with and without a filter', async (stage) => {
    const server = await stage.server({'tables-per-player': 1000, 'seats-per-player': 1000});
    const jack = await connectClient(server, {name: 'Jack'});
    const ann = await connectClient(server, {name: 'Ann'});
    leaving(stage, [jack, ann]);
    for (let i = 0; i < 65; i++) {
        const {table} = await jack.once('create', {game: 'whitehall', private: false});
        await jack.must('pawns', {table: table.id, pawns: ['jack']});
        await ann.must('join', {table: table.id, pawns: ['yellow', 'blue', 'red']});
        await jack.must('start', {table: table.id});
        await (i % 3 === 0 ? ann : jack).once('resign', {table: table.id});
    }
    const person = await stage.as(ann);
    await person.visit('/archive');
    const shown = (count) => until(async () => (
        await person.locator('[data-list=archive] > li').count() === count), `${count} games`);
    for (const count of [30, 60, 65]) {
        await shown(count);
        if (count < 65) {
            await person.press(person.locator('[data-action=more]'));
        }
    }
    equal(await person.locator('[data-action=more]').isVisible(), false, 'whether there are older games');
    await person.locator('[data-filter=winner]').selectOption('jack');
    await shown(22);
});
