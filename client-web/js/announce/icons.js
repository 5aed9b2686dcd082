// icons.js: a small picture for each kind of announcement, so that kinds can be told apart without colour.

import {svg} from '../core/dom.js';

const KNIFE = 'M-7 7L5-5q3-3 4-4q0 4-3 8L-4 6z';
const LENS = 'M-2-8a6 6 0 1 0 .1 0zM2.6 2.6L8 8';
const STAR = 'M0-9L2.4-2.9L9-2.5L3.9 1.6L5.6 8L0 4.4L-5.6 8L-3.9 1.6L-9-2.5L-2.4-2.9z';
const WHEEL = 'M0-8a8 8 0 1 0 .1 0zM-8 0H8M0-8V8M-5.6-5.6L5.6 5.6M-5.6 5.6L5.6-5.6';
const LETTER = 'M-9-6H9V6H-9zM-9-6L0 1.5L9-6';
const BELL = 'M-7 5H7Q4.5 2 4.5-2A4.5 4.5 0 0 0-4.5-2Q-4.5 2-7 5zM-1.5 8h3';
const FLAG = 'M-5 9V-9L7-5L-5-1';
const HOUSE = 'M-8 0L0-8L8 0M-5.5-2V8H5.5V-2';
const MOON = 'M3-9A9 9 0 1 0 8 5A8 8 0 0 1 3-9z';
const LANTERN = 'M-4 6h8l1.5-9L0-7l-5.5 4zM0-7v-2';
const BACK = 'M-3-7L-8-2L-3 3M-8-2H3A5 5 0 0 1 3 8H-2';
const HOURGLASS = 'M-6-9H6L-6 9H6z';
const WOMAN = 'M0-9a3 3 0 1 0 .1 0zM0-2.5C3.4-1 3.2 3 6 9H-6C-3.2 3-3.4-1 0-2.5z';
const CROSSED = 'M-2-8a6 6 0 1 0 .1 0zM2.6 2.6L8 8M-9 6L6-9';

const ICONS = {
    murder: KNIFE,
    alarm: BELL,
    clue: LENS,
    no_clue: CROSSED,
    arrest: STAR,
    failed_arrest: STAR,
    special: WHEEL,
    letter: LETTER,
    discovery: FLAG,
    patrol: LANTERN,
    wretched: WOMAN,
    wait: HOURGLASS,
    home: HOUSE,
    night: MOON,
    won: STAR,
    lost: MOON,
    undo: BACK,
    summary: HOURGLASS,
};

export const iconOf = (kind) =>
    svg(
        'svg',
        {class: 'moment-icon', viewBox: '-11 -11 22 22', 'aria-hidden': 'true'},
        svg('path', {d: ICONS[kind]}),
    );
