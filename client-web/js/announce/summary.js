// summary.js: what happened while a player was away, in one sentence: "Jack moved twice, Red found a clue at 55; your
// turn". Uses only the public part of events, like moments.js.

import {listed, plural, t} from '../core/i18n.js';
import {pawnName} from '../board/pawns.js';
import {momentsOf} from './moments.js';

const MOST = 6; // parts of a sentence; earlier ones are left out

const counted = (key, count) => (count === 2 ? t(`${key}.twice`) : plural(key, count));

/**
 * What is added up instead of being told one by one: `by` names the sum that an event belongs to, and `text` tells it,
 * given its events.
 */
const SUMS = {
    move: {by: () => 'jack', text: (events) => counted('summary.moved', events.length)},
    walk: {by: () => 'police', text: () => t('summary.walked')},
    search: {
        by: ({by, found}) => `${by} ${found}`,
        text: (events) =>
            t(events[0].found ? 'summary.clue' : 'summary.no_clue', {
                pawn: pawnName(events[0].by),
                circles: listed(events.map(({circle}) => circle)),
            }),
    },
};

const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** Returns the parts of the sentence, in the order in which they happened first. */
function partsOf(events, state) {
    const sums = new Map();
    const parts = [];
    for (const event of events) {
        const sum = SUMS[event.did];
        const name = sum && `${event.did} ${sum.by(event)}`;
        const moments = momentsOf([event], state); // also moves the policemen of `state`
        if (sum === undefined) {
            const loud = moments.filter(({weight}) => weight !== 'quiet');
            parts.push(...loud.map(({title}) => ({text: () => title})));
        } else if (sums.has(name)) {
            sums.get(name).push(event);
        } else {
            const all = [event];
            sums.set(name, all);
            parts.push({text: () => sum.text(all), isMinor: event.did === 'walk'});
        }
    }
    const major = parts.filter(({isMinor}) => !isMinor);
    return (major.length > 0 ? major : parts).map(({text}) => text());
}

/**
 * Returns the sentence, or "" if nothing happened that is worth telling.
 * @param {object[]} events
 * @param {object} state  as for momentsOf()
 * @param {boolean} myTurn
 */
export function summaryOf(events, state, myTurn) {
    const parts = partsOf(events, state);
    const shown = parts.slice(-MOST);
    const text = (parts.length > MOST ? '… ' : '') + capital(shown.join(', '));
    return parts.length === 0 ? '' : myTurn ? t('summary.your_turn', {text}) : t('summary.end', {text});
}
