// board_base.js: the static part of the map: ground, water, houses, streets, lamps, circles and crossings. Also
// the simple shapes of the layers above it.

import {svg} from '../core/dom.js';
import {moveSlot} from './arranger.js';
import {housePath, pathOf, streetsPath} from './geometry.js';
import {SIDES} from './slots.js';

export const CIRCLE_RADIUS = {whitechapel: 12, whitehall: 15};
const SQUARE = 5;

// One gradient shared by all lamps.
const lamplight = () =>
    svg(
        'defs',
        {},
        svg(
            'radialGradient',
            {id: 'lamplight'},
            svg('stop', {offset: '0', class: 'lamp-middle'}),
            svg('stop', {offset: '1', class: 'lamp-edge'}),
        ),
    );

const lamps = (index) =>
    [...index.places.values()]
        .filter((place) => place.kind === 'x' && place.colour === 'yellow')
        .map((place) => svg('circle', {class: 'lamp', cx: place.x, cy: place.y, r: 85}));

export function drawGround(index) {
    const {data, places} = index;
    const outline = (names) =>
        pathOf(
            names.map((name) => places.get(name)),
            true,
        );
    const {x, y, width, height} = index.bounds;
    return [
        lamplight(),
        svg('rect', {class: 'paper', x: x - 2000, y: y - 2000, width: width + 4000, height: height + 4000}),
        ...(data.water_edges ?? []).map((names) => svg('path', {class: 'water', d: outline(names)})),
        svg('path', {class: 'houses', d: data.houses.map((names) => housePath(index, names)).join('')}),
        ...lamps(index),
        svg('path', {class: 'street', d: streetsPath(index)}),
        ...(data.blue_lines ?? []).map((names) =>
            svg('path', {class: 'blue-line', d: pathOf(names.map((name) => places.get(name)))}),
        ),
    ];
}

/** Draws the number of a circle, as large as it fits: in the whole circle, or in a plate a little smaller. */
export function numberText(number, radius, onPlate = false) {
    const digits = String(number);
    const size = radius * (digits.length > 2 ? 0.94 : 1.12) * (onPlate ? 0.88 : 1);
    return svg('text', {y: size * 0.36, 'font-size': size.toFixed(1)}, digits);
}

export function drawPlaces(index, radius) {
    const nodes = [];
    for (const place of index.places.values()) {
        if (place.kind === 'x') {
            nodes.push(
                svg('rect', {
                    class: 'crossing ' + place.colour,
                    'data-place': place.name,
                    x: place.x - SQUARE,
                    y: place.y - SQUARE,
                    width: SQUARE * 2,
                    height: SQUARE * 2,
                    rx: 1,
                }),
            );
        } else if (place.kind === 'c') {
            nodes.push(
                svg(
                    'g',
                    {
                        class: 'circle ' + place.colour,
                        'data-place': place.name,
                        transform: `translate(${place.x} ${place.y})`,
                    },
                    svg(
                        'g',
                        {class: 'circle-size'},
                        svg('circle', {r: radius}),
                        numberText(place.number, radius),
                    ),
                ),
            );
        }
    }
    return nodes;
}

/**
 * Draws lines, marked spots, shaded areas and arrows in a layer. Returns the tags of spots, for the arranger: a tag
 * stands beside its place, where `slot` {size, side, order} prefers.
 */
export function drawShapes(parent, index, radius, {lines = [], spots = [], areas = [], arrows = []}) {
    const tags = [];
    for (const area of areas) {
        parent.append(svg('path', {class: 'area ' + (area.look ?? ''), d: pathOf(area.points, true)}));
    }
    for (const line of lines) {
        parent.append(
            svg('path', {
                class: `line ${line.look ?? ''} ${line.secret ? 'secret' : ''}`,
                d: pathOf(line.points),
            }),
        );
    }
    for (const arrow of arrows) {
        parent.append(arrowNode(index, radius, arrow));
    }
    for (const spot of spots) {
        const place = index.places.get(spot.place);
        const node = svg(
            'g',
            {
                class: `spot ${spot.look ?? ''} ${spot.secret ? 'secret' : ''}`,
                transform: `translate(${place.x} ${place.y})`,
            },
            svg('circle', {class: 'circle-size', r: place.kind === 'c' ? radius + 4 : 11}),
        );
        if (spot.text) {
            const slot = {size: 7.5, side: SIDES.east, order: 50, ...spot.slot};
            const tag = svg(
                'g',
                {class: 'slot little'},
                svg(
                    'g',
                    {class: 'tag grows little'},
                    svg('circle', {r: slot.size}),
                    svg('text', {y: 3.6}, spot.text),
                ),
            );
            node.append(tag);
            tags.push({...slot, place: spot.place, move: (offset) => moveSlot(tag, offset)});
        }
        parent.append(node);
    }
    return tags;
}

const HEAD = 13; // length of an arrow's head, in board units

/**
 * Draws a straight arrow between two places (or points {x, y}), from edge to edge, so that it covers neither number.
 */
export function arrowNode(index, radius, {from, to, look = '', secret = false}) {
    const [a, b] = [from, to].map((end) => (typeof end === 'string' ? index.places.get(end) : end));
    const length = Math.hypot(b.x - a.x, b.y - a.y) || 1;
    const [ux, uy] = [(b.x - a.x) / length, (b.y - a.y) / length];
    const gap = Math.min(radius + 3, length / 3);
    const start = {x: a.x + ux * gap, y: a.y + uy * gap};
    const tip = {x: b.x - ux * gap, y: b.y - uy * gap};
    const neck = {x: tip.x - ux * HEAD, y: tip.y - uy * HEAD};
    const wing = (side) => ({x: neck.x - uy * side * HEAD * 0.62, y: neck.y + ux * side * HEAD * 0.62});
    return svg(
        'g',
        {
            class: `arrow ${look} ${secret ? 'secret' : ''}`,
            'data-from': a.name,
            'data-to': b.name,
        },
        svg('path', {class: 'line', d: pathOf([start, neck])}),
        svg('path', {class: 'head', d: pathOf([wing(1), tip, wing(-1)], true)}),
    );
}
