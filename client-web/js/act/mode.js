// mode.js: what a mode is, and helpers shared by the modules that create modes (moves.js, placements.js).
//
// A mode is one kind of action a player can choose: {id, kind, by, do, label, reason, input, action(draft),
// preview(draft), describe(draft)}. `reason` is null, or says why the action is not available now, in which
// case there is no input (draft.js).

import {t} from '../core/i18n.js';
import {crossingName} from '../board/geometry.js';
import {pawnName} from '../board/pawns.js';
import {single, numberOf} from './draft.js';

export const circle = (number) => 'c' + number;
export const crossing = (number) => 'x' + number;
export const circleLabel = (place) => t('act.circle', {number: numberOf(place)});

/** Crossings are named by the circles around them: in a list, and within a sentence. */
export const crossingLabel = (index) => (place) => crossingName(index, numberOf(place), {title: true});
export const crossingWords = (index, place) => crossingName(index, numberOf(place));

/** Returns a straight line between two places, for moves that do not follow the street. */
export const straight = (index, one, two) => [index.places.get(one), index.places.get(two)];

/** Creates a mode. `more` overrides the defaults of its kind. */
export function mode(kind, by, input, more = {}) {
    const act = more.do ?? kind;
    return {
        id: [kind, by, more.which].filter(Boolean).join('/'),
        kind,
        by,
        do: act,
        reason: null,
        input,
        label: t('act.mode.' + kind),
        preview: () => ({}),
        describe: () => null,
        ...more,
        action: (draft) => {
            const parts = input.parts(draft);
            return parts && {by, do: act, ...parts, ...more.with};
        },
    };
}

/** Creates a mode in which one place is chosen. */
export function onePlace(kind, by, key, places, label, more = {}) {
    const input = single({key, places, label, brief: more.brief, blocked: more.blocked});
    return mode(kind, by, input, {
        describe: (draft) =>
            draft.place && t(`act.do.${kind}`, {number: numberOf(draft.place), pawn: pawnName(by)}),
        ...more,
    });
}
