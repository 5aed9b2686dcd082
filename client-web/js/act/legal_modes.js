// legal_modes.js: turns the server's list of `legal` choices into modes (mode.js), the kinds of action a player
// can choose from now. `legal` alone decides what is possible; the view is used only for drawing and for
// explaining why something is not possible (unavailable.js).

import {t} from '../core/i18n.js';
import {pawnName} from '../board/pawns.js';
import {confirmOnly} from './draft.js';
import {mode} from './mode.js';
import {alley, boat, coach, eachPawn, jackMove, passing, reaching, searchPower, walking} from './moves.js';
import {
    discoveries,
    kill,
    letters,
    movePatrols,
    oneCircle,
    oneCrossing,
    optionMode,
    patrols,
    women,
    wretched,
} from './placements.js';
import {unavailable} from './unavailable.js';

// Creates the modes for each key of `legal`.
const MAKERS = {
    hideout: oneCircle('hideout'),
    address: oneCircle('address'),
    false_clue: oneCircle('false_clue'),
    start: oneCircle('start'),
    deploy: oneCrossing('deploy'),
    reveal: oneCrossing('reveal'),
    women,
    patrols,
    letter: letters,
    move_patrols: movePatrols,
    goulston: optionMode('goulston', 'pawn', pawnName),
    kill,
    wait: (_, {by}) => [mode('wait', by, confirmOnly(), {describe: () => t('act.do.wait')})],
    wretched,
    discoveries,
    reclaim: optionMode('reclaim', 'tile', (tile) => t('tile.' + tile)),
    move: jackMove,
    coach,
    alley,
    boat,
    walk: walking('walk', 2),
    walk_power: walking('walk_power', 2, {do: 'walk', with: {power: true}, leap: true}),
    rush: walking('rush', 1),
    search: reaching('search'),
    search_power: searchPower,
    arrest: reaching('arrest'),
    arrest_all: eachPawn('arrest_all', {do: 'arrest'}),
    arrest_power: eachPawn('arrest_power', {do: 'arrest', with: {power: true}}),
    smoker: () => [mode('smoker', 'yellow', confirmOnly(), {describe: () => t('act.do.smoker')})],
    pass: passing,
};

// The order in which modes are shown.
const ORDER = (
    'hideout discoveries women address patrols letter move_patrols goulston kill wait wretched ' +
    'reveal false_clue start deploy reclaim escape move coach alley boat walk walk_power search ' +
    'search_power smoker arrest arrest_all arrest_power rush pass'
).split(' ');

/**
 * @param {object} legal  from the turn; {} or undefined if the player cannot act
 * @param {{view: object, index: object, pawns: string[]}} context  pawns: the player's pawns that may act now
 */
export function modesOf(legal, {view, index, pawns}) {
    const context = {view, index, legal: legal ?? {}, by: pawns[0] ?? null};
    const modes = [];
    for (const [key, value] of Object.entries(context.legal)) {
        modes.push(...(MAKERS[key]?.(value, context) ?? []));
    }
    return [...modes, ...unavailable(modes, context)].sort(
        (a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind),
    );
}
