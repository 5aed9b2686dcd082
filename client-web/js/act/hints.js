// hints.js: what a bot would do in the player's place (the request `hint`): its reason in words, and the draft of its
// action. The terminal client has the same sentences.

import {percent, plural, t} from '../core/i18n.js';

// ---- Words -----------------------------------------------------------------------------------------------

const EXACT = {
    search: ({yes, no}) => (no === undefined ? '.yes' : yes === undefined ? '.no' : ''),
    next_to: ({count, of}) => (of === 1 ? '.only' : count === of ? '.all' : ''),
    address: ({of}) => (of === 1 ? '.only' : ''),
    guarded: ({crossings}) => (crossings === 0 ? '.next_to' : ''),
    deploy: ({crossings}) => (crossings === 0 ? '.next_to' : ''),
};

/** Returns the reason of a hint as a sentence. */
export function reasonText({reason, level}) {
    const {kind, count, crossings, moves, trails, all} = reason;
    return t(`hint.${kind}${EXACT[kind]?.(reason) ?? ''}`, {
        ...reason,
        level: t('level.' + level),
        share: trails !== undefined && percent(all === '0' ? 0 : Number(trails) / Number(all)),
        crossings: crossings !== undefined && plural('review.crossings', crossings),
        moves: moves !== undefined && plural('review.moves', moves),
        circles: count !== undefined && plural('review.circles', count),
    });
}

// ---- The draft -------------------------------------------------------------------------------------------

// Places may be circles or crossings: an input ignores those that it does not offer.
const places = (numbers) => [numbers].flat().flatMap((number) => ['c' + number, 'x' + number]);
const tokens = (token, numbers) => numbers.flatMap((number) => [token, ...places(number)]);

// What to pick for each key of an action, in this order.
const PICKS = {
    from: places,
    via: places,
    to: places,
    circle: places,
    crossing: places,
    circles: places,
    moves: (moves) => moves.flatMap(([from, to]) => [...places(from), ...places(to)]),
    place: (patrols) => patrols.flatMap(([number, face]) => tokens(face, [number])),
    marked: (numbers) => tokens('marked', numbers),
    unmarked: (numbers) => tokens('unmarked', numbers),
    pawn: (pawn) => [pawn],
    tile: (tile) => [tile],
};

const sorted = (value) => (Array.isArray(value) ? value.map(String).sort() : value);
const canonical = (action) =>
    JSON.stringify(
        Object.keys(action)
            .sort()
            .map((key) => [key, key === 'circles' ? action[key] : sorted(action[key])]),
    );

function draftOf({input}, action) {
    const picks = Object.keys(PICKS).flatMap((key) => (key in action ? PICKS[key](action[key]) : []));
    return picks.reduce((draft, value) => input.pick(draft, value), input.begin());
}

/** Returns the mode of an action, and the draft that results in it: {mode, draft}; undefined if there is none. */
export const choiceOf = (modes, action) =>
    modes
        .filter((mode) => mode.by === action.by && mode.do === action.do)
        .map((mode) => ({mode, draft: draftOf(mode, action)}))
        .find(({mode, draft}) => {
            const made = mode.action(draft);
            return made !== null && canonical(made) === canonical(action);
        });
