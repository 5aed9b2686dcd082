// search_prospects.js: with full deduction help, how many of the circles where Jack may be a search from a crossing
// would rule out. Requested from the server when a player looks at a crossing they can walk to, once for each
// crossing and turn.

import {plural, t} from '../core/i18n.js';

const isPossible = ({trails}) => trails !== '0';

/**
 * Returns what a search would rule out: {most, least, all}. `most`: with the luckiest circle and answer; `least`:
 * whatever the answer, if the player searches the circle that is best for that.
 * @param {{now: number[], searches: object[]}} deduction  see docs/protocol.md
 */
export function prospectOf({now, searches}) {
    const ruledOut = searches.map(({yes, no}) =>
        [yes, no].filter(isPossible).map((answer) => now.length - answer.now),
    );
    return {
        most: Math.max(0, ...ruledOut.flat()),
        least: Math.max(0, ...ruledOut.map((answers) => Math.min(...answers))),
        all: now.length,
    };
}

const prospectText = ({most, least, all}) =>
    most === 0
        ? t('deduce.prospect.none')
        : most === least
          ? plural('deduce.prospect.exactly', most, {all})
          : t('deduce.prospect', {most, least, all});

/**
 * @param {{net, where: object, targets(), arrived(place)}} parts  where: the table, as requests name it; targets:
 *        returns the places the player can choose now; arrived: the lines of a place have changed
 */
export function createSearchProspects({net, where, targets, arrived}) {
    let isOn = false;
    let known = new Map(); // crossing → text, or null while it is requested
    let seq = null;

    async function request(crossing, at) {
        known.set(crossing, null);
        const {deduction} = await net
            .backgroundRequest('deduce', {...where, crossing})
            .catch(() => ({deduction: null}));
        if (at === seq && deduction !== null) {
            known.set(crossing, deduction.hunting ? prospectText(prospectOf(deduction)) : '');
            arrived('x' + crossing);
        }
    }

    return {
        /** Sets whether this is shown, and for which turn. */
        update(next) {
            if (next.seq !== seq) {
                seq = next.seq;
                known = new Map();
            }
            isOn = next.isOn;
        },
        /** Returns the lines to show for a place, and requests them if they are not known yet. */
        lines(place) {
            const crossing = Number(place.slice(1));
            if (!isOn || !place.startsWith('x') || !targets().includes(place)) {
                return [];
            }
            if (!known.has(crossing)) {
                request(crossing, seq);
            }
            return known.get(crossing) ? [known.get(crossing)] : [];
        },
    };
}
