// slots.test.mjs: what shares a place on the map stays readable, and so does the number. Without a browser.

import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {test} from 'node:test';
import {CIRCLE_RADIUS} from '../../client-web/js/board/board_base.js';
import {indexBoard} from '../../client-web/js/board/geometry.js';
import {piecesOf, trailOf} from '../../client-web/js/board/pieces.js';
import {aroundCircle, neighbours, onCrossing, SIDES} from '../../client-web/js/board/slots.js';
import {check, equal} from './support/checks.mjs';
import {ROOT} from './support/server.mjs';

const readBoard = (game) =>
    indexBoard(JSON.parse(readFileSync(join(ROOT, 'common', 'boards', `${game}.json`), 'utf8')));

const BOARDS = ['whitechapel', 'whitehall'].map(readBoard);
const OWN_NOTE = {key: 'note', size: 8.5, side: SIDES.east, order: 50};
const OTHER_NOTE = {key: 'other note', size: 9.5, side: SIDES.northWest, order: 51};
const OVERLAP_MAX = 3; // units: outlines may touch

/** Returns everything a circle can bear at the same time by the rules, as views. */
function viewsAt(game, circle, secret) {
    const row = [{cell: 3, circle}];
    const jack = {
        game,
        phase: secret ? 'move' : 'over',
        you: {role: 'jack'},
        police: {},
        track: {first: 0, last: 3, specials: []},
        rows: [row],
        clues: [circle],
        discoveries_found: [],
    };
    return game === 'whitechapel'
        ? [
              {...jack, crimes: [circle], hideout: circle},
              {...jack, crimes: [circle], false_clues: [circle]},
              {...jack, clues: [], wretched: [{circle, moved: false}], crimes: [circle]},
              {...jack, track: undefined, clues: [], women: [circle], marked: [circle], hideout: circle},
          ]
        : [
              {...jack, discoveries: [circle], discoveries_found: [circle]},
              {...jack, discoveries: [circle]},
              {...jack, clues: [], false_clues: [circle], discoveries: [circle]},
          ];
}

/** Returns the things beside a circle in a view, in order of importance. */
function itemsOf(view, index) {
    const pieces = piecesOf(view, index).flatMap(({key, slot, obstacle, secret}) => [
        ...(slot ? [{key, secret, ...slot}] : []),
        ...(obstacle ? [{key: key + ' (part)', order: 0, ...obstacle}] : []),
    ]);
    const steps = trailOf(view, index, view.phase !== 'over').spots.map(({slot, secret}) => ({
        key: 'step',
        secret,
        ...slot,
    }));
    return [...pieces, ...steps].sort((a, b) => a.order - b.order);
}

const apart = (a, b) => Math.hypot(a.x - b.x, a.y - b.y);

for (const index of BOARDS) {
    const {game} = index;
    const radius = CIRCLE_RADIUS[game];

    test(`pieces on the same circle of ${game} hide neither each other nor the number`, () => {
        for (const circle of index.circles) {
            const place = index.places.get('c' + circle);
            const around = {radius, near: neighbours(index, place.name)};
            for (const view of viewsAt(game, circle, false)) {
                // Jack sees everything and has notes of his own; a detective sees those of others.
                const all = itemsOf(view, index);
                const seen = all.filter(({key}) => !['jack', 'house', 'step'].includes(key));
                check(all.length > 0, `there is something on ${circle}`);
                for (const items of [
                    [...all, OWN_NOTE],
                    [...seen, OWN_NOTE, OTHER_NOTE],
                ]) {
                    const offsets = aroundCircle(place, items, around);
                    offsets.forEach((offset, i) => {
                        const {key, size} = items[i];
                        const free = Math.hypot(offset.x, offset.y) - size;
                        check(free > radius * 0.7, `${key} on ${circle} covers the number: ${free}`);
                        offsets.slice(0, i).forEach((other, j) => {
                            const overlap = size + items[j].size - apart(offset, other);
                            check(overlap <= OVERLAP_MAX, `${key} and ${items[j].key} on ${circle}: ${overlap}`);
                        });
                    });
                }
            }
        }
    });

    test(`what Jack hides on a circle of ${game} moves nothing that everybody sees`, () => {
        for (const circle of index.circles) {
            const place = index.places.get('c' + circle);
            const around = {radius, near: neighbours(index, place.name)};
            for (const view of viewsAt(game, circle, true)) {
                const items = itemsOf(view, index);
                check(
                    items.some((item) => item.secret),
                    `something on ${circle} is secret`,
                );
                const seen = items.filter((item) => !item.secret);
                const all = aroundCircle(place, items, around).filter((_, i) => !items[i].secret);
                equal(all, aroundCircle(place, seen, around), `visible pieces on ${circle}`);
            }
        }
    });

    test(`pieces on a crossing of ${game} hide no number nearby and do not stray to another crossing`, () => {
        const others = index.crossings.filter((one) => one !== 1);
        for (const crossing of index.crossings) {
            const place = index.places.get('x' + crossing);
            const near = neighbours(index, place.name);
            const one = {game, phase: 'walk', you: {role: 'spectator'}, police: {red: crossing}};
            const several = {...one, police: {red: crossing, blue: crossing}, patrols: [{crossing, up: false}]};
            for (const view of [one, several]) {
                const items = itemsOf({...view, rows: []}, index);
                const offsets = onCrossing(place, items, {radius, near});
                equal(offsets.length, view === one ? 1 : 3, 'pieces on a crossing');
                offsets.forEach((offset, i) =>
                    offsets.slice(0, i).forEach((other, j) => {
                        const overlap = items[i].size + items[j].size - apart(offset, other);
                        check(overlap <= OVERLAP_MAX, `pieces ${i} and ${j} on ${crossing}: ${overlap}`);
                    }),
                );
            }
            const [offset] = onCrossing(place, itemsOf({...one, rows: []}, index), {radius, near});
            const at = {x: place.x + offset.x, y: place.y + offset.y};
            const nearest = Math.min(...index.circles.map((circle) => apart(at, index.places.get('c' + circle))));
            check(nearest > 12 + radius * 0.6, `the policeman on ${crossing} covers a number: ${nearest}`);
            const away = apart(at, place);
            check(
                others.every((other) => other === crossing || apart(at, index.places.get('x' + other)) > away),
                `the policeman on ${crossing} is nearest to it`,
            );
        }
    });
}
