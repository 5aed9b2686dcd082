// board.test.mjs: scrolling and zooming the map by wheel, mouse, keyboard and touch, and finding a circle by
// its number.

import {check, equal, until} from './support/checks.mjs';
import {playUntil, startTable} from './support/games.mjs';
import {PHONE} from './support/person.mjs';
import {test} from './support/testing.mjs';

/** Returns the position of a place of the map on the screen. */
async function middle(person, selector) {
    const at = await person.locator(selector).boundingBox();
    return {x: at.x + at.width / 2, y: at.y + at.height / 2};
}

async function atTable(stage, game, how) {
    const server = await stage.server();
    const {clients, table} = await startTable(server, game);
    stage.closing(() => clients.forEach((client) => client.close()));
    await playUntil(clients, table.id, (turn) => turn.phase === 'walk');
    const ann = await stage.as(clients[1], how);
    await ann.visit(`/table/${table.id}`);
    await ann.locator('.table-page').waitFor();
    return ann;
}

test('the map moves and zooms by wheel, mouse and keyboard', async (stage) => {
    const ann = await atTable(stage, 'whitechapel');
    const {page} = ann;
    const whole = await ann.mapBox();
    const map = await middle(ann, 'svg.map');
    const before = await middle(ann, '[data-place=c100]');
    await page.mouse.move(before.x, before.y);
    await page.mouse.wheel(0, -600);
    const closer = await until(async () => {
        const rest = await ann.mapBox();
        return rest.width < whole.width * 0.7 && rest;
    }, 'zooming in');
    const after = await middle(ann, '[data-place=c100]');
    check(Math.hypot(after.x - before.x, after.y - before.y) < 4, 'the place under the pointer does not move');

    await page.mouse.move(map.x, map.y);
    await page.mouse.down();
    await page.mouse.move(map.x - 150, map.y - 50, {steps: 4});
    await page.mouse.up();
    const moved = await until(async () => {
        const rest = await ann.mapBox();
        return rest.x > closer.x + 10 && rest;
    }, 'dragging');
    check(moved.width === closer.width, 'dragging does not zoom');

    await page.locator('svg.map').focus();
    await page.keyboard.press('ArrowLeft');
    await until(async () => (await ann.mapBox()).x < moved.x, 'panning by key');
    await page.keyboard.press('+');
    await until(async () => (await ann.mapBox()).width < moved.width, 'zooming by key');
    await page.keyboard.press('0');
    await until(async () => Math.abs((await ann.mapBox()).width - whole.width) < 1, 'the whole map by key');

    await page.locator('#find-circle').fill('17');
    await page.keyboard.press('Enter');
    await until(async () => {
        const found = await middle(ann, '[data-place=c17]');
        return (await ann.mapBox()).width < whole.width / 2 && Math.abs(found.x - map.x) < 400;
    }, 'circle 17 to be visible');
    await page.locator('#find-circle').fill('999');
    await page.keyboard.press('Enter');
    await page.locator('.find-answer:not(:empty)').waitFor();
});

test('the map zooms by pinching', async (stage) => {
    const ann = await atTable(stage, 'whitehall', PHONE);
    await ann.press(ann.locator('[data-map=whole]'));
    const whole = await ann.mapBox();
    const map = await middle(ann, 'svg.map');
    const cdp = await ann.context.newCDPSession(ann.page);
    const touch = (type, ...points) => cdp.send('Input.dispatchTouchEvent', {type, touchPoints: points});
    const fingers = (apart) => [
        {x: map.x - apart, y: map.y, id: 1},
        {x: map.x + apart, y: map.y, id: 2},
    ];
    await touch('touchStart', ...fingers(20));
    for (const apart of [30, 45, 60, 80]) {
        await touch('touchMove', ...fingers(apart));
    }
    await touch('touchEnd');
    const closer = await until(async () => {
        const now = await ann.mapBox();
        return now.width < whole.width / 2 && now;
    }, 'pinching');
    await touch('touchStart', {x: map.x, y: map.y, id: 1});
    for (const step of [10, 40, 80]) {
        await touch('touchMove', {x: map.x - step, y: map.y, id: 1});
    }
    await touch('touchEnd');
    await until(async () => (await ann.mapBox()).x > closer.x, 'dragging with a finger');
    equal(await ann.page.evaluate(() => window.scrollX), 0, 'the page itself does not scroll');
});
