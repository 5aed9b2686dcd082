// table_notices.js: what happens at a table beside its game: who goes and comes back, where a bot stands in, which
// bot plays at another level. The server records none of it; every page tells it as it sees the seats change.

import {t} from '../core/i18n.js';
import {isBot} from './bots.js';

const AWAY_AFTER = 4000; // milliseconds: who only loads the page again is not worth a word

/** @param {{me: string, tell(text: string)}} parts */
export function createAsides({me, tell}) {
    const leaving = new Map(); // player → timer, for who has gone just now
    let seats = null; // as they were last, by player; null before and after the game

    function comeAndGo(was, {player, name, connected}) {
        if (connected === was.connected) {
            return;
        }
        if (!connected) {
            const say = () => {
                leaving.delete(player);
                tell(t('notice.away', {name}));
            };
            leaving.set(player, setTimeout(say, AWAY_AFTER));
        } else if (leaving.has(player)) {
            clearTimeout(leaving.get(player));
            leaving.delete(player);
        } else {
            tell(t('notice.back', {name}));
        }
    }

    function compare(was, seat) {
        const {name, bot} = seat;
        if (isBot(seat)) {
            if (bot !== was.bot) {
                tell(t('notice.level', {name, level: t(`level.${bot}`)}));
            }
            return;
        }
        comeAndGo(was, seat);
        if (bot !== was.bot) {
            tell(
                bot === undefined
                    ? t('notice.again', {name})
                    : t('notice.stands_in', {name, level: t(`level.${bot}`)}),
            );
        }
    }

    return {
        /** The table, whenever it may have changed. */
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
