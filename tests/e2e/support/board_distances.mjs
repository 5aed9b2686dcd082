// board_distances.mjs: distances between circles in moves, for plans. Computed from the board data alone.

import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {ROOT} from './server.mjs';

const boards = new Map();

/** @returns {{game, circles: Map, distances(from: string, closed?: string[]): Map}} */
export function boardDistances(game) {
    if (!boards.has(game)) {
        boards.set(game, readBoard(game));
    }
    return boards.get(game);
}

function readBoard(game) {
    const board = JSON.parse(readFileSync(join(ROOT, 'common', 'boards', `${game}.json`), 'utf8'));
    const streets = new Map();
    const lead = (one, two) => streets.set(one, [...(streets.get(one) ?? []), two]);
    board.streets.forEach(([one, two]) => {
        lead(one, two);
        lead(two, one);
    });
    const circles = new Map(
        board.circles.map(([number, x, y, colour, quadrant]) => [`c${number}`, {x, y, colour, quadrant}]),
    );

    /** Returns the circles one move away, along streets with no crossing in `closed`. */
    function neighbours(circle, closed) {
        const found = new Set();
        const seen = new Set([circle]);
        const edge = [circle];
        while (edge.length > 0) {
            for (const place of streets.get(edge.pop()) ?? []) {
                if (seen.has(place) || closed.has(place)) {
                    continue;
                }
                seen.add(place);
                if (place.startsWith('c')) {
                    found.add(place);
                } else {
                    edge.push(place);
                }
            }
        }
        return found;
    }

    /** Returns the number of moves from each circle to `goal`, without circles that cannot reach it. */
    function distances(goal, closed = []) {
        const barred = new Set(closed);
        const moves = new Map([[goal, 0]]);
        const queue = [goal];
        for (const here of queue) {
            for (const next of neighbours(here, barred)) {
                if (!moves.has(next)) {
                    moves.set(next, moves.get(here) + 1);
                    queue.push(next);
                }
            }
        }
        return moves;
    }

    return {game, circles, distances};
}
