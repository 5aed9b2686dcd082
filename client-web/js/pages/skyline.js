// skyline.js: the picture at the top of the front page: roofs, chimneys, lit windows, lamps in the fog. It is
// drawn from a few numbers and coloured by front.css, so that it is small and fits both themes.

import {svg} from '../core/dom.js';

const WIDTH = 1600;
const HEIGHT = 300;
const GROUND = HEIGHT;

/** Returns a seeded generator of numbers from 0 to 1, so that the street always looks the same. */
function dice(seed) {
    let state = seed;
    return () => {
        state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
        return state / 2 ** 32;
    };
}

/**
 * Returns the outline of a house at x with the given width and height: walls, a gabled, flat or half-hipped
 * roof, and chimneys.
 */
function houseOutline(x, width, height, roll) {
    const top = GROUND - height;
    const rise = 14 + roll * 26;
    const roof =
        roll < 0.45
            ? `L${x + width / 2} ${top - rise}L${x + width} ${top}`
            : roll < 0.75
              ? `l${width * 0.2} ${-rise}h${width * 0.6}L${x + width} ${top}`
              : `v-8h${width}v8`;
    const chimney = x + width * (0.18 + 0.5 * roll);
    const stack = `M${chimney} ${top + 4}v${-rise - 18}h3v-5h4v5h5v-5h4v5h3v${rise + 18}z`;
    return `M${x} ${GROUND}V${top}${roof}V${GROUND}z${stack}`;
}

function windows(x, width, height, random) {
    const lit = [];
    for (let row = GROUND - height + 16; row < GROUND - 20; row += 26) {
        for (let column = x + 9; column < x + width - 14; column += 20) {
            if (random() < 0.22) {
                lit.push(`M${column} ${row}h8v12h-8z`);
            }
        }
    }
    return lit.join('');
}

/** Returns a row of houses: their outline and their lit windows. */
function street({seed, low, high, narrow, wide}) {
    const random = dice(seed);
    const outline = [];
    const lit = [];
    for (let x = -20; x < WIDTH;) {
        const width = Math.round(narrow + random() * (wide - narrow));
        const height = Math.round(low + random() * (high - low));
        outline.push(houseOutline(x, width, height, random()));
        lit.push(windows(x, width, height, random));
        x += width + (random() < 0.12 ? 14 : 0);
    }
    return {outline: outline.join(''), lit: lit.join('')};
}

function clockTower(x) {
    return svg(
        'g',
        {class: 'art-tower', transform: `translate(${x} 0)`},
        svg('path', {class: 'art-far', d: `M-17 ${GROUND}V96h-4v-8h42v8h-4V${GROUND}z`}),
        svg('path', {class: 'art-far', d: 'M-17 88V60L0 12L17 60V88z'}),
        svg('circle', {class: 'art-clock', cx: 0, cy: 74, r: 10}),
        svg('path', {class: 'art-hands', d: 'M0 67V74L5 77'}),
    );
}

function lamp(x) {
    return svg(
        'g',
        {class: 'art-lamp', transform: `translate(${x} ${GROUND - 104}) scale(.82)`},
        svg('circle', {class: 'art-glow', r: 120, fill: 'url(#lamp-glow)'}),
        svg('path', {class: 'art-iron', d: 'M-2 18h4V128h-4zM-7 14h14v4H-7z'}),
        svg('path', {class: 'art-iron', d: 'M-12 32h24v3h-24zM-6 118h12v10H-6z'}),
        svg('path', {class: 'art-flame', d: 'M-8-14H8L5.5 14h-11z'}),
        svg('path', {class: 'art-iron', d: 'M-10-18h20v4h-20zM-6-18L0-27L6-18z'}),
        svg('path', {class: 'art-iron-line', d: 'M-8-14L-5.5 14M8-14L5.5 14'}),
    );
}

/** Draws the picture. It is decorative and hidden from screen readers. */
export function skyline() {
    const far = street({seed: 7, low: 70, high: 130, narrow: 60, wide: 110});
    const near = street({seed: 21, low: 34, high: 92, narrow: 70, wide: 130});
    return svg(
        'svg',
        {
            class: 'art',
            viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
            preserveAspectRatio: 'xMidYMax slice',
            'aria-hidden': 'true',
        },
        svg(
            'defs',
            null,
            svg(
                'radialGradient',
                {id: 'lamp-glow'},
                svg('stop', {offset: 0, class: 'art-glow-in'}),
                svg('stop', {offset: 1, class: 'art-glow-out'}),
            ),
            svg(
                'linearGradient',
                {id: 'fog', x1: 0, x2: 0, y1: 0, y2: 1},
                svg('stop', {offset: 0, class: 'art-fog-high'}),
                svg('stop', {offset: 1, class: 'art-fog-low'}),
            ),
        ),
        svg('circle', {class: 'art-moon', cx: 1262, cy: 66, r: 30}),
        clockTower(1120),
        svg('path', {class: 'art-far', d: far.outline}),
        svg('path', {class: 'art-lit-far', d: far.lit}),
        svg('rect', {class: 'art-fog', width: WIDTH, height: HEIGHT, fill: 'url(#fog)'}),
        svg('path', {class: 'art-near', d: near.outline}),
        svg('path', {class: 'art-lit', d: near.lit}),
        lamp(940),
        lamp(1420),
    );
}
