// turns.js: my tables and whose turn it is at each, wherever in the page one is. The list is asked for now
// and then (the server pushes only what happens at tables one watches); at those the pushes are quicker.

const PAUSE = 20_000; // milliseconds between two questions
const SHORT_PAUSE = 4_000; // while the list is what the player looks at

/** "It is my turn": one of the pawns that may act is one I hold, and no bot plays it for me. */
export function isMyTurn({table, turn}, player) {
    const seat = table.seats.find((one) => one.player === player);
    return seat !== undefined && seat.bot === undefined && turn.some((pawn) => seat.pawns.includes(pawn));
}

export function createTurns({net, alerts}) {
    const listeners = new Set();
    let tables = null; // as `mine` gives them: [{table, turn}]
    let asking = false;
    let lookers = 0; // how many show the list
    let owner = net.player?.player;

    function ring() {
        const {player} = net.player;
        const known = new Set(tables.map((one) => one.table.id));
        tables.forEach((one) => alerts.turn(one.table.id, one.table.game, isMyTurn(one, player)));
        alerts
            .tables()
            .filter((id) => !known.has(id))
            .forEach((id) => alerts.turn(id, '', false));
    }

    function tell() {
        ring();
        listeners.forEach((listener) => listener(tables));
    }

    async function refresh() {
        if (asking || net.player === null) {
            return;
        }
        asking = true;
        try {
            const {player} = net.player;
            const ok = await net.quiet('mine');
            if (net.player?.player === player) {
                tables = ok.tables;
                tell();
            }
        } catch {
            // Another player, or too many requests: the next time will do.
        } finally {
            asking = false;
        }
    }

    const find = (id) => tables?.find(({table}) => table.id === id);

    net.on('turn', (push) => {
        const one = find(push.table);
        if (one !== undefined) {
            one.turn = push.pawns;
            tell();
        }
    });
    net.on('table', ({table}) => {
        const one = find(table.id);
        const sits = table.state !== 'closed' && table.seats.some((seat) => seat.player === owner);
        if (one !== undefined && sits) {
            one.table = table;
            tell();
        } else if (one !== undefined || sits) {
            refresh();
        }
    });
    net.on('state', (state) => state === 'open' && refresh());
    net.on('player', (player) => {
        if (player?.player !== owner) {
            owner = player?.player;
            tables = null;
            alerts.forget();
            refresh();
        }
    });
    function again() {
        if (net.state === 'open') {
            refresh();
        }
        setTimeout(again, lookers > 0 && document.visibilityState === 'visible' ? SHORT_PAUSE : PAUSE);
    }
    setTimeout(again, SHORT_PAUSE);

    return {
        refresh,
        /** The tables as last heard, or null if not heard yet. */
        list: () => tables,
        /** For who shows the list; until the function it gives is called, the list is kept fresher. */
        on(listener) {
            listeners.add(listener);
            lookers += 1;
            return () => {
                lookers -= listeners.delete(listener) ? 1 : 0;
            };
        },
    };
}
