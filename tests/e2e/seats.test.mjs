// seats.test.mjs: who plays whose pawns, who decides that, and what a page says about it. Without a browser.

import {test} from 'node:test';
import {mayDecide, pawnChanges, playsFor} from '../../client-web/js/core/seats.js';
import {candidates, voteText, withoutPlayer, withStandIn} from '../../client-web/js/panels/seat_vote.js';
import {pawnChangeText} from '../../client-web/js/panels/table_notices.js';
import {equal} from './support/checks.mjs';

globalThis.navigator ??= {languages: ['en-GB']}; // for the modules of the page that run here

const seat = (player, pawns, more = {}) => ({
    player,
    name: player[0].toUpperCase() + player.slice(1),
    pawns,
    connected: true,
    ...more,
});
const away = {connected: false, absent: true};
const jack = seat('jack', ['jack']);
const ann = seat('ann', ['red', 'blue']);
const bob = seat('bob', ['yellow']);
const tableOf = (...seats) => ({
    host: 'jack',
    level: 'normal',
    state: 'running',
    seats,
    spectators: {count: 1, names: ['Olga'], players: ['olga']},
});
const before = tableOf(jack, {...ann, ...away}, bob);
const given = tableOf(jack, {...ann, ...away, pawns: [], owns: ann.pawns}, {...bob, pawns: ['yellow', 'red', 'blue'], owns: ['yellow']});

test('detectives decide about detectives, the host if there is none, and every player about Jack', () => {
    const [, absent] = before.seats;
    const deciders = (table, of) => ['jack', 'ann', 'bob', 'olga'].filter((player) => mayDecide(table, player, of));
    equal(deciders(before, absent), ['bob'], 'about Ann');
    equal(deciders(tableOf(jack, absent, {...bob, connected: false}), absent), ['jack', 'bob'], 'with nobody else');
    equal(deciders(tableOf(jack, absent, seat('bot', ['yellow'], {bot: 'hard'})), absent), ['jack'], 'beside a bot');
    const gone = {...jack, ...away};
    equal(deciders(tableOf(gone, ann, bob), gone), ['ann', 'bob'], 'about Jack');
});

test('a stand-in is told from the owner', () => {
    equal(playsFor(given.seats[2], given).map(({name}) => name), ['Ann'], 'for whom Bob plays');
    equal(playsFor(before.seats[2], before), [], 'for whom Bob played before');
    equal(withoutPlayer(before).map(({name}) => name), ['Ann'], 'seats without a player');
    equal(withoutPlayer(given), [], 'seats without a player once Bob plays');
    equal(withStandIn(given).map(({name}) => name), ['Ann'], 'seats that somebody plays for the time being');
    equal(withStandIn(before), [], 'seats that somebody played before');
    equal(withoutPlayer(tableOf(jack, {...ann, ...away, bot: 'normal', stands_in: true}, bob)), [], 'beside a stand-in bot');
});

test('everyone is told who plays for whom, and the people concerned in their own words', () => {
    const told = (was, now, me) => pawnChanges(was, now).map((change) => pawnChangeText(change, me));
    equal(told(before, given, 'jack'), ['Bob plays Red and Blue until Ann returns.'], 'given away');
    equal(told(before, given, 'bob'), ['You play Red and Blue until Ann returns.'], 'given to me');
    equal(told(given, before, 'olga'), ['Ann is back and plays Red and Blue again.'], 'returned');
    const thanks = 'Ann is back and plays Red and Blue again. Thank you for standing in.';
    equal(told(given, before, 'bob'), [thanks], 'returned by me');
    equal(told(given, before, 'ann'), ['You have your pawns back: Red and Blue.'], 'returned to me');
    equal(told(before, before, 'bob'), [], 'nothing');
    equal(told(tableOf(jack, ann, bob), before, 'bob'), [], 'only the connection');
});

test('a proposal names everyone who can play, and a vote says who proposes what', () => {
    equal(
        candidates(before, before.seats[1], 'bob'),
        [
            ['bob', 'You'],
            ['olga', 'Olga #olg (spectator)'],
            ['bot', 'A stand-in bot (normal)'],
        ],
        'candidates',
    );
    equal(candidates({...before, commentary: {}}, before.seats[1], 'bob').length, 2, 'with commentators, no spectators');
    const ofAnn = (table) => candidates(table, table.seats[1], 'bob').map(([value]) => value);
    equal(ofAnn(given), ['olga'], 'candidates while Bob plays');
    equal(ofAnn(tableOf(jack, {...ann, ...away, bot: 'normal', stands_in: true}, bob)), ['bob', 'olga'], 'while a bot plays');
    const olga = seat('olga', ann.pawns, {...away, owns: []});
    const both = {...tableOf(jack, given.seats[1], bob, olga), spectators: {count: 0}};
    equal(candidates(both, olga, 'bob').map(([value]) => value), ['bob', 'bot'], 'while Olga is away, too');
    const vote = {player: 'bob', name: 'Bob', pawns: ['red'], to: {player: 'olga', name: 'Olga'}};
    equal(voteText(vote, before, 'jack'), 'Bob proposes that Olga plays Red until Ann returns.', 'to others');
    equal(voteText(vote, before, 'olga'), 'Bob proposes that you play Red until Ann returns.', 'to Olga');
    equal(voteText(vote, before, 'bob'), 'You proposed that Olga plays Red until Ann returns.', 'to Bob');
    const self = {...vote, to: {player: 'bob', name: 'Bob'}};
    equal(voteText(self, before, 'jack'), 'Bob offers to play Red until Ann returns.', 'Bob himself');
});
