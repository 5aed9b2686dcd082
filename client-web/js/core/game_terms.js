// game_terms.js: what the games call things, as far as the page must know: kinds of tiles, Letters, cells, and
// where in a view Jack stands, how a game ended. No rules.

import {t} from './i18n.js';

export const TILES = {whitechapel: ['coach', 'alley'], whitehall: ['coach', 'alley', 'boat']};
export const LETTERS = ['dear_boss', 'saucy_jacky', 'from_hell', 'goulston_street'];
export const LAST_CELL = 15;

/** Where Jack stands in this view, or null: not on the track, or not ours to know. */
export function jackCircle(view) {
    const row = view.track && view.rows?.at(-1);
    return row && row.length > 0 ? row.at(-1).circle : null;
}

/** A cell as it is printed: 1 to 15, and I to V before them in Whitechapel (0 in Whitehall). */
export function cellName(cell, game = 'whitechapel') {
    if (cell > 0) {
        return String(cell);
    }
    return game === 'whitehall' ? '0' : ['I', 'II', 'III', 'IV', 'V'][-cell];
}

/** "Jack has won: he came home from his fifth murder." */
export const resultText = ({winner, reason}) =>
    t('result.whole', {winner: t('result.' + winner), reason: t('result.' + reason)});

/** A special move by its kind; undefined where it lies face down. */
export const tileName = (tile) => (tile === undefined ? t('tile.hidden') : t('tile.' + tile));
