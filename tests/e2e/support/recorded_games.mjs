// recorded_games.mjs: plays games from record files on a real server, so that pictures of them are
// reproducible.

import {check} from './checks.mjs';
import {connectClient, newKey} from './client.mjs';
import {inStep} from './games.mjs';

/** Seats the players of a record at a new table, with their pawns. `settings`: further keys of `create`. */
export async function seat(server, {game, options, seats}, settings = {}) {
    const clients = [];
    for (const {name, pawns} of seats) {
        clients.push(Object.assign(await connectClient(server, {name}), {pawns}));
    }
    const [host] = clients;
    const {table} = await host.once('create', {game, options, private: false, ...settings});
    const {id, invite} = table;
    for (const client of clients) {
        if (client !== host) {
            await client.must('join', {table: id, invite});
        }
        await client.must('pawns', {table: id, pawns: client.pawns});
        await client.watch(id);
    }
    return {clients, table, holder: (pawn) => clients.find((client) => client.pawns.includes(pawn))};
}

/** Plays one action. Returns false if it is another pawn's turn. */
export async function playAction({clients, table, holder}, action) {
    const {ok, error} = await holder(action.by).ask('act', {table: table.id, key: newKey(), action});
    if (error !== undefined) {
        check(error.code === 'not_your_turn', `${JSON.stringify(action)}: ${error.text}`);
        return false;
    }
    await inStep(clients, table.id, ok.seq);
    return true;
}

/** Plays the first `steps` actions. Returns false if the server has shuffled the Head tiles differently. */
async function playRecord(game, {actions}, steps) {
    await game.clients[0].must('start', {table: game.table.id});
    for (const action of actions.slice(0, steps)) {
        if (!(await playAction(game, action))) {
            return false;
        }
    }
    return true;
}

/** Plays a record up to a step. The server shuffles the Head tiles, so this may take several tables. */
export async function gameAt(server, record, steps, settings = {}) {
    for (let tries = 0; tries < 100; tries++) {
        const game = await seat(server, record, {private: record.game === 'whitechapel', ...settings});
        if (await playRecord(game, record, steps)) {
            return game;
        }
        game.clients.forEach((client) => client.close());
    }
    throw new Error('the Heads were never shuffled as in the record');
}
