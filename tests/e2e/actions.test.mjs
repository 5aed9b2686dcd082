// actions.test.mjs: performs every kind of action of both games on a page at least once. One page is Jack's,
// the other has all policemen; kinds that are already done are then played without a page, which is faster.
// Both sides cooperate to reach every situation: the police follow Jack's trail but do not arrest him.

import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {check} from './support/checks.mjs';
import {connectClient} from './support/client.mjs';
import {actionsOf, performOnPage, kindOf} from './support/actions.mjs';
import {inStep} from './support/games.mjs';
import {tourist} from './support/plans.mjs';
import {ROOT} from './support/server.mjs';
import {longTest, test} from './support/testing.mjs';
import {boardDistances} from './support/board_distances.mjs';

const GAMES_MAX = 8;
const POLICE = {whitechapel: ['yellow', 'red', 'blue', 'green', 'brown'], whitehall: ['yellow', 'blue', 'red']};

const best = (list, rank) => list.reduce((one, two) => (rank(two) < rank(one) ? two : one));

/**
 * Starts a table for two: {id, jack, police, clients}; jack and police are {client, page(), leave()}. Pages are
 * opened when needed.
 */
async function openTable(stage, server, game, options) {
    const clients = [await connectClient(server, {name: 'Jack'}), await connectClient(server, {name: 'Ann'})];
    const {table} = await clients[0].once('create', {game, options, private: false});
    await clients[0].must('pawns', {table: table.id, pawns: ['jack']});
    await clients[1].must('join', {table: table.id, pawns: POLICE[game]});
    await clients[0].must('start', {table: table.id});
    const sides = [];
    for (const client of clients) {
        stage.closing(client.close);
        await client.watch(table.id);
        let person = null;
        sides.push({
            client,
            async page() {
                person ??= await comeTo(stage, client, table.id);
                return person;
            },
            leave: async () => person?.close(),
        });
    }
    return {id: table.id, jack: sides[0], police: sides[1], clients};
}

async function comeTo(stage, client, table) {
    const person = await stage.as(client, {viewport: {width: 1100, height: 800}});
    await person.visit(`/table/${table}`);
    await person.locator('.table-page').waitFor();
    return person;
}

const rowOf = (table) => table.jack.client.turns.get(table.id).view.rows.at(-1)?.map((cell) => cell.circle) ?? [];

/** Returns whether an action would end the game too early. */
function isDeadly(action, table, legal) {
    const at = rowOf(table).at(-1);
    const {view} = table.jack.client.turns.get(table.id);
    const around = legal.arrest?.[action.by] ?? legal.search?.[action.by] ?? [at];
    const reach = action.circle === undefined ? around : [action.circle];
    return (action.do === 'arrest' && reach.includes(at))
        || (action.do === 'address' && action.circle === view.hideout)
        || (['coach', 'alley'].includes(action.do) && view.track.last >= 11);
}

/** Returns the board with distances from crossings to circles. */
function boardWithCrossings(game) {
    const data = JSON.parse(readFileSync(join(ROOT, 'common', 'boards', `${game}.json`), 'utf8'));
    const crossings = new Map(data.crossings.map(([number, x, y]) => [number, {x, y}]));
    const board = boardDistances(game);
    const away = (crossing, circle) => {
        const [one, two] = [crossings.get(crossing), board.circles.get(`c${circle}`)];
        return Math.hypot(one.x - two.x, one.y - two.y);
    };
    const quays = data.circles.filter((row) => row[3] === 'blue').map(([number]) => number);
    return {...board, away, quays};
}

const near = tourist().discoveries.map((place) => Number(place.slice(1)));

/** Replaces Jack's choices by Discovery Locations that are close together, to keep rounds short. */
function nearby(action) {
    return action.do === 'discoveries' ? {...action, circles: near}
        : action.do === 'start' ? {...action, circle: near[0]} : action;
}

/** Returns the default action when none of the wanted kinds is possible. */
function usual(actions, table, board, wanted) {
    const {view} = table.jack.client.turns.get(table.id);
    const lingers = wanted.has('false_clue'); // the police need a long trail to find enough clues
    const goals = wanted.has('boat') ? board.quays : view.game === 'whitechapel' ? [view.hideout]
        : (view.discoveries ?? []).filter((one) => !view.discoveries_found.includes(one));
    const row = rowOf(table);
    const kinds = (...wanted) => actions.filter((action) => wanted.includes(action.do));
    const steps = kinds('move');
    if (steps.length > 0) {
        const moves = goals.map((one) => board.distances(`c${one}`, Object.values(view.police).map((x) => `x${x}`)));
        const left = (to) => Math.min(...moves.map((one) => one.get(`c${to}`) ?? 99));
        const late = view.track.last + left(row.at(-1)) > 10;
        const home = steps.filter((action) => action.escape);
        const wide = steps.filter((action) => !row.includes(action.to));
        return home[0] ?? (lingers && !late && wide.length > 0
            ? best(wide, (one) => Math.abs(left(one.to) - 3)) : best(steps, (one) => left(one.to)));
    }
    const fresh = row.filter((circle) => !(view.clues ?? []).includes(circle));
    const walks = kinds('walk').filter((action) => !action.power);
    if (walks.length > 0) {
        const mine = walks.filter((action) => action.by === walks[0].by);
        const trail = fresh.length > 0 ? fresh : row;
        return best(mine, ({to}) => Math.min(...trail.map((circle) => board.away(to, circle))));
    }
    const hit = kinds('search').find((action) => fresh.includes(action.circle));
    return hit ?? kinds('pass')[0] ?? kinds('kill', 'search', 'alley', 'coach', 'boat')[0] ?? actions[0];
}

/** Plays until every kind in `wanted` has been done on a page, or the game is over. */
async function playGame(table, board, wanted) {
    for (;;) {
        const side = [table.jack, table.police].find((one) => one.client.turns.get(table.id)?.legal !== undefined);
        if (side === undefined || wanted.size === 0) {
            return;
        }
        const {legal, pawns, view, seq} = side.client.turns.get(table.id);
        const all = actionsOf(legal, pawns[0]);
        const mild = all.map(nearby).filter((action) => !isDeadly(action, table, legal));
        const actions = mild.length > 0 ? mild : all;
        const kind = [...wanted].find((one) => actions.some((action) => kindOf(action, view.phase) === one));
        const action = actions.find((one) => kindOf(one, view.phase) === kind) ?? usual(actions, table, board, wanted);
        if (kind !== undefined) {
            wanted.delete(kind);
            await performOnPage(await side.page(), action, seq);
            await side.client.until(() => side.client.turns.get(table.id).seq > seq, `the turn after ${kind}`);
        } else {
            await inStep([side.client], table.id, (await side.client.once('act', {table: table.id, action})).seq);
        }
        await inStep(table.clients, table.id, side.client.turns.get(table.id).seq);
    }
}

/** Plays one table after another until nothing is left in `wanted`; fails if too many games are needed. */
async function playAll(stage, game, options, wanted) {
    const server = await stage.server();
    const board = boardWithCrossings(game);
    for (let games = 0; wanted.size > 0 && games < GAMES_MAX; games++) {
        const table = await openTable(stage, server, game, options);
        await playGame(table, board, wanted);
        await table.jack.leave();
        await table.police.leave();
    }
    check(wanted.size === 0, `kinds never reached: ${[...wanted].join(', ')}`);
}

longTest('every action of Letters from Whitechapel works on the page', async (stage) => {
    const wanted = new Set([
        'hideout', 'women', 'patrols', 'address', 'pass at letter', 'pass at graffito', 'letter goulston_street',
        'goulston', 'letter saucy_jacky', 'move_patrols', 'letter for a patrol', 'kill', 'kill two', 'wait',
        'wretched', 'reveal', 'move home', 'coach', 'alley', 'move', 'walk', 'search', 'arrest', 'rush',
        'pass at act', 'pass at false_clue', 'false_clue',
    ]);
    await playAll(stage, 'whitechapel', ['letters', 'false_clues', 'rushing', 'address'], wanted);
});

longTest('every action of Whitehall Mystery works on the page', async (stage) => {
    const wanted = new Set([
        'discoveries', 'start', 'deploy', 'move', 'coach', 'alley', 'boat', 'reclaim',
        'pass at reclaim', 'walk', 'walk with power', 'search', 'search with power', 'arrest', 'arrest with power',
        'smoker', 'pass at act',
    ]);
    await playAll(stage, 'whitehall', [
        'deploy_first', 'murderer_at_large', 'newspaper_fabrications', 'powers', 'smoker',
    ], wanted);
});

test('an area arrest works on the page', async (stage) => {
    await playAll(stage, 'whitechapel', ['area_arrest'], new Set(['arrest all']));
});
