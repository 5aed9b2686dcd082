// away.js: a player announces until when they are away, or that they are back; and the sentences about that.

import {button, selectField} from '../core/controls.js';
import {el, fill, keepingFocus} from '../core/dom.js';
import {moment, plural, quantity, refusalText, t} from '../core/i18n.js';
import {ownZone} from '../core/time_zone.js';

const DAY = 86400;
const DAYS = [1, 2, 3, 4, 5, 7, 10, 14, 21, 28]; // that can be chosen

const now = () => Date.now() / 1000;

/** Returns whether a seat's player has announced an absence that is not over. */
export const isAnnounced = (seat) => seat.away !== undefined && seat.away.until > now();

/** Returns "away until 3 May 2026, 12:00". */
export const awayText = (seat) => t('away.until', {time: moment(seat.away.until)});

/** Returns what the list of players says about one who is away. */
export const awayReport = (seat, table, me) =>
    [t('away.they', {time: moment(seat.away.until)}), ...awayFacts(seat, table, me)].join(' ');

/** Returns sentences about a seat: what the absence does to the clock, and how much time off is left. */
function awayFacts(seat, table, me) {
    const held = isAnnounced(seat) ? seat.away.held : undefined;
    return [
        held !== undefined && held > now() && t(seat.player === me ? 'away.held_you' : 'away.held', {time: moment(held)}),
        isAnnounced(seat) && held === undefined && table.clock > 0 && t('away.not_held'),
        seat.hours_off !== undefined && t('away.left', {time: timeOff(seat.hours_off)}),
    ].filter(Boolean);
}

const timeOff = (hours) => (hours >= 24 ? quantity(Math.floor(hours / 24), 'day') : quantity(hours, 'hour'));

/** A part of the game page: the player's own announcement. */
export function createAway({model, net, me}) {
    const problem = el('p', {class: 'refusal', role: 'alert'});
    const element = el('div', {class: 'away-place'});
    let drawn = '';

    async function announceAway(until) {
        problem.textContent = '';
        try {
            await net.request('away', {table: model.table.id, until});
        } catch (refusal) {
            problem.textContent = refusal.code === undefined ? t('away.broken') : refusalText(refusal);
        }
    }

    function chooser() {
        const days = selectField({
            label: t('away.for'),
            name: 'away',
            value: 2,
            choices: DAYS.map((count) => [count, quantity(count, 'day')]),
            'data-field': 'away-days',
        });
        const choose = () => announceAway(Math.floor(now()) + Number(days.querySelector('select').value) * DAY);
        return el(
            'div',
            {class: 'row'},
            days,
            button({key: 'go-away', class: 'small', 'data-act': 'away', onclick: choose}, t('away.announce')),
        );
    }

    function panel(seat, table) {
        const away = isAnnounced(seat);
        return el(
            'section',
            {class: 'away-panel', 'aria-label': t('away.title')},
            el('h2', {}, t('away.title')),
            el('p', {}, away ? t('away.you', {time: moment(seat.away.until)}) : t('away.about')),
            !away && seat.hours_off > 0 && el('p', {class: 'soft'}, t('away.pauses')),
            awayFacts(seat, table, me).map((text) => el('p', {class: 'soft'}, text)),
            away
                ? button({key: 'back', class: 'small main', 'data-act': 'back', onclick: () => announceAway(0)}, t('away.back'))
                : chooser(),
            problem,
        );
    }

    return {
        element,
        update({table, over}) {
            const seat = table.seats.find(({player, pawns}) => player === me && pawns.length > 0);
            const shown = seat !== undefined && !over && table.state === 'running';
            const next = JSON.stringify(shown && [seat.away, seat.hours_off, isAnnounced(seat)]);
            if (next !== drawn) {
                drawn = next;
                keepingFocus(element, () => fill(element, shown && panel(seat, table)));
            }
        },
    };
}

/** Returns a sentence for everyone when a seat's announcement changes; null if it does not. */
export function awayChange(was, seat) {
    if (was.away?.until === seat.away?.until) {
        return null;
    }
    return isAnnounced(seat)
        ? t('notice.away_until', {name: seat.name, time: moment(seat.away.until)})
        : seat.away === undefined && isAnnounced(was)
          ? t('notice.back', {name: seat.name})
          : null;
}

/** Returns sentences about the pauses of a table's clock. */
export function pauseSentences({night, days_off: days, clock}) {
    return [
        night !== undefined && clock > 0 && t('lobby.night', nightWords(night)),
        days !== undefined && plural('lobby.days_off', days),
    ].filter(Boolean);
}

/** Returns the minutes by which a zone's clocks are ahead of UTC now, or null if the browser does not know it. */
function zoneOffset(zone) {
    try {
        const parts = new Intl.DateTimeFormat('en', {timeZone: zone, timeZoneName: 'longOffset'}).formatToParts();
        const [, sign, hours, minutes] =
            /GMT(?:([+-])(\d+):(\d+))?/.exec(parts.find(({type}) => type === 'timeZoneName').value);
        return sign === undefined ? 0 : (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
    } catch {
        return null;
    }
}

const shifted = (time, minutes) => {
    const [hour, minute] = time.split(':').map(Number);
    const sum = (hour * 60 + minute + minutes + 2880) % 1440;
    return [Math.floor(sum / 60), sum % 60].map((part) => String(part).padStart(2, '0')).join(':');
};

/** Returns {from, to, zone} with the viewer's own time added if their clocks show another one. */
function nightWords({from, to, zone}) {
    const theirs = zoneOffset(zone);
    const shift = theirs === null ? 0 : zoneOffset(ownZone()) - theirs;
    const place = zone.split('/').at(-1).replaceAll('_', ' ');
    return {
        from,
        to,
        zone: shift === 0 ? place : t('lobby.night.own', {zone: place, from: shifted(from, shift), to: shifted(to, shift)}),
    };
}
