// story.test.mjs: the story of a game and the words of its end, without a browser.

import {test} from 'node:test';
import {endingFigures, endingWords, hasWon} from '../../client-web/js/panels/ending_words.js';
import {createReadMark} from '../../client-web/js/panels/read_mark.js';
import {sentenceOf} from '../../client-web/js/panels/sentences.js';
import {createStory, placesOf} from '../../client-web/js/panels/story.js';
import {equal} from './support/checks.mjs';

globalThis.navigator ??= {languages: ['en-GB']};

/** Tells events one after the other. Returns the entries, and what each undid. */
function tell(story, ...events) {
    return events.map((event) => story.add(story.entries.length + 1, event));
}

const sentences = (results, game) => results.map(({entry}) => sentenceOf(entry.event, game, entry.from).text);

const HUNT = [
    {did: 'hideout', by: 'jack'},
    {did: 'night', round: 1},
    {did: 'kill', by: 'jack', circles: [65], cells: [0]},
    {did: 'alarm', police: {yellow: 12, red: 40}},
    {did: 'move', by: 'jack', cells: [1]},
];

test('a policeman who stays is said to stay, and one who walks to walk', () => {
    const story = createStory();
    tell(story, ...HUNT);
    const told = tell(
        story,
        {did: 'walk', by: 'yellow', to: 12},
        {did: 'walk', by: 'red', to: 41},
        {did: 'move', by: 'jack', cells: [2]},
        {did: 'walk', by: 'red', to: 41},
        {did: 'undo', by: 'red', from: 9, view: {police: {yellow: 12, red: 41}}},
        {did: 'walk', by: 'red', to: 12},
    );
    equal(
        sentences(told, 'whitechapel'),
        ['Yellow stayed.', 'Red walked.', 'Jack moved.', 'Red stayed.', 'Red undid that.', 'Red walked.'],
        'the sentences',
    );
    equal(told.at(-1).entry.from, 41, 'where Red walked from');
});

test('lines belong to nights and moves', () => {
    const story = createStory();
    const told = tell(
        story,
        ...HUNT,
        {did: 'special', by: 'jack', cells: [2, 3], tile: 'coach'},
        {did: 'walk', by: 'yellow', to: 13},
        {did: 'escape', by: 'jack', round: 1},
        {did: 'night', round: 2},
        {did: 'women', by: 'jack', circles: [3]},
    );
    equal(
        told.map(({entry}) => [entry.round, entry.move]),
        [
            [0, null],
            [1, null],
            [1, [0]],
            [1, [0]],
            [1, [1]],
            [1, [2, 3]],
            [1, [2, 3]],
            [1, [2, 3]],
            [2, null],
            [2, null],
        ],
        'night and move of each line',
    );
});

test('an undo takes back an action with everything that followed from it', () => {
    const story = createStory();
    tell(story, HUNT[0], HUNT[1]);
    const [{undone}] = tell(story, {did: 'undo', by: 'jack', from: 1, view: {police: {}}});
    equal(
        undone.map(({event}) => event.did),
        ['hideout', 'night'],
        'what was undone: the heading of the night, too',
    );
    equal(story.events, [], 'what is left');
    const again = tell(story, ...HUNT, {did: 'search', by: 'red', circle: 5, found: true}, {did: 'gain', by: 'jack'});
    equal(again[0].entry.round, 0, 'the story begins again');
    const taken = tell(story, {did: 'undo', by: 'red', from: 9, view: {police: {yellow: 12, red: 40}}})[0].undone;
    equal(
        taken.map(({event}) => event.did),
        ['search', 'gain'],
        'a search that was taken back',
    );
});

test('the places of Jack are kept apart from those everybody sees', () => {
    equal(placesOf({did: 'move', by: 'jack', cells: [1], to: 17}), {places: [], secret: ['c17']}, 'a move');
    equal(placesOf({did: 'hideout', by: 'jack', circle: 57}), {places: [], secret: ['c57']}, 'the hideout');
    equal(placesOf({did: 'search', by: 'red', circle: 5, found: false}), {places: ['c5']}, 'a search');
    equal(placesOf({did: 'walk', by: 'red', to: 12}), {places: ['x12']}, 'a walk');
    equal(placesOf({did: 'night', round: 2}), {places: []}, 'a night');
});

test('the end is told from each point of view', () => {
    const view = {hideout: 57, rows: [[{circle: 3}, {circle: 9}]]};
    const events = [
        {did: 'search', found: true},
        {did: 'search', found: false},
        {did: 'arrest', by: 'red', circle: 9, found: true},
    ];
    const words = (winner, reason, role) => endingWords({result: {winner, reason}, role, view, events});
    equal(
        words('police', 'arrest', 'jack'),
        {headline: 'You were caught', reason: 'Red arrested you at 9.'},
        'Jack',
    );
    equal(
        words('police', 'arrest', 'detective'),
        {headline: 'You caught Jack!', reason: 'Red arrested Jack at 9.'},
        'the police',
    );
    equal(
        words('police', 'arrest', 'public'),
        {headline: 'The police win', reason: 'Red arrested Jack at 9.'},
        'spectators',
    );
    for (const reason of ['five_victims', 'all_discoveries', 'arrest', 'address', 'out_of_moves', 'no_legal_move', 'resigned']) {
        for (const role of ['jack', 'detective', 'public']) {
            for (const winner of reason === 'resigned' ? ['jack', 'police'] : ['jack']) {
                const {headline, reason: why} = words(winner, reason, role);
                equal(/^(ending|result)\./.test(headline) || /[{}]|^ending\./.test(why), false, `${reason} ${role}`);
            }
        }
    }
    equal(
        ['jack', 'detective', 'public'].map((role) => hasWon({winner: 'jack'}, role)),
        [true, false, null],
        'who won',
    );
    equal(
        endingFigures({view, events}),
        {rounds: 1, moves: 1, searches: 2, clues: 1, arrests: 1},
        'the figures',
    );
});

test('messages that came while the page was closed are unread', () => {
    const kept = new Map();
    const storage = {get: (key, otherwise) => kept.get(key) ?? otherwise, set: (key, value) => kept.set(key, value)};
    const visit = (...lines) => {
        const mark = createReadMark({storage, table: 't', me: 'ann'});
        lines.forEach(([player, at]) => mark.add({player, at}));
        mark.begin();
        return mark;
    };
    const first = visit(['bob', 5], ['ann', 6]);
    equal(first.unread, 0, 'at the first visit');
    first.add({player: 'bob', at: 6});
    first.add({player: 'ann', at: 6});
    equal(first.unread, 1, 'a message of another player');
    first.readAll();
    const again = visit(['bob', 5], ['ann', 6], ['bob', 6], ['ann', 6], ['bob', 6], ['bob', 7]);
    equal(again.unread, 2, 'one of the same second and one later');
    again.readAll();
    equal([again.unread, visit(['bob', 6], ['bob', 6], ['bob', 7]).unread], [0, 0], 'after reading');
});
