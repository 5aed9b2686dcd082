// slots.js: where things that share a place are drawn, so that all of them and the circle's number stay readable.
// On a circle they stand around the number; on a crossing they fan out. Things keep to the side they prefer unless
// something else is there: another thing, or a circle or crossing nearby. Pure functions; piece sizes and positions
// are in board units.

const ANGLES = Array.from({length: 24}, (_, i) => i * 15);
const NEAR = 75; // what is farther away cannot get in the way
const OVERLAP_COST = 10;
const CIRCLE_COST = 1.6;
const CROSSING_COST = 0.5;
const SIDE_COST = 0.1; // per degree from the preferred side
const NUDGES = [3, 6, 9, 12];
const GROWN = 1.3; // how much pieces are usually enlarged (board.js) where room is scarce: when all of the map is shown

/** The sides (degrees, clockwise from the right) on which things prefer to stand. */
export const SIDES = {
    north: 270,
    northEast: 315,
    east: 0,
    southEast: 45,
    south: 90,
    southWest: 135,
    west: 180,
    northWest: 225,
};

const gap = (a, b) => Math.hypot(a.x - b.x, a.y - b.y);
const isNumber = (place) => place.kind === 'c';

/** Returns the places around a place that something beside it could cover. */
export function neighbours(index, name) {
    const here = index.places.get(name);
    return [...index.places.values()].filter(
        (place) => place !== here && place.kind !== 'j' && gap(place, here) < NEAR,
    );
}

/**
 * Arranges what stands around a circle.
 * @param {{x, y}} place
 * @param {{size: number, side: number, fixed?: {x, y}}[]} items  in order of importance; size: their radius; fixed:
 *        where one that cannot move is, relative to the place
 * @param {{radius: number, near: object[]}} around  radius of circles; near: from neighbours()
 * @returns {{x, y}[]} offsets: x = dx, y = dy
 */
export function aroundCircle(place, items, {radius, near}) {
    const taken = items.filter((item) => item.fixed).map(({fixed, size}) => ({...fixed, size}));
    return items.map((item) => {
        if (item.fixed) {
            return item.fixed;
        }
        const spots = ANGLES.map((angle) => ({angle, size: item.size, ...beside(radius, item.size, angle)}));
        const cost = (spot) =>
            turn(spot.angle, item.side) * SIDE_COST +
            overlaps(spot, taken) * OVERLAP_COST +
            covers(at(place, spot, item.size), near, radius);
        const best = cheapest(spots, cost);
        taken.push(best);
        return {x: best.x, y: best.y};
    });
}

/** Returns the distance from the centre of a circle at which something of this size does not cover the number. */
export const besideDistance = (radius, size) => radius + size * 0.8;

function beside(radius, size, angle) {
    const away = besideDistance(radius, size);
    const turned = (angle * Math.PI) / 180;
    return {x: away * Math.cos(turned), y: away * Math.sin(turned)};
}

/** Returns the angle between two directions in degrees. */
function turn(one, two) {
    const apart = Math.abs(one - two) % 360;
    return Math.min(apart, 360 - apart);
}

const overlaps = (spot, taken) =>
    taken.reduce((sum, other) => sum + Math.max(0, spot.size + other.size - gap(spot, other)), 0);

/** Returns where something with an offset from a place is on the map. */
const at = (place, {x, y}, size) => ({x: place.x + x * GROWN, y: place.y + y * GROWN, size: size * GROWN});

/** Returns how much something covers the circles and crossings nearby. */
const covers = ({x, y, size}, near, radius) =>
    near.reduce((sum, place) => {
        const reach = size + (isNumber(place) ? radius * 0.8 : 4);
        return sum + Math.max(0, reach - gap(place, {x, y})) * (isNumber(place) ? CIRCLE_COST : CROSSING_COST);
    }, 0);

function cheapest(list, cost) {
    let best = null;
    let least = Infinity;
    for (const one of list) {
        const price = cost(one);
        if (price < least) {
            [best, least] = [one, price];
        }
    }
    return best;
}

/**
 * Arranges what stands on a crossing: one piece a little away from the numbers nearby, several next to each other.
 * Arguments and result as for aroundCircle().
 */
export function onCrossing(place, items, {radius, near}) {
    const size = Math.max(0, ...items.map((item) => item.size));
    const ring = items.length < 2 ? 0 : (size - 1) / Math.sin(Math.PI / items.length);
    const spread = items.map((_, i) => {
        const angle = Math.PI + (2 * Math.PI * i) / items.length;
        return {x: ring * Math.cos(angle), y: ring * Math.sin(angle)};
    });
    const moves = [{x: 0, y: 0}, ...NUDGES.flatMap((away) => ANGLES.map((angle) => along(away, angle)))];
    const cost = (move) => {
        const away = Math.hypot(move.x, move.y);
        const middle = at(place, move, size);
        // It must stay clear on which crossing the pieces stand.
        const strays = near
            .filter((other) => !isNumber(other))
            .reduce((sum, other) => sum + Math.max(0, away + 12 - gap(other, middle)), 0);
        const covered = spread.reduce(
            (sum, {x, y}, i) =>
                sum + covers(at(middle, {x, y}, items[i].size), near, radius),
            0,
        );
        return away * 0.5 + strays + covered * 2;
    };
    const move = cheapest(moves, cost);
    return spread.map(({x, y}) => ({x: x + move.x, y: y + move.y}));
}

function along(away, angle) {
    const turned = (angle * Math.PI) / 180;
    return {x: away * Math.cos(turned), y: away * Math.sin(turned)};
}
