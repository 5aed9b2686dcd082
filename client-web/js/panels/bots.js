// bots.js: texts about bots: levels, speeds, deduction help, time limits, and the name of a seat held or
// substituted by a bot.

import {quantity, t} from '../core/i18n.js';
import {pauseSentences} from './away.js';

export const LEVELS = ['novice', 'easy', 'normal', 'hard', 'master'];
export const PACES = ['slow', 'normal', 'quick'];
export const AIDS = ['off', 'sets', 'full'];
/** Seconds per action; 0 means no limit. */
export const CLOCKS = [0, 30, 60, 120, 300, 900, 3600, 43200, 86400, 172800, 259200, 604800];

export const levelChoices = () => LEVELS.map((level) => [level, t(`level.${level}`)]);

/** Returns whether the seat belongs to a bot. A player with a stand-in bot keeps their seat. */
export const isBot = (seat) => seat.bot !== undefined && seat.stands_in !== true;
export const isSubstituted = (seat) => seat.stands_in === true;

/** Returns "Ann", "Bot 1, hard" or "a hard stand-in bot for Ann". */
export function seatName(seat) {
    const {name, bot} = seat;
    if (bot === undefined) {
        return name;
    }
    return isBot(seat) ? t('bot.name', {name, level: t(`level.${bot}`)}) : t(`bot.stands_in.${bot}`, {name});
}

/** Returns "2 minutes" or "no limit". */
export function clockName(seconds) {
    const [unit, size] = [
        ['day', 86400],
        ['hour', 3600],
        ['minute', 60],
        ['second', 1],
    ].find(([, length]) => seconds % length === 0);
    return seconds === 0 ? t('clock.none') : quantity(seconds / size, unit);
}

/** Returns sentences about the time limit, bot speed and deduction help, as far as they apply to this table. */
export function tableSettings(table) {
    return [
        table.clock > 0 && t('lobby.clock', {time: clockName(table.clock), level: t(`level.${table.level}`)}),
        ...pauseSentences(table),
        table.seats.some(isBot) && t(`lobby.pace.${table.pace}`),
        table.aids !== 'off' && t(`lobby.aids.${table.aids}`),
        table.aids !== 'off' && t(`lobby.spectator_aids.${table.spectator_aids ? 'on' : 'off'}`),
    ].filter(Boolean);
}
