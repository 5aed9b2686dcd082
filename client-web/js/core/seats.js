// seats.js: who plays whose pawns in a running game, and who decides that while somebody is absent. Pawns belong to
// whoever held them at the start; `owns` of a seat says which, where that is not what the seat holds now. A part of
// the page's knowledge of the rules that the server enforces.

const isPerson = (seat) => seat.bot === undefined || seat.stands_in === true;

/** Returns the pawns that belong to a seat. */
export const ownedBy = (seat) => seat.owns ?? seat.pawns;

export const policeOf = (pawns) => pawns.filter((pawn) => pawn !== 'jack');

/** Returns the seat to which a pawn belongs. */
export const ownerOf = (table, pawn) => table.seats.find((seat) => ownedBy(seat).includes(pawn));

/** Returns the seats whose pawns this one plays for the time being. */
export function playsFor(seat, table) {
    const guests = seat.pawns.filter((pawn) => !ownedBy(seat).includes(pawn));
    return table.seats.filter((one) => one !== seat && guests.some((pawn) => ownedBy(one).includes(pawn)));
}

/** Returns the people who hold policemen and are connected: they vote. */
export const detectivesPresent = (table) =>
    table.seats.filter((seat) => isPerson(seat) && seat.connected && policeOf(seat.pawns).length > 0);

/**
 * Returns whether a player decides who plays for an absent player: detectives about detectives, or the host if none of
 * them is present, and every player about Jack.
 */
export function mayDecide(table, me, seat) {
    const mine = table.seats.find((one) => one.player === me);
    const hosts = table.host === me;
    if (mine === undefined || seat.player === me) {
        return false;
    }
    if (policeOf(seat.pawns).length === 0) {
        return hosts || mine.pawns.length > 0;
    }
    return (
        policeOf(mine.pawns).length > 0 ||
        (hosts && detectivesPresent(table).every((one) => one.player === me || one === seat))
    );
}

/**
 * Returns what changed between two states of a table: [{kind, owner, holder, before, pawns}], where kind is 'given' or
 * 'returned', and the others are seats: the pawns' owner, who plays them now, and who did before.
 */
export function pawnChanges(was, now) {
    const holderIn = (table, pawn) => table.seats.find((seat) => seat.pawns.includes(pawn));
    const changes = [];
    for (const pawn of now.seats.flatMap((seat) => policeOf(seat.pawns))) {
        const [before, holder, owner] = [holderIn(was, pawn), holderIn(now, pawn), ownerOf(now, pawn)];
        if (before !== undefined && before.player !== holder.player && owner !== undefined) {
            const same = changes.find(
                (one) => one.holder === holder && one.owner === owner && one.before.player === before.player,
            );
            if (same !== undefined) {
                same.pawns.push(pawn);
            } else {
                const kind = owner === holder ? 'returned' : 'given';
                changes.push({kind, owner, holder, before, pawns: [pawn]});
            }
        }
    }
    return changes;
}
