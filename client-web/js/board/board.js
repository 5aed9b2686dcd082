// board.js: the map as SVG. Draws the board once; pieces, targets, previews and notes are layers above it,
// which the pages fill. Knows no rules and does not talk to the server.
//
//     const board = createBoard(index, {tapped: (place) => …});
//     root.append(board.element);
//     board.pieces(piecesOf(view, …));            pieces.js
//     board.targets([{ place: 'c12', label }]);   places that can be tapped now
//     board.preview({ lines, spots });            what the current choice would do
//     board.heat(nodes);                          where Jack may be: heat_map.js
//
// When a choice begins (targets() gets other places than before), its targets are brought into view, once. The page
// calls board.showTargets() when a turn begins, which may have the same targets as the last.
//
// Effects (effects.js). With reduced motion they are stills: a ring that appears and disappears, a piece that is
// there at once. Places are names ('c12', 'x7'); lines are lists of names or of points {x, y}, for example from
// geometry.js.
//
//     board.pulse(places, look) → Promise         a short pulse; looks: clue, miss, murder, arrest, failed,
//                                                 special, discovery, ping
//     board.travel(key, line, ms?) → Promise      moves a piece ('police-red', 'wretched-12') along the streets;
//                                                 resolves when it has arrived or the movement was skipped. Wins
//                                                 over pieces(), which then only sets where the piece will be.
//     board.hold(key) → release()                 keeps a piece where it is although pieces() moves it, for
//                                                 travels that have to wait for others; travel() still moves it
//     board.finish()                              skips everything that is running, trails too
//     board.highlight(places | null)              rings, while a line of the story or chat is pointed at
//     board.route(line | null)                    the way of a pawn, likewise
//     board.playTrail(rows, {ms, onStep}) → {stop(), done}  plays Jack's trail (view.rows) night by night, `ms` for
//                                                 each step; onStep({row, step, cell}); done: a Promise
//
// Shapes of notes() and preview(): {lines, spots, areas, arrows}; an arrow is {from: 'c12', to: 'c40', look}.

import {el, svg, clear} from '../core/dom.js';
import {t} from '../core/i18n.js';
import {nearestPlace, placeInDirection} from './geometry.js';
import {arrowNode, CIRCLE_RADIUS, drawGround, drawPlaces, drawShapes} from './board_base.js';
import {createArranger, moveSlot} from './arranger.js';
import {createEffects} from './effects.js';
import {createGestures} from './gestures.js';
import {createMapControls, NOTHING_COVERED} from './map_controls.js';
import {createPieceLayer} from './piece_layer.js';
import {createPlaceCard} from './place_card.js';
import {PAWN, TOKEN_SLOT} from './pieces.js';
import {SIDES} from './slots.js';
import {createViewport} from './viewport.js';

const CROSSING_REACH = 13; // board units around a crossing that count as pointing at it
const TAP_REACH = 24; // pixels around a target that still count as a tap on it
const DOUBLE_TAP_MS = 400; // a second tap within this time was meant to zoom
const FLASH_MS = 2400;
const MANY = 60; // with more targets than this they cover most of the map and glow less
const SMALL = 860; // in a map narrower than this (pixels) the whole board is not readable
const NARROW = 500; // in a map narrower than this (pixels) more targets are worth smaller numbers
const ROOMY = 1000; // in a map narrower than this (pixels) the controls cover part of the board
const READABLE = 0.62; // board units per pixel at which numbers are easy to read
const CLEAR = 1.3; // board units per pixel at which numbers are readable
const LEGIBLE = 2.2; // board units per pixel at which they just are
const FEW = 20; // up to this many targets are shown all together, however far apart they are
const ROOM = 32; // pixels around targets
const NEARBY = 170; // board units

const nothing = () => {};

/** Returns the number of a circle from its name, or null for other places. */
const numberOf = (place) => (place?.startsWith('c') ? Number(place.slice(1)) : null);

/**
 * @param {object} index  returned by indexBoard()
 * @param {object} hooks  all but `tapped` are optional:
 *        tapped(place, {isPointer})   a target was tapped, or a circle if there is no target; isPointer: not by a key
 *        sized()             the map has been laid out for the first time
 *        pointed(circle)     the circle under the pointer or keyboard focus has changed; null: none
 *        marked(circle)      a right click or long press on a circle; may return a menu, which the card of the
 *                            circle does not cover
 *        arrow(from, to)     dragging from circle to circle with the right button, or with any pointer while
 *                            setNoting(true, {arrows: true})
 *        pinged(circle)      a double click or double tap on a circle that is not a target
 *        about(place)        returns what the card of a circle or target says (place_about.js), or null
 */
export function createBoard(
    index,
    {
        tapped,
        sized = nothing,
        pointed = nothing,
        marked = nothing,
        arrow = nothing,
        pinged = nothing,
        about = () => null,
    },
) {
    const radius = CIRCLE_RADIUS[index.game];
    const circlePlaces = index.circles.map((number) => 'c' + number);
    const layers = {};
    const layer = (name, ...children) => (layers[name] = svg('g', {class: 'layer-' + name}, ...children));
    const map = svg(
        'svg',
        {
            class: 'map',
            role: 'group',
            tabindex: '0',
            focusable: 'true',
            'aria-label': t('board.label'),
            'aria-describedby': 'board-keys',
            preserveAspectRatio: 'xMidYMid meet',
            'data-game': index.game,
        },
        layer('ground', ...drawGround(index)),
        layer('light'),
        layer('heat'),
        layer('ways'),
        layer('trail'),
        layer('route'),
        layer('planned'),
        layer('playedLines'),
        layer('places', ...drawPlaces(index, radius)),
        layer('near'),
        layer('below'),
        layer('signs'),
        layer('notes'),
        layer('steps'),
        layer('played'),
        layer('pieces'),
        layer('preview'),
        layer('highlight'),
        layer('targets'),
        layer('effects'),
        layer('gesture'),
        layer('flash'),
        layer('tip'),
    );
    layers.ground.setAttribute('aria-hidden', 'true');
    layers.places.setAttribute('aria-hidden', 'true');

    const card = createPlaceCard({
        index,
        radius,
        layer: layers.near,
        about,
        avoid: () => [...pieceLayer.actingPlaces(), ...openTargets().slice(0, MANY)],
        screenPoint: (point) => view.screenPoint(point),
        unitsPerPixel: () => view.unitsPerPixel,
    });
    const frame = el('div', {class: 'map-frame'}, map, card.element);
    const view = createViewport(map, index.bounds, {
        sized,
        covered: ({width}) => (width < ROOMY ? controls.covers() : NOTHING_COVERED),
        zoomed: (unitsPerPixel) => {
            // Keep pieces visible when the whole board is shown on a small screen.
            const grown = Math.min(Math.max(unitsPerPixel * 0.92, 1), 2.6);
            map.style.setProperty('--grown', grown.toFixed(2));
            map.classList.toggle('far', unitsPerPixel > 1.9);
        },
        moved: card.hide,
        claimed: (event) => gestures.claims(event),
    });

    let targetList = new Map(); // place → {place, label, chosen, …}
    const arranger = createArranger(index, radius);
    const pieceLayer = createPieceLayer(index, layers, arranger);
    const effects = createEffects(index, {radius, layers, entryOf: pieceLayer.entryOf});
    let flashing = null;
    let noting = false; // while a note tool is active, taps select circles rather than targets
    let arrowTool = false; // while it is active, dragging from a circle draws an arrow

    // ---- Tapping --------------------------------------------------------------------------------

    let isTouch = false; // whether the last pointer was a finger
    let lastTap = {x: 0, y: 0, at: -Infinity};

    map.addEventListener('pointerdown', ({pointerType}) => {
        isTouch = pointerType === 'touch';
    });

    /** Returns whether this is the second tap of a double tap, which must not confirm what the first one chose. */
    function isDoubleTap({clientX: x, clientY: y, timeStamp: at}) {
        const before = lastTap;
        lastTap = {x, y, at};
        return isTouch && at - before.at < DOUBLE_TAP_MS && Math.hypot(x - before.x, y - before.y) < TAP_REACH;
    }

    map.addEventListener('click', (event) => {
        if ((view.wasDragged() || gestures.wasHeld()) && event.detail !== 0) {
            return;
        }
        const own = event.target.closest('[data-target]');
        if (own !== null && event.detail === 0) {
            // Keyboard or screen reader: there are no coordinates.
            tapped(own.dataset.target, {isPointer: false});
            return;
        }
        const place = placeUnder(event.clientX, event.clientY);
        const isTarget = targetList.has(place);
        if (isDoubleTap(event) && isTarget && !noting) {
            return;
        }
        if (place !== null && !gestures.clicked(event)) {
            tapped(place, {isPointer: true});
            if (event.pointerType === 'touch' && !isTarget) {
                card.show(place, {now: true});
            }
        }
    });

    function nearTo(places, clientX, clientY, reach) {
        const {x, y} = view.pointAt(clientX, clientY);
        return nearestPlace(index, places, x, y, reach);
    }

    const tapReach = () => Math.max(radius + 4, TAP_REACH * view.unitsPerPixel);
    const targetUnder = (clientX, clientY) => nearTo(targetList.keys(), clientX, clientY, tapReach());

    function placeUnder(clientX, clientY) {
        return noting
            ? nearTo(circlePlaces, clientX, clientY, tapReach())
            : (targetUnder(clientX, clientY) ?? nearTo(circlePlaces, clientX, clientY, radius + 4));
    }

    // ---- Gestures -------------------------------------------------------------------------------

    const gestures = createGestures(
        map,
        {
            circleAt: (x, y) => numberOf(nearTo(circlePlaces, x, y, Math.max(radius + 4, 14 * view.unitsPerPixel))),
            isTarget: (x, y) => noting || targetUnder(x, y) !== null,
            isArrowTool: () => arrowTool,
            drawArrow(circle, x, y) {
                const shape = {from: 'c' + circle, to: view.pointAt(x, y), look: 'note own drawing'};
                clear(layers.gesture).append(arrowNode(index, radius, shape));
            },
            clearArrow: () => clear(layers.gesture),
        },
        {marked, arrow, pinged, held: (circle, menu) => card.show('c' + circle, {now: true, menu})},
    );

    // ---- Pointing -------------------------------------------------------------------------------

    let under = null; // the circle last reported by pointed()

    function point(place) {
        const circle = numberOf(place);
        if (circle !== under) {
            under = circle;
            pointed(circle);
        }
    }

    map.addEventListener('pointermove', ({clientX, clientY, buttons, pointerType}) => {
        if (buttons === 0) {
            const circle = nearTo(circlePlaces, clientX, clientY, radius + 4);
            const target = circle ?? nearTo(targetList.keys(), clientX, clientY, CROSSING_REACH);
            point(circle);
            if (pointerType === 'mouse') {
                card.show(target);
            }
        }
    });
    map.addEventListener('pointerleave', ({pointerType}) => {
        point(null);
        if (pointerType === 'mouse') {
            card.hide();
        }
    });
    map.addEventListener('pointerdown', card.hide);
    map.addEventListener('focusin', (event) => {
        const place = event.target.dataset?.target ?? null;
        point(place);
        if (place !== null && event.target.matches(':focus-visible')) {
            card.show(place, {now: true});
            event.target.setAttribute('aria-describedby', 'place-card');
        }
    });
    map.addEventListener('focusout', (event) => {
        point(null);
        card.hide();
        if (event.target !== map) {
            event.target.removeAttribute?.('aria-describedby');
        }
    });

    map.addEventListener('keydown', (event) => {
        const target = event.target.closest?.('[data-target]');
        if (event.key === 'Escape' && card.isShown) {
            event.preventDefault();
            event.stopPropagation();
            card.hide();
        } else if (target && (event.key === 'Enter' || event.key === ' ')) {
            event.preventDefault();
            event.stopPropagation();
            tapped(target.dataset.target, {isPointer: false});
        } else if (target && event.key.startsWith('Arrow')) {
            event.preventDefault();
            const [dx, dy] = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1]}[
                event.key
            ];
            focusTarget(placeInDirection(index, targetList.keys(), target.dataset.target, dx, dy));
        } else {
            view.key(event);
        }
    });

    function focusTarget(place) {
        const node = place && layers.targets.querySelector(`[data-target="${place}"]`);
        if (!node) {
            return;
        }
        layers.targets.querySelector('[tabindex="0"]')?.setAttribute('tabindex', '-1');
        node.setAttribute('tabindex', '0');
        node.focus({preventScroll: true});
        const point = index.places.get(place);
        if (!view.isVisible(point)) {
            view.centreOn(point);
        }
    }

    // ---- Layers ----------------------------------------------------------------------------------

    /**
     * Sets the places that glow and can be tapped. `chosen` ones belong to the current choice. One target is in
     * the tab order. With `isStill` the map does not move to new ones.
     */
    function targets(list, {isStill = false} = {}) {
        const focused = document.activeElement?.dataset?.target;
        const isByKey = focused !== undefined && document.activeElement.matches(':focus-visible');
        targetList = new Map(list.map((target) => [target.place, target]));
        clear(layers.targets);
        map.classList.toggle('many-targets', list.length > MANY);
        const slots = [];
        list.forEach((target, i) => {
            const place = index.places.get(target.place);
            const node = svg(
                'g',
                {
                    class: ['target', target.chosen ? 'chosen' : '', target.look ?? ''].join(' ').trim(),
                    'data-target': target.place,
                    role: 'button',
                    'aria-label': target.label,
                    'aria-pressed': target.chosen ? 'true' : 'false',
                    tabindex: (focused ? target.place === focused : i === 0) ? '0' : '-1',
                    transform: `translate(${place.x} ${place.y})`,
                },
                place.kind === 'c' ? circleTarget(target, slots) : crossingTarget(target, slots),
            );
            layers.targets.append(node);
            if (target.lift !== undefined) {
                node.dataset.lift = '';
                node.addEventListener('pointerdown', target.lift);
            }
        });
        arranger.put('targets', slots);
        const chosen = list.filter((target) => target.chosen).map((target) => target.place);
        card.choose(chosen.length === 1 && chosen[0].startsWith('x') ? chosen[0] : null);
        noticeChoice(isStill);
        if (focused !== undefined && targetList.has(focused)) {
            focusTarget(focused);
        } else if (isByKey) {
            map.focus({preventScroll: true}); // its target is gone: the focus stays on the map
            leftAt = focused;
            focusNext();
        } else if (leftAt !== null) {
            focusNext();
        } else if (layers.targets.querySelector('[tabindex="0"]') === null) {
            layers.targets.firstElementChild?.setAttribute('tabindex', '0');
        }
    }

    let leftAt = null; // the target that had the focus when it went away: the next one gets it

    /** Gives the focus to the target nearest to the one that had it, unless the player has gone elsewhere. */
    function focusNext() {
        if (document.activeElement !== map) {
            leftAt = null;
        } else if (targetList.size > 0) {
            const {x, y} = index.places.get(leftAt);
            leftAt = null;
            focusTarget(nearestPlace(index, openTargets(), x, y, Infinity));
        }
        if (layers.targets.querySelector('[tabindex="0"]') === null) {
            layers.targets.firstElementChild?.setAttribute('tabindex', '0');
        }
    }

    const rings = (size) => [
        svg('circle', {class: 'glow', r: size + 4}),
        svg('circle', {class: 'ring', r: size}),
    ];

    const targetBadge = ({badge}, size) =>
        badge ? svg('text', {class: 'badge', x: size + 6, y: size + 9}, badge) : null;

    /** Draws a circle to choose; a token to place on it stands beside the number. */
    function circleTarget(target, slots) {
        const token =
            target.draw && svg('g', {class: 'slot'}, svg('g', {class: 'grows'}, ...[target.draw()].flat()));
        if (token) {
            slots.push({...TOKEN_SLOT, place: target.place, move: (offset) => moveSlot(token, offset)});
        }
        const size = radius + 3;
        return [svg('g', {class: 'circle-size'}, rings(size), targetBadge(target, size)), token];
    }

    /** Draws a crossing to choose. The ring is around the policeman who stands there, if there is one. */
    function crossingTarget(target, slots) {
        const own = svg('g', {}, rings(9), target.draw?.(), targetBadge(target, 9));
        const slot = svg('g', {class: 'slot'}, own);
        slots.push({
            place: target.place,
            order: 0,
            follows: true,
            move: (offset) => {
                const size = offset === null ? 9 : PAWN + 6;
                moveSlot(slot, offset ?? {x: 0, y: 0, circle: 0, piece: 0});
                own.setAttribute('class', offset === null ? '' : 'grows');
                own.querySelector('.glow').setAttribute('r', size + 4);
                own.querySelector('.ring').setAttribute('r', size);
            },
        });
        return slot;
    }

    /** Highlights the target that the pointer is on in the list next to the map, or none (null). */
    function hint(place) {
        layers.targets.querySelector('.hinted')?.classList.remove('hinted');
        layers.targets.querySelector(`[data-target="${place}"]`)?.classList.add('hinted');
    }

    /**
     * `lines`: {points, look, secret}; `spots`: {place, text, look}; `areas`: {points, look}; `arrows`: {from, to,
     * look}.
     */
    function preview({lines, areas, ...shapes} = {}) {
        clear(layers.preview);
        clear(layers.planned);
        drawShapes(layers.planned, index, radius, {lines, areas}); // under the circles: it covers no number
        arranger.put('preview', drawShapes(layers.preview, index, radius, shapes));
    }

    /** Draws Jack's trail: lines under the circles, steps above them. */
    function trail({lines, spots}) {
        clear(layers.trail);
        clear(layers.steps);
        drawShapes(layers.trail, index, radius, {lines});
        arranger.put('steps', drawShapes(layers.steps, index, radius, {spots}));
    }

    /** Draws the heat map (nodes made by heat_map.js) under the circles. */
    function heat(nodes) {
        clear(layers.heat);
        layers.heat.append(...nodes);
    }

    /** Draws trails that Jack may have taken. */
    function ways(lines) {
        clear(layers.ways);
        drawShapes(layers.ways, index, radius, {lines});
    }

    /** Shows a short text above a place, or none (null). */
    function tip(name, text) {
        clear(layers.tip);
        if (name !== null && text !== '') {
            const {x, y} = index.places.get(name);
            layers.tip.append(
                svg(
                    'g',
                    {class: 'tip', transform: `translate(${x} ${y - radius - 6})`},
                    svg('g', {class: 'grows'}, svg('text', {}, text)),
                ),
            );
        }
    }

    function notes(shapes) {
        clear(layers.notes);
        const slotOf = ({look, text}) =>
            /\bother\b/.test(look)
                ? {size: 9.5, side: SIDES.northWest, order: 51}
                : {size: text?.length > 1 ? 9.5 : 8.5, side: SIDES.east, order: 50};
        const spots = (shapes.spots ?? []).map((spot) => ({...spot, slot: slotOf(spot)}));
        arranger.put('notes', drawShapes(layers.notes, index, radius, {...shapes, spots}));
    }

    function find(place) {
        const point = index.places.get(place);
        if (point === undefined) {
            return false;
        }
        view.centreOn(point, READABLE);
        clear(layers.flash);
        layers.flash.append(svg('circle', {class: 'flash', cx: point.x, cy: point.y, r: radius + 8}));
        clearTimeout(flashing);
        flashing = setTimeout(() => clear(layers.flash), FLASH_MS);
        return true;
    }

    function boxAround(points, room) {
        const xs = points.map((p) => p.x);
        const ys = points.map((p) => p.y);
        const [x, y] = [Math.min(...xs) - room, Math.min(...ys) - room];
        return {x, y, width: Math.max(...xs) + room - x, height: Math.max(...ys) + room - y};
    }

    const isSmall = () => (view.size?.width ?? Infinity) < SMALL;

    const pointsAt = (places) => places.map((name) => index.places.get(name)).filter(Boolean);

    /** Scrolls and zooms to these places, but not closer than needed to read them. */
    function show(places) {
        const points = pointsAt(places);
        if (points.length > 0) {
            view.showBox(boxAround(points, 70), READABLE);
        }
    }

    // ---- Targets into view -------------------------------------------------------------------------

    let choice = new Set(); // the targets of the last choice

    /** Returns the targets that can really be chosen; the player's other policemen are only shortcuts. */
    function openTargets() {
        const list = [...targetList.values()].filter((target) => target.look !== 'own');
        const free = list.filter((target) => !target.blocked);
        return (free.length > 0 ? free : list).map((target) => target.place);
    }

    /** Brings the targets into view if a choice, or the next step of one, has begun: if they are different ones. */
    function noticeChoice(isStill) {
        const places = openTargets();
        const isNew = places.length !== choice.size || places.some((place) => !choice.has(place));
        if (places.length > 0) {
            choice = new Set(places);
        }
        if (isNew && !isStill) {
            showTargets();
        }
    }

    /**
     * Brings the targets into view, moving the map no more than needed: all of them if they fit at a readable
     * size, or else all if there are few, or those nearby. Called when a choice begins, never while the player
     * makes it. Returns whether there are any.
     */
    function showTargets() {
        const points = pointsAt(openTargets());
        if (points.length > 0 && view.size !== null) {
            // With the piece that acts, if it is not too far away.
            const all = [...points, ...pointsAt(pieceLayer.actingPlaces())];
            const isNear = view.fit(boxAround(all, 0), ROOM) <= (isSmall() ? CLEAR : LEGIBLE);
            bringIntoView(isNear ? all : points);
        }
        return points.length > 0;
    }

    function bringIntoView(points) {
        const now = view.unitsPerPixel;
        const box = boxAround(points, 0);
        const fit = view.fit(box, ROOM);
        const isVisible = (point) => view.isVisible(point);
        const farthest = isSmall() ? CLEAR : LEGIBLE;
        const isNarrow = view.size.width < NARROW;
        if (points.every(isVisible) && now <= Math.max(fit, farthest)) {
            return;
        }
        if (fit <= (isNarrow ? LEGIBLE : farthest) || points.length <= FEW) {
            if (isSmall()) {
                view.showBox(box, Math.max(fit, READABLE));
            } else {
                view.bringBox(box, Math.max(fit, now <= farthest ? now : CLEAR), ROOM);
            }
        } else if (now > (isNarrow ? LEGIBLE : farthest) || !points.some(isVisible)) {
            view.bringBox(boxAround(nearby(points), 0), CLEAR, ROOM);
        }
    }

    /** Returns the points around the one that is nearest to the middle of the visible part. */
    function nearby(points) {
        const away = (one, two) => Math.hypot(one.x - two.x, one.y - two.y);
        const centre = points.toSorted((a, b) => away(a, view.middle) - away(b, view.middle))[0];
        return points.filter((point) => away(point, centre) < NEARBY);
    }

    const controls = createMapControls(view, find, () => show(openTargets()));
    const element = el('div', {class: 'board'}, frame, controls.element);
    return {
        element,
        map,
        targets,
        hint,
        /**
         * Draws the pieces, each `{key, place, kind, mark, draw() → nodes, layer?, secret?, follows?, slot?,
         * obstacle?, acting?}`. A piece with the same key and mark is moved, not redrawn. `follows`: the key of the
         * piece it travels with; `slot`, `obstacle`: what it takes up beside its place (slots.js); `acting`: it
         * should be seen together with the targets.
         */
        pieces: pieceLayer.draw,
        preview,
        trail,
        heat,
        ways,
        tip,
        notes,
        find,
        show,
        showTargets,
        sees: (place) => view.isVisible(index.places.get(place)),
        /** Scrolls to this place unless it is visible. */
        bring(place) {
            const point = index.places.get(place);
            if (point !== undefined && view.size !== null && !view.isVisible(point)) {
                view.centreOn(point);
            }
        },
        placeUnder,
        /** Switches between marking notes and choosing targets; `arrows`: dragging draws arrows meanwhile. */
        setNoting(now, {arrows = false} = {}) {
            noting = now;
            arrowTool = now && arrows;
            map.classList.toggle('noting', now);
        },
        refreshCard: card.refresh,
        hideCard: card.hide,
        isSmall,
        showAll: view.showAll,
        ...effects,
        stop() {
            card.hide();
            effects.finish();
            view.stop();
        },
    };
}
