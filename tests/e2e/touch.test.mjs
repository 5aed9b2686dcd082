// touch.test.mjs: a round of Whitehall on phones by tapping the map, as Jack and as the police.

import {check, equal, until} from './support/checks.mjs';
import {SHARES, jackOf} from './support/games.mjs';
import {PHONE, playPages} from './support/person.mjs';
import {policeman} from './support/plans.mjs';
import {longTest} from './support/testing.mjs';

/** Runs in the page: returns the targets on the map that a finger can hit, with their positions. */
function readTargets() {
    const map = document.querySelector('svg.map').getBoundingClientRect();
    return [...document.querySelectorAll('svg.map [data-target]')].map((node) => {
        const {x, y, width, height} = node.querySelector('.ring').getBoundingClientRect();
        const at = {x: x + width / 2, y: y + height / 2};
        const inside =
            at.x > map.left + 8 && at.x < map.right - 8 && at.y > map.top + 8 && at.y < map.bottom - 8;
        return {
            place: node.dataset.target,
            ...at,
            chosen: node.ariaPressed === 'true',
            blocked: node.classList.contains('blocked'),
            own: node.classList.contains('own'),
            free: inside && document.querySelector('svg.map').contains(document.elementFromPoint(at.x, at.y)),
        };
    });
}

// Milliseconds a finger rests before it is lifted. A finger lifted in motion flings, and for some time Chromium
// treats the next tap as stopping the fling: the page gets no click. It considers the last tenth of a second.
const REST = 150;

/** Drags the map with a finger until that point is at its centre. */
async function bringToMiddle(person, {x, y}) {
    const map = await person.locator('svg.map').boundingBox();
    const from = {x: map.x + map.width / 2, y: map.y + map.height / 2};
    const to = {x: from.x + (from.x - x) / 2, y: from.y + (from.y - y) / 2};
    const touch = (type, ...touchPoints) =>
        person.fingers.send('Input.dispatchTouchEvent', {type, touchPoints});
    await touch('touchStart', from);
    await touch('touchMove', {x: (from.x + to.x) / 2, y: (from.y + to.y) / 2});
    await touch('touchMove', to);
    await new Promise((done) => {
        setTimeout(done, REST);
    });
    await touch('touchMove', to);
    await touch('touchEnd');
}

/** Waits until another tap is not the second of a double tap. */
async function laterThanDoubleTap(person) {
    const DOUBLE_TAP = 400; // milliseconds; as in board.js
    const now = () => person.page.evaluate(() => performance.now());
    const begun = await now();
    await until(async () => (await now()) - begun > DOUBLE_TAP, 'the time of a double tap');
}

async function tapPlace(person, place) {
    await laterThanDoubleTap(person);
    const now = async () => (await person.page.evaluate(readTargets)).find((one) => one.place === place);
    /** Returns its position once it stands still. */
    const find = () =>
        until(async () => {
            const before = await now();
            await person.page.evaluate(
                () =>
                    new Promise((done) => {
                        requestAnimationFrame(() => requestAnimationFrame(done));
                    }),
            );
            const after = await now();
            return before?.x === after?.x && before?.y === after?.y && after;
        }, `${place} standing still`);
    if (!(await find()).free) {
        await person.press(person.locator('[data-map=targets]'));
    }
    const target = await until(async () => {
        const found = await find();
        if (!found.free) {
            await bringToMiddle(person, found);
        }
        return found.free && found;
    }, `${place} under a finger`);
    await person.page.touchscreen.tap(target.x, target.y);
}

/** Returns the places that could be tapped, in the format of plans. */
async function openPlaces(person) {
    const targets = await person.page.evaluate(readTargets);
    return targets.filter((one) => !one.blocked && !one.own && !one.chosen).map((one) => one.place);
}

/** Performs one action: places on the map, everything else by buttons. */
async function tapAction(person, plan, seen) {
    const kind = plan.kind(seen.kinds.length > 0 ? seen.kinds : [seen.phase], seen);
    const mode = person.locator(`.act-what [data-mode=${kind}]`);
    if (seen.kinds.length > 0 && (await mode.getAttribute('aria-pressed')) !== 'true') {
        await person.press(mode);
    }
    if (kind === 'discoveries') {
        for (const place of plan.discoveries) {
            await tapPlace(person, place);
            await person.locator(`.act-places [data-place=${place}][aria-pressed=true]`).waitFor();
        }
        await person.press(person.locator('[data-act=confirm]'));
    } else if (kind === 'pass') {
        await person.press(person.locator('[data-act=confirm]'));
    } else {
        const place = plan.pick(kind, await openPlaces(person), seen, []);
        await tapPlace(person, place);
        await person.locator('[data-ready=true]').waitFor();
        await tapPlace(person, place); // the second tap confirms
    }
    await until(async () => (await person.look()).entries > seen.entries, `${kind} in the log`);
}

longTest('a round of Whitehall is played on two phones by touch', async (stage) => {
    await stage.server();
    const phone = {...PHONE, viewport: {width: 390, height: 664}}; // with the browser's own bars
    const jack = await stage.person('Jack', phone);
    const ann = await stage.person('Ann', phone);
    await jack.visit('/');
    await jack.introduce();
    const link = await jack.createTable({game: 'whitehall'});
    await ann.sit(link);
    await jack.takePawns('jack');
    await ann.takePawns(...SHARES.whitehall.slice(1).flat());
    await jack.press(jack.locator('[data-action=start]'));

    for (const person of [jack, ann]) {
        person.fingers = await person.context.newCDPSession(person.page);
    }
    const players = [
        {person: jack, plan: jackOf('whitehall')},
        {person: ann, plan: policeman({hunts: [1]})},
    ];
    await playPages(players, {
        there: (seen) => seen.round > 1,
        act: ({person, plan}, seen) => tapAction(person, plan, seen),
    });
    for (const {person} of players) {
        equal(
            (
                await until(async () => {
                    const seen = await person.look();
                    return seen.round === 2 && seen;
                }, 'the second round')
            ).found.length,
            2,
            'discoveries on the map',
        );
        const wide = await person.page.evaluate(
            () => document.documentElement.scrollWidth > window.innerWidth,
        );
        check(!wide, `${person.name}'s page is not wider than the phone`);
    }
});
