// table_links.js: facts about a table that decide where a link to it leads.

import {pawnsOf} from '../board/pawns.js';
import {isBot} from '../panels/bots.js';

/** Returns the address of a table's page. A private one needs its invite in the fragment. */
export const tableAddress = (table, invite) =>
    `/table/${table.id}${table.private && invite ? `#invite=${invite}` : ''}`;

/** Returns the address of a finished game's replay. */
export const replayAddress = (table, invite) =>
    `/replay/${table.id}${table.private && invite && !table.shared ? `#invite=${invite}` : ''}`;

/** Returns the pawns that nobody holds. */
export function freePawns(table) {
    const held = table.seats.flatMap((seat) => seat.pawns);
    return pawnsOf(table.game).filter((pawn) => !held.includes(pawn));
}

/** Returns whether somebody can still sit down at an open table and take a pawn. */
export const hasRoom = (table) =>
    freePawns(table).length > 0 &&
    table.seats.filter((seat) => !isBot(seat)).length < pawnsOf(table.game).length;

export const hostName = (table) => table.seats.find((seat) => seat.player === table.host)?.name ?? '';
