// effects.js: what moves or lights up on the map for a moment: pulses, pieces that travel along the streets, the
// highlight of a line of the story, a route, and Jack's trail played at the end. Nothing here changes what is on
// the map afterwards. With reduced motion nothing moves: rings and lines appear and disappear, and pieces are
// at their destination at once.

import {svg, clear} from '../core/dom.js';
import {pawnGroup} from './pawns.js';
import {circleRoute, lineLength, pathOf, pointAlong} from './geometry.js';

const PULSE_MS = 1600; // as long as the animations in board.css
const TRAVEL_MS = 700;
const STEP_MS = 420; // one step of Jack's trail

/**
 * @param {object} index  of the board
 * @param {{radius: number, layers: object, entryOf(key)}} parts  entryOf: returns a drawn piece,
 *        as in piece_layer.js
 */
export function createEffects(index, {radius, layers, entryOf}) {
    const reduced = window.matchMedia('(prefers-reduced-motion: reduce)');
    const running = new Set(); // functions that end an effect at once
    const isStill = () => reduced.matches || document.visibilityState === 'hidden';

    const pointOf = (place) => (typeof place === 'string' ? index.places.get(place) : place);
    const pointsOf = (places) => (places ?? []).map(pointOf).filter(Boolean);
    const sizeOf = (place) => (place.kind === 'x' ? 13 : radius + 4);

    /** Runs until `ms` have passed or it is skipped; then calls end() once and resolves. */
    function during(ms, end) {
        return new Promise((resolve) => {
            const stop = () => {
                if (running.delete(stop)) {
                    clearTimeout(timer);
                    end();
                    resolve();
                }
            };
            const timer = setTimeout(stop, ms);
            running.add(stop);
        });
    }

    function pulse(places, look = 'ping') {
        const nodes = pointsOf([places].flat()).map((place) =>
            svg(
                'g',
                {
                    class: `pulse ${look}`,
                    'data-pulse': look,
                    'data-at': place.name,
                    transform: `translate(${place.x} ${place.y})`,
                },
                svg(
                    'g',
                    {class: 'grows'},
                    svg('circle', {class: 'wave', r: sizeOf(place)}),
                    svg('circle', {class: 'wave late', r: sizeOf(place)}),
                    svg('circle', {class: 'still', r: sizeOf(place) + 6}),
                ),
            ),
        );
        layers.effects.append(...nodes);
        return during(PULSE_MS, () => nodes.forEach((node) => node.remove()));
    }

    // ---- Pieces on the move ------------------------------------------------------------------------------

    const transformOf = ({x, y}) => `translate(${x}px, ${y}px)`;

    /** Keeps a piece where it is drawn now until it travels, is released, or the effects are skipped. */
    function hold(key) {
        const entry = entryOf(key);
        if (entry !== undefined && !isStill()) {
            entry.held += 1;
            running.add(release);
        }
        function release() {
            if (running.delete(release)) {
                entry.held -= 1;
                entry.settle();
            }
        }
        return release;
    }

    function travel(key, places, ms = TRAVEL_MS) {
        const entry = entryOf(key);
        const line = pointsOf(places);
        const length = lineLength(line);
        if (entry === undefined || line.length < 2 || length === 0 || isStill()) {
            entry?.settle();
            return Promise.resolve();
        }
        const release = hold(key);
        const nodes = () => entry.group().map((one) => one.node); // a piece may be redrawn on its way
        const at = (part) => {
            const transform = transformOf(pointAlong(line, length * part));
            nodes().forEach((node) => {
                node.classList.add('travelling');
                node.style.transform = transform;
            });
        };
        const begun = performance.now();
        let frame = 0;
        const step = (now) => {
            const part = Math.min(Math.max((now - begun) / ms, 0), 1);
            at(part < 0.5 ? 2 * part * part : 1 - 2 * (1 - part) * (1 - part));
            frame = requestAnimationFrame(step);
        };
        at(0);
        frame = requestAnimationFrame(step);
        return during(ms, () => {
            cancelAnimationFrame(frame);
            release();
            if (entry.rest.x === line[0].x && entry.rest.y === line[0].y) {
                at(1); // pieces() has not moved it yet: wait there
            }
            nodes().forEach((node) => node.classList.remove('travelling'));
        });
    }

    // ---- Highlights --------------------------------------------------------------------------------------

    function highlight(places) {
        clear(layers.highlight);
        layers.highlight.append(
            ...pointsOf(places === null ? [] : [places].flat()).map((place) =>
                svg(
                    'g',
                    {
                        class: 'highlight',
                        'data-at': place.name,
                        transform: `translate(${place.x} ${place.y})`,
                    },
                    svg('g', {class: 'grows'}, svg('circle', {r: sizeOf(place) + 3})),
                ),
            ),
        );
    }

    function route(points) {
        clear(layers.route);
        const line = pointsOf(points);
        if (line.length > 1) {
            layers.route.append(svg('path', {class: 'line told-route', d: pathOf(line)}));
        }
    }

    // ---- Jack's trail --------------------------------------------------------------------------------------

    // Returns the steps of all rows in order: {row, step, cell, line}. The first of each row has no line.
    function stepsOf(rows) {
        return rows.flatMap((cells, row) =>
            cells.map((cell, step) => ({row, step, cell, line: step > 0 ? stepLine(cells[step - 1], cell) : []})),
        );
    }

    function stepLine(from, to) {
        const street =
            to.tile === undefined || to.tile === 'coach'
                ? circleRoute(index, from.circle, to.circle)?.line
                : undefined;
        return street ?? pointsOf(['c' + from.circle, 'c' + to.circle]);
    }

    function playTrail(rows, {ms = STEP_MS, onStep = () => {}} = {}) {
        const steps = stepsOf(rows);
        const hat = svg('g', {class: 'played-jack'}, svg('g', {class: 'grows'}, pawnGroup('jack', 14)));
        let stopped = false;
        let skip = () => {};

        const finish = () => {
            stopped = true;
            skip();
        };
        running.add(finish);

        async function play() {
            clear(layers.playedLines);
            clear(layers.played).append(hat);
            for (const one of steps) {
                const place = index.places.get('c' + one.cell.circle);
                if (stopped) {
                    break;
                }
                if (one.step === 0) {
                    layers.playedLines.querySelectorAll('.line').forEach((line) => line.classList.add('past'));
                }
                onStep(one);
                await draw(one, place);
                hat.style.transform = transformOf(place);
            }
            running.delete(finish);
            clear(layers.playedLines);
            clear(layers.played);
        }

        /** Draws one step; the hat goes along its line unless motion is reduced. */
        function draw({line, row, cell}, place) {
            const path = svg('path', {
                class: `line played night-${row + 1} ${cell.tile ? 'special' : ''}`,
                d: line.length > 1 ? pathOf(line) : '',
            });
            layers.playedLines.append(path); // under the circles: it covers no number
            const length = lineLength(line);
            if (isStill() || length === 0) {
                hat.style.transform = transformOf(place);
                return pause(ms);
            }
            const begun = performance.now();
            let frame = 0;
            const step = (now) => {
                const along = length * Math.min(Math.max((now - begun) / ms, 0), 1);
                path.setAttribute('d', pathOf(lineUpTo(line, along)));
                hat.style.transform = transformOf(pointAlong(line, along));
                frame = requestAnimationFrame(step);
            };
            step(begun);
            return pause(ms).then(() => {
                cancelAnimationFrame(frame);
                path.setAttribute('d', pathOf(line));
            });
        }

        const pause = (time) =>
            new Promise((resolve) => {
                const timer = setTimeout(resolve, time);
                skip = () => {
                    clearTimeout(timer);
                    resolve();
                };
            });

        return {stop: finish, done: play()};
    }

    return {
        pulse,
        hold,
        travel,
        highlight,
        route,
        playTrail,
        finish: () => [...running].forEach((end) => end()),
    };
}

/** Returns the part of a line up to a distance from its start. */
function lineUpTo(line, distance) {
    const points = [line[0]];
    let left = distance;
    for (let i = 1; i < line.length && left > 0; i++) {
        const length = Math.hypot(line[i].x - line[i - 1].x, line[i].y - line[i - 1].y);
        points.push(left >= length ? line[i] : pointAlong([line[i - 1], line[i]], left));
        left -= length;
    }
    return points;
}
