// prospects.test.mjs: what a search from a crossing would rule out, computed from the server's deduction. Without a
// browser.

import {test} from 'node:test';
import {equal} from './support/checks.mjs';
import {prospectOf} from '../../client-web/js/panels/search_prospects.js';

globalThis.navigator ??= {languages: ['en-GB']};

const answer = (now, trails = '5') => ({now, trails});
const of = (...searches) => prospectOf({now: [1, 2, 3, 4, 5, 6, 7, 8], searches});

test('a search rules out as many circles as its answers allow', () => {
    const one = {yes: answer(2), no: answer(6)};
    const two = {yes: answer(1), no: answer(8)};
    equal(of(one), {most: 6, least: 2, all: 8}, 'one circle');
    equal(of(two), {most: 7, least: 0, all: 8}, 'another circle');
    equal(of(one, two), {most: 7, least: 2, all: 8}, 'the better of both');
    equal(of({yes: answer(0, '0'), no: answer(8)}), {most: 0, least: 0, all: 8}, 'an answer that is impossible');
    equal(of({yes: answer(3), no: answer(0, '0')}), {most: 5, least: 5, all: 8}, 'an answer that is certain');
    equal(of(), {most: 0, least: 0, all: 8}, 'nothing to search');
});
