// facts.test.mjs: what is known about circles, from the events. Without a browser.

import {test} from 'node:test';
import {factsOf} from '../../client-web/js/board/facts.js';
import {equal} from './support/checks.mjs';

const numbered = (events) => events.map((event, seq) => ({seq, event}));

const NIGHT = [
    {did: 'night', round: 2},
    {did: 'kill', by: 'jack', circles: [65], cells: [-1]},
    {did: 'move', by: 'jack', cells: [1]},
    {did: 'special', by: 'jack', cells: [2, 3]},
    {did: 'walk', by: 'red', to: 12},
    {did: 'search', by: 'red', circle: 66, found: false},
    {did: 'search', by: 'red', circle: 67, found: true},
    {did: 'arrest', by: 'blue', circles: [70, 71], found: false},
];

const movesOf = (facts, name) =>
    [...facts].flatMap(([circle, lists]) => lists[name].map(({round, cell}) => [circle, round, cell]));

test('facts say on which night and move something happened', () => {
    const facts = factsOf(numbered(NIGHT));
    equal(movesOf(facts, 'crimes'), [[65, 2, -1]], 'crimes');
    equal(movesOf(facts, 'misses'), [[66, 2, 3]], 'searches without success');
    equal(movesOf(facts, 'clues'), [[67, 2, 3]], 'clues');
    equal(
        movesOf(facts, 'failed'),
        [
            [70, 2, 3],
            [71, 2, 3],
        ],
        'failed arrests',
    );
});

test('a search that was taken back leaves no mark', () => {
    const facts = factsOf(numbered([...NIGHT, {did: 'undo', by: 'red', from: 5}]));
    equal(movesOf(facts, 'misses'), [], 'searches without success');
    equal(movesOf(facts, 'clues'), [], 'clues');
    equal(movesOf(facts, 'crimes'), [[65, 2, -1]], 'earlier events stay');
});

test('marks of searches end with the night, and with a clue found later', () => {
    const later = [
        {did: 'move', by: 'jack', cells: [4]},
        {did: 'search', by: 'red', circle: 66, found: true},
    ];
    const found = factsOf(numbered([...NIGHT, ...later]));
    equal(movesOf(found, 'misses'), [], 'searches before the clue');
    equal(movesOf(found, 'clues').length, 2, 'clues');
    const escaped = factsOf(numbered([...NIGHT, {did: 'escape', by: 'jack', round: 2}]));
    equal(movesOf(escaped, 'misses'), [], 'searches after the escape');
    equal(movesOf(escaped, 'clues'), [[67, 2, 3]], 'clues are remembered');
    const next = factsOf(numbered([...NIGHT, {did: 'night', round: 3}]));
    equal([...movesOf(next, 'misses'), ...movesOf(next, 'failed')], [], 'searches of last night');
});
