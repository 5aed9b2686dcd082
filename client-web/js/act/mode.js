// mode.js: what a mode is, and the helpers its makers share (moves.js, placements.js).
//
// A mode is one thing a player can set out to do: {id, kind, by, do, label, why, gather, action(draft),
// picture(draft), says(draft)}. `why` is null, or the sentence that says why it cannot be done now (then
// there is no gatherer).

import {t} from '../core/i18n.js';
import {pawnName} from '../board/pawns.js';
import {single, numberOf} from './draft.js';

export const circle = (number) => 'c' + number;
export const crossing = (number) => 'x' + number;
export const circleLabel = (place) => t('act.circle', {number: numberOf(place)});
export const crossingLabel = (place) => t('act.crossing', {number: numberOf(place)});

/** A line from one place straight to another: for whoever does not go by street. */
export const straight = (index, one, two) => [index.places.get(one), index.places.get(two)];

/** One mode. `more` overrides what the kind gives. */
export function mode(kind, by, gather, more = {}) {
    const act = more.do ?? kind;
    return {
        id: [kind, by, more.which].filter(Boolean).join('/'),
        kind,
        by,
        do: act,
        why: null,
        gather,
        label: t('act.mode.' + kind),
        picture: () => ({}),
        says: () => null,
        ...more,
        action: (draft) => {
            const parts = gather.parts(draft);
            return parts && {by, do: act, ...parts, ...more.with};
        },
    };
}

/** A mode in which one place is chosen. */
export function onePlace(kind, by, key, places, label, more = {}) {
    const gather = single({key, places, label, brief: more.brief, blocked: more.blocked});
    return mode(kind, by, gather, {
        says: (draft) =>
            draft.place && t(`act.do.${kind}`, {number: numberOf(draft.place), pawn: pawnName(by)}),
        ...more,
    });
}
