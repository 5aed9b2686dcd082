// geometry.test.mjs: the map's pure functions, without a browser.

import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {test} from 'node:test';
import {
    adjacentCircles,
    crossingCircles,
    crossingName,
    indexBoard,
    movesTo,
    reachableCircles,
} from '../../client-web/js/board/geometry.js';
import {check, equal} from './support/checks.mjs';
import {ROOT} from './support/server.mjs';

globalThis.navigator ??= {languages: ['en-GB']};

const readBoard = (game) =>
    indexBoard(JSON.parse(readFileSync(join(ROOT, 'common', 'boards', `${game}.json`), 'utf8')));

for (const game of ['whitechapel', 'whitehall']) {
    test(`every crossing of ${game} has a name of its own, made of circles nearby`, () => {
        const index = readBoard(game);
        const names = index.crossings.map((one) => crossingName(index, one));
        equal(new Set(names).size, index.crossings.length, 'different names');
        for (const one of index.crossings) {
            const {circles, nearest} = crossingCircles(index, one);
            check(circles.length >= 2 && circles.length <= 5, `${one}: ${circles}`);
            check(nearest === null || circles.includes(nearest), `${one} is closest to ${nearest}`);
            check(
                circles.some((one) => circles.some((two) => adjacentCircles(index, one).includes(two))),
                `${one}: circles next to each other: ${circles}`,
            );
        }
        const short = names.filter((name) => /^crossing between \d+ and \d+$/.test(name)).length;
        check(short > names.length * 0.8, `${short} of ${names.length} names are short`);
    });
}

test('the distance home counts moves, with the police or without', () => {
    const index = readBoard('whitechapel');
    const free = movesTo(index, 65);
    equal(free.get(65), 0, 'at home');
    equal(free.size, index.circles.length, 'every circle has a way home');
    for (const next of adjacentCircles(index, 65)) {
        equal(free.get(next), 1, `${next} is next to 65`);
    }
    for (const circle of index.circles.filter((one) => one !== 65)) {
        const best = Math.min(...adjacentCircles(index, circle).map((next) => free.get(next)));
        equal(free.get(circle), best + 1, `moves from ${circle}`);
    }
    // Policemen on all crossings around it block every way; farther away they make it longer or change nothing.
    const around = index.crossings.filter((one) => reachableCircles(index, one).includes(65));
    equal([...movesTo(index, 65, around)], [[65, 0]], 'surrounded');
    const some = movesTo(index, 65, [1, 60, 90]);
    check(
        [...some].every(([circle, moves]) => moves >= free.get(circle)),
        'the police shorten no way',
    );
});
