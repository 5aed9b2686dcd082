// phones.test.mjs: phones, tablets and zoomed windows: the map and the current action are visible together, panels open
// where they can be seen, and nothing is too small for a finger.

import {check, equal, until} from './support/checks.mjs';
import {playOne, playUntil, seatTable, startTable} from './support/games.mjs';
import {TABLET} from './support/person.mjs';
import {longTest, test} from './support/testing.mjs';

const SIZES = [
    [320, 256], // 1280x1024 at 400 %
    [360, 560],
    [390, 664],
    [844, 390],
    [820, 1180],
];
const touch = ([width, height]) => ({
    viewport: {width, height},
    hasTouch: true,
    isMobile: true,
    keep: {'gaslight.act.list': 'false'},
});

async function tableAt(stage, game, phase, options = {}) {
    const server = await stage.server();
    const {clients, table} = await startTable(server, game, options);
    stage.closing(() => clients.forEach((client) => client.close()));
    const client = await playUntil(clients, table.id, (turn) => turn.phase === phase);
    return {server, clients, table, client};
}

async function open(stage, client, table, how) {
    const person = await stage.as(client, how);
    await person.visit(`/table/${table.id}`);
    await person.locator('svg.map [data-target]').first().waitFor({state: 'attached'});
    await person.mapBox();
    return person;
}

/** Runs in the page: returns how many pixels of these elements can be seen, of their width and height. */
function visibleParts(selectors) {
    return selectors.map((selector) => {
        const node = [...document.querySelectorAll(selector)].find((one) => one.checkVisibility());
        if (node === undefined) {
            return {selector, width: 0, height: 0, whole: false};
        }
        const box = node.getBoundingClientRect();
        let [left, top, right, bottom] = [
            Math.max(box.left, 0),
            Math.max(box.top, 0),
            Math.min(box.right, innerWidth),
            Math.min(box.bottom, innerHeight),
        ];
        const dock = document.querySelector('.acting');
        if (dock?.checkVisibility() && !dock.contains(node) && getComputedStyle(dock).position === 'sticky') {
            bottom = Math.min(bottom, dock.getBoundingClientRect().top);
        }
        for (let outer = node.parentElement; outer !== null; outer = outer.parentElement) {
            if (/auto|hidden|clip|scroll/.test(getComputedStyle(outer).overflow)) {
                const frame = outer.getBoundingClientRect();
                [left, top] = [Math.max(left, frame.left), Math.max(top, frame.top)];
                [right, bottom] = [Math.min(right, frame.right), Math.min(bottom, frame.bottom)];
            }
        }
        const [width, height] = [Math.max(right - left, 0), Math.max(bottom - top, 0)].map(Math.round);
        return {selector, width, height, whole: width >= Math.floor(box.width) && height >= Math.floor(box.height)};
    });
}

// ---- The layout ---------------------------------------------------------------------------------------------

test('the map, the action and the latest event are visible together in windows of all sizes', async (stage) => {
    const {clients, table, client} = await tableAt(stage, 'whitechapel', 'act');
    for (const size of SIZES) {
        const [width, height] = size;
        const isTablet = width > 640 && height > 512;
        const ann = await open(stage, client, table, touch(size));
        const seen = async (...selectors) => ann.page.evaluate(visibleParts, selectors);
        const [map] = await seen('.map-frame');
        const least = Math.min(200, height * 0.4);
        check(map.width >= width * 0.55 && map.height >= least, `the map in ${width}x${height}: ${JSON.stringify(map)}`);
        await ann.press(ann.locator('.act-what [data-mode=pass]'));
        await ann.locator('[data-act=confirm]:enabled').waitFor();
        for (const part of await seen('[data-act=confirm]', '.act-description', '.act-what [data-mode=pass]')) {
            check(part.whole, `${part.selector} in ${width}x${height}: ${JSON.stringify(part)}`);
        }
        await ann.press(ann.locator('.act-what [data-mode=search]'));
        await ann.locator('[data-act=confirm]:disabled').waitFor();
        const [latest, log] = await seen('.latest', '.log');
        check(isTablet ? log.height > 100 : latest.height > 10, `the latest event in ${width}x${height}`);
        if (!isTablet) {
            const words = await ann.locator('.latest').innerText();
            check(words.length > 5, `the latest event: ${words}`);
            equal(words, (await ann.locator('.log .entry').last().textContent()).replace(/ \(.*\)$/, ''), 'the latest event');
        }
        // The row that confirms leaves room for what is confirmed.
        const room = await ann.page.evaluate(() => {
            const top = (selector) => document.querySelector(selector).getBoundingClientRect().top;
            return top('.act-footer') - top('.acting');
        });
        check(room >= (height < 300 ? 44 : 90), `room above the row in ${width}x${height}: ${room}`);
        const wide = await ann.page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        equal(wide, 0, `what is cut off on the right in ${width}x${height}`);
        await ann.close();
    }
    equal(clients.length, 3, 'players');
});

longTest('a tab opens where it can be seen, and the chat has room to write', async (stage) => {
    const {table, client} = await tableAt(stage, 'whitechapel', 'act');
    for (const size of SIZES) {
        const ann = await open(stage, client, table, touch(size));
        for (const tab of ['log', 'chat', 'rules', 'table']) {
            await ann.openTab(tab);
            await ann.locator(`[data-panel=${tab}]`).waitFor();
            const [panel] = await ann.page.evaluate(visibleParts, [`[data-panel=${tab}]`]);
            check(panel.height >= 150, `${tab} in ${size.join('x')}: ${panel.height} pixels can be seen`);
        }
        await ann.openTab('chat');
        const [field, send] = await ann.page.evaluate(visibleParts, ['#chat-text', '.chat-form [type=submit]']);
        check(field.whole && field.width >= 150, `the chat field in ${size.join('x')}: ${JSON.stringify(field)}`);
        check(send.whole, `the button in ${size.join('x')}: ${JSON.stringify(send)}`);
        equal(await ann.locator('.chat-form [type=submit]').innerText(), 'Send', 'the name of the button');
        await ann.close();
    }
});

test('a turn that begins does not take the field from a player who is writing', async (stage) => {
    const {clients, table, client} = await tableAt(stage, 'whitehall', 'move');
    const detective = clients[1];
    const ann = await stage.as(detective, touch([390, 664]));
    await ann.visit(`/table/${table.id}`);
    await ann.locator('[role=tab][data-tab=chat]').waitFor();
    await ann.openTab('chat');
    await ann.locator('#chat-text').pressSequentially('I think he is at');
    equal(client, clients[0], 'who is to act');
    await playOne(clients, table.id);
    await ann.locator('.status-panel[data-turn=mine]').waitFor();
    await ann.locator('[role=tab][data-tab=act] .tab-badge:not([hidden])').waitFor();
    equal(await ann.locator('[role=tab][aria-selected=true]').getAttribute('data-tab'), 'chat', 'the open tab');
    equal(await ann.locator('#chat-text').inputValue(), 'I think he is at', 'what was written');
    await ann.openTab('act');
    await ann.locator('[role=tab][data-tab=act] .tab-badge').waitFor({state: 'hidden'});
});

// ---- Fingers --------------------------------------------------------------------------------------------------

/** Runs in the page: returns the middle of a target's ring in the window. */
function ringOf(place) {
    const {x, y, width, height} = document
        .querySelector(`svg.map [data-target=${place}] .ring`)
        .getBoundingClientRect();
    return {x: x + width / 2, y: y + height / 2};
}

const actsOf = (person) => person.sent().filter((text) => JSON.parse(text).do === 'act').length;

/** Taps, which the page counts as a new tap and not as the second of a double tap. */
async function tapSlowly(person, {x, y}) {
    const DOUBLE_TAP = 400; // milliseconds; as in board.js
    const now = () => person.page.evaluate(() => performance.now());
    const begun = await now();
    await until(async () => (await now()) - begun > DOUBLE_TAP, 'the time in which a tap is the second of two');
    await person.page.touchscreen.tap(x, y);
}

test('a double tap chooses a circle but searches nothing; a later tap searches it', async (stage) => {
    const {table, client} = await tableAt(stage, 'whitehall', 'act');
    const ann = await open(stage, client, table, touch([390, 664]));
    const place = await ann.locator('svg.map [data-target^=c]').first().getAttribute('data-target');
    // Both taps at once, so that a slow machine does not come between them.
    await ann.page.evaluate((at) => {
        const how = {clientX: at.x, clientY: at.y, pointerType: 'touch', isPrimary: true, bubbles: true, detail: 1};
        const map = document.querySelector('svg.map');
        for (const type of ['pointerdown', 'pointerup', 'click', 'pointerdown', 'pointerup', 'click']) {
            map.dispatchEvent(new PointerEvent(type, how));
        }
    }, await ann.page.evaluate(ringOf, place));
    await ann.locator('[data-ready=true]').waitFor();
    equal(actsOf(ann), 0, 'actions after a double tap');
    await ann.locator('[data-ready=true]').waitFor();
    await tapSlowly(ann, await ann.page.evaluate(ringOf, place));
    await until(() => actsOf(ann) === 1, 'the search');
});

test('while one finger holds to reveal, another one can choose and confirm', async (stage) => {
    const {table, client, clients} = await tableAt(stage, 'whitehall', 'move');
    equal(client, clients[0], 'who is to act');
    const jack = await stage.as(client, {
        ...touch([390, 664]),
        keep: {'gaslight.act.list': 'false', 'gaslight.secrets.hidden': 'true'},
    });
    await jack.visit(`/table/${table.id}`);
    const hold = jack.locator('[data-secrets=hold]');
    await hold.waitFor();
    const middle = async (locator) => {
        const {x, y, width, height} = await locator.boundingBox();
        return {x: x + width / 2, y: y + height / 2};
    };
    const fingers = await jack.context.newCDPSession(jack.page);
    const send = (type, ...touchPoints) => fingers.send('Input.dispatchTouchEvent', {type, touchPoints});
    const held = {...(await middle(hold)), id: 0};
    await send('touchStart', held);
    await jack.locator('svg.map [data-target]').first().waitFor({state: 'attached'});
    await jack.mapBox();
    const tap = async (at) => {
        const other = {...at, id: 1};
        await send('touchStart', held, other);
        await send('touchEnd', other);
    };
    const visible = await jack.page.evaluate(() => {
        const map = document.querySelector('svg.map');
        return [...map.querySelectorAll('[data-target]')].find((node) => {
            const {x, y, width, height} = node.querySelector('.ring').getBoundingClientRect();
            return map.contains(document.elementFromPoint(x + width / 2, y + height / 2));
        }).dataset.target;
    });
    await tap(await jack.page.evaluate(ringOf, visible));
    await jack.locator('[data-ready=true]').waitFor();
    equal(await jack.locator('.hold[aria-pressed=true]').count(), 1, 'the button is still held');
    await tap(await middle(jack.locator('[data-act=confirm]')));
    await until(() => actsOf(jack) === 1, 'the move');
    await send('touchEnd', held);
    await jack.locator('.hold[aria-pressed=false]').waitFor();
    equal(await jack.locator('svg.map [data-target]').count(), 0, 'targets while secrets are hidden');
});

test('a walk and a search cost two taps, or one where it can be undone if the player wants that', async (stage) => {
    const {clients, table, client} = await tableAt(stage, 'whitehall', 'walk');
    const ann = await open(stage, client, table, touch([390, 664]));
    const first = async () => {
        await ann.waitForTurn();
        await ann.mapBox();
        const place = await ann.locator('svg.map [data-target]:not(.own)').first().getAttribute('data-target');
        return ann.page.evaluate(ringOf, place);
    };
    const at = await first();
    await tapSlowly(ann, at);
    await ann.locator('[data-ready=true]').waitFor();
    equal(actsOf(ann), 0, 'actions after one tap');
    await tapSlowly(ann, at);
    await until(() => actsOf(ann) === 1, 'the walk after two taps');
    await until(() => client.turns.get(table.id).legal === undefined, "the next player's turn");
    await playUntil(clients, table.id, (turn, one) => one === client);
    await ann.waitForTurn();

    await ann.press(ann.locator('[data-action=settings]'));
    await ann.press(ann.locator('[data-setting=one-tap]'));
    await ann.press(ann.locator('[data-action=settings]'));
    await tapSlowly(ann, await first());
    await until(() => actsOf(ann) === 2, 'the walk after one tap');
    await ann.locator('[data-act=undo]:enabled').waitFor();
    // A search reveals something and cannot be undone.
    await playUntil(clients, table.id, (turn) => turn.phase === 'act');
    const searcher = clients.find((one) => one.turns.get(table.id).legal !== undefined);
    const bob = await open(stage, searcher, table, {
        ...touch([390, 664]),
        keep: {'gaslight.act.list': 'false', 'gaslight.act.one_tap': 'true'},
    });
    const circle = await bob.locator('svg.map [data-target^=c]').first().getAttribute('data-target');
    await tapSlowly(bob, await bob.page.evaluate(ringOf, circle));
    await bob.locator('[data-ready=true]').waitFor();
    equal(actsOf(bob), 0, 'searches after one tap');
    await tapSlowly(bob, await bob.page.evaluate(ringOf, circle));
    await until(() => actsOf(bob) === 1, 'the search after two taps');
});

test('with a policeman other than the selected one, a walk and a search cost two taps as well', async (stage) => {
    const {clients, table, client} = await tableAt(stage, 'whitechapel', 'walk');
    const ann = await open(stage, client, table, touch([390, 664]));
    const pawnOf = () => ann.locator('.act-who [aria-pressed=true]').getAttribute('data-pawn');
    const ringAt = async (place) => {
        await ann.locator(`svg.map [data-target=${place}]`).waitFor({state: 'attached'});
        // A place that cannot be seen is brought into view by a player with a finger.
        await ann.press(ann.locator('[data-map=whole]'));
        await ann.mapBox();
        return ann.page.evaluate(ringOf, place);
    };
    const turn = () => client.turns.get(table.id);

    // A walk: the policeman, then where he goes.
    const first = await pawnOf();
    const second = Object.keys(turn().legal.walk).find((pawn) => pawn !== first);
    check(second !== undefined, 'two policemen can walk');
    await tapSlowly(ann, await ringAt(`x${turn().view.police[second]}`));
    await ann.locator(`.act-who [data-pawn=${second}][aria-pressed=true]`).waitFor();
    equal(actsOf(ann), 0, 'actions after one tap');
    const own = await ann.page.evaluate(() =>
        [...document.querySelectorAll('svg.map [data-target^=x]:not(.own)')].map((node) => node.dataset.target),
    );
    await tapSlowly(ann, await ringAt(own.find((place) => place !== `x${turn().view.police[second]}`)));
    await until(() => actsOf(ann) === 1, 'the walk after two taps');
    equal(JSON.parse(ann.sent().findLast((text) => JSON.parse(text).do === 'act')).action.by, second, 'who walked');

    // A search: a circle that only the other policeman can search, twice.
    await playUntil(clients, table.id, (now, one) => one === client && Object.keys(now.legal.search ?? {}).length > 1);
    await ann.waitForTurn();
    const searcher = await pawnOf();
    const [by, circles] = Object.entries(turn().legal.search).find(([pawn]) => pawn !== searcher);
    const circle = circles.find((one) => !turn().legal.search[searcher].includes(one));
    const at = await ringAt(`c${circle}`);
    await tapSlowly(ann, at);
    await ann.locator('[data-ready=true]').waitFor();
    await ann.mapBox();
    equal(await ann.page.evaluate(ringOf, `c${circle}`), at, 'where the circle is after the first tap');
    equal(await pawnOf(), by, 'the policeman who can search it');
    equal(actsOf(ann), 1, 'actions before the second tap');
    await tapSlowly(ann, at);
    await until(() => actsOf(ann) === 2, 'the search after two taps');
});

/** Returns a crossing to which two policemen of this player can walk now, or undefined. */
function sharedCrossing({legal, pawns}, client) {
    const [one, two] = Object.entries(legal?.walk ?? {}).filter(
        ([pawn]) => client.pawns.includes(pawn) && pawns.includes(pawn),
    );
    return two === undefined ? undefined : one[1].find((crossing) => two[1].includes(crossing));
}

test('where two policemen can do the same, a second button confirms it for the other one', async (stage) => {
    const server = await stage.server();
    const {clients, table} = await startTable(server, 'whitechapel');
    stage.closing(() => clients.forEach((client) => client.close()));
    const isThere = (turn, one) => turn.undo === true && sharedCrossing(turn, one) !== undefined;
    const client = await playUntil(clients, table.id, isThere);
    check(client !== undefined, 'two policemen of a player can walk to the same crossing');
    const place = `x${sharedCrossing(client.turns.get(table.id), client)}`;
    const choose = async (person) => {
        await person.locator(`svg.map [data-target=${place}]`).focus();
        await person.page.keyboard.press('Enter');
        await person.locator('.act-confirm [data-with]').waitFor();
    };
    // Italian has the longest words.
    for (const size of SIZES) {
        const pia = await open(stage, client, table, {...touch(size), locale: 'it-IT'});
        await choose(pia);
        const parts = ['.act-description', '[data-act=confirm]', '.act-confirm [data-with]', '[data-act=cancel]'];
        for (const part of await pia.page.evaluate(visibleParts, parts)) {
            check(part.whole && part.height >= 18, `${part.selector} in ${size.join('x')}: ${JSON.stringify(part)}`);
        }
        await pia.close();
    }
    const ann = await open(stage, client, table, touch([390, 664]));
    await ann.press(ann.locator('[data-map=whole]'));
    await ann.mapBox();
    await tapSlowly(ann, await ann.page.evaluate(ringOf, place));
    const button = ann.locator('.act-confirm [data-with]');
    const by = await button.getAttribute('data-with');
    const [{width}] = await ann.page.evaluate(visibleParts, ['.act-confirm [data-with]']);
    check(width >= 43, `the button is ${width} pixels wide`);
    await ann.press(button);
    await until(() => actsOf(ann) === 1, 'the walk after two taps');
    const {action} = JSON.parse(ann.sent().findLast((text) => JSON.parse(text).do === 'act'));
    equal([action.by, `x${action.to}`], [by, place], 'who walked where');
});

test('Jack sees the button that shows his secrets, without scrolling', async (stage) => {
    const {clients, table, client} = await tableAt(stage, 'whitehall', 'move');
    equal(client, clients[0], 'who is to act');
    for (const size of SIZES) {
        const jack = await stage.as(client, {...touch(size), keep: {'gaslight.secrets.hidden': 'true'}});
        await jack.visit(`/table/${table.id}`);
        await jack.locator('[data-act=show-secrets]').waitFor();
        const [button] = await jack.page.evaluate(visibleParts, ['[data-act=show-secrets]']);
        check(button.whole, `the button in ${size.join('x')}: ${JSON.stringify(button)}`);
        await jack.press(jack.locator('[data-act=show-secrets]'));
        await jack.locator('svg.map [data-target]').first().waitFor({state: 'attached'});
        await jack.close();
    }
});

// ---- What the map shows -------------------------------------------------------------------------------------------

/** Returns whether all circles are visible. */
const isWhole = async (person) => {
    await person.mapBox();
    return person.page.evaluate(() => {
        const map = document.querySelector('.map-frame').getBoundingClientRect();
        return [...document.querySelectorAll('.layer-places [data-place^=c]')].every((node) => {
            const {left, right, top, bottom} = node.getBoundingClientRect();
            return left >= map.left && right <= map.right && top >= map.top && bottom <= map.bottom;
        });
    });
};

test('the end of a game and of a replay show the whole map', async (stage) => {
    const {clients, table, client} = await tableAt(stage, 'whitehall', 'walk');
    const ann = await open(stage, client, table, touch([390, 664]));
    check(!(await isWhole(ann)), 'during the game a part of the map is shown');
    await clients[0].once('resign', {table: table.id});
    await ann.locator('.ending-head').waitFor();
    await until(() => isWhole(ann), 'the whole map at the end');

    await ann.visit(`/replay/${table.id}?as=all&step=2`);
    await ann.locator('.replay-page').waitFor();
    await ann.mapBox();
    const closer = ann.locator('[data-map=closer]');
    for (let i = 0; i < 4; i++) {
        await ann.press(closer);
    }
    await until(async () => !(await isWhole(ann)), 'a part of the map');
    await ann.press(ann.locator('[data-replay=last]'));
    await until(() => isWhole(ann), 'the whole map at the end of the replay');
    for (let i = 0; i < 4; i++) {
        await ann.press(closer);
    }
    await until(async () => !(await isWhole(ann)), 'a part of the map');
    // A step somewhere else is brought into view.
    const step = await ann.page.evaluate(() => Number(document.querySelector('.log [data-did=deploy]').dataset.seq));
    await ann.press(ann.locator(`.log [data-did=deploy][data-seq="${step}"]`));
    await ann.locator(`.replay-at[data-step="${step}"]`).waitFor();
    await until(
        () =>
            ann.page.evaluate(() => {
                const map = document.querySelector('.map-frame').getBoundingClientRect();
                return [...document.querySelectorAll('[data-piece^=police-]')].some((node) => {
                    const {x, y} = node.getBoundingClientRect();
                    return x > map.left && x < map.right && y > map.top && y < map.bottom;
                });
            }),
        'the policeman who took his position',
    );
});

test('numbers on a tablet can be read', async (stage) => {
    const {table, client} = await tableAt(stage, 'whitechapel', 'walk');
    const ann = await open(stage, client, table, {...TABLET, hasTouch: true});
    const sizes = await ann.page.evaluate(() =>
        [...document.querySelectorAll('.layer-places [data-place^=c] text')].map((node) => {
            const {a} = node.getScreenCTM();
            return Number(node.getAttribute('font-size')) * a;
        }),
    );
    check(Math.min(...sizes) >= 9, `the smallest number: ${Math.min(...sizes).toFixed(1)} pixels`);
});

// ---- Keyboards and screen readers ----------------------------------------------------------------------------------

test('acting by keyboard keeps the focus on the map, and Confirm comes before the list', async (stage) => {
    const {table, client, clients} = await tableAt(stage, 'whitehall', 'walk');
    const ann = await open(stage, client, table);
    const target = ann.locator('svg.map [data-target][tabindex="0"]');
    await target.focus();
    await ann.page.keyboard.press('Enter');
    await ann.locator('[data-ready=true]').waitFor();
    await ann.page.keyboard.press('Enter');
    await until(() => client.turns.get(table.id).legal === undefined, "the next player's turn");
    await ann.locator('.status-panel[data-turn=other]').waitFor();
    const focused = () => ann.page.evaluate(() => document.activeElement.closest('svg.map') !== null);
    check(await focused(), 'the focus is on the map while others act');
    await playUntil(clients, table.id, (turn, one) => one === client);
    await ann.waitForTurn();
    await until(
        () => ann.page.evaluate(() => document.activeElement.matches('svg.map [data-target]')),
        'the focus on a place that can be chosen',
    );
    const isBefore = await ann.page.evaluate(() => {
        const [confirm, list] = ['[data-act=confirm]', '.act-list'].map((one) => document.querySelector(one));
        return (confirm.compareDocumentPosition(list) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
    });
    check(isBefore, 'Confirm comes before the list');
});

test('the result of a search is announced whichever tab is open', async (stage) => {
    const {table, client, clients} = await tableAt(stage, 'whitehall', 'act');
    const ann = await stage.as(clients[0], touch([390, 664]));
    await ann.visit(`/table/${table.id}`);
    for (const tab of ['chat', 'rules']) {
        await ann.openTab(tab);
        const said = await ann.watchFor('() => document.querySelector("#announcer").textContent');
        const {legal} = client.turns.get(table.id);
        const [[by, [circle]]] = Object.entries(legal.search);
        const before = await ann.locator('.log .entry').count();
        const {seq} = await client.once('act', {table: table.id, action: {by, do: 'search', circle}});
        await client.until(() => client.turns.get(table.id).seq >= seq, 'the next turn');
        await until(async () => (await ann.locator('.log .entry').count()) > before, 'the search in the log');
        const found = new RegExp(`searched ${circle}`);
        await until(async () => (await said()).some((text) => found.test(text)), `the search of ${circle} announced`);
        check((await ann.locator('.banners .moment').count()) > 0, 'a banner is shown');
        const [banner] = await ann.page.evaluate(visibleParts, ['.banners .moment']);
        check(banner.whole, 'the banner can be seen');
        if (client.turns.get(table.id).legal?.search === undefined) {
            break; // a clue was found
        }
    }
});

test('with forced colours what is selected can be told from what is not', async (stage) => {
    const {table, client} = await tableAt(stage, 'whitechapel', 'act');
    const ann = await open(stage, client, table, {...touch([390, 664]), forcedColors: 'active', keep: {}});
    const looks = (selector) =>
        ann.locator(selector).first().evaluate((node) => {
            const {backgroundColor, color} = getComputedStyle(node);
            return `${color} on ${backgroundColor}`;
        });
    const selected = await ann.page.evaluate(() => {
        const node = document.body.appendChild(document.createElement('p'));
        node.style.cssText = 'forced-color-adjust: none; background: Highlight; color: HighlightText';
        const {backgroundColor, color} = getComputedStyle(node);
        node.remove();
        return `${color} on ${backgroundColor}`;
    });
    await ann.press(ann.locator('.act-places [data-place]').first());
    await ann.locator('.act-places [aria-pressed=true]').waitFor();
    for (const [on, off] of [
        ['.act-what .chip[aria-pressed=true]', '.act-what .chip[aria-pressed=false]'],
        ['.act-places [aria-pressed=true]', '.act-places [aria-pressed=false]'],
        ['.tab[aria-selected=true]', '.tab[aria-selected=false]'],
        ['.strip-seat.acts', '.strip-seat:not(.acts)'],
        ['.cell.now', '.cell:not(.used)'],
    ]) {
        equal(await looks(on), selected, `how ${on} looks`);
        check((await looks(off)) !== selected, `${off} looks different`);
    }
});

// ---- Fingers need 44 pixels ------------------------------------------------------------------------------------------

/**
 * Runs in the page: returns controls smaller than 44 pixels. A check box is as large as its label; lines of the story, and
 * links and terms in a sentence, are exceptions.
 */
function smallControls() {
    const controls = 'button:not(.circle-link), a, select, input, textarea, summary';
    return [...document.querySelectorAll(controls)]
        .filter((node) => node.checkVisibility({visibilityProperty: true}) && node.closest('.skip, .story') === null)
        .map((node) => (['checkbox', 'radio'].includes(node.type) ? node.closest('.choice, label') : node))
        .filter((node) => {
            const {width, height} = node.getBoundingClientRect();
            const isInText = node.matches('p a:not(:only-child), li a, .term');
            return !isInText && width > 0 && (width < 43.5 || height < 43.5);
        })
        .map((node) => `${node.localName} ${node.className} ${node.textContent.slice(0, 20)}`);
}

longTest('everything that can be tapped is large enough for a finger', async (stage) => {
    const server = await stage.server();
    const how = touch([390, 664]);
    const large = async (person, what) =>
        equal(await person.page.evaluate(smallControls), [], `controls that are too small: ${what}`);
    const visit = async (person, path, ready) => {
        await person.visit(path);
        await person.locator(ready).first().waitFor();
        await large(person, path);
    };
    const nobody = await stage.person('Nobody', how);
    await visit(nobody, '/', '[data-field=name]');
    const lobby = await seatTable(server, 'whitechapel');
    stage.closing(() => lobby.clients.forEach((client) => client.close()));
    const host = await stage.as(lobby.clients[0], how);
    await visit(host, '/', '[data-list=mine] [data-table]');
    await host.press(host.locator('[data-action=settings]'));
    await large(host, 'settings');
    await host.press(host.locator('[data-action=settings]'));
    await host.press(host.locator('[data-action=new-table]'));
    await host.press(host.locator('[data-form=create] [data-more] > summary'));
    await large(host, 'new table');
    await visit(host, `/table/${lobby.table.id}`, '[data-page=lobby]');

    const {clients, table} = await startTable(server, 'whitechapel', {aids: 'full'});
    stage.closing(() => clients.forEach((client) => client.close()));
    const client = await playUntil(clients, table.id, (turn) => turn.phase === 'act');
    const ann = await open(stage, client, table, how);
    for (const tab of ['act', 'chat', 'notes', 'deduce', 'rules', 'table']) {
        await ann.openTab(tab);
        await large(ann, tab);
    }
    const jack = await stage.as(clients[0], how);
    await visit(jack, `/table/${table.id}`, '[data-secrets=toggle]');
    await jack.press(jack.locator('[data-secrets=toggle]'));
    await large(jack, 'hidden secrets');
    await clients[0].once('resign', {table: table.id});
    await ann.locator('.ending-head').waitFor();
    await large(ann, 'the end');
    await visit(ann, `/replay/${table.id}`, '.scrub-mark');
    await visit(ann, '/archive', '[data-page=archive] select');
});

test('nothing lies under the notch or the rounded corners of a phone', async (stage) => {
    const {table, client} = await tableAt(stage, 'whitehall', 'act');
    for (const [size, safe] of [
        [[844, 390], {left: 44, right: 44, top: 0, bottom: 21}],
        [[390, 664], {left: 0, right: 0, top: 47, bottom: 34}],
    ]) {
        const ann = await open(stage, client, table, touch(size));
        await ann.page.evaluate((insets) => {
            for (const [side, value] of Object.entries(insets)) {
                document.documentElement.style.setProperty(`--safe-${side}`, `${value}px`);
            }
            window.scrollTo(0, 0);
        }, safe);
        const [width, height] = size;
        const outside = await ann.page.evaluate(
            ({left, right, top, bottom}) =>
                ['.brand', '[data-action=settings]', '[data-map=closer]', '[data-act=confirm]', '[role=tab]', '.status']
                    .map((selector) => ({selector, box: document.querySelector(selector).getBoundingClientRect()}))
                    .filter(({box}) => box.left < left || box.right > right || box.top < top || box.bottom > bottom)
                    .map(({selector, box}) => `${selector} ${JSON.stringify(box)}`),
            {left: safe.left, right: width - safe.right, top: safe.top, bottom: height - safe.bottom},
        );
        equal(outside, [], `what is covered in ${size.join('x')}`);
        await ann.close();
    }
});

test('a phone on which pages cannot make notifications is alerted by the worker, or by the title', async (stage) => {
    const {clients, table, client} = await tableAt(stage, 'whitehall', 'move');
    equal(client, clients[0], 'who is to act');
    const ann = await stage.as(clients[1], {
        ...touch([390, 664]),
        keep: {'gaslight.alert.notify': 'true'},
    });
    await ann.context.addInitScript(() => {
        window.notified = [];
        window.Notification = class {
            static permission = 'granted';

            constructor() {
                throw new TypeError('Illegal constructor. Use ServiceWorkerRegistration.showNotification() instead.');
            }
        };
        document.hasFocus = () => false;
        const registration = {
            active: {},
            showNotification: async (title, {tag}) => window.notified.push([title, tag]),
            getNotifications: async () => [],
        };
        navigator.serviceWorker.getRegistration = async () => registration;
    });
    await ann.visit(`/table/${table.id}`);
    await ann.locator('.status-panel').waitFor();
    await playOne(clients, table.id);
    await until(async () => (await ann.page.title()).startsWith('● Your turn'), 'the title');
    await until(() => ann.page.evaluate(() => window.notified.length > 0), 'a notification');
    equal(await ann.page.evaluate(() => window.notified), [['It’s your turn', `gaslight-${table.id}`]], 'notifications');
});

test('at the end the numbers of the moves fit their cells, and nothing is offered that cannot be done', async (stage) => {
    const {clients, table} = await tableAt(stage, 'whitehall', 'act');
    await clients[0].once('resign', {table: table.id});
    const ann = await stage.as(clients[1], touch([360, 560]));
    await ann.visit(`/table/${table.id}`);
    await ann.locator('.cell-circle').first().waitFor();
    const wide = await ann.locator('.cell:has(.cell-circle)').evaluateAll((cells) =>
        cells.map((cell) => {
            cell.querySelector('.cell-circle').textContent = '188';
            return cell.scrollWidth - cell.clientWidth;
        }),
    );
    equal(Math.max(...wide), 0, 'how far a number reaches out of its cell');
    await ann.locator('[data-map=targets]').waitFor({state: 'hidden'});
    await ann.locator('[data-map=whole]').waitFor();
});

test('the map keeps its description for screen readers when the focus leaves it', async (stage) => {
    const {table, client} = await tableAt(stage, 'whitehall', 'walk');
    const ann = await open(stage, client, table);
    await ann.locator('svg.map').focus();
    await ann.page.keyboard.press('Tab');
    await ann.locator('svg.map [data-target]:focus').waitFor();
    equal(await ann.locator('svg.map').getAttribute('aria-describedby'), 'board-keys', 'the description');
});
