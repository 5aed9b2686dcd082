// arranger.js: positions everything that stands beside a place (slots.js). The layers of the map register what they
// have drawn; whenever one of them changes, the places it touches are arranged again.

import {aroundCircle, besideDistance, neighbours, onCrossing} from './slots.js';

/**
 * @param {object} index  of the board
 * @param {number} radius  of circles
 */
export function createArranger(index, radius) {
    const layers = new Map(); // name of a layer → Map: place → items
    const near = new Map(); // place → places around it

    function nearTo(name) {
        if (!near.has(name)) {
            near.set(name, neighbours(index, name));
        }
        return near.get(name);
    }

    const itemsAt = (name) =>
        [...layers.values()].flatMap((places) => places.get(name) ?? []).sort((a, b) => a.order - b.order);

    function arrange(name) {
        const place = index.places.get(name);
        const all = itemsAt(name);
        const items = all.filter((item) => !item.follows);
        const around = {radius, near: nearTo(name)};
        const isCircle = place.kind === 'c';
        const offsets = (isCircle ? aroundCircle : onCrossing)(place, items, around);
        const moves = items.map((item, i) =>
            isCircle ? besideOf(item, offsets[i]) : {...offsets[i], circle: 0, piece: 1},
        );
        items.forEach((item, i) => item.move?.(moves[i]));
        const led = items.findIndex((item) => item.leads);
        all.filter((item) => item.follows).forEach((item) => item.move(led < 0 ? null : moves[led]));
    }

    // Circles grow less than what stands beside them, so the two parts of the distance are separate.
    function besideOf({size}, {x, y}) {
        const away = besideDistance(radius, size);
        return {x: x / away, y: y / away, circle: radius, piece: away - radius};
    }

    /**
     * Replaces what a layer has beside places.
     * @param {{place, size, side, order, fixed?, leads?, follows?, move?(offset)}[]} items  see slots.js;
     *        move({x, y, circle, piece}): moves it in the direction x, y by the radius of circles times `circle`
     *        and its own growth times `piece`. One that `follows` takes no room and goes where the first that
     *        `leads` at this place is; move(null) if there is none
     */
    function put(layer, items) {
        const before = layers.get(layer) ?? new Map();
        const now = new Map();
        for (const item of items) {
            now.set(item.place, [...(now.get(item.place) ?? []), item]);
        }
        layers.set(layer, now);
        new Set([...before.keys(), ...now.keys()]).forEach(arrange);
    }

    return {put};
}

/** Sets the offset of a group with class `slot`, for which board.css has the formula. */
export function moveSlot(node, {x, y, circle, piece}) {
    const values = {x: x.toFixed(3), y: y.toFixed(3), circle: circle.toFixed(1), piece: piece.toFixed(1)};
    Object.entries(values).forEach(([name, value]) => node.style.setProperty('--' + name, value));
}
