// geometry.test.mjs: the map's pure functions, without a browser.

import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {test} from 'node:test';
import {adjacentCircles, crossingCircles, crossingName, indexBoard} from '../../client-web/js/board/geometry.js';
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
