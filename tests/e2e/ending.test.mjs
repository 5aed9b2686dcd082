// ending.test.mjs: the end of a game and the story in the browser: who won, Jack's trail, the rematch, and lines
// that show their places on the map.

import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {accessible} from './support/axe.mjs';
import {check, equal, until} from './support/checks.mjs';
import {playOne, playUntil, startTable} from './support/games.mjs';
import {gameAt, seat} from './support/recorded_games.mjs';
import {ROOT} from './support/server.mjs';
import {longTest, test} from './support/testing.mjs';

const readRecord = (name) => JSON.parse(readFileSync(join(ROOT, 'tests', 'records', `${name}.json`), 'utf8'));

/** Runs in the page: returns whether the whole map is in view. */
function showsAllCircles() {
    const map = document.querySelector('svg.map').getBoundingClientRect();
    return [...document.querySelectorAll('.layer-places [data-place^=c]')].every((circle) => {
        const {left, right, top, bottom} = circle.getBoundingClientRect();
        return left >= map.left && right <= map.right && top >= map.top && bottom <= map.bottom;
    });
}

test('the end shows who won, the trail of each round, and the story on the map', async (stage) => {
    const server = await stage.server();
    const record = readRecord('whitehall-powers');
    const {clients, holder, table} = await gameAt(server, record);
    stage.closing(() => clients.forEach((client) => client.close()));
    const jack = await stage.as(holder('jack'));
    const ann = await stage.as(clients.find((client) => client !== holder('jack')));
    for (const [person, headline, won] of [
        [jack, 'You escaped', 'true'],
        [ann, 'Jack got away', 'false'],
    ]) {
        await person.visit(`/table/${table.id}`);
        await person.locator(`.ending-head[data-won=${won}]`).waitFor();
        equal(await person.locator('.ending-head h2').innerText(), headline, 'the headline');
    }
    const lines = (person) => person.locator('.layer-trail .trail').count();
    const all = await lines(ann);
    await ann.press(ann.locator('[data-trail="1"]'));
    equal(await ann.locator('[data-trail="1"][aria-pressed=true]').count(), 1, 'the round chosen');
    check((await lines(ann)) > 0 && (await lines(ann)) < all, 'the trail of the first round only');
    equal(await ann.locator('.layer-trail .trail:not(.night-1)').count(), 0, 'lines of other rounds');
    await ann.press(ann.locator('[data-act=play-trail]'));
    await ann.locator('.played-jack').waitFor({state: 'attached'});
    check(/\d/.test(await ann.locator('.trail-caption').innerText()), 'the caption says where Jack is');
    await ann.press(ann.locator('[data-act=play-trail]'));
    await until(async () => (await ann.locator('.played-jack').count()) === 0, 'the trail to stop');
    equal(await ann.locator('.trail-caption').innerText(), '', 'the caption afterwards');

    // The story: no numbers of crossings; its lines show places and routes, and groups can be closed.
    const walk = ann.locator('.log [data-did=walk]').last();
    equal(/^\w+ (walked|stayed)\./.test(await walk.innerText()), true, await walk.innerText());
    const moved = ann.locator('.log [data-did=walk]:has-text("walked")').last();
    await moved.hover();
    equal(await ann.locator('.layer-highlight .highlight').count(), 1, 'places shown for a walk');
    equal(await ann.locator('.told-route').count(), 1, 'routes shown for a walk');
    await ann.locator('.ending-head h2').hover();
    await until(async () => (await ann.locator('.layer-highlight .highlight').count()) === 0, 'the highlight to go');
    const searched = ann.locator('.log [data-did=search] .circle-link').last();
    const number = await searched.innerText();
    await ann.press(searched);
    await ann.locator('.layer-flash .flash').waitFor({state: 'attached'});
    check(await ann.locator(`.layer-places [data-place=c${number}]`).count(), `circle ${number} is on the map`);
    const night = ann.locator('.story-night > summary').last();
    await ann.press(night);
    equal(await walk.isVisible(), false, 'a line of a closed round');
    await ann.press(night);

    // The link to the game, with a sentence about who can open it.
    await ann.press(ann.locator('[data-act=share]'));
    await ann.locator('.ending-share input').waitFor();
    check((await ann.locator('.ending-share input').inputValue()).includes(`/replay/${table.id}`), 'the link');

    // With other people a dialog asks about roles and variants.
    await ann.press(ann.locator('[data-act=rematch]'));
    await ann.locator('.rematch-dialog [data-choice=keep]').check();
    await ann.press(ann.locator('.rematch-options summary'));
    await ann.locator('.rematch-dialog [data-choice=smoker]').check();
    await ann.press(ann.locator('[data-act=rematch-go]'));
    await ann.locator('[data-page=lobby]').waitFor();
    const asked = ann.sent().map((text) => JSON.parse(text)).find((one) => one.do === 'rematch');
    equal([asked.roles, asked.options], ['keep', ['powers', 'smoker']], 'what was asked for');
    await jack.locator('.ending a.main').waitFor(); // to the same table
});

longTest('against bots one click starts the next game', async (stage) => {
    const server = await stage.server({'bot-pace': 1000});
    const {
        clients: [client],
        table,
    } = await seat(server, {game: 'whitehall', options: [], seats: [{name: 'Ann', pawns: ['jack']}]});
    stage.closing(() => client.close());
    await client.must('bot', {table: table.id, pawns: ['yellow', 'red', 'blue'], level: 'novice'});
    await client.must('start', {table: table.id});
    await client.once('chat', {table: table.id, to: 'table', text: 'Meet me at 12'});
    const ann = await stage.as(client, {viewport: {width: 1024, height: 768}});
    await ann.visit(`/table/${table.id}`);
    await ann.waitForTurn();
    const isWhole = () => ann.page.evaluate(showsAllCircles);
    await ann.locator('svg.map').focus();
    for (let i = 0; i < 3; i++) {
        await ann.page.keyboard.press('+');
    }
    await until(async () => !(await isWhole()), 'the map zoomed in');
    await client.once('resign', {table: table.id});
    equal(await ann.locator('.ending-head h2').innerText(), 'You gave up', 'the headline');
    await until(isWhole, 'the whole map after the end');
    await ann.page.reload();
    await ann.locator('.ending-head h2').waitFor();
    await until(isWhole, 'the whole map when the page is opened after the end');
    await ann.press(ann.locator('[data-act=rematch-more]'));
    await accessible(ann, 'the dialog for a rematch');
    await ann.page.keyboard.press('Escape');
    await ann.press(ann.locator('[data-act=rematch-swap]'));
    await ann.locator('.table-page[data-role=detective]').waitFor();
    check(!ann.page.url().endsWith(table.id), 'another table');
    await ann.openTab('chat');
    equal(await ann.locator('.chat .line bdi').allInnerTexts(), ['Ann', 'Meet me at 12'], 'the chat');
});

longTest('a spectator looks back while the game goes on, and returns to it', async (stage) => {
    const server = await stage.server();
    const {clients, table} = await startTable(server, 'whitehall');
    stage.closing(() => clients.forEach((client) => client.close()));
    await playUntil(clients, table.id, (turn) => turn.phase === 'walk');
    const olga = await stage.person('Olga');
    await olga.visit(`/table/${table.id}`);
    await olga.introduce();
    await olga.press(olga.locator('[data-act=look-back]'));
    const at = async () => Number(await olga.locator('.look-back .replay-at').getAttribute('data-step'));
    await olga.locator('.look-back .status-panel').waitFor();
    await accessible(olga, 'looking back');
    const before = await at();
    await olga.press(olga.locator('.look-back [data-replay=first]'));
    await olga.locator('.look-back .status-panel[data-phase=discoveries]').waitFor();
    equal(await olga.locator('.look-back [data-piece^=police]').count(), 0, 'policemen at the beginning');

    // Meanwhile the game goes on: the page counts what is new and stays where it is.
    await playOne(clients, table.id);
    await olga.locator('[data-news]:not([data-news="0"])').waitFor();
    equal(await at(), 0, 'the step shown');
    await olga.page.keyboard.press('ArrowRight');
    await until(async () => (await at()) === 1, 'the next step');
    check(before > 1, `the first step shown: ${before}`);
    equal(
        olga.sent().map((text) => JSON.parse(text)).filter((one) => one.do === 'replay' && one.as !== 'public'),
        [],
        'requests for what is not public',
    );
    await olga.press(olga.locator('[data-act=live]'));
    equal(await olga.locator('.look-back').isVisible(), false, 'looking back');
    await olga.locator('.log [data-did=walk]').waitFor();
});
