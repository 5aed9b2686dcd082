// presence.test.mjs: pushes about a player, applied to the tables a page shows. Without a browser.

import {test} from 'node:test';
import {createSubscriptions} from '../../client-web/js/net/subscriptions.js';
import {withPlayer} from '../../client-web/js/net/presence.js';
import {equal} from './support/checks.mjs';

const ANN = {player: 'ann', name: 'Ann', pawns: ['red'], connected: true};
const BOB = {player: 'bob', name: 'Bob', pawns: ['jack'], connected: true};
const TABLE = {id: 'one', seats: [ANN, BOB], spectators: {count: 1, names: ['Olga'], players: ['olga']}};

const annAfter = (...pushes) => pushes.reduce((table, push) => withPlayer(table, {player: 'ann', ...push}), TABLE).seats[0];

test('a push about a player changes their seat, and nothing else', () => {
    equal(annAfter({connected: false}), {...ANN, connected: false}, 'gone');
    equal(annAfter({connected: false}, {absent: true}), {...ANN, connected: false, absent: true}, 'absent');
    equal(annAfter({connected: false}, {absent: true}, {absent: false}), {...ANN, connected: false}, 'not absent');
    equal(annAfter({connected: false, absent: true}, {connected: true}), ANN, 'back');
    equal(annAfter({connected: false, absent: true}, {name: 'Anna'}).absent, true, 'renamed while absent');
    equal(annAfter({name: 'Anna'}), {...ANN, name: 'Anna'}, 'renamed');
    equal(withPlayer(TABLE, {player: 'ann', connected: false}).seats[1] === BOB, true, 'the seat of somebody else');
    equal(withPlayer(TABLE, {player: 'eve', connected: false}) === TABLE, true, 'a table of others');
    const finished = {...TABLE, state: 'finished'};
    equal(withPlayer(finished, {player: 'ann', name: 'Anna'}).seats[0].name, 'Ann', 'a name in a finished game');
    equal(withPlayer(TABLE, {player: 'olga', name: 'Helga'}).spectators.names, ['Helga'], 'a spectator');
});

test('every watched table of a player gets the push, once it has been answered', async () => {
    const seen = [];
    const answers = [];
    const subscriptions = createSubscriptions({
        send: (verb, {table}) => new Promise((resolve) => answers.push({table, resolve})),
        isOpen: () => true,
    });
    for (const id of ['one', 'two', 'three']) {
        subscriptions.subscribe({table: id}, {tableChanged: (table) => seen.push([id, table.seats[0].connected])});
    }
    answers.slice(0, 2).forEach(({table, resolve}) => resolve({table: {...TABLE, id: table}, seq: 0}));
    await new Promise((resolve) => setImmediate(resolve));
    subscriptions.push({on: 'player', player: 'ann', connected: false});
    subscriptions.push({on: 'player', player: 'eve', connected: false});
    subscriptions.push({on: 'table', table: {...TABLE, id: 'two'}});
    equal(seen, [['one', false], ['two', false], ['two', true]], 'what the pages are told');
});

test('a page that is hidden or shown before its table is answered says so afterwards', async () => {
    const sent = [];
    let hidden = false;
    const subscriptions = createSubscriptions({
        send: (verb, keys) => new Promise((resolve) => sent.push({verb, keys, resolve})),
        isOpen: () => true,
        isHidden: () => hidden,
    });
    const answer = async ({keys, resolve}) => {
        resolve({table: {...TABLE, id: keys.table}, seq: 0});
        await new Promise((done) => setImmediate(done));
    };
    subscriptions.subscribe({table: 'one'}, {});
    hidden = true;
    subscriptions.look(true);
    equal(sent.length, 1, 'requests before the answer');
    await answer(sent[0]);
    equal([sent[1].verb, sent[1].keys], ['look', {table: 'one', away: true}], 'after it');
    subscriptions.subscribe({table: 'two'}, {});
    await answer(sent[2]);
    equal([sent.length, sent[2].keys.away], [3, true], 'nothing has changed');
});
