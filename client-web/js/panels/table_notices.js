// table_notices.js: notices in the log that are not game events: players leave and return, somebody or a bot plays for
// them, a bot's level changes. The server does not record them; each page derives them from changes of the seats.

import {listed, t} from '../core/i18n.js';
import {pawnChanges} from '../core/seats.js';
import {pawnName} from '../board/pawns.js';
import {awayChange} from './away.js';
import {isBot} from './bots.js';

const AWAY_AFTER = 4000; // milliseconds; a player who only reloads the page is not reported

/** Returns a sentence about pawns that somebody else plays now, or their owner again. */
export function pawnChangeText({kind, owner, holder, before, pawns}, me) {
    const names = {name: holder.name, from: owner.name, pawns: listed(pawns.map((pawn) => pawnName(pawn)))};
    if (holder.player === me) {
        return t(kind === 'given' ? 'notice.given_you' : 'notice.returned_you', names);
    }
    if (before.player === me && kind === 'returned') {
        return t('notice.returned_by_you', names);
    }
    return t(`notice.${kind}`, names);
}

/** @param {{me: string, show(text: string), announce(text: string)}} parts */
export function createTableNotices({me, show, announce}) {
    const leaving = new Map(); // player → timer, for players who have just left
    let last = null; // the previous table; null before and after the game

    function compareConnected(was, {player, name, connected}) {
        if (connected === was.connected) {
            return;
        }
        if (!connected) {
            const showAway = () => {
                leaving.delete(player);
                show(t('notice.away', {name}));
            };
            leaving.set(player, setTimeout(showAway, AWAY_AFTER));
        } else if (leaving.has(player)) {
            clearTimeout(leaving.get(player));
            leaving.delete(player);
        } else {
            show(t('notice.back', {name}));
        }
    }

    function compare(was, seat) {
        const {name, bot} = seat;
        if (isBot(seat)) {
            if (bot !== was.bot) {
                show(t('notice.level', {name, level: t(`level.${bot}`)}));
            }
            return;
        }
        compareConnected(was, seat);
        const announced = awayChange(was, seat);
        if (announced !== null) {
            show(announced);
            announce(announced);
        }
        if (bot !== was.bot) {
            show(
                bot === undefined
                    ? t('notice.again', {name})
                    : t('notice.stands_in', {name, level: t(`level.${bot}`)}),
            );
        }
    }

    function comparePawns(was, now) {
        for (const change of pawnChanges(was, now)) {
            const text = pawnChangeText(change, me);
            show(text);
            announce(text);
        }
    }

    return {
        /** Call whenever the table may have changed. */
        update(table) {
            const before = last;
            last = table.state === 'running' ? table : null;
            if (before === null || last === null || before === last) {
                return;
            }
            for (const seat of table.seats) {
                const was = before.seats.find(({player}) => player === seat.player);
                if (seat.player !== me && was !== undefined) {
                    compare(was, seat);
                }
            }
            comparePawns(before, table);
        },
        stop: () => leaving.forEach((timer) => clearTimeout(timer)),
    };
}
