// deduction_requests.js: asks the server what can be known of Jack at a table that is played: only while it is shown,
// and only when something happened since. Several things that happen while it asks are one more question.

import {refusalText} from '../core/i18n.js';

/**
 * @param {{net, where: object, told(state)}} parts  where: the table, as requests name it; told: what
 *        deduction.js shows: {deduction, problem}
 */
export function createDeducing({net, where, told}) {
    let wanted = null; // the event up to which one wants to know; null: nothing
    let known = null; // the event up to which one was told
    let asking = false;
    let ways = new Map(); // circle → promise, of what is known now

    async function ask() {
        asking = true;
        while (wanted !== null && wanted !== known) {
            const seq = wanted;
            try {
                const {deduction} = await net.backgroundRequest('deduce', where);
                tell(seq, {deduction});
            } catch (refusal) {
                tell(seq, {deduction: null, problem: refusalText(refusal)});
            }
        }
        asking = false;
    }

    function tell(seq, state) {
        if (wanted !== null) {
            known = seq;
            ways = new Map();
            told(state);
        }
    }

    return {
        /** After every turn, and when it is shown or hidden. */
        update({isShown, seq}) {
            if (!isShown && wanted !== null) {
                wanted = null;
                known = null;
                told({deduction: null});
            }
            if (isShown) {
                wanted = seq;
                if (!asking) {
                    ask();
                }
            }
        },
        /** Ways that end on a circle. */
        waysTo(circle) {
            if (!ways.has(circle)) {
                const asked = net.backgroundRequest('deduce', {...where, circle});
                ways.set(
                    circle,
                    asked.then(({deduction}) => deduction.ways ?? []),
                );
            }
            return ways.get(circle);
        },
    };
}
