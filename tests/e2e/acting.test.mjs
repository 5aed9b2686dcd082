// acting.test.mjs: the area where a player acts: it leaves most of the window to the map, does not move what is
// below it, and keeps the list of places folded unless the player opens it; keys that confirm and go back.

import {check, equal, until} from './support/checks.mjs';
import {connectClient} from './support/client.mjs';
import {SHARES, playUntil, startTable} from './support/games.mjs';
import {longTest, test} from './support/testing.mjs';

const FOLDED = {keep: {'gaslight.act.list': 'false'}};

async function atPhase(stage, game, phase, how) {
    const server = await stage.server();
    const {clients, table} = await startTable(server, game);
    stage.closing(() => clients.forEach((client) => client.close()));
    const client = await playUntil(clients, table.id, (turn) => turn.phase === phase);
    const person = await stage.as(client, how);
    await person.visit(`/table/${table.id}`);
    await person.locator('.acting [data-place]').first().waitFor({state: 'attached'});
    return person;
}

/** Runs in the page: returns the map's part of the window. */
function mapShare() {
    const {width, height} = document.querySelector('.board').getBoundingClientRect();
    return (width * height) / (window.innerWidth * window.innerHeight);
}

/** Runs in the page: returns which policemen and actions can only be seen after scrolling. */
function coveredChips() {
    const body = {
        top: document.querySelector('.acting').getBoundingClientRect().top,
        bottom: document.querySelector('.act-footer').getBoundingClientRect().top,
    };
    return [...document.querySelectorAll('.act-who .chip, .act-what .chip')]
        .filter((chip) => {
            const {top, bottom, right} = chip.getBoundingClientRect();
            return top < body.top || bottom > body.bottom + 1 || right > window.innerWidth;
        })
        .map((chip) => chip.textContent);
}

/** Runs in the page: returns the positions of what must not move when a choice is made. */
function fixtures() {
    const at = (selector) =>
        [...document.querySelectorAll(selector)].map((node) => {
            const {x, y, width} = node.getBoundingClientRect();
            return [x, y, width].map(Math.round);
        });
    return {tabs: at('.tab'), chips: at('.act-who .chip, .act-what .chip'), confirm: at('[data-act=confirm]')};
}

test('the map has most of the window, and choosing moves nothing', async (stage) => {
    const ann = await atPhase(stage, 'whitechapel', 'walk', FOLDED);
    const list = ann.locator('.act-list');
    for (const [width, height, share] of [
        [1440, 900, 0.55],
        [1024, 768, 0.45],
        [390, 844, 0.45],
        [360, 640, 0.3],
        [844, 390, 0.45],
    ]) {
        await ann.resize(width, height);
        if (width < 640) {
            await ann.openTab('act');
        }
        const now = await ann.page.evaluate(mapShare);
        check(now > share, `the map's part of ${width}x${height}: ${now.toFixed(2)}`);
        equal(await ann.locator('.act-places').isVisible(), false, 'the list of places is folded');
        check(await ann.locator('[data-act=confirm]').isVisible(), `Confirm is visible in ${width}x${height}`);
        equal(await ann.page.evaluate(coveredChips), [], `chips not visible in full in ${width}x${height}`);
    }
    await ann.resize(1440, 900);

    const before = await ann.page.evaluate(fixtures);
    check(before.chips.length > 1, 'there are policemen to choose from');
    await ann.press(ann.locator('.act-who .chip').last());
    equal(await ann.page.evaluate(fixtures), before, 'positions after another policeman was chosen');
    await ann.press(ann.locator('.act-what [data-brief]'));
    await ann.locator('[data-ready=true]').waitFor();
    equal(await ann.page.evaluate(fixtures), before, 'positions after a place was chosen');
    await ann.openTab('table');
    equal((await ann.page.evaluate(fixtures)).tabs, before.tabs, 'positions of the tabs');

    // Esc goes back, Tab and Enter open the list; it stays open on this device.
    await ann.page.keyboard.press('Escape');
    await ann.locator('[data-ready=false]').waitFor();
    await ann.locator('.act-list > summary').focus();
    await ann.page.keyboard.press('Enter');
    await ann.locator('.act-places').waitFor();
    await ann.page.reload();
    await ann.locator('.act-places').waitFor();
    equal(await list.getAttribute('open'), '', 'the list is open after a reload');

    await ann.page.keyboard.press('?');
    const help = ann.locator('[data-help=keys]');
    await help.locator('li').first().waitFor();
    const keys = await help.locator('li').allInnerTexts();
    for (const key of ['Enter', 'Esc', 'H ', 'U ', '?']) {
        check(keys.some((line) => line.startsWith(key)), `the help names ${key}`);
    }
});

test('Enter confirms a pass, T asks to take it back, and Esc takes back one step', async (stage) => {
    const ann = await atPhase(stage, 'whitehall', 'act', FOLDED);
    const {entries} = await ann.look();
    await ann.press(ann.locator('.act-what [data-mode=pass]'));
    await ann.locator('.act-what [data-mode=pass][aria-pressed=true]').waitFor();
    await ann.page.keyboard.press('Enter');
    await until(async () => (await ann.look()).entries > entries, 'the pass in the log');
    await ann.locator('[data-act=takeback]:enabled').waitFor();
    await ann.page.keyboard.press('t');
    await until(() => ann.sent().some((text) => JSON.parse(text).do === 'takeback'), 'the request to take it back');

    // A route of notes: each Esc removes its last point, and then puts the tool away.
    await ann.openTab('notes');
    await ann.press(ann.locator('.notes-panel [data-tool=route]'));
    const drawn = ann.locator('.layer-notes .drawing');
    const circles = await ann.page.evaluate(() => {
        const map = document.querySelector('.board').getBoundingClientRect();
        return [...document.querySelectorAll('.layer-places [data-place^=c]')]
            .map((node) => node.getBoundingClientRect())
            .map(({x, y, width, height}) => ({x: x + width / 2, y: y + height / 2}))
            .filter(({x, y}) => x > map.left + 200 && x < map.right - 200 && y > map.top + 100 && y < map.bottom - 100)
            .slice(0, 3);
    });
    for (const [i, {x, y}] of circles.entries()) {
        await ann.page.mouse.click(x, y);
        await until(async () => (await drawn.count()) === i + 1, `point ${i + 1} of the route`);
    }
    await ann.page.keyboard.press('Escape');
    await until(async () => (await drawn.count()) === 2, 'two points left');
    await ann.page.keyboard.press('Escape');
    await ann.page.keyboard.press('Escape');
    await until(async () => (await drawn.count()) === 0, 'no route');
    equal(await ann.locator('.notes-panel [data-tool=route]').getAttribute('aria-pressed'), 'true', 'the tool');
    await ann.page.keyboard.press('Escape');
    await ann.locator('.notes-panel [data-tool=route][aria-pressed=false]').waitFor();
});

longTest('against bots any action can be undone and redone, by buttons and keys', async (stage) => {
    const server = await stage.server({'bot-pace': 0});
    const client = await connectClient(server, {name: 'Ann'});
    stage.closing(client.close);
    const {table} = await client.once('create', {game: 'whitehall', options: [], private: true});
    await client.must('pawns', {table: table.id, pawns: SHARES.whitehall.slice(1).flat()});
    await client.must('bot', {table: table.id, level: 'novice', pawns: ['jack']});
    await client.must('start', {table: table.id});
    const ann = await stage.as(client);
    await ann.visit(`/table/${table.id}`);
    const passed = '.log .entry[data-did=pass]:not(.undone)';
    const at = async (phase) => until(async () => {
        const seen = await ann.look();
        return seen?.mine && seen.phase === phase && seen;
    }, phase);
    await at('deploy');
    equal(await ann.locator('[data-act=undo]').count(), 0, 'nothing to undo');
    for (const phase of ['deploy', 'deploy', 'deploy', 'walk', 'walk', 'walk']) {
        await at(phase);
        await ann.perform({do: phase, [phase === 'walk' ? 'to' : 'crossing']: Number((await ann.look()).places[0].place.slice(1))});
    }
    await at('act');
    await ann.press(ann.locator('.act-what [data-mode=pass]'));
    await ann.press(ann.locator('[data-act=confirm]'));
    await until(async () => (await ann.locator(passed).count()) === 1, 'a pass');
    equal(await ann.locator('.status .badge').count(), 0, 'it is no practice game yet');
    await ann.press(ann.locator('[data-act=undo]'));
    await until(async () => (await ann.locator(passed).count()) === 0, 'the pass undone');
    equal(await ann.locator('.status .badge').innerText(), 'Practice game', 'what the status says');
    await ann.locator('[data-act=redo]:enabled').waitFor();
    await ann.page.keyboard.press('r');
    await until(async () => (await ann.locator(passed).count()) === 1, 'the pass redone');
    await ann.locator('[data-act=undo]:enabled').waitFor();
    await ann.page.keyboard.press('u');
    await until(async () => (await ann.locator(passed).count()) === 0, 'the pass undone by a key');
    equal(await ann.locator('[data-act=takeback]').count(), 0, 'nobody else needs to agree');
});
