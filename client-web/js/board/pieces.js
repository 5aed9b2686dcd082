// pieces.js: turns a view into pieces on the map: policemen, patrols, women, crime scenes, clues, discoveries,
// and Jack's secrets. Each kind has its own shape, so that pieces can be told apart without colour.
// The colours are in style/board.css.

import {svg} from '../core/dom.js';
import {pawnGroup} from './pawns.js';
import {circleRoute} from './geometry.js';
import {CIRCLE_RADIUS, numberText} from './board_base.js';
import {SIDES} from './slots.js';
import {cellName, jackCircle} from '../core/game_terms.js';

export const PAWN = 12;
const PATROL = 10;
const WOMAN = 11;
const BADGE = 7;
const FOOTSTEP = 7.5;

// Where things stand beside their place (slots.js): what everybody sees first, then what only Jack sees, so that
// a hidden piece never moves a visible one.
const SLOTS = {
    token: {size: WOMAN, side: SIDES.north, order: 10},
    badge: {size: BADGE, side: SIDES.south, order: 20},
    miss: {size: 7.5, side: SIDES.southEast, order: 25},
    police: {size: PAWN + 2, side: 0, order: 10, leads: true},
    patrol: {size: PATROL + 1, side: 0, order: 11},
    jack: {size: PAWN, side: SIDES.north, order: 15},
    home: {size: BADGE, side: SIDES.west, order: 30},
};
const SECRETS_LAST = 100;

/** Where a token to be placed on a circle stands. */
export const TOKEN_SLOT = SLOTS.token;

const piece = (key, place, kind, mark, draw, more = {}) => ({
    key,
    place,
    kind,
    mark: kind + mark,
    draw,
    ...more,
});

/** Wraps nodes that stand beside their place and are enlarged when the map is zoomed out. */
const beside = (...nodes) => [svg('g', {class: 'slot'}, svg('g', {class: 'grows'}, ...nodes))];

/** Wraps nodes that lie on a circle and grow with it. */
const onTop = (...nodes) => [svg('g', {class: 'circle-size'}, ...nodes)];

// ---- Shapes --------------------------------------------------------------------------------------------

function policeman(pawn, {head, waiting, chosen}) {
    return beside(
        chosen && svg('circle', {class: 'chosen-ring', r: PAWN + 5}),
        svg('circle', {class: 'pawn-shadow', r: PAWN + 3}),
        pawnGroup(pawn, PAWN),
        head && svg('path', {class: 'head-badge', d: star(6), transform: `translate(${PAWN} ${-PAWN})`}),
        waiting && svg('circle', {class: 'waiting-dot', cx: -PAWN * 0.8, cy: -PAWN * 0.8, r: 4}),
    );
}

/** Returns the path of two diagonal strokes. */
const cross = (x, y) => `M${-x} ${-y}L${x} ${y}M${-x} ${y}L${x} ${-y}`;

/** Returns the path of a five-pointed star, the mark of tonight's Head. */
export function star(size) {
    const points = Array.from({length: 10}, (_, i) => {
        const angle = (Math.PI / 5) * i - Math.PI / 2;
        const radius = i % 2 === 0 ? size : size * 0.45;
        return `${(radius * Math.cos(angle)).toFixed(2)} ${(radius * Math.sin(angle)).toFixed(2)}`;
    });
    return `M${points.join('L')}Z`;
}

export function patrolNodes({face, up}, size = PATROL) {
    const lantern = 'M-2.5 5.5h5l1-7.5-3.5-3.5-3.5 3.5zM0-5.5v-3';
    return [
        svg('rect', {
            class: `patrol-back ${up ? 'up' : 'down'}`,
            x: -size,
            y: -size,
            width: size * 2,
            height: size * 2,
            rx: 3.5,
        }),
        face === undefined
            ? svg('path', {class: 'lantern', d: lantern, transform: `scale(${size / 10})`})
            : face === 'false'
              ? svg('path', {class: 'false-face', d: cross(size * 0.45, size * 0.45)})
              : pawnGroup(face, size * 0.62),
    ];
}

const SKIRT = 'M0-3.2C3.4-1.6 3.2 2.6 6 8.4H-6C-3.2 2.6-3.4-1.6 0-3.2Z';

export function womanNodes(kind, size = 1) {
    return [
        svg(
            'g',
            {class: 'woman ' + kind, transform: `scale(${size})`},
            svg('circle', {class: 'woman-disc', r: 12}),
            svg('path', {d: SKIRT}),
            svg('circle', {cy: -5.4, r: 3}),
            kind === 'marked' && svg('circle', {class: 'woman-mark', cx: 8, cy: -8, r: 4}),
        ),
    ];
}

const womanToken = (kind) => womanNodes(kind, WOMAN / 12);

// Signs: the most important one on a circle lies on it and carries its number; the others are badges beside it.
const SIGNS = ['clue', 'discovery', 'crime', 'false_clue'];

const FRAMES = {
    crime: (radius) => [
        svg('circle', {r: radius + 2.5}),
        svg('path', {class: 'slash', d: cross(radius + 5, radius * 0.5)}),
        svg('circle', {class: 'plate', r: radius * 0.86}),
    ],
    clue: (radius) => [
        svg('path', {class: 'lens', d: `M${radius * 0.95} ${radius * 0.95}l8 8`}),
        svg('circle', {r: radius + 1.5}),
    ],
    false_clue: (radius) => [
        svg('circle', {r: radius + 3}),
        svg('path', {class: 'bar', d: `M${-radius - 3} 0H${radius + 3}`}),
        svg('circle', {class: 'plate', r: radius * 0.86}),
    ],
    discovery: (radius) => [
        svg('rect', {
            x: -radius - 2,
            y: -radius - 2,
            width: radius * 2 + 4,
            height: radius * 2 + 4,
            rx: 4,
        }),
        svg('path', {class: 'flag', d: `M${radius} ${-radius}v-19l15 6l-15 6`}),
    ],
};

// What sticks out of a frame.
const OBSTACLES = {
    clue: (radius) => ({size: 5, fixed: {x: radius * 0.95 + 6, y: radius * 0.95 + 6}}),
    discovery: (radius) => ({size: 9, fixed: {x: radius + 6, y: -radius - 11}}),
};

const BADGES = {
    crime: () => [svg('path', {class: 'stroke', d: cross(3, 3)})],
    clue: () => [
        svg('circle', {class: 'stroke', cx: -1, cy: -1, r: 2.6}),
        svg('path', {class: 'stroke', d: 'M1 1L4 4'}),
    ],
    false_clue: () => [svg('path', {class: 'stroke', d: 'M-4 0H4'})],
    discovery: () => [svg('path', {class: 'stroke', d: 'M-2 4.5V-4.5L3.5-2L-2 .5'})],
};

function frame(kind, number, radius) {
    return onTop(
        svg('g', {class: 'sign ' + kind}, ...FRAMES[kind](radius), numberText(number, radius, kind !== 'clue')),
    );
}

const badge = (kind) =>
    beside(svg('g', {class: 'sign-badge ' + kind}, svg('circle', {class: 'disc', r: BADGE}), ...BADGES[kind]()));

/** Returns the signs of a view as pieces. */
function signsOf(view, radius) {
    const circles = {
        clue: view.clues ?? [],
        discovery: view.discoveries_found ?? [],
        crime: view.crimes ?? [],
        false_clue: view.false_clues ?? [],
    };
    const taken = new Set();
    const list = [];
    for (const kind of SIGNS) {
        for (const number of circles[kind]) {
            const isFrame = !taken.has(number);
            taken.add(number);
            list.push(
                piece(
                    `${kind}-${number}`,
                    'c' + number,
                    kind,
                    isFrame ? '' : 'badge',
                    () => (isFrame ? frame(kind, number, radius) : badge(kind)),
                    isFrame ? {layer: 'signs', obstacle: OBSTACLES[kind]?.(radius)} : {slot: SLOTS.badge},
                ),
            );
        }
    }
    return list;
}

const MISS = 7;

/** Draws a circle that was searched without success, with the number of the move. */
const missed = (radius, text) => [
    ...onTop(svg('g', {class: 'sign missed'}, svg('circle', {class: 'miss', r: radius + 2.5}))),
    text &&
        svg(
            'g',
            {class: 'slot little'},
            svg(
                'g',
                {class: 'miss-tag grows little'},
                svg('rect', {x: -MISS, y: -MISS, width: MISS * 2, height: MISS * 2, rx: 2.5}),
                svg('text', {y: 3.6}, text),
            ),
        ),
];

/** Returns the circles searched without success tonight as pieces. */
function missesOf(view, facts, radius) {
    const moves = new Map((view.searched ?? []).map((number) => [number, '']));
    facts.forEach(({misses}, number) => {
        if (misses.length > 0) {
            moves.set(number, cellName(misses.at(-1).cell, view.game));
        }
    });
    const isOver = view.phase === 'over';
    return [...(isOver ? [] : moves)].map(([number, text]) =>
        piece(`missed-${number}`, 'c' + number, 'missed', text, () => missed(radius, text).filter(Boolean), {
            layer: 'signs',
            ...(text !== '' && {slot: SLOTS.miss}),
        }),
    );
}

const homeRing = (radius) => onTop(svg('g', {class: 'hideout'}, svg('circle', {r: radius + 5})));

const HOUSE = 'M-6 6V-1L0-7L6-1V6Z';

const house = () =>
    beside(svg('g', {class: 'house-badge'}, svg('path', {d: HOUSE}), svg('path', {class: 'door', d: 'M0 6V2'})));

const goal = (radius) =>
    onTop(
        svg(
            'g',
            {class: 'goal'},
            svg('rect', {x: -radius - 3, y: -radius - 3, width: radius * 2 + 6, height: radius * 2 + 6, rx: 5}),
        ),
    );

// ---- From the view -------------------------------------------------------------------------------------

/**
 * @param {object} view
 * @param {object} index  of the board
 * @param {{chosen?: string, facts?: Map}} state  chosen: the policeman the player is acting with; facts: from
 *        factsOf(), for what the view does not say
 */
export function piecesOf(view, index, {chosen = null, facts = new Map()} = {}) {
    const radius = CIRCLE_RADIUS[view.game];
    const secret = view.you.role === 'jack' && view.phase !== 'over';
    const list = signsOf(view, radius);
    list.push(...missesOf(view, facts, radius));
    list.push(...jackPieces(view, radius, secret));
    (view.women ?? []).forEach((number) => list.push(woman(view, number)));
    (view.wretched ?? []).forEach(({circle, moved}) =>
        list.push(
            piece(
                'wretched-' + circle,
                'c' + circle,
                'wretched',
                moved ? 'moved' : '',
                () => beside(...womanToken(moved ? 'wretched moved' : 'wretched')),
                {slot: SLOTS.token},
            ),
        ),
    );
    (view.patrols ?? []).forEach((patrol) =>
        list.push(
            piece(
                'patrol-' + patrol.crossing,
                'x' + patrol.crossing,
                'patrol',
                `${patrol.face ?? ''}${patrol.up}`,
                () => beside(...patrolNodes(patrol)),
                {slot: SLOTS.patrol},
            ),
        ),
    );
    for (const [pawn, crossing] of Object.entries(view.police)) {
        const state = {
            head: view.head === pawn && view.game === 'whitechapel',
            waiting: (view.waiting ?? []).includes(pawn),
            chosen: chosen === pawn,
        };
        list.push(
            piece(
                'light-' + pawn,
                'x' + crossing,
                'light',
                '',
                () => [svg('circle', {class: 'lantern-light', r: 62})],
                {layer: 'light', follows: 'police-' + pawn},
            ),
        );
        list.push(
            piece(
                'police-' + pawn,
                'x' + crossing,
                'police',
                pawn + JSON.stringify(state),
                () => policeman(pawn, state),
                {slot: SLOTS.police, acting: state.chosen},
            ),
        );
    }
    return list;
}

function woman(view, number) {
    const kind =
        view.marked === undefined ? 'face-down' : view.marked.includes(number) ? 'marked' : 'unmarked';
    return piece('woman-' + number, 'c' + number, 'women', kind, () => beside(...womanToken(kind)), {
        slot: SLOTS.token,
    });
}

// Pieces only Jack knows about. The page hides whatever is `secret` until Jack reveals it.
function jackPieces(view, radius, secret) {
    const list = [];
    const after = (slot) => ({...slot, order: slot.order + (secret ? SECRETS_LAST : 0)});
    if (view.hideout !== undefined) {
        const at = 'c' + view.hideout;
        list.push(
            piece('hideout', at, 'home', '', () => homeRing(radius), {secret, layer: 'below'}),
            piece('house', at, 'home', '', house, {secret, layer: 'pieces', slot: after(SLOTS.home)}),
        );
    }
    (view.discoveries ?? [])
        .filter((number) => !view.discoveries_found.includes(number))
        .forEach((number) =>
            list.push(
                piece('goal-' + number, 'c' + number, 'goal', '', () => goal(radius), {
                    secret,
                    layer: 'below',
                }),
            ),
        );
    const at = jackCircle(view);
    if (at !== null) {
        list.push(
            piece(
                'jack',
                'c' + at,
                'jack',
                '',
                () =>
                    beside(
                        svg('circle', {class: 'jack-halo', r: PAWN + 4}),
                        pawnGroup('jack', PAWN),
                    ),
                {secret, slot: after(SLOTS.jack), acting: view.actors?.includes('jack')},
            ),
        );
    }
    return list;
}

/** Returns Jack's trail by night or round: lines, and the numbered steps of the last one. */
export function trailOf(view, index, secret, {all = false} = {}) {
    const rows = view.rows ?? [];
    const current = view.track === undefined && view.phase !== 'over' ? [] : rows.slice(-1);
    const lines = [];
    const spots = [];
    (all ? rows : current).forEach((row, r, drawn) => {
        const look = `trail trail-${drawn.length - 1 - r > 0 ? 'old' : 'now'} night-${r + 1}`;
        for (let i = 1; i < row.length; i++) {
            const points = stepLine(index, row[i - 1], row[i]);
            if (points !== null) {
                lines.push({points, look: look + (row[i].tile ? ' special' : ''), secret});
            }
        }
        if (r === drawn.length - 1) {
            row.forEach((cell) =>
                spots.push({
                    place: 'c' + cell.circle,
                    look: 'footstep',
                    text: cellName(cell.cell, view.game),
                    secret,
                    slot: {size: FOOTSTEP, side: SIDES.southWest, order: 40 + (secret ? SECRETS_LAST : 0)},
                }),
            );
        }
    });
    return {lines, spots};
}

// Coaches follow the street; alleys and boats go in a straight line. Returns null between the two murders of
// night 3, where Jack's path is unknown.
function stepLine(index, from, to) {
    return to.tile === undefined || to.tile === 'coach'
        ? (circleRoute(index, from.circle, to.circle)?.line ?? null)
        : [index.places.get('c' + from.circle), index.places.get('c' + to.circle)];
}
