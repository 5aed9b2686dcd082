// game_art.js: a small picture of each game: a man in a top hat under a gas lamp for Whitechapel, the clock
// tower and the river for Whitehall. Drawn here, coloured by front.css for both themes, decorative.

import {svg} from '../core/dom.js';

const WIDTH = 400;
const HEIGHT = 180;
const STREET = 150; // y of the ground

const path = (look, d, more = {}) => svg('path', {class: look, d, ...more});

/** A row of roofs: each is [x, width, height, rise of the gable]. */
const roofs = (houses, ground) =>
    houses
        .map(
            ([x, width, height, rise]) =>
                `M${x} ${ground}V${ground - height}l${width / 2} ${-rise}l${width / 2} ${rise}V${ground}z` +
                `M${x + width * 0.68} ${ground - height}v${-rise - 9}h7v${rise + 9}z`,
        )
        .join('');

const windows = (places) => places.map(([x, y]) => `M${x} ${y}h6v9h-6z`).join('');

const lamp = (x, ground, scale) =>
    svg(
        'g',
        {transform: `translate(${x} ${ground}) scale(${scale})`},
        path('art-iron', 'M-2-88h4V0h-4zM-6-8h12V0H-6zM-11-76h22v3h-22zM-7-92H7v4H-7z'),
        path('art-flame', 'M-8-118H8L5.5-92h-11z'),
        path('art-iron', 'M-10-122h20v4h-20zM-6-122L0-131L6-122z'),
        path('art-iron-line', 'M-8-118L-5.5-92M8-118L5.5-92M0-118V-92'),
    );

/** A man in a top hat and a cloak, seen from behind, with his shadow. */
const jack = (x, ground) =>
    svg(
        'g',
        {transform: `translate(${x} ${ground})`},
        path('art-shadow', 'M-24 0L-150 24H-92L20 0z'),
        svg('circle', {class: 'art-figure', cx: 0, cy: -74, r: 8}),
        path('art-figure', 'M-15-80h30v3.5h-30zM-10.5-80L-11.5-104h23L10.5-80z'),
        path('art-figure', 'M-7-78a7.5 9 0 0 0 14 0l2 9C22-62 27-30 29 0H-29C-27-30-22-62-9-69z'),
        path('art-figure-line', 'M30-42L37 0'),
    );

function whitechapel() {
    return [
        svg('circle', {class: 'art-moon', cx: 66, cy: 42, r: 17}),
        path(
            'art-far',
            roofs(
                [
                    [-10, 70, 62, 20],
                    [60, 54, 78, 22],
                    [114, 66, 58, 18],
                    [180, 60, 84, 24],
                    [240, 56, 66, 20],
                    [296, 64, 82, 22],
                    [360, 60, 60, 18],
                ],
                STREET,
            ),
        ),
        path(
            'art-lit-far',
            windows([
                [78, 92],
                [96, 112],
                [198, 86],
                [214, 108],
                [314, 88],
                [330, 110],
                [376, 112],
            ]),
        ),
        path('art-near', `M-10 ${STREET}V52l34-22l34 22V${STREET}zM342 ${STREET}V58l36-24l36 24V${STREET}z`),
        path(
            'art-lit',
            windows([
                [14, 74],
                [34, 74],
                [14, 104],
                [366, 82],
                [386, 108],
            ]),
        ),
        path('art-ground', `M0 ${STREET}H${WIDTH}V${HEIGHT}H0z`),
        path('art-cobbles', 'M20 160h26M70 168h30M124 159h24M196 170h34M262 160h26M316 169h30M362 159h22'),
        svg('circle', {class: 'art-halo', cx: 258, cy: 56, r: 74}),
        svg('circle', {class: 'art-halo', cx: 258, cy: 56, r: 42}),
        lamp(258, STREET + 6, 0.9),
        jack(196, STREET + 10),
    ];
}

function whitehall() {
    const arch = (x) => `M${x} 150V136a22 20 0 0 1 44 0V150z`;
    const arches = [10, 66, 122, 178, 234, 290, 346].map(arch).join('');
    return [
        svg('circle', {class: 'art-moon', cx: 318, cy: 44, r: 19}),
        path(
            'art-far',
            'M0 132V96h18l4-12 4 12h26V84h12l3-16 3 16h12v16h40V84l4-10 4 10v16h34V132z' +
                'M196 132V100h30l4-12 4 12h44V88h10l4-14 4 14h10v12h40V132zM352 132V104h48V132z',
        ),
        path('art-near', 'M150 134V52h-5v-7h42v7h-5V134zM150 45V34L166 4L182 34V45z'),
        svg('circle', {class: 'art-clock', cx: 166, cy: 62, r: 11}),
        path('art-hands', 'M166 54V62L172 65'),
        path(
            'art-lit-far',
            windows([
                [28, 108],
                [66, 104],
                [104, 110],
                [212, 112],
                [244, 110],
                [296, 108],
                [372, 114],
            ]),
        ),
        path('art-ground', `M0 130H${WIDTH}V${HEIGHT}H0z`),
        path('art-near', `M0 120H${WIDTH}V150H0z${arches}`, {'fill-rule': 'evenodd'}),
        path('art-near', `M0 115H${WIDTH}v5H0z`),
        lamp(60, 116, 0.36),
        lamp(228, 116, 0.36),
        lamp(340, 116, 0.36),
        path('art-water', 'M12 160h40M84 166h60M170 158h36M232 168h66M322 160h52'),
        svg('circle', {class: 'art-halo', cx: 264, cy: 152, r: 26}),
        path('art-figure', 'M222 158h72c-5 10-12 13-20 13h-34c-8 0-15-5-18-13zM262 158v-14h4v14z'),
        path('art-flame', 'M260 138h8v8h-8z'),
        path('art-figure', 'M240 158c0-12 3-16 8-18a5 5 0 1 1 5 0c4 3 6 8 6 18z'),
    ];
}

const PICTURES = {whitechapel, whitehall};

/** Draws the picture of a game. */
export function gameArt(game) {
    return svg(
        'svg',
        {
            class: 'game-art',
            viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
            preserveAspectRatio: 'xMidYMax slice',
            'aria-hidden': 'true',
            'data-art': game,
        },
        PICTURES[game](),
    );
}
