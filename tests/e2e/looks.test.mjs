// looks.test.mjs: legibility: texts are readable, and nothing covers what the player needs to see or press, in
// windows of all sizes.

import {check, equal, until} from './support/checks.mjs';
import {playUntil, startTable} from './support/games.mjs';
import {PHONE} from './support/person.mjs';
import {startProxy} from './support/proxy.mjs';
import {test} from './support/testing.mjs';

/** Plays a table until `phase` and opens it on the page of the player who acts. */
async function atPhase(stage, game, phase, how) {
    const server = await stage.server();
    const {clients, table} = await startTable(server, game);
    stage.closing(() => clients.forEach((client) => client.close()));
    const client = await playUntil(clients, table.id, (turn) => turn.phase === phase);
    const person = await stage.as(client, how);
    await person.visit(`/table/${table.id}`);
    await person.locator('.acting [data-place]').first().waitFor();
    return person;
}

// ---- Colours --------------------------------------------------------------------------------------------

/** Runs in the page: returns the contrast of an element's text with its background. */
function contrastOf(node) {
    const channels = (colour) => (colour.match(/[\d.]+/g) ?? []).map(Number);
    const isSeen = (colour) => channels(colour).length === 3 || channels(colour)[3] > 0;
    const light = (colour) => {
        const [r, g, b] = channels(colour).map((one) =>
            one / 255 <= 0.04045 ? one / 255 / 12.92 : ((one / 255 + 0.055) / 1.055) ** 2.4,
        );
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    let behind = node;
    while (!isSeen(getComputedStyle(behind).backgroundColor)) {
        behind = behind.parentElement;
    }
    const two = [getComputedStyle(node).color, getComputedStyle(behind).backgroundColor].map(light);
    return (Math.max(...two) + 0.05) / (Math.min(...two) + 0.05);
}

test('a disabled button is readable under the pointer', async (stage) => {
    const jack = await atPhase(stage, 'whitechapel', 'hideout');
    const confirm = jack.locator('[data-act=confirm]');
    equal(await confirm.isDisabled(), true, 'nothing to confirm');
    for (const theme of ['dark', 'light']) {
        await jack.page.emulateMedia({colorScheme: theme, reducedMotion: 'reduce'});
        await jack.locator(`html[data-theme=${theme}]`).waitFor();
        await confirm.hover({force: true});
        const contrast = await confirm.evaluate(contrastOf);
        check(contrast >= 4.5, `contrast of a disabled main button, ${theme}: ${contrast.toFixed(2)}`);
    }
});

// ---- Crossings have no numbers on screen ------------------------------------------------------------------

test('crossings are named by circles in the list, and a policeman can stay', async (stage) => {
    const ann = await atPhase(stage, 'whitechapel', 'walk');
    const labels = await ann.locator('.act-places [data-place]').allInnerTexts();
    check(labels.length > 3, `places to go: ${labels.length}`);
    equal(
        labels.filter((label) => !/^(Crossing between [\d, and]+(closer to \d+)?|Stay here)$/.test(label)),
        [],
        'places without a name',
    );
    equal(new Set(labels).size, labels.length, 'different names');
    const stay = ann.locator('.act-what [data-brief]');
    equal(await stay.allInnerTexts(), ['Stay here'], 'buttons to stay put');
    await ann.press(stay);
    await ann.press(ann.locator('[data-act=confirm]'));
    const walked = ann.locator('.log [data-did=walk]');
    await walked.waitFor();
    check(/stayed/.test(await walked.innerText()), await walked.innerText());
});

// ---- Phones -----------------------------------------------------------------------------------------------

/** Runs in the page: returns which of these targets are covered by a control or outside the visible part. */
function hiddenTargets(selector) {
    const map = document.querySelector('svg.map');
    return [...map.querySelectorAll(selector)]
        .filter((node) => {
            const {x, y, width, height} = node.querySelector('.ring').getBoundingClientRect();
            return !map.contains(document.elementFromPoint(x + width / 2, y + height / 2));
        })
        .map((node) => node.dataset.target);
}

test('on a phone a long list scrolls with its panel, below the suggestions', async (stage) => {
    const jack = await atPhase(stage, 'whitehall', 'discoveries', PHONE);
    const list = jack.locator('.act-places');
    equal(
        await list.evaluate((node) => node.scrollHeight > node.clientHeight + 1),
        false,
        'the list scrolls within the panel that scrolls',
    );
    const box = async (selector) => jack.locator(selector).boundingBox();
    const [suggest, places] = [await box('.act-suggest'), await box('.act-places')];
    const footer = await box('.act-confirm');
    check(suggest.y + suggest.height <= places.y, 'the suggestions are above the list');
    check(places.y + 40 <= footer.y, 'the suggestions and the first places are visible');
    const last = list.locator('[data-place]').last();
    await jack.press(last);
    await jack.locator('.act-places [aria-pressed=true]').waitFor();
    check(await last.evaluate((node) => {
        const {x, y, width, height} = node.getBoundingClientRect();
        return node.contains(document.elementFromPoint(x + width / 2, y + height / 2));
    }), 'the place chosen at the end of the list stays visible');
});

const LYING = {viewport: {width: 844, height: 390}, hasTouch: true, isMobile: true};
const HELD = [
    ['upright', PHONE],
    ['on its side', LYING],
];

for (const [held, how] of HELD) {
    test(`map controls cover no targets on a phone ${held}`, async (stage) => {
        const jack = await atPhase(stage, 'whitehall', 'discoveries', how);
        const hidden = (selector) => jack.page.evaluate(hiddenTargets, selector);
        const bare = (selector, what) =>
            until(
                async () => (await hidden(selector)).length === 0,
                async () => `${what} to be visible, but not ${await hidden(selector)},`,
            );
        await jack.press(jack.locator('[data-map=whole]'));
        await bare('.target', 'what can be chosen');
        await jack.press(jack.locator('[data-key=suggest-easy]'));
        await jack.locator('[data-ready=true]').waitFor();
        await bare('.target.chosen', 'what is suggested');

        await jack.press(jack.locator('[data-map=find]'));
        await jack.locator('#find-circle').fill('189');
        await jack.page.keyboard.press('Enter');
        await jack.locator('.find').waitFor({state: 'hidden'});
        await bare('[data-target=c189]', 'the circle that was searched for');
        await jack.press(jack.locator('.act-places [data-place=c1]'));
        await bare('[data-target=c1]', 'what is chosen in the list');
    });
}

// ---- Small windows ----------------------------------------------------------------------------------------

test('moves, special moves and clues are readable in windows of all sizes', async (stage) => {
    const hunter = await atPhase(stage, 'whitechapel', 'walk', LYING);
    const brief = await hunter.locator('.brief').innerText();
    check(/^14 moves left · \d Coach · \d Alley · 0 clues found$/.test(brief), brief);
    for (const [width, height] of [
        [1024, 640],
        [1280, 720],
        [820, 1180],
    ]) {
        await hunter.resize(width, height);
        await hunter.locator('.brief').waitFor({state: 'hidden'});
        const cut = await hunter.page.evaluate(() => {
            const edge = document.querySelector('.map-area').getBoundingClientRect().right;
            return [...document.querySelectorAll('.strip .supplies li, .strip .cell')]
                .filter((node) => node.getBoundingClientRect().right > edge)
                .map((node) => node.innerText);
        });
        equal(cut, [], `what is cut off in ${width}x${height}`);
    }
});

test('the connection banner does not cover whose turn it is', async (stage) => {
    const server = await stage.server();
    const proxy = await startProxy(server);
    stage.closing(proxy.close);
    const {clients, table} = await startTable(server, 'whitehall');
    stage.closing(() => clients.forEach((client) => client.close()));
    const ann = await stage.as(clients[1], {server: proxy, viewport: {width: 1024, height: 640}});
    ann.expect(/WebSocket|ERR_|answer 5/);
    await ann.visit(`/table/${table.id}`);
    await ann.locator('.status-panel').waitFor();
    proxy.weather = 'held';
    proxy.cut();
    const banner = ann.locator('#connection');
    await banner.locator('.words').waitFor();
    for (const [width, height] of [
        [1024, 640],
        [844, 390],
        [1440, 900],
    ]) {
        await ann.resize(width, height);
        const [said, status] = [await banner.boundingBox(), await ann.locator('.status').boundingBox()];
        check(said.x + said.width <= status.x, `the banner is next to the status in ${width}x${height}`);
    }
});

test('the link to another table where it is my turn names its game', async (stage) => {
    const server = await stage.server();
    const one = await startTable(server, 'whitehall');
    stage.closing(() => one.clients.forEach((client) => client.close()));
    const [jack, ann] = one.clients;
    const {table} = await jack.once('create', {game: 'whitechapel', options: [], private: false});
    await jack.must('pawns', {table: table.id, pawns: ['jack']});
    const police = ['yellow', 'red', 'blue', 'green', 'brown'];
    await ann.must('join', {table: table.id, pawns: police});
    await jack.must('start', {table: table.id});
    const person = await stage.as(jack);
    await person.visit(`/table/${one.table.id}`);
    await person.locator('.turns').waitFor();
    equal(
        await person.locator('.turns').innerText(),
        'Your turn at another table: Letters from Whitechapel',
        'the link',
    );
});
