// visitor.mjs: a person at a window of a browser that Playwright does not drive (firefox.mjs, webkit.mjs). A window
// offers
//     goto(url), resize(width, height), picture(path)
//     run(what, ...values)     runs a function in the page
//     clickAt(x, y), type(text)
//     troubles()               the errors and warnings that pages have logged
// Everything else is the same in all browsers, and done by looking at the page.

import {PATIENCE, until} from './checks.mjs';
import {readMap, readTable} from './person.mjs';

/** Runs in the page: returns the middle of a control that can be used now, after scrolling to it; otherwise null. */
function whereToPress(selector) {
    const node = [...document.querySelectorAll(selector)].find((one) => one.getClientRects().length > 0);
    if (node === undefined || node.disabled || node.ariaDisabled === 'true') {
        return null;
    }
    const middle = () => {
        const {left, top, width, height} = (node.querySelector('.ring') ?? node).getBoundingClientRect();
        return {x: Math.round(left + width / 2), y: Math.round(top + height / 2)};
    };
    const isHit = ({x, y}) => {
        const hit = document.elementFromPoint(x, y);
        return hit !== null && (node.contains(hit) || hit.closest('label, svg.map')?.contains(node));
    };
    if (!isHit(middle()) && node.closest('svg') === null) {
        node.scrollIntoView({block: 'center', inline: 'center'});
    }
    return isHit(middle()) ? middle() : null;
}

export function createVisitor(name, window) {
    const has = (selector) => window.run((one) => document.querySelector(one) !== null, selector);
    const waitFor = (selector) => until(() => has(selector), `${name}: ${selector}`);

    async function press(selector) {
        const {x, y} = await until(() => window.run(whereToPress, selector), `${name}: ${selector} to be pressed`);
        await window.clickAt(x, y);
    }

    /** Presses a control if it can be used now. A page that moves at that moment can make the click miss. */
    async function tryToPress(selector) {
        const spot = await window.run(whereToPress, selector);
        if (spot !== null) {
            await window.clickAt(spot.x, spot.y);
        }
    }

    async function fill(selector, text) {
        await waitFor(selector);
        await window.run((one) => document.querySelector(one).select(), selector);
        await window.type(text);
    }

    const look = () => window.run(readTable);

    return {
        name,
        ...window,
        has,
        waitFor,
        press,
        tryToPress,
        fill,
        look,
        mapAtRest: () => until(() => window.run(readMap), `${name}'s map at rest`),
        textOf: (selector) => window.run((one) => document.querySelector(one)?.textContent ?? null, selector),
        valueOf: (selector) => window.run((one) => document.querySelector(one).value, selector),
        until: (what, ...values) => until(() => window.run(what, ...values), `${name}: ${what}`, PATIENCE),

        /** Fills in the form for new players. */
        async introduce() {
            const form = '[data-panel=name] [data-form=name]';
            await fill(`${form} [data-field=name]`, name);
            await press(`${form} [type=submit]`);
        },
        async openTab(tab) {
            await press(`[role=tab][data-tab=${tab}]`);
            await waitFor(`[role=tab][data-tab=${tab}][aria-selected=true]`);
        },
        /** Returns what the page shows when it is this person's turn, or null. */
        async turn() {
            const seen = await look();
            return seen?.mine ? seen : null;
        },
    };
}
