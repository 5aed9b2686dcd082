// geometry.js: prepares board data for drawing, finds routes to draw on it, and names crossings. Pure functions,
// independent of page and game state.
//
// Places are named as in the board data: "c12" is a circle, "x7" a crossing, "j3" a joint. The server decides
// which moves are possible (`legal`); this module only works out which line to draw for them.

import {listed, t} from '../core/i18n.js';

const INSET = 8; // distance of houses from the middle of the street
const CORNER = 7; // radius of their corners
const MARGIN = 46; // margin around the outermost places

/**
 * @param {object} board  the board JSON from the server
 * @returns {{game, places: Map, circles: number[], crossings: number[], streets, bounds, data}} places: name →
 *        {name, kind: 'c'|'x'|'j', number, x, y, colour, area, next: [{to, length}]}
 */
export function indexBoard(board) {
    const places = new Map();
    const add = (kind, rows) => {
        for (const [number, x, y, colour = 'plain', area = ''] of rows) {
            places.set(kind + number, {name: kind + number, kind, number, x, y, colour, area, next: []});
        }
    };
    add('c', board.circles);
    add('x', board.crossings);
    add('j', board.joints ?? []);
    for (const [one, two] of board.streets) {
        const a = places.get(one);
        const b = places.get(two);
        const length = Math.hypot(a.x - b.x, a.y - b.y);
        a.next.push({to: b, length});
        b.next.push({to: a, length});
    }
    return {
        game: board.board,
        data: board,
        places,
        circles: board.circles.map((row) => row[0]),
        crossings: board.crossings.map((row) => row[0]),
        streets: board.streets,
        bounds: boundsOf([...places.values()]),
    };
}

function boundsOf(points) {
    const xs = points.map((p) => p.x);
    const ys = points.map((p) => p.y);
    const left = Math.min(...xs) - MARGIN;
    const top = Math.min(...ys) - MARGIN;
    return {x: left, y: top, width: Math.max(...xs) + MARGIN - left, height: Math.max(...ys) + MARGIN - top};
}

// ---- Routes ---------------------------------------------------------------------------------------

/**
 * Returns the shortest line from one place to another.
 *
 * `mayPass(place)` returns whether the line may go through a place; `cost(place)` counts stops, of which at
 * most `stops` are allowed, including the last place.
 * @returns {object[]|null} the places of the line, including both ends
 */
function shortest(index, from, to, {mayPass, cost = () => 0, stops = 0}) {
    const goal = index.places.get(to);
    const best = new Map(); // "name/stops" → length
    const edge = [{place: index.places.get(from), length: 0, used: 0, before: null}];
    while (edge.length > 0) {
        edge.sort((a, b) => b.length - a.length); // the boards are small enough to do without a heap
        const here = edge.pop();
        if (here.place === goal && here.before !== null) {
            return trail(here);
        }
        for (const {to: place, length} of here.place.next) {
            const used = here.used + cost(place);
            const key = place.name + '/' + used;
            const total = here.length + length;
            if (used > stops || (place !== goal && !mayPass(place)) || total >= (best.get(key) ?? Infinity)) {
                continue;
            }
            best.set(key, total);
            edge.push({place, length: total, used, before: here});
        }
    }
    return null;
}

function trail(end) {
    const line = [];
    for (let step = end; step !== null; step = step.before) {
        line.unshift(step.place);
    }
    return line;
}

/**
 * Returns the line of one move between adjacent circles, with no third circle and none of the `occupied`
 * crossings (numbers) on it. If there is no free line, returns the shortest one and the crossings that block
 * it.
 * @returns {{line: object[], blockers: number[]}|null} null if the circles are not adjacent
 */
export function circleRoute(index, from, to, occupied = []) {
    const standsOn = new Set(occupied.map((number) => 'x' + number));
    const free = shortest(index, 'c' + from, 'c' + to, {
        mayPass: (place) => place.kind !== 'c' && !standsOn.has(place.name),
    });
    if (free !== null) {
        return {line: free, blockers: []};
    }
    const line = shortest(index, 'c' + from, 'c' + to, {mayPass: (place) => place.kind !== 'c'});
    return (
        line && {
            line,
            blockers: line.filter((place) => standsOn.has(place.name)).map((place) => place.number),
        }
    );
}

/** Returns a policeman's route of at most `most` crossings; other policemen do not block it. */
export function crossingRoute(index, from, to, most = 2) {
    if (from === to) {
        return [index.places.get('x' + from)];
    }
    return shortest(index, 'x' + from, 'x' + to, {
        mayPass: () => true,
        cost: (place) => (place.kind === 'x' ? 1 : 0),
        stops: most,
    });
}

/** Returns the line from a crossing to an adjacent circle. */
export function reachRoute(index, crossing, circle) {
    return shortest(index, 'x' + crossing, 'c' + circle, {mayPass: (place) => place.kind === 'j'});
}

/** Returns the circles that lines from this place lead to, in order, past every place that mayPass() allows. */
function circlesFrom(index, name, mayPass) {
    const seen = new Set();
    const found = new Set();
    const walk = (place) => {
        for (const {to} of place.next) {
            if (to.kind === 'c') {
                found.add(to.number);
            } else if (mayPass(to) && !seen.has(to)) {
                seen.add(to);
                walk(to);
            }
        }
    };
    walk(index.places.get(name));
    return [...found].sort((a, b) => a - b);
}

/** Returns the circles connected to this one by a line with no third circle on it. */
export const adjacentCircles = (index, circle) =>
    circlesFrom(index, 'c' + circle, () => true).filter((number) => number !== circle);

/** Returns the circles next to a crossing, where a policeman who stands there can search. */
export const reachableCircles = (index, crossing) =>
    circlesFrom(index, 'x' + crossing, (place) => place.kind === 'j');

/**
 * Returns how many normal moves each circle is away from `goal`: Map from circle to moves. Without those from which
 * the `occupied` crossings (numbers) block every way.
 */
export function movesTo(index, goal, occupied = []) {
    const standsOn = new Set(occupied.map((number) => 'x' + number));
    const moves = new Map([[goal, 0]]);
    let edge = [index.places.get('c' + goal)];
    for (let count = 1; edge.length > 0; count++) {
        const next = [];
        const seen = new Set(); // crossings and joints of this move
        const walk = (place) => {
            for (const {to} of place.next) {
                if (to.kind === 'c') {
                    if (!moves.has(to.number)) {
                        moves.set(to.number, count);
                        next.push(to);
                    }
                } else if (!seen.has(to) && !standsOn.has(to.name)) {
                    seen.add(to);
                    walk(to);
                }
            }
        };
        edge.forEach(walk);
        edge = next;
    }
    return moves;
}

/**
 * Returns the distance from a crossing to an adjacent circle along the street, for searching the nearest circle
 * first.
 */
export function reachLength(index, crossing, circle) {
    const line = reachRoute(index, crossing, circle);
    return line === null ? Infinity : lineLength(line);
}

/** Returns the length of a line of points. */
export function lineLength(line) {
    let length = 0;
    for (let i = 1; i < line.length; i++) {
        length += Math.hypot(line[i].x - line[i - 1].x, line[i].y - line[i - 1].y);
    }
    return length;
}

/** Returns the point at a distance from the start of a line; its end if the line is shorter. */
export function pointAlong(line, distance) {
    let left = distance;
    for (let i = 1; i < line.length; i++) {
        const [from, to] = [line[i - 1], line[i]];
        const length = Math.hypot(to.x - from.x, to.y - from.y);
        if (left < length) {
            const part = left / length;
            return {x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part};
        }
        left -= length;
    }
    const {x, y} = line.at(-1);
    return {x, y};
}

/** Returns the outline of a block of houses that both circles border, or null. */
export function sharedBlock(index, one, two) {
    const house = index.data.houses.find((names) => names.includes('c' + one) && names.includes('c' + two));
    return house === undefined ? null : house.map((name) => index.places.get(name));
}

// ---- Names of crossings ---------------------------------------------------------------------------

/** Returns the `count` circles nearest to a crossing along the streets, nearest first. */
function nearestCircles(index, crossing, count) {
    const found = [];
    const done = new Set();
    const edge = [{place: index.places.get('x' + crossing), length: 0}];
    while (edge.length > 0 && found.length < count) {
        edge.sort((a, b) => b.length - a.length);
        const {place, length} = edge.pop();
        if (!done.has(place)) {
            done.add(place);
            if (place.kind === 'c') {
                found.push(place.number);
            }
            edge.push(...place.next.map((way) => ({place: way.to, length: length + way.length})));
        }
    }
    return found;
}

// How a crossing can be described, best first: by how many circles, and whether by the nearest of them. Each form
// has to tell apart only the crossings that earlier ones could not describe.
const FORMS = [
    {count: 2, nearest: false},
    {count: 2, nearest: true},
    {count: 3, nearest: false},
    {count: 3, nearest: true},
    {count: 4, nearest: false},
    {count: 5, nearest: true},
];
const CIRCLES_MAX = Math.max(...FORMS.map((form) => form.count));

const crossingCirclesOf = new WeakMap(); // index → Map: crossing → {circles, nearest}

/**
 * Returns the circles that describe a crossing unambiguously: {circles, nearest}. `nearest` is the one it is
 * closest to, if the other circles would not be enough, otherwise null.
 */
export function crossingCircles(index, crossing) {
    if (!crossingCirclesOf.has(index)) {
        crossingCirclesOf.set(index, describeCrossings(index));
    }
    return crossingCirclesOf.get(index).get(crossing);
}

function describeCrossings(index) {
    const around = new Map(index.crossings.map((one) => [one, nearestCircles(index, one, CIRCLES_MAX)]));
    const described = new Map();
    for (const {count, nearest} of FORMS) {
        const inForm = (one) => {
            const circles = around.get(one).slice(0, count);
            return {circles: circles.toSorted((a, b) => a - b), nearest: nearest ? circles[0] : null};
        };
        const left = index.crossings.filter((one) => !described.has(one));
        const uses = new Map();
        for (const one of left) {
            const key = JSON.stringify(inForm(one));
            uses.set(key, (uses.get(key) ?? 0) + 1);
        }
        left.filter((one) => uses.get(JSON.stringify(inForm(one))) === 1)
            .forEach((one) => described.set(one, inForm(one)));
    }
    return described;
}

/**
 * Returns a name for a crossing that needs no number: "crossing between 12 and 13". Crossings have numbers of
 * their own, which players would confuse with those of circles, so nothing on screen mentions them. `title`:
 * with a capital letter.
 */
export function crossingName(index, crossing, {title = false} = {}) {
    const {circles, nearest} = crossingCircles(index, crossing);
    const key = title ? 'board.crossing_title' : 'board.crossing';
    return t(nearest === null ? key : key + '.near', {circles: listed(circles), nearest});
}

// ---- Shapes ---------------------------------------------------------------------------------------

export function pathOf(points, closed = false) {
    return (
        points.map((p, i) => `${i === 0 ? 'M' : 'L'}${round(p.x)} ${round(p.y)}`).join('') +
        (closed ? 'Z' : '')
    );
}

/** Returns all streets as a single path, which paints faster than six hundred elements. */
export function streetsPath(index) {
    return index.streets.map((names) => pathOf(names.map((name) => index.places.get(name)))).join('');
}

/** Returns the outline of a block of houses, inset from the street and with rounded corners. */
export function housePath(index, names, inset = INSET) {
    const outline = names.map((name) => index.places.get(name));
    const inner = insetPolygon(outline, inset);
    return inner === null ? '' : softPath(inner, CORNER);
}

function signedArea(points) {
    return (
        points.reduce((sum, p, i) => {
            const q = points[(i + 1) % points.length];
            return sum + p.x * q.y - q.x * p.y;
        }, 0) / 2
    );
}

// Moves each side inwards and intersects it with its neighbours. Limits how far a sharp corner can move.
// Returns null for a house that is too small.
function insetPolygon(outline, distance) {
    const turn = signedArea(outline) > 0 ? 1 : -1;
    const count = outline.length;
    const sides = outline.map((p, i) => {
        const q = outline[(i + 1) % count];
        const length = Math.hypot(q.x - p.x, q.y - p.y) || 1;
        const normal = {x: (-(q.y - p.y) / length) * turn, y: ((q.x - p.x) / length) * turn};
        return {x: p.x + normal.x * distance, y: p.y + normal.y * distance, dx: q.x - p.x, dy: q.y - p.y};
    });
    const inner = outline.map((p, i) => {
        const before = sides[(i + count - 1) % count];
        const after = sides[i];
        const cross = before.dx * after.dy - before.dy * after.dx;
        if (
            Math.abs(cross) <
            1e-6 * Math.hypot(before.dx, before.dy) * Math.hypot(after.dx, after.dy) + 1e-9
        ) {
            return {x: after.x, y: after.y};
        }
        const along = ((after.x - before.x) * after.dy - (after.y - before.y) * after.dx) / cross;
        const met = {x: before.x + before.dx * along, y: before.y + before.dy * along};
        const away = Math.hypot(met.x - p.x, met.y - p.y);
        const most = distance * 2.2;
        return away <= most
            ? met
            : {x: p.x + ((met.x - p.x) * most) / away, y: p.y + ((met.y - p.y) * most) / away};
    });
    return signedArea(inner) * turn > 120 ? inner : null;
}

// Replaces corners by curves that start and end `radius` away, or half the side if it is shorter.
function softPath(points, radius) {
    const count = points.length;
    let path = '';
    for (let i = 0; i < count; i++) {
        const p = points[i];
        const before = points[(i + count - 1) % count];
        const after = points[(i + 1) % count];
        const start = toward(p, before, radius);
        const end = toward(p, after, radius);
        path +=
            `${i === 0 ? 'M' : 'L'}${round(start.x)} ${round(start.y)}` +
            `Q${round(p.x)} ${round(p.y)} ${round(end.x)} ${round(end.y)}`;
    }
    return path + 'Z';
}

function toward(from, to, distance) {
    const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
    const part = Math.min(distance / length, 0.5);
    return {x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part};
}

function round(value) {
    return Math.round(value * 10) / 10;
}

/** Returns the nearest of the named places within `reach` of a point, or null. */
export function nearestPlace(index, names, x, y, reach) {
    let found = null;
    let best = reach;
    for (const name of names) {
        const place = index.places.get(name);
        const away = Math.hypot(place.x - x, place.y - y);
        if (away <= best) {
            best = away;
            found = name;
        }
    }
    return found;
}

/** Returns the nearest of `names` in the direction of an arrow key, for moving between targets by keyboard. */
export function placeInDirection(index, names, from, dx, dy) {
    const start = index.places.get(from);
    let found = null;
    let best = Infinity;
    for (const name of names) {
        const place = index.places.get(name);
        const ahead = (place.x - start.x) * dx + (place.y - start.y) * dy;
        const aside = Math.abs((place.x - start.x) * dy - (place.y - start.y) * dx);
        if (name !== from && ahead > 0 && ahead + 2 * aside < best) {
            best = ahead + 2 * aside;
            found = name;
        }
    }
    return found;
}
