// place_card.js: a small card beside the place under the pointer, the keyboard focus or a long press. It says what
// is known about the place, and the places it speaks of are highlighted on the map.

import {el, fill, svg, clear} from '../core/dom.js';

const REST_MS = 350; // milliseconds the pointer must rest on a place
const GAP = 6; // pixels between a place and the card
const EDGE = 6; // pixels between the card and the edge of the map

/**
 * @param {object} parts  index: of the board; radius: of circles; layer: where places are highlighted; about(place):
 *        returns what to say, see place_about.js, or null; avoid(): returns places the card should not cover if
 *        possible; screenPoint(point): returns the position of a point of the board in the map's frame;
 *        unitsPerPixel()
 */
export function createPlaceCard({index, radius, layer, about, avoid, screenPoint, unitsPerPixel}) {
    const element = el('div', {class: 'place-card', id: 'place-card', hidden: true});
    let shown = null; // the place
    let shownMenu; // that it must not cover
    let waiting = null;
    let kept = []; // highlighted even without a card

    function highlight(places) {
        clear(layer);
        layer.append(
            ...[...new Set([...kept, ...places])].map((name) => {
                const {x, y} = index.places.get(name);
                return svg(
                    'g',
                    {class: 'near', 'data-near': name, transform: `translate(${x} ${y})`},
                    svg('circle', {class: 'circle-size', r: radius + 4}),
                );
            }),
        );
    }

    /**
     * Shows the card of a place, at once or when the pointer has rested there; null: none. `menu`: an element that it
     * must not cover.
     */
    function show(place, {now = false, menu} = {}) {
        if (place === shown && !now) {
            return;
        }
        hide();
        const said = place === null ? null : about(place);
        if (said === null) {
            return;
        }
        shown = place;
        if (place.startsWith('x')) {
            highlight(said.near); // where a walk leads is wanted without waiting
        }
        if (now) {
            open(place, said, menu); // it describes the focused place: a screen reader may read it at once
        }
        waiting = setTimeout(() => open(place, about(place) ?? said, menu), now ? 0 : REST_MS);
    }

    function open(place, {title, lines, near}, menu) {
        shownMenu = menu;
        highlight(near);
        fill(
            element,
            el('strong', {}, title),
            el(
                'ul',
                {class: 'plain'},
                lines.map(({text, look, secret}) =>
                    el('li', {class: [look ?? '', secret ? 'secret' : ''].join(' ').trim() || null}, text),
                ),
            ),
        );
        element.dataset.about = place;
        element.hidden = false;
        position(
            index.places.get(place),
            near.map((name) => index.places.get(name)),
            menu,
        );
        document.addEventListener('pointerdown', hide, {capture: true, once: true});
    }

    /** Puts the card beside the place or beside all it speaks of, where it covers as little of that as possible. */
    function position(place, near, menu) {
        const frame = element.parentElement;
        const {offsetWidth: width, offsetHeight: height} = element;
        const away = (radius * 1.3) / unitsPerPixel() + GAP;
        const points = [place, ...near].map(screenPoint);
        const others = avoid().map((name) => screenPoint(index.places.get(name)));
        const boxes = [boxOf(points.slice(0, 1)), boxOf(points), ...menuBox(menu, frame)];
        const within = (value, length, room) => Math.min(Math.max(value, EDGE), Math.max(room - length - EDGE, EDGE));
        const spots = boxes.flatMap((box) =>
            spotsBeside(box, points[0], {width, height, away}).map(({x, y}) => ({
                x: within(x, width, frame.clientWidth),
                y: within(y, height, frame.clientHeight),
            })),
        );
        const covers = ({x, y}, box) =>
            box.right > x - away && box.left < x + width + away && box.bottom > y - away && box.top < y + height + away;
        const coversPoint = (spot, point) => covers(spot, boxOf([point]));
        const cost = (spot) =>
            (coversPoint(spot, points[0]) ? 100_000 : 0) +
            (menuBox(menu, frame).some((box) => covers(spot, box)) ? 50_000 : 0) +
            points.filter((point) => coversPoint(spot, point)).length * 1000 +
            others.filter((point) => coversPoint(spot, point)).length * 300 +
            Math.hypot(spot.x + width / 2 - points[0].x, spot.y + height / 2 - points[0].y);
        const best = spots.reduce((one, two) => (cost(two) < cost(one) ? two : one));
        element.style.left = `${Math.round(best.x)}px`;
        element.style.top = `${Math.round(best.y)}px`;
    }

    /** What is known about a place has changed. */
    function refresh(place) {
        const said = place === shown && !element.hidden ? about(place) : null;
        if (said !== null) {
            open(place, said, shownMenu);
        }
    }

    function hide() {
        clearTimeout(waiting);
        document.removeEventListener('pointerdown', hide, {capture: true});
        shown = null;
        element.hidden = true;
        clear(element); // even a hidden card can be read as the description of a place
        highlight([]);
    }

    /** Highlights what can be reached from a place that was chosen, until another one is; null: none. */
    function choose(place) {
        kept = (place !== null && about(place)?.near) || [];
        highlight([]);
    }

    return {
        element,
        show,
        refresh,
        hide,
        choose,
        get isShown() {
            return !element.hidden;
        },
    };
}

/** Returns the box of a menu in the map's frame, or nothing if there is none. */
function menuBox(menu, frame) {
    if (!(menu instanceof Element) || menu.hidden) {
        return [];
    }
    const [inner, outer] = [menu.getBoundingClientRect(), frame.getBoundingClientRect()];
    return [
        {
            left: inner.left - outer.left,
            right: inner.right - outer.left,
            top: inner.top - outer.top,
            bottom: inner.bottom - outer.top,
        },
    ];
}

function boxOf(points) {
    const xs = points.map(({x}) => x);
    const ys = points.map(({y}) => y);
    return {left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys)};
}

/** Returns where a card could stand below, above, right and left of a box, in line with a point. */
const spotsBeside = (box, point, {width, height, away}) => [
    {x: point.x - width / 2, y: box.bottom + away + 1},
    {x: point.x - width / 2, y: box.top - away - height - 1},
    {x: box.right + away + 1, y: point.y - height / 2},
    {x: box.left - away - width - 1, y: point.y - height / 2},
];
