// turns.js: the player's tables and whose turn it is at each, for all pages. The list is polled, because the
// server pushes only what happens at watched tables; for those, pushes update the list sooner.

import {withPlayer} from './presence.js';

const POLL_INTERVAL = 20_000; // milliseconds between polls
const SHORT_POLL_INTERVAL = 4_000; // while a page shows the list

/** Returns whether a pawn that may act is held by this player, and no bot plays it for them. */
export function isMyTurn({table, turn}, player) {
    const seat = table.seats.find((one) => one.player === player);
    return seat !== undefined && seat.bot === undefined && turn.some((pawn) => seat.pawns.includes(pawn));
}

export function createTurns({net, alerts}) {
    const listeners = new Set();
    let tables = null; // as answered to `mine`: [{table, turn}]
    let requesting = false;
    let viewers = 0; // number of pages that show the list
    let owner = net.player?.player;

    function updateAlerts() {
        const {player} = net.player;
        const known = new Set(tables.map((one) => one.table.id));
        tables.forEach((one) => alerts.turn(one.table.id, one.table.game, isMyTurn(one, player)));
        alerts
            .tables()
            .filter((id) => !known.has(id))
            .forEach((id) => alerts.turn(id, '', false));
    }

    function publish() {
        updateAlerts();
        listeners.forEach((listener) => listener(tables));
    }

    async function refresh() {
        if (requesting || net.player === null) {
            return;
        }
        requesting = true;
        try {
            const {player} = net.player;
            const ok = await net.backgroundRequest('mine');
            if (net.player?.player === player) {
                tables = ok.tables;
                publish();
            }
        } catch {
            // Another player, or too many requests: wait for the next poll.
        } finally {
            requesting = false;
        }
    }

    const find = (id) => tables?.find(({table}) => table.id === id);

    net.on('turn', (push) => {
        const one = find(push.table);
        if (one !== undefined) {
            Object.assign(one, {turn: push.pawns, left: push.left, resumes: push.resumes, runs_out: push.runs_out});
            publish();
        }
    });
    net.on('table', ({table}) => {
        const one = find(table.id);
        const sits = table.state !== 'closed' && table.seats.some((seat) => seat.player === owner);
        if (one !== undefined && sits) {
            one.table = table;
            publish();
        } else if (one !== undefined || sits) {
            refresh();
        }
    });
    net.on('player', (push) => {
        const changed = (tables ?? []).filter((one) => withPlayer(one.table, push) !== one.table);
        changed.forEach((one) => {
            one.table = withPlayer(one.table, push);
        });
        if (changed.length > 0) {
            publish();
        }
    });
    net.on('state', (state) => state === 'open' && refresh());
    net.on('identity', (player) => {
        if (player?.player !== owner) {
            owner = player?.player;
            tables = null;
            alerts.clear();
            refresh();
        }
    });
    function poll() {
        if (net.state === 'open') {
            refresh();
        }
        setTimeout(
            poll,
            viewers > 0 && document.visibilityState === 'visible' ? SHORT_POLL_INTERVAL : POLL_INTERVAL,
        );
    }
    setTimeout(poll, SHORT_POLL_INTERVAL);

    return {
        refresh,
        /** Returns the tables as last received, or null before the first answer. */
        list: () => tables,
        /** Subscribes to changes. Until the returned function is called, the list is polled more often. */
        on(listener) {
            listeners.add(listener);
            viewers += 1;
            return () => {
                viewers -= listeners.delete(listener) ? 1 : 0;
            };
        },
    };
}
