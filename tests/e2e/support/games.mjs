// games.mjs: tables and games without pages, for tests that start in the middle or look at the end.

import {connectClient} from './client.mjs';
import {chooseAction, homebody, policeman, tourist} from './plans.mjs';

export const SHARES = {
    whitechapel: [['jack'], ['yellow', 'blue', 'brown'], ['red', 'green']],
    whitehall: [['jack'], ['yellow', 'red'], ['blue']],
};

export const jackOf = (game, how) => (game === 'whitechapel' ? homebody(how) : tourist(how));

/** Creates a table with Jack as host and two detectives, all watching. Each client has `pawns` and `plan`. */
export async function seatTable(
    server,
    game,
    {names = ['Jack', 'Ann', 'Bob'], options = [], ...create} = {},
) {
    const clients = [];
    for (const [i, name] of names.entries()) {
        const client = await connectClient(server, {name});
        Object.assign(client, {
            pawns: SHARES[game][i],
            plan: i === 0 ? jackOf(game) : policeman({hunts: [1]}),
        });
        clients.push(client);
    }
    const [host] = clients;
    const {table} = await host.once('create', {game, options, private: false, ...create});
    await host.must('pawns', {table: table.id, pawns: host.pawns});
    for (const client of clients.slice(1)) {
        await client.must('join', {table: table.id, invite: table.invite, pawns: client.pawns});
    }
    for (const client of clients) {
        await client.watch(table.id);
    }
    return {clients, table};
}

export async function startTable(server, game, how) {
    const {clients, table} = await seatTable(server, game, how);
    await clients[0].must('start', {table: table.id});
    await inStep(clients, table.id, 0);
    return {clients, table};
}

/** Waits until all clients have received the turn after `seq`. */
export async function inStep(clients, table, seq) {
    for (const client of clients) {
        await client.until(() => (client.turns.get(table)?.seq ?? -1) >= seq, `turn ${seq}`);
    }
}

/** Returns the client who may act, or undefined at the end. */
export const actorOf = (clients, table) =>
    clients.find((client) => client.turns.get(table)?.legal !== undefined);

/** Plays one action. Returns {client, action}, or null at the end. */
export async function playOne(clients, table) {
    const client = actorOf(clients, table);
    if (client === undefined) {
        return null;
    }
    const turn = client.turns.get(table);
    const pawns = turn.pawns.filter((pawn) => client.pawns.includes(pawn));
    const action = chooseAction(client.plan, {...turn, pawns});
    const {seq} = await client.once('act', {table, action});
    await inStep(clients, table, seq);
    return {client, action};
}

/** Plays until there(turn, client) returns true for the player to act, or to the end. */
export async function playUntil(clients, table, there = () => false) {
    for (;;) {
        const client = actorOf(clients, table);
        if (client === undefined || there(client.turns.get(table), client)) {
            return client;
        }
        await playOne(clients, table);
    }
}

/** Plays a whole game and returns its record. */
export async function finishedGame(server, game) {
    const {clients, table} = await startTable(server, game);
    await playUntil(clients, table.id);
    const {record} = await clients[0].must('record', {table: table.id});
    clients.forEach((client) => client.close());
    return {clients, table, record};
}
