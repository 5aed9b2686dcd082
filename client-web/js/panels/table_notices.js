// table_notices.js: notices in the log that are not game events: players leave and return, a stand-in bot takes
// over, a bot's level changes. The server does not record them; each page derives them from changes of the
// seats.

import {t} from '../core/i18n.js';
import {isBot} from './bots.js';

const AWAY_AFTER = 4000; // milliseconds; a player who only reloads the page is not reported

/** @param {{me: string, show(text: string)}} parts */
export function createTableNotices({me, show}) {
    const leaving = new Map(); // player → timer, for players who have just left
    let seats = null; // the previous seats by player; null before and after the game

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
        if (bot !== was.bot) {
            show(
                bot === undefined
                    ? t('notice.again', {name})
                    : t('notice.stands_in', {name, level: t(`level.${bot}`)}),
            );
        }
    }

    return {
        /** Call whenever the table may have changed. */
        update(table) {
            const before = seats;
            seats =
                table.state === 'running' ? new Map(table.seats.map((seat) => [seat.player, seat])) : null;
            for (const [player, seat] of (before && seats) ?? []) {
                if (player !== me && before.has(player)) {
                    compare(before.get(player), seat);
                }
            }
        },
        stop: () => leaving.forEach((timer) => clearTimeout(timer)),
    };
}
