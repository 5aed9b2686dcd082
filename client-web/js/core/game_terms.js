// game_terms.js: terms of the games that pages need: kinds of special moves, Letters, cells, results, and where
// a view has Jack. No rules.

import {t} from './i18n.js';

export const TILES = {whitechapel: ['coach', 'alley'], whitehall: ['coach', 'alley', 'boat']};
export const LETTERS = ['dear_boss', 'saucy_jacky', 'from_hell', 'goulston_street'];
export const LAST_CELL = 15;

/** The variants of each game. */
export const OPTIONS = {
    whitechapel: ['letters', 'false_clues', 'rushing', 'area_arrest', 'catch_me', 'address'],
    whitehall: ['deploy_first', 'murderer_at_large', 'newspaper_fabrications', 'powers', 'smoker'],
};

/** Returns Jack's circle in this view, or null if he is not on the track or the viewer may not know. */
export function jackCircle(view) {
    const row = view.track && view.rows?.at(-1);
    return row && row.length > 0 ? row.at(-1).circle : null;
}

/** Returns a cell as printed on the track: 1 to 15, preceded by I to V in Whitechapel and 0 in Whitehall. */
export function cellName(cell, game = 'whitechapel') {
    if (cell > 0) {
        return String(cell);
    }
    return game === 'whitehall' ? '0' : ['I', 'II', 'III', 'IV', 'V'][-cell];
}

/** "Jack wins: he got home after his fifth murder." */
export const resultText = ({winner, reason}) =>
    t('result.whole', {winner: t('result.' + winner), reason: t('result.' + reason)});

/** Returns the name of a special move; `tile` is undefined if it is face down. */
export const tileName = (tile) => (tile === undefined ? t('tile.hidden') : t('tile.' + tile));
