// queue.js: shows moments one after another, each for a while. The queue never falls behind: when several are
// waiting they get less time, moments that belong together become one, and if there are many, minor ones are dropped.
//
// Knows nothing of pages: show(moment, milliseconds) and hide(moment) do the rest.

import {canMerge, merge} from './moments.js';

const TIMES = {banner: 2400, scene: 4200, summary: 8000}; // milliseconds, if nothing else is waiting
const LEAST = {banner: 900, scene: 2400, summary: 3200}; // however many are waiting
const CROWD = 5; // from which minor moments are dropped
const MINOR = ['no_clue', 'wait', 'patrol', 'wretched', 'undo'];

/** Returns how long a moment must be shown to be read. */
export const leastTime = ({weight}) => LEAST[weight];

/** Returns how long to show a moment while `waiting` others wait. */
function timeFor({weight}, waiting) {
    const part = waiting === 0 ? 1 : 1.5 / (waiting + 1);
    return Math.max(TIMES[weight] * part, LEAST[weight]);
}

const TIMERS = {
    set: (fn, ms) => setTimeout(fn, ms),
    clear: (timer) => clearTimeout(timer),
    now: () => performance.now(),
};

/** @param {{show(moment, ms: number), hide(moment), timers?}} parts  timers: for tests */
export function createQueue({show, hide, timers = TIMERS}) {
    let waiting = [];
    let current = null;
    let timer = null;
    let since = 0; // when the current moment appeared

    function present(moment) {
        const ms = timeFor(moment, waiting.length);
        current = moment;
        since = timers.now();
        timers.clear(timer);
        timer = timers.set(next, ms);
        show(moment, ms);
    }

    function next() {
        timers.clear(timer);
        if (current !== null) {
            hide(current);
        }
        current = null;
        if (waiting.length > 0) {
            present(waiting.shift());
        }
    }

    /** Gives the current moment less time, because others are waiting now. */
    function hurry() {
        timers.clear(timer);
        timer = timers.set(next, Math.max(timeFor(current, waiting.length) - (timers.now() - since), 0));
    }

    function addOne(moment) {
        const last = waiting.at(-1) ?? current;
        if (last === null || !canMerge(last, moment)) {
            waiting.push(moment);
        } else if (last === current) {
            present(merge(last, moment));
        } else {
            waiting[waiting.length - 1] = merge(last, moment);
        }
    }

    return {
        add(moments) {
            moments.forEach(addOne);
            if (waiting.length > CROWD) {
                waiting = waiting.filter(({kind}) => !MINOR.includes(kind));
            }
            if (current === null) {
                next();
            } else if (waiting.length > 0) {
                hurry();
            }
        },
        /** Ends what is shown and continues with the next one. */
        skip() {
            if (current !== null) {
                next();
            }
        },
        clear() {
            waiting = [];
            next();
        },
        get current() {
            return current;
        },
        get length() {
            return waiting.length;
        },
    };
}
