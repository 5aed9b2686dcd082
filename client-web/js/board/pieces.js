// pieces.js: turns a view into pieces on the map: policemen, patrols, women, crime scenes, clues, discoveries,
// and Jack's secrets. Each kind has its own shape, so that pieces can be told apart without colour.
// The colours are in style/board.css.

import {svg} from '../core/dom.js';
import {pawnGroup} from './pawns.js';
import {circleRoute} from './geometry.js';
import {CIRCLE_RADIUS} from './board_base.js';
import {cellName, jackCircle} from '../core/game_terms.js';

const PAWN = 12;
const PATROL = 10;

const piece = (key, place, kind, mark, draw, more = {}) => ({
    key,
    place,
    kind,
    mark: kind + mark,
    draw,
    ...more,
});

/** Wraps nodes that are enlarged around their centre when the map is zoomed out. */
const growing = (...nodes) => [svg('g', {class: 'grows'}, ...nodes)];

// ---- Shapes --------------------------------------------------------------------------------------------

function policeman(pawn, {head, waiting, chosen}) {
    return growing(
        chosen && svg('circle', {class: 'chosen-ring', r: PAWN + 7}),
        svg('circle', {class: 'pawn-shadow', r: PAWN + 3}),
        pawnGroup(pawn, PAWN),
        head && svg('path', {class: 'head-badge', d: star(6), transform: `translate(${PAWN} ${-PAWN})`}),
        waiting && svg('circle', {class: 'waiting-dot', cx: -PAWN, cy: -PAWN, r: 4}),
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

function onCircle(kind, number, radius) {
    const signs = {
        crime: () => [
            svg('circle', {r: radius + 2.5}),
            svg('path', {class: 'slash', d: cross(radius + 5, radius * 0.5)}),
            svg('circle', {class: 'plate', r: radius * 0.82}),
        ],
        clue: () => [
            svg('circle', {r: radius + 3}),
            svg('path', {class: 'lens', d: `M${radius * 0.95} ${radius * 0.95}l8 8`}),
        ],
        false_clue: () => [
            svg('circle', {r: radius + 3}),
            svg('path', {class: 'bar', d: `M${-radius - 3} 0H${radius + 3}`}),
            svg('circle', {class: 'plate', r: radius * 0.72}),
        ],
        discovery: () => [
            svg('rect', {
                x: -radius - 2,
                y: -radius - 2,
                width: radius * 2 + 4,
                height: radius * 2 + 4,
                rx: 4,
            }),
            svg('path', {class: 'flag', d: `M${radius} ${-radius}v-19l15 6l-15 6`}),
        ],
        searched: () => [
            svg('circle', {class: 'miss', r: radius + 2}),
            svg('path', {class: 'miss', d: `M${-radius} ${radius}L${radius} ${-radius}`}),
        ],
    };
    const text =
        kind === 'searched'
            ? null
            : svg(
                  'text',
                  {
                      y: radius * 0.34,
                      'font-size': radius * (kind === 'crime' || kind === 'false_clue' ? 0.8 : 0.95),
                  },
                  String(number),
              );
    return [svg('g', {class: 'sign ' + kind}, ...signs[kind](), text)];
}

const hideout = (radius) => [
    svg(
        'g',
        {class: 'hideout'},
        svg('circle', {r: radius + 5}),
        svg('path', {
            d: `M${-radius * 0.9} ${-radius - 1}L0 ${-radius - 12}L${radius * 0.9} ${-radius - 1}Z`,
        }),
    ),
];

const goal = (radius) => [
    svg(
        'g',
        {class: 'goal'},
        svg('rect', {x: -radius - 3, y: -radius - 3, width: radius * 2 + 6, height: radius * 2 + 6, rx: 5}),
    ),
];

// ---- From the view -------------------------------------------------------------------------------------

/**
 * @param {object} view
 * @param {object} index  of the board
 * @param {{chosen?: string}} state  chosen: the policeman the player is acting with
 */
export function piecesOf(view, index, {chosen = null} = {}) {
    const radius = CIRCLE_RADIUS[view.game];
    const secret = view.you.role === 'jack' && view.phase !== 'over';
    const list = [];
    const sign = (kind, number) =>
        list.push(piece(`${kind}-${number}`, 'c' + number, kind, '', () => onCircle(kind, number, radius)));
    (view.clues ?? []).forEach((number) => sign('clue', number));
    (view.crimes ?? []).forEach((number) => sign('crime', number));
    (view.discoveries_found ?? []).forEach((number) => sign('discovery', number));
    (view.false_clues ?? []).forEach((number) => sign('false_clue', number));
    (view.searched ?? []).forEach((number) => sign('searched', number));
    list.push(...jackPieces(view, radius, secret));
    (view.women ?? []).forEach((number) => list.push(woman(view, number, secret)));
    (view.wretched ?? []).forEach(({circle, moved}) =>
        list.push(
            piece('wretched-' + circle, 'c' + circle, 'wretched', moved ? 'moved' : '', () =>
                growing(...womanNodes(moved ? 'wretched moved' : 'wretched')),
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
                () => growing(...patrolNodes(patrol)),
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
            piece('police-' + pawn, 'x' + crossing, 'police', pawn + JSON.stringify(state), () =>
                policeman(pawn, state),
            ),
        );
    }
    return list;
}

function woman(view, number, secret) {
    const kind =
        view.marked === undefined ? 'face-down' : view.marked.includes(number) ? 'marked' : 'unmarked';
    return piece('woman-' + number, 'c' + number, 'women', kind, () =>
        growing(
            ...(secret && kind !== 'face-down'
                ? // While secrets are hidden, a token looks the same as it does to everyone else.
                  [
                      svg('g', {class: 'covered'}, ...womanNodes('face-down')),
                      svg('g', {class: 'secret'}, ...womanNodes(kind)),
                  ]
                : womanNodes(kind)),
        ),
    );
}

// Pieces only Jack knows about. The page hides whatever is `secret` until Jack reveals it.
function jackPieces(view, radius, secret) {
    const list = [];
    if (view.hideout !== undefined) {
        list.push(
            piece('hideout', 'c' + view.hideout, 'home', '', () => hideout(radius), {secret, layer: 'below'}),
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
                    growing(
                        svg('circle', {class: 'jack-halo', r: radius + 6}),
                        pawnGroup('jack', PAWN * 1.15),
                    ),
                {secret},
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
                    dx: -besideOf(view),
                    dy: besideOf(view),
                }),
            );
        }
    });
    return {lines, spots};
}

/** Returns the offset of a footstep from its circle, so that it does not cover the circle's number. */
const besideOf = (view) => (CIRCLE_RADIUS[view.game] + 8) * Math.SQRT1_2;

// Coaches follow the street; alleys and boats go in a straight line. Returns null between the two murders of
// night 3, where Jack's path is unknown.
function stepLine(index, from, to) {
    return to.tile === undefined || to.tile === 'coach'
        ? (circleRoute(index, from.circle, to.circle)?.line ?? null)
        : [index.places.get('c' + from.circle), index.places.get('c' + to.circle)];
}
