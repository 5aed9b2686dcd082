// subscriptions.js: following tables, for net.js: the first answer, what was missed in a break, and pushes, each
// once.
//
// A table is watched from its first event on (`since` 0) and with views: the first answer has the whole story
// in `events` and the state in `view`; later every `turn` has the view after the action. So a page needs no
// rules and no arithmetic of its own: events are for telling, the view is for drawing.

/** Pushes that say which table they mean by its id; `table` itself carries the whole table. */
const tableOf = (frame) => (typeof frame.table === 'object' ? frame.table.id : frame.table);

const HANDLERS = {
    event: (one, frame) => {
        if (frame.seq > one.seq) {
            // what the answer to `watch` told already is not told again
            one.seq = frame.seq;
            one.handler.event?.(frame.seq, frame.event);
        }
    },
    turn: (one, frame) => one.handler.turn?.(frame),
    table: (one, frame) => one.handler.tableChanged?.(frame.table),
    chat: (one, frame) => one.handler.chat?.(frame),
    over: (one, frame) => one.handler.over?.(frame.result),
    marks: (one, frame) => one.handler.marks?.(frame.marks),
    resign: (one, frame) => one.handler.resign?.(frame.players),
};

/**
 * @param send as net.js asks: send(verb, keys, counter, {repeat})
 * @param isOpen whether there is a connection now
 */
export function createFollows({send, isOpen}) {
    const all = new Set();

    async function watch(one) {
        const turn = {}; // this attempt; a later one makes its answer void
        one.attempt = turn;
        one.answered = false;
        const keys = {...one.where, since: one.seq ?? 0, views: true};
        try {
            const reply = await send('watch', keys, 'player', {repeat: false, silences: one.vain});
            if (one.attempt === turn) {
                answered(one, reply);
            }
        } catch (refusal) {
            if (one.attempt === turn && all.delete(one)) {
                one.handler.failed?.(refusal);
            }
        }
    }

    function answered(one, reply) {
        const first = one.seq === null;
        one.where = {...one.where, table: reply.table.id};
        one.seq = reply.seq;
        one.vain = 0;
        one.answered = true;
        if (one.stopped) {
            leave(one);
        } else if (first || reply.events === undefined) {
            one.handler.snapshot?.(reply);
        } else {
            one.handler.missed?.(reply);
        }
    }

    function leave(one) {
        const others = [...all].some((other) => other.where.table === one.where.table);
        if (!others && isOpen()) {
            send('unwatch', {table: one.where.table}, 'page', {repeat: false}).catch(() => {});
        }
    }

    /**
     * Watches a table, by its id or its invite (a private one of others: both), until stop(). handler:
     * snapshot(reply) the first answer, and later ones without `events`; missed(reply) after a break;
     * event(seq, event), turn(turn), tableChanged(table), chat(line), over(result), marks({player, marks}),
     * resign(players) as they come; failed(refusal) if the server will not show it. Each may be left out.
     */
    function follow({table, invite}, handler) {
        const where = {...(table && {table}), ...(invite && {invite})};
        const one = {where, handler, seq: null, answered: false, stopped: false, attempt: null, vain: 0};
        all.add(one);
        if (isOpen()) {
            watch(one);
        }
        return {
            get table() {
                return one.where.table ?? null;
            },
            stop() {
                one.stopped = true;
                if (all.delete(one) && one.answered) {
                    leave(one);
                }
            },
        };
    }

    return {
        follow,
        /** A connection again. What was watched in vain is waited for longer: its story may be long. */
        resume() {
            for (const one of all) {
                one.vain += one.attempt === null || one.answered ? 0 : 1;
                watch(one);
            }
        },
        /** A push: to who follows that table. Before the answer to `watch` it is older than that answer. */
        push(frame) {
            for (const one of [...all]) {
                if (one.answered && one.where.table === tableOf(frame)) {
                    HANDLERS[frame.on]?.(one, frame);
                }
            }
        },
    };
}
