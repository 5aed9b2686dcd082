// subscriptions.js: watches tables for net.js: delivers the first snapshot, the events missed while
// disconnected, and pushes, each event exactly once.
//
// A table is watched from its first event (`since` 0) and with views: the first answer has all events so far in
// `events` and the state in `view`; later, every `turn` has the view after the action. Pages therefore need no
// rules of their own: they describe events and draw views.

import {withPlayer} from './presence.js';

/**
 * Returns the id of a push's table; in a `table` push that field is the whole table. Pushes about a player have none.
 */
const tableOf = (frame) => (typeof frame.table === 'object' ? frame.table.id : frame.table);

/** Passes a table on to the handler, unless it is the one it knows. */
function showTable(subscription, table) {
    if (table !== subscription.table) {
        subscription.table = table;
        subscription.handler.tableChanged?.(table);
    }
}

const HANDLERS = {
    event: (subscription, frame) => {
        if (frame.seq > subscription.seq) {
            // skips events that the answer to `watch` already contained
            subscription.seq = frame.seq;
            subscription.handler.event?.(frame.seq, frame.event);
        }
    },
    turn: (subscription, frame) => subscription.handler.turn?.(frame),
    table: (subscription, {table}) => showTable(subscription, table),
    player: (subscription, frame) => showTable(subscription, withPlayer(subscription.table, frame)),
    chat: (subscription, frame) => subscription.handler.chat?.(frame),
    over: (subscription, frame) => subscription.handler.over?.(frame.result),
    marks: (subscription, frame) => subscription.handler.marks?.(frame.marks),
    point: (subscription, frame) => subscription.handler.point?.(frame),
    resign: (subscription, frame) => subscription.handler.resign?.(frame.players),
    takeback: (subscription, frame) => subscription.handler.takeback?.(frame),
    seat: (subscription, frame) => subscription.handler.seatVote?.(frame),
};

/**
 * @param send  sendRequest() of net.js: send(verb, keys, counter, {repeat, timeouts})
 * @param isOpen  returns whether there is a connection
 * @param isHidden  returns whether the player does not see the page
 */
export function createSubscriptions({send, isOpen, isHidden = () => false}) {
    const subscriptions = new Set();

    async function watch(subscription) {
        const attempt = {}; // identifies this attempt: the answer is ignored if there has been a later one
        subscription.attempt = attempt;
        subscription.answered = false;
        const away = isHidden();
        const keys = {...subscription.where, since: subscription.seq ?? 0, views: true, ...(away && {away})};
        try {
            const reply = await send('watch', keys, 'player', {
                repeat: false,
                timeouts: subscription.timeouts,
            });
            if (subscription.attempt === attempt) {
                answered(subscription, reply);
                if (!subscription.stopped && isHidden() !== away) {
                    sendLook(reply.table.id, isHidden());
                }
            }
        } catch (refusal) {
            if (subscription.attempt === attempt && subscriptions.delete(subscription)) {
                subscription.handler.failed?.(refusal);
            }
        }
    }

    function answered(subscription, reply) {
        const first = subscription.seq === null;
        subscription.where = {...subscription.where, table: reply.table.id};
        subscription.table = reply.table;
        subscription.seq = reply.seq;
        subscription.timeouts = 0;
        subscription.answered = true;
        if (subscription.stopped) {
            leave(subscription);
        } else if (first || reply.events === undefined) {
            subscription.handler.snapshot?.(reply);
        } else {
            subscription.handler.missed?.(reply);
        }
    }

    function sendLook(table, away) {
        send('look', {table, away}, 'page', {repeat: false}).catch(() => {});
    }

    function leave(subscription) {
        const others = [...subscriptions].some((other) => other.where.table === subscription.where.table);
        if (!others && isOpen()) {
            send('unwatch', {table: subscription.where.table}, 'page', {repeat: false}).catch(() => {});
        }
    }

    /**
     * Watches a table by its id or its invite (both, for another player's private table) until stop(), with
     * `commentary`, the invite for commentators, as one of them. Methods
     * of the handler, all optional: snapshot(reply) for the first answer and later ones without `events`;
     * missed(reply) after a reconnect; event(seq, event), turn(turn), tableChanged(table), chat(line),
     * over(result), marks({player, marks}), point({name, circle or crossing}), resign(players), takeback(frame)
     * and seatVote(frame) for pushes; failed(refusal) if the server refuses to show the table.
     */
    function subscribe({table, invite, commentary}, handler) {
        const where = {...(table && {table}), ...(invite && {invite}), ...(commentary && {commentary})};
        const subscription = {
            where,
            handler,
            table: null, // as last received
            seq: null,
            answered: false,
            stopped: false,
            attempt: null,
            timeouts: 0,
        };
        subscriptions.add(subscription);
        if (isOpen()) {
            watch(subscription);
        }
        return {
            get table() {
                return subscription.where.table ?? null;
            },
            stop() {
                subscription.stopped = true;
                if (subscriptions.delete(subscription) && subscription.answered) {
                    leave(subscription);
                }
            },
        };
    }

    return {
        subscribe,
        /**
         * Notes whether this page is hidden: while it is, the player can be notified of what happens at its tables.
         * Tables without an answer to `watch` follow when it arrives.
         */
        look(away) {
            const tables = [...subscriptions].filter(({answered}) => answered).map(({where}) => where.table);
            if (isOpen()) {
                for (const table of new Set(tables)) {
                    sendLook(table, away);
                }
            }
        },
        /**
         * Watches all tables again after a reconnect. Tables that had timed out get more time: their log may be
         * long.
         */
        resume() {
            for (const subscription of subscriptions) {
                subscription.timeouts += subscription.attempt === null || subscription.answered ? 0 : 1;
                watch(subscription);
            }
        },
        /**
         * Delivers a push to the subscribers of its table, or to all if it is about a player. Pushes before the answer
         * to `watch` are ignored: the answer is newer.
         */
        push(frame) {
            for (const subscription of [...subscriptions]) {
                const concerned = frame.on === 'player' || subscription.where.table === tableOf(frame);
                if (subscription.answered && concerned) {
                    HANDLERS[frame.on]?.(subscription, frame);
                }
            }
        },
    };
}
