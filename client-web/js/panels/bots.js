// bots.js: bots in words: their levels and paces, how much help a table gives, the clocks one can play
// with, and what a seat is called when a bot sits there or stands in for somebody.

import {quantity, t} from '../core/i18n.js';

export const LEVELS = ['novice', 'easy', 'normal', 'hard'];
export const PACES = ['slow', 'normal', 'quick'];
export const AIDS = ['off', 'sets', 'full'];
/** Seconds for an action; 0 is no clock. */
export const CLOCKS = [0, 30, 60, 120, 300, 900, 3600, 86400, 259200];

export const levelChoices = () => LEVELS.map((level) => [level, t(`level.${level}`)]);

/** Nobody's but a bot's. Who is only stood in for keeps his seat. */
export const isBot = (seat) => seat.bot !== undefined && seat.stands_in !== true;
export const isStoodInFor = (seat) => seat.stands_in === true;

/** "Ann"; "Bot 1, hard"; "a hard bot for Ann". */
export function seatName(seat) {
    const {name, bot} = seat;
    if (bot === undefined) {
        return name;
    }
    return isBot(seat) ? t('bot.name', {name, level: t(`level.${bot}`)}) : t(`bot.stands_in.${bot}`, {name});
}

/** "2 minutes", "no clock". */
export function clockName(seconds) {
    const [unit, size] = [
        ['day', 86400],
        ['hour', 3600],
        ['minute', 60],
        ['second', 1],
    ].find(([, length]) => seconds % length === 0);
    return seconds === 0 ? t('clock.none') : quantity(seconds / size, unit);
}

/** The clock, the bots' pace and the aids, as far as they matter at this table, in sentences. */
export function howItIsPlayed(table) {
    return [
        table.clock > 0 &&
            t('lobby.clock', {time: clockName(table.clock), level: t(`level.${table.level}`)}),
        table.seats.some(isBot) && t(`lobby.pace.${table.pace}`),
        table.aids !== 'off' && t(`lobby.aids.${table.aids}`),
    ].filter(Boolean);
}
