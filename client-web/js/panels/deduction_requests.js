// deduction_requests.js: requests deductions for a running game, only while they are shown and only when
// something has happened since. Events that arrive during a request lead to one more request.

import {refusalText} from '../core/i18n.js';

/**
 * @param {{net, where: object, received(state)}} parts  where: the table, as requests name it; received: called
 *        with the state for deduction.js: {deduction, problem}
 */
export function createDeductionRequests({net, where, received}) {
    let wanted = null; // the event for which a deduction is needed, or null for none
    let known = null; // the event of the last answer
    let requesting = false;
    let ways = new Map(); // circle → promise, for the current deduction

    async function requestAll() {
        requesting = true;
        while (wanted !== null && wanted !== known) {
            const seq = wanted;
            try {
                const {deduction} = await net.backgroundRequest('deduce', where);
                deliver(seq, {deduction});
            } catch (refusal) {
                deliver(seq, {deduction: null, problem: refusalText(refusal)});
            }
        }
        requesting = false;
    }

    function deliver(seq, state) {
        if (wanted !== null) {
            known = seq;
            ways = new Map();
            received(state);
        }
    }

    return {
        /** Call after every turn and when the deduction is shown or hidden. */
        update({isShown, seq}) {
            if (!isShown && wanted !== null) {
                wanted = null;
                known = null;
                received({deduction: null});
            }
            if (isShown) {
                wanted = seq;
                if (!requesting) {
                    requestAll();
                }
            }
        },
        /** Returns a promise of trails that end on a circle. */
        waysTo(circle) {
            if (!ways.has(circle)) {
                const request = net.backgroundRequest('deduce', {...where, circle});
                ways.set(
                    circle,
                    request.then(({deduction}) => deduction.ways ?? []),
                );
            }
            return ways.get(circle);
        },
    };
}
