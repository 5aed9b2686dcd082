// map.test.mjs: the map by itself, mounted on a page without a game: effects, pieces that share a place, gestures.

import {check, equal, until} from './support/checks.mjs';
import {playOne, startTable} from './support/games.mjs';
import {SOURCES} from './support/server.mjs';
import {test} from './support/testing.mjs';

/** Runs in the page: mounts a map of the game as window.board and records its hooks in window.heard. */
async function mountMap(game) {
    const [{createBoard}, geometry, pieces, {aboutPlace}, {factsOf}] = await Promise.all(
        ['board', 'geometry', 'pieces', 'place_about', 'facts'].map((name) => import(`/js/board/${name}.js`)),
    );
    const index = geometry.indexBoard(await (await fetch(`/boards/${game}.json`)).json());
    await new Promise((onload, onerror) => {
        const link = Object.assign(document.createElement('link'), {rel: 'stylesheet', href: '/style/board.css'});
        document.head.append(Object.assign(link, {onload, onerror}));
    });
    window.heard = [];
    const hear =
        (name) =>
        (...values) =>
            window.heard.push([name, ...values]);
    await new Promise((sized) => {
        window.board = createBoard(index, {
            tapped: hear('tapped'),
            marked: hear('marked'),
            arrow: hear('arrow'),
            pinged: hear('pinged'),
            // A test that sets window.known gets cards.
            about: (place) =>
                window.known === undefined
                    ? null
                    : aboutPlace(place, {
                          view: window.known.view,
                          facts: factsOf(window.known.events),
                          index,
                          more: () => ['one more line'],
                      }),
            sized,
        });
        window.board.element.style.cssText = 'position: fixed; inset: 0; z-index: 500';
        document.body.append(window.board.element);
    });
    Object.assign(window, {index, geometry, pieces});
}

async function withMap(stage, game, how) {
    await stage.server({web: SOURCES}); // the modules by themselves
    const ann = await stage.person('Ann', how);
    await ann.visit('/archive');
    await ann.page.evaluate(mountMap, game);
    return ann;
}

const VIEW = {
    game: 'whitechapel',
    phase: 'walk',
    you: {role: 'spectator'},
    police: {red: 1},
};

const ROWS = [
    [
        {cell: 0, circle: 84},
        {cell: 1, circle: 66, tile: 'coach'},
    ],
    [{cell: 0, circle: 3}],
];

test('effects on the map end by themselves, can be skipped, and are still with reduced motion', async (stage) => {
    const ann = await withMap(stage, 'whitechapel', {reducedMotion: 'no-preference'});
    const {page} = ann;
    const {at, far} = await page.evaluate(async (view) => {
        const {board, index, pieces, geometry} = window;
        board.pieces(pieces.piecesOf(view, index));
        const far = index.crossings.find((one) => geometry.crossingRoute(index, 1, one, 2)?.length > 3);
        return {at: board.map.querySelector('[data-piece=police-red]').style.transform, far};
    }, VIEW);

    // A travelling piece stays on its way although pieces() moves it, even if it is redrawn.
    const moving = await page.evaluate(
        async ({view, far}) => {
            const {board, index, pieces, geometry} = window;
            const node = () => board.map.querySelector('[data-piece=police-red]');
            window.travelled = 'running';
            board
                .travel('police-red', geometry.crossingRoute(index, 1, far, 2), 60_000)
                .then(() => (window.travelled = 'done'));
            board.pieces(pieces.piecesOf({...view, police: {red: far}, waiting: ['red']}, index));
            const light = board.map.querySelector('[data-piece=light-red]');
            return {red: node().style.transform, light: light.style.transform, at: node().dataset.at};
        },
        {view: VIEW, far},
    );
    equal(moving, {red: at, light: at, at: `x${far}`}, 'a piece that has just set out');
    await until(
        () => page.evaluate((start) => document.querySelector('[data-piece=police-red]').style.transform !== start, at),
        'the piece to move',
    );
    equal(await page.evaluate(() => window.travelled), 'running', 'a long way');
    await page.evaluate(() => {
        window.board.pulse(['c12', 'x7'], 'clue');
        window.trail = window.board.playTrail([[{cell: 0, circle: 84}]], {ms: 60_000});
        window.board.finish();
    });
    await until(() => page.evaluate(() => window.travelled === 'done'), 'the travel to be skipped');
    await page.evaluate(() => window.trail.done);
    const rest = await page.evaluate((crossing) => {
        const {x, y} = window.index.places.get('x' + crossing);
        const {transform} = document.querySelector('[data-piece=police-red]').style;
        return {
            near: Math.hypot(...transform.match(/-?[\d.]+/g).map((one, i) => one - [x, y][i])),
            left: document.querySelectorAll('.pulse, .played, .played-jack').length,
        };
    }, far);
    check(rest.near < 20, `the piece rests at its new place: ${rest.near} units away`);
    equal(rest.left, 0, 'effects after skipping');

    const held = await page.evaluate(
        (view) => {
            const {board, index, pieces} = window;
            const node = () => board.map.querySelector('[data-piece=police-red]').style.transform;
            const before = node();
            const release = board.hold('police-red');
            board.pieces(pieces.piecesOf({...view, police: {red: 1}}, index));
            const during = node();
            release();
            return {stays: during === before, goes: node() !== before};
        },
        {...VIEW},
    );
    equal(held, {stays: true, goes: true}, 'a piece that is held');

    const steps = await page.evaluate(async (rows) => {
        const seen = [];
        await window.board.playTrail(rows, {ms: 20, onStep: ({row, cell}) => seen.push([row, cell.circle])}).done;
        await window.board.pulse('c12', 'murder');
        return seen;
    }, ROWS);
    equal(
        steps,
        [
            [0, 84],
            [0, 66],
            [1, 3],
        ],
        'the steps of the trail',
    );
    equal(await page.locator('.pulse, .played').count(), 0, 'effects that ended by themselves');

    await page.evaluate(() => {
        window.board.highlight(['c12', 'x7']);
        window.board.route(['x1', 'c12', 'x7']);
        window.board.notes({arrows: [{from: 'c12', to: 'c40', look: 'note own'}]});
    });
    equal(await page.locator('.highlight').count(), 2, 'highlighted places');
    equal(await page.locator('.told-route').count(), 1, 'a route');
    equal(await page.locator('.arrow[data-from=c12][data-to=c40]').count(), 1, 'an arrow');
    await page.evaluate(() => {
        window.board.highlight(null);
        window.board.route(null);
    });
    equal(await page.locator('.highlight, .told-route').count(), 0, 'nothing highlighted');

    await page.emulateMedia({reducedMotion: 'reduce'});
    const still = await page.evaluate(async (view) => {
        const {board, index, pieces, geometry} = window;
        const far = index.crossings.find((one) => geometry.crossingRoute(index, 1, one, 2)?.length > 3);
        board.pieces(pieces.piecesOf({...view, police: {red: far}}, index));
        const before = board.map.querySelector('[data-piece=police-red]').style.transform;
        await board.travel('police-red', geometry.crossingRoute(index, 1, far, 2), 60_000);
        board.pulse('c12', 'clue');
        const shown = (selector) => getComputedStyle(board.map.querySelector(selector)).visibility;
        return {
            stays: before === board.map.querySelector('[data-piece=police-red]').style.transform,
            wave: shown('.pulse .wave'),
            ring: shown('.pulse .still'),
        };
    }, VIEW);
    equal(still, {stays: true, wave: 'hidden', ring: 'visible'}, 'reduced motion');
});

test('a policeman who can be chosen keeps his colour and gets a ring around him', async (stage) => {
    const ann = await withMap(stage, 'whitechapel');
    const seen = await ann.page.evaluate((view) => {
        const {board, index, pieces} = window;
        const box = (selector) => {
            const {x, y, width, height} = board.map.querySelector(selector).getBoundingClientRect();
            return {x: x + width / 2, y: y + height / 2, width};
        };
        board.targets([
            {place: 'x1', label: 'Red', look: 'own'},
            {place: 'x9', label: 'elsewhere'},
            {place: 'c12', label: '12', draw: () => pieces.womanNodes('marked')},
        ]);
        board.pieces(pieces.piecesOf(view, index)); // after the targets, as on the page
        return {
            pawn: box('[data-piece=police-red] .pawn-shape'),
            ring: box('[data-target=x1] .ring'),
            empty: box('[data-target=x9] .ring'),
            fill: getComputedStyle(board.map.querySelector('[data-target=x1] .ring')).fill,
            token: box('[data-target=c12] .woman-disc'),
            number: box('[data-place=c12] text'),
        };
    }, VIEW);
    check(Math.hypot(seen.ring.x - seen.pawn.x, seen.ring.y - seen.pawn.y) < 2, 'the ring is around the pawn');
    check(seen.ring.width > seen.pawn.width, 'the ring is larger than the pawn');
    check(seen.empty.width < seen.ring.width, 'an empty crossing has a small ring');
    check(/^(none|rgba\(0, 0, 0, 0\))$/.test(seen.fill), `the ring is empty: ${seen.fill}`);
    check(
        Math.hypot(seen.token.x - seen.number.x, seen.token.y - seen.number.y) > seen.token.width / 2,
        'a token to be placed does not cover the number',
    );
});

/** Runs in the page: returns how many of these places are visible. */
const visible = (places) => places.filter((place) => window.board.sees(place)).length;

test('targets are brought into view when a choice begins, and only then', async (stage) => {
    const ann = await withMap(stage, 'whitechapel');
    const {page} = ann;
    const choose = (places, more = {}) =>
        page.evaluate(
            ({places, more}) => window.board.targets(places.map((place) => ({place, label: place, ...more}))),
            {places, more},
        );
    const findCircle = async (number) => {
        await page.locator('#find-circle').fill(number);
        await page.keyboard.press('Enter');
        return ann.mapBox();
    };

    const whole = await ann.mapBox();
    await choose(['c12', 'c13', 'c14']);
    equal(await ann.mapBox(), whole, 'visible targets do not move the map');

    const east = await findCircle('111');
    check(east.width < whole.width * 0.7, 'the map is zoomed in');
    const murders = ['c3', 'c27', 'c65', 'c158'];
    check((await page.evaluate(visible, murders)) < murders.length, 'some of the next targets are out of sight');
    await choose(murders);
    const chosen = await ann.mapBox();
    equal(await page.evaluate(visible, murders), murders.length, 'visible targets when the choice begins');

    // Within the choice the map is the player's: redrawing does not move it back.
    const south = await findCircle('195');
    await choose(murders, {chosen: true});
    equal(await ann.mapBox(), south, 'the map after choosing');
    await page.evaluate(() => window.board.targets([])); // while the request is sent
    await choose(murders);
    equal(await ann.mapBox(), south, 'the map after a refusal');
    await page.evaluate(() => window.board.showTargets());
    equal(await page.evaluate(visible, murders), murders.length, 'visible targets when a turn begins');
    check(chosen.width > south.width, 'no closer than needed');

    // On a phone many targets all over the map are not squeezed onto the screen; some are shown at a readable size.
    await ann.resize(390, 700);
    await page.evaluate(() => window.board.showAll());
    await ann.mapBox();
    const circles = await page.evaluate(() => window.index.circles.map((one) => 'c' + one));
    await choose(circles);
    const part = await ann.mapBox();
    const shown = await page.evaluate(visible, circles);
    check(shown > 5 && shown < circles.length, `${shown} targets are shown`);
    check(part.width / (390 * 1.5) < 2, 'numbers are readable');
    await choose(murders);
    await ann.mapBox();
    equal(await page.evaluate(visible, murders), murders.length, 'a few targets are all shown');
});

test('circles are marked, connected and pinged without disturbing the map', async (stage) => {
    const ann = await withMap(stage, 'whitechapel', {hasTouch: true});
    const {page} = ann;
    const heard = async () => {
        const list = await page.evaluate(() => window.heard.splice(0));
        return list;
    };
    const at = (circle) =>
        page.evaluate((number) => {
            const {x, y, width, height} = document
                .querySelector(`[data-place=c${number}] circle`)
                .getBoundingClientRect();
            return {x: x + width / 2, y: y + height / 2};
        }, circle);
    const drag = async (from, to, button) => {
        const [start, end] = [await at(from), await at(to)];
        await page.mouse.move(start.x, start.y);
        await page.mouse.down({button});
        await page.mouse.move((start.x + end.x) / 2, (start.y + end.y) / 2);
        await page.mouse.move(end.x, end.y);
        const arrows = await page.locator('.layer-gesture .arrow').count();
        await page.mouse.up({button});
        return arrows;
    };
    const whole = await ann.mapBox();
    const [one, two] = [await at(65), await at(120)];

    await page.mouse.click(one.x, one.y, {button: 'right'});
    equal(await heard(), [['marked', 65]], 'a right click');
    equal(await drag(65, 120, 'right'), 1, 'arrows while dragging');
    equal(await heard(), [['arrow', 65, 120]], 'dragging with the right button');
    equal(await page.locator('.layer-gesture .arrow').count(), 0, 'arrows after dragging');
    equal(await ann.mapBox(), whole, 'the right button does not move the map');

    await page.mouse.dblclick(two.x, two.y);
    equal(
        await heard(),
        [
            ['tapped', 'c120', {isPointer: true}],
            ['pinged', 120],
        ],
        'a double click',
    );
    await page.evaluate(() => window.board.targets([{place: 'c120', label: '120'}]));
    await page.mouse.dblclick(two.x, two.y);
    equal(
        await heard(),
        [
            ['tapped', 'c120', {isPointer: true}],
            ['tapped', 'c120', {isPointer: true}],
        ],
        'a double click on a target',
    );
    await page.evaluate(() => window.board.targets([]));

    await page.evaluate(() => window.board.setNoting(true, {arrows: true}));
    await drag(65, 120, 'left');
    equal(await heard(), [['arrow', 65, 120]], 'dragging with the tool');
    equal(await ann.mapBox(), whole, 'the tool does not move the map');
    await page.evaluate(() => window.board.setNoting(false));
    await drag(65, 120, 'left');
    equal(await heard(), [], 'dragging without the tool');
    await page.evaluate(() => window.board.showAll());
    await ann.mapBox();

    const cdp = await ann.context.newCDPSession(page);
    const touch = (type, ...points) => cdp.send('Input.dispatchTouchEvent', {type, touchPoints: points});
    const finger = await at(65);
    await touch('touchStart', finger);
    await until(() => page.evaluate(() => window.heard.length > 0), 'a long press');
    await touch('touchEnd');
    equal(await heard(), [['marked', 65]], 'a long press is no tap');
    await page.touchscreen.tap(finger.x, finger.y);
    equal(await heard(), [['tapped', 'c65', {isPointer: true}]], 'a short press is a tap');
});

const EVENTS = [
    {did: 'night', round: 1},
    {did: 'kill', by: 'jack', circles: [65], cells: [0]},
    {did: 'move', by: 'jack', cells: [1]},
    {did: 'search', by: 'red', circle: 66, found: false},
    {did: 'search', by: 'red', circle: 84, found: true},
];

test('a card says what is known about a circle, and a walk shows what it lets one search', async (stage) => {
    const ann = await withMap(stage, 'whitechapel', {hasTouch: true});
    const {page} = ann;
    const card = page.locator('.place-card');
    const know = (more) =>
        page.evaluate(
            ({view, events}) => {
                const crossing = window.index.crossings.find((one) =>
                    window.geometry.reachableCircles(window.index, one).includes(66),
                );
                window.known = {view: {...view, police: {red: crossing}}, events: events.map((event) => ({event}))};
                return crossing;
            },
            {view: {...VIEW, ...more}, events: EVENTS},
        );
    const middle = async (selector) => {
        const {x, y, width, height} = await page.locator(selector).boundingBox();
        return {x: x + width / 2, y: y + height / 2};
    };
    const hover = async (selector) => {
        const {x, y} = await middle(selector);
        await page.mouse.move(x + 300, y);
        await page.mouse.move(x, y);
        await card.waitFor();
        return card.innerText();
    };
    const near = () =>
        page.evaluate(() => [...document.querySelectorAll('[data-near]')].map((node) => node.dataset.near));

    const crossing = await know({});
    const neighbours = await page.evaluate(() => window.geometry.adjacentCircles(window.index, 66));
    const text = await hover('[data-place=c66]');
    check(/Circle 66/.test(text) && /Searched at move 1: no clue/.test(text), text);
    check(/Red stands next to it/.test(text) && /one more line/.test(text), text);
    check(!/home/.test(text), `only Jack learns the way home: ${text}`);
    equal(
        await near(),
        neighbours.map((one) => 'c' + one),
        'highlighted neighbours',
    );
    check(/Murder on night 1/.test(await hover('[data-place=c65]')), 'a crime');
    check(/Clue on night 1, found at move 1/.test(await hover('[data-place=c84]')), 'a clue');
    await page.locator('svg.map').focus();
    await page.keyboard.press('+');
    await card.waitFor({state: 'hidden'});
    await page.keyboard.press('0');
    await ann.mapBox();

    // A walk, under the pointer and chosen.
    await page.evaluate((at) => window.board.targets([{place: 'x' + at, label: 'walk'}]), crossing);
    const walk = await hover(`[data-target=x${crossing}]`);
    check(/^Crossing between/.test(walk) && /search .*66/.test(walk), walk);
    check((await near()).includes('c66'), 'what can be searched is highlighted');
    await page.mouse.move(5, 300);
    await card.waitFor({state: 'hidden'});
    equal(await near(), [], 'nothing is highlighted');
    await page.evaluate((at) => window.board.targets([{place: 'x' + at, label: 'walk', chosen: true}]), crossing);
    check((await near()).includes('c66'), 'what can be searched stays highlighted once the walk is chosen');

    // By keyboard the card describes the target.
    await page.evaluate(() => window.board.targets([{place: 'c66', label: 'search'}]));
    await page.locator('svg.map').focus();
    await page.keyboard.press('Tab');
    await card.waitFor();
    equal(await page.locator('[data-target=c66]').getAttribute('aria-describedby'), 'place-card', 'described by');
    // At the next place it never describes the last one, not even for a moment: a screen reader might read that.
    await page.evaluate(() => {
        window.board.targets([66, 65].map((number) => ({place: `c${number}`, label: 'search'})));
        document.querySelector('[data-target=c66]').focus();
        window.described = [];
        document.querySelector('svg.map').addEventListener('focusin', () => {
            window.described.push(document.querySelector('.place-card').textContent.slice(0, 'Circle 65'.length));
        });
    });
    await page.keyboard.press('ArrowLeft');
    if ((await page.evaluate(() => window.described.length)) === 0) {
        await page.keyboard.press('ArrowRight');
    }
    equal(await page.evaluate(() => window.described), ['Circle 65'], 'the description as soon as the place has the focus');
    await page.keyboard.press('Escape');
    await card.waitFor({state: 'hidden'});
    equal(await card.textContent(), '', 'the description without a card');
    await page.evaluate(() => window.board.targets([]));

    // Jack learns the way home; a tap shows the card, and a drag hides it.
    await know({you: {role: 'jack'}, hideout: 84});
    const {x, y} = await middle('[data-place=c66]');
    await page.touchscreen.tap(x, y);
    await card.locator('.secret').waitFor();
    check(/^\d+ moves? home\./.test(await card.locator('.secret').innerText()), 'the way home');
    await page.mouse.move(700, 500);
    await page.mouse.down();
    await page.mouse.move(600, 450, {steps: 3});
    await page.mouse.up();
    await card.waitFor({state: 'hidden'});
});

test('circles searched without success are marked, also after a reload', async (stage) => {
    const server = await stage.server();
    const {clients, table} = await startTable(server, 'whitehall');
    stage.closing(() => clients.forEach((client) => client.close()));
    const misses = () =>
        clients[1].pushes
            .filter(({on, event}) => on === 'event' && event.did === 'search' && !event.found)
            .map(({event}) => event.circle);
    while (misses().length === 0) {
        await playOne(clients, table.id);
    }
    const ann = await stage.as(clients[1]);
    await ann.visit(`/table/${table.id}`);
    for (const when of ['at first', 'after a reload']) {
        const mark = ann.locator(`[data-piece=missed-${misses()[0]}]`);
        await mark.waitFor();
        check(/^\d+$/.test(await mark.locator('text').textContent()), `the number of the move ${when}`);
        await ann.page.reload();
    }
    await ann.locator(`[data-piece=missed-${misses()[0]}]`).waitFor();
});
