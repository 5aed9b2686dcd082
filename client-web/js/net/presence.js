// presence.js: applies `player` pushes to tables: a player has come or gone, is absent, or has another name. The server
// sends each of them once, not once per table.

/** Returns an object with only the keys of `changes` that are given, so that others stay as they are. */
const given = (changes) => Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));

/** `absent` is sent as `true` or not at all, so a player who connects is no longer absent. */
function changedSeat(seat, {name, connected, absent = connected ? false : undefined}) {
    const {absent: was = false, ...rest} = {...seat, ...given({name, connected, absent})};
    return was ? {...rest, absent: true} : rest;
}

function changedSpectators(spectators, {player, name}) {
    const at = spectators?.players?.indexOf(player) ?? -1;
    return at < 0 || name === undefined ? spectators : {...spectators, names: spectators.names.map((one, i) => (i === at ? name : one))};
}

/** Returns the table after a push {player, name?, connected?, absent?}; the same object if it does not concern it. */
export function withPlayer(table, push) {
    const concerned = (seat) => seat.player === push.player;
    const changes = table.state === 'finished' ? {...push, name: undefined} : push; // it keeps the names of its players
    const seats = table.seats.some(concerned)
        ? table.seats.map((seat) => (concerned(seat) ? changedSeat(seat, changes) : seat))
        : table.seats;
    const spectators = changedSpectators(table.spectators, push);
    return seats === table.seats && spectators === table.spectators ? table : {...table, seats, spectators};
}
