// pawns.js: the pawns and their looks. A pawn always has a colour, a shape and a letter, so that it can be told
// apart without colour. Shapes are paths in a box from -1 to 1; colours are variables in base.css
// (--pawn-COLOUR, and --pawn-COLOUR-ink for the letter).

import {svg} from '../core/dom.js';
import {t} from '../core/i18n.js';

/** The policemen of each game; in Whitehall in turn order. */
export const POLICE = {
    whitechapel: ['yellow', 'red', 'blue', 'green', 'brown'],
    whitehall: ['yellow', 'blue', 'red'],
};

/** Returns all pawns of a game, Jack first. */
export const pawnsOf = (game) => ['jack', ...POLICE[game]];

const SHAPES = {
    jack: 'M-.66-1.05H.66L.6.4H1.12V.85H-1.12V.4H-.6z',
    yellow: 'M0-.95A.95.95 0 0 1 0 .95A.95.95 0 0 1 0-.95z',
    red: 'M0-1.1L1.1 0L0 1.1L-1.1 0z',
    blue: 'M-.85-.85h1.7v1.7h-1.7z',
    green: 'M0-1.05L1.1.85h-2.2z',
    brown: 'M-.52-.95h1.04L1.05 0L.52.95h-1.04L-1.05 0z',
};

// Vertical position of the letter: in the middle, except in the triangle and the hat.
const LETTER_AT = {jack: -0.27, green: 0.34};

/** Returns "Yellow" or "Jack". The investigators of Whitehall have names: "Jasper Waring". */
export function pawnName(pawn, game) {
    return t(game === 'whitehall' && pawn !== 'jack' ? `pawn.whitehall.${pawn}` : `pawn.${pawn}`);
}

export const pawnLetter = (pawn) => t(`pawn.letter.${pawn}`);

/** Draws a pawn as an SVG group around 0, 0, with shape and letter, `radius` units large. */
export function pawnGroup(pawn, radius = 1) {
    return svg(
        'g',
        {class: `pawn pawn-${pawn}`, transform: `scale(${radius})`},
        svg('path', {class: 'pawn-shape', d: SHAPES[pawn]}),
        svg(
            'text',
            {
                class: 'pawn-letter',
                y: LETTER_AT[pawn] ?? 0,
                'text-anchor': 'middle',
                'dominant-baseline': 'central',
                'font-size': 1,
            },
            pawnLetter(pawn),
        ),
    );
}

/** Draws a pawn as a small picture in text, next to its name. Hidden from screen readers. */
export function pawnMark(pawn) {
    const attributes = {class: 'pawn-mark', viewBox: '-1.25 -1.25 2.5 2.5', 'aria-hidden': 'true'};
    return svg('svg', attributes, pawnGroup(pawn));
}
