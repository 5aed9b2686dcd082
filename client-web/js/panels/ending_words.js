// ending_words.js: how a game ended, in words: a headline from the viewer's point of view, and what happened.

import {hasText, t} from '../core/i18n.js';
import {pawnName} from '../board/pawns.js';

const SIDES = {jack: 'jack', detective: 'police', police: 'police'};

/** Returns true or false for players, null for spectators. */
export function hasWon(result, role) {
    const side = SIDES[role];
    return side === undefined ? null : side === result.winner;
}

/**
 * Returns {headline, reason}: "You escaped", "You got home after your fifth murder."
 * @param {{result, role: string, view, events}} ending  view: the view after the end; events: those of the game
 */
export function endingWords({result, role, view, events}) {
    const side = SIDES[role] ?? 'public';
    const reason = result.reason === 'resigned' ? `resigned_${result.winner}` : result.reason;
    const own = `ending.headline.${side}.${reason}`;
    const arrest = events.findLast((event) => event.did === 'arrest' && event.found);
    return {
        headline: t(hasText(own) ? own : 'result.' + result.winner),
        reason: t(`ending.reason.${side === 'jack' ? 'jack' : 'others'}.${reason}`, {
            hideout: view.hideout ?? '',
            circle: view.rows?.at(-1)?.at(-1)?.circle ?? '',
            pawn: arrest === undefined ? '' : pawnName(arrest.by),
        }),
    };
}

/** Returns the numbers of a game: {nights, moves, searches, clues, arrests}. */
export function endingFigures({view, events}) {
    const count = (did, also = () => true) => events.filter((event) => event.did === did && also(event)).length;
    const rows = view.rows ?? [];
    return {
        rounds: rows.length,
        moves: rows.reduce((sum, row) => sum + Math.max(row.length - 1, 0), 0),
        searches: count('search'),
        clues: count('search', ({found}) => found),
        arrests: count('arrest'),
    };
}
