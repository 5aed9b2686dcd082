// checks.mjs: assertions: check, equal, and until, which waits for a condition.

import {isDeepStrictEqual} from 'node:util';

/** Milliseconds after which something that must happen counts as never happening. */
export const PATIENCE = Number(process.env.PATIENCE ?? 60) * 1000;
const LOOK_AGAIN = 20;

export function check(good, what) {
    if (!good) {
        throw new Error(what);
    }
}

const short = (value) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    return text?.length > 600 ? `${text.slice(0, 600)} … (${text.length} characters)` : text;
};

export function equal(got, expected, what) {
    if (!isDeepStrictEqual(got, expected)) {
        throw new Error(`${what}\n  got      ${short(got)}\n  expected ${short(expected)}`);
    }
}

/** Waits until probe() returns something truthy, and returns it. Fails after `limit` milliseconds. */
export async function until(probe, what, limit = PATIENCE) {
    const end = Date.now() + limit;
    for (;;) {
        const isLast = Date.now() > end; // probe once more after the limit, in case this process was suspended
        const found = await probe();
        if (found) {
            return found;
        }
        if (isLast) {
            throw new Error(`${typeof what === 'function' ? await what() : what} did not happen`);
        }
        await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN));
    }
}
