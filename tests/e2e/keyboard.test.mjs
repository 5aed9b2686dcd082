// keyboard.test.mjs: playing without a mouse: from the front page to a table, seats, the start, and several
// turns as Jack and as a detective, with Tab, arrow keys, Space, Enter and typing.

import {check, equal, until} from './support/checks.mjs';
import {longTest} from './support/testing.mjs';

const TABS = 250; // more than any page needs

/**
 * Runs in the page: returns null unless the focused element matches; otherwise whether the focus is visible, by
 * an outline around it or its parent, or by the ring of a place on the map.
 */
function focusIsOn(selector) {
    const active = document.activeElement;
    if (active === null || !active.matches(selector)) {
        return null;
    }
    const isOutlined = (element) => {
        const {outlineStyle, outlineWidth} = getComputedStyle(element);
        return outlineStyle !== 'none' && parseFloat(outlineWidth) > 0;
    };
    return {
        seen:
            isOutlined(active) || isOutlined(active.parentElement) || active.querySelector('.ring') !== null,
    };
}

function keysOf(person) {
    const {page} = person;
    const press = (key) => page.keyboard.press(key);

    /** Presses Tab until the element has the focus, which must be visible. */
    async function reach(selector) {
        for (let tabs = 0; tabs < TABS; tabs++) {
            const found = await page.evaluate(focusIsOn, selector);
            if (found !== null) {
                check(found.seen, `the focus on ${selector} can be seen`);
                return;
            }
            await press('Tab');
        }
        throw new Error(`${person.name} never came to ${selector} by Tab`);
    }

    return {
        press,
        reach,
        type: (text) => page.keyboard.type(text),
        async use(selector) {
            await page.locator(selector).first().waitFor();
            await reach(selector);
            await press('Enter');
        },
    };
}

longTest('a game can be played with the keyboard alone', async (stage) => {
    await stage.server();
    const folded = {keep: {'gaslight.act.list': 'false'}};
    const jack = await stage.person('Jack', folded);
    const ann = await stage.person('Ann', folded);
    const [one, two] = [keysOf(jack), keysOf(ann)];

    await jack.visit('/');
    await jack.locator('[data-field=name]').waitFor();
    await one.reach('[data-field=name]');
    await one.type('Jack');
    await one.press('Enter');
    await one.use('[data-action=new-table]');
    await jack.locator('[data-form=create]').waitFor();
    await one.reach('[data-form=create] [name=game]');
    await one.press('ArrowDown');
    check(await jack.locator('[data-choice=whitehall]').isChecked(), 'Whitehall is chosen by an arrow');
    await one.use('[data-form=create] [data-more] > summary');
    await one.reach('[data-choice=smoker]');
    await one.press('Space');
    await one.press('Enter');
    const link = await jack.locator('[data-copy=invite]').inputValue();

    await ann.visit(link);
    await ann.locator('[data-field=name]').waitFor();
    await two.reach('[data-field=name]');
    await two.type('Ann');
    await two.press('Enter');
    await one.use('[data-pawn=jack]');
    await jack.locator('[data-pawn=jack][aria-pressed=true]').waitFor();
    await two.use('[data-action=take-rest]');
    await jack.locator('[data-action=start]:enabled').waitFor();
    await one.use('[data-action=start]');

    // Setup: a suggestion for Jack's discoveries, then places from the list.
    await jack.waitForTurn();
    await one.use('[data-key=suggest-easy]');
    await jack.locator('[data-ready=true]').waitFor();
    await one.use('[data-act=confirm]');
    const turn = async (person, keys, kind, {map = false} = {}) => {
        const seen = await person.waitForTurn();
        equal(seen.phase, kind === 'search' ? 'act' : kind, `what ${person.name} is to do`);
        if (map) {
            await keys.reach('svg.map [data-target]');
            await keys.press('ArrowRight');
            await keys.press('Enter');
        } else {
            if ((await person.locator('.act-list[open]').count()) === 0) {
                await keys.use('.act-list > summary'); // stays open from then on
            }
            await keys.use('.act-places [data-place]');
        }
        await person.locator('[data-ready=true]').waitFor();
        await keys.use('[data-act=confirm]');
        await until(async () => (await person.look()).entries > seen.entries, `${kind} in the log`);
    };
    await turn(jack, one, 'start');
    for (let i = 0; i < 3; i++) {
        await turn(ann, two, 'deploy', {map: i === 0});
    }
    for (let round = 0; round < 2; round++) {
        await turn(jack, one, 'move', {map: round === 1});
        for (let i = 0; i < 3; i++) {
            await turn(ann, two, 'walk', {map: i === 1});
        }
        for (;;) {
            const {phase, entries} = await until(async () => {
                const seen = await ann.look();
                return (seen.mine || seen.phase === 'move') && seen;
            }, 'the searches');
            if (phase === 'move') {
                break;
            }
            await two.use('.act-what [data-mode=pass]');
            await two.use('[data-act=confirm]');
            await until(async () => (await ann.look()).entries > entries, 'passing');
        }
    }

    // Other controls: tabs with arrow keys, the chat, the settings.
    await two.reach('[role=tab]');
    await two.press('ArrowRight');
    await ann.locator('[role=tab][data-tab=chat][aria-selected=true]').waitFor();
    await two.reach('#chat-text');
    await two.type('Where is he?');
    await two.press('Enter');
    await jack.locator('.chat .line').waitFor({state: 'attached'});
    await two.reach('svg.map');
    await two.press('+');
    await two.use('[data-action=settings]');
    await ann.locator('.settings [data-setting=theme]').waitFor();
    await two.reach('[data-setting=theme]');
    await two.press('ArrowDown');
    await two.press('Escape');
    await ann.locator('.settings').waitFor({state: 'hidden'});
});
