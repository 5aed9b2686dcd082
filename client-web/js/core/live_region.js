// live_region.js: the one region through which everything is announced to screen readers. A text is removed after a
// while, so that a reader who comes back to the region does not hear something outdated. Texts that come close
// together are read in order; the region never holds more than a few.

import {el} from './dom.js';

const STAYS = 6000; // milliseconds
const MOST = 3; // texts at a time

/** @returns {{say(text: string), clear()}} */
export function createLiveRegion(root) {
    const timers = new Set();

    /** Announces a text; an empty one takes back what is there, for example because it is secret now. */
    function say(text) {
        if (text === '') {
            clear();
            return;
        }
        while (root.childElementCount >= MOST) {
            root.firstElementChild.remove();
        }
        const line = el('p', null);
        root.append(line);
        // Screen readers report changes of a region, so the text is added to a line that is already there.
        requestAnimationFrame(() => {
            line.textContent = text;
        });
        const timer = setTimeout(() => {
            timers.delete(timer);
            line.remove();
        }, STAYS);
        timers.add(timer);
    }

    function clear() {
        timers.forEach((timer) => clearTimeout(timer));
        timers.clear();
        root.replaceChildren();
    }

    return {say, clear};
}
