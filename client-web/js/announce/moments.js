// moments.js: what the players should notice, made from events: a title and a line for the banner, the places that
// light up, the sound, and how much attention it deserves. Uses only the public part of an event, also on
// Jack's own page: a banner is seen by everyone near the screen.
//
// A moment is {kind, weight, title, text, places, look, travels, notes}:
//     kind       decides its sound (core/sounds.js) and its colours
//     weight     'quiet' (a piece that walks and a sound), 'banner' or 'scene' (across the whole page)
//     places     names of places that pulse, in the way of `look` (board/effects.js)
//     travels    [{key, pawn, from, to}]: pieces that walk
//     notes      further lines of a scene

import {plural, t, listed} from '../core/i18n.js';
import {cellName, tileName} from '../core/game_terms.js';
import {pawnName} from '../board/pawns.js';
import {endingWords} from '../panels/ending_words.js';
import {crossingAfter} from '../panels/story.js';

const NIGHTS = {whitechapel: 4, whitehall: 3};
const DISCOVERIES = 4;

const circles = (event) => (event.circles ?? [event.circle]).map((number) => 'c' + number);
const crossings = (numbers) => numbers.map((number) => 'x' + number);
const pawn = (event) => pawnName(event.by);

/** Describes a search of the circles with these numbers; `found`: whether there was a clue. */
const trace = (event, found, places) => ({
    kind: found ? 'clue' : 'no_clue',
    weight: 'banner',
    title: t(found ? 'announce.clue' : 'announce.no_clue', {circles: listed(places)}),
    text: t(found ? 'announce.clue.text' : 'announce.no_clue.text', {pawn: pawn(event)}),
    places: places.map((number) => 'c' + number),
    look: found ? 'clue' : 'miss',
});

const step = (kind) => () => ({kind, weight: 'quiet', places: []});

const MOMENTS = {
    kill: (event) => ({
        kind: 'murder',
        weight: 'banner',
        title: plural('announce.murder', event.circles.length, {circles: listed(event.circles)}),
        text:
            event.circles.length === 1
                ? t('announce.murder.text', {cell: cellName(event.cells[0])})
                : t('announce.murder.two'),
        places: circles(event),
        look: 'murder',
    }),
    alarm: (event) => ({
        kind: 'alarm',
        weight: 'banner',
        title: t('announce.alarm'),
        text: t('announce.alarm.text'),
        places: crossings(Object.values(event.police)),
        look: 'special',
    }),
    search: (event) => trace(event, event.found, [event.circle]),
    smoker: (event) => ({
        ...trace(event, event.circles.length > 0, event.circles),
        title: t(event.circles.length > 0 ? 'event.smoker.some' : 'event.smoker.none', {
            circles: listed(event.circles),
        }),
        text: '',
    }),
    arrest: (event) => ({
        kind: event.found ? 'arrest' : 'failed_arrest',
        weight: 'banner',
        title: t(event.found ? 'announce.arrest' : 'announce.failed_arrest', {
            circles: listed(event.circles ?? [event.circle]),
        }),
        text: t(event.found ? 'announce.arrest.text' : 'announce.failed_arrest.text', {pawn: pawn(event)}),
        places: circles(event),
        look: event.found ? 'arrest' : 'failed',
    }),
    address: (event) => ({
        kind: event.found ? 'arrest' : 'failed_arrest',
        weight: 'banner',
        title: t(event.found ? 'announce.address' : 'announce.no_address', {circle: event.circle}),
        text: t('announce.address.text', {pawn: pawn(event)}),
        places: circles(event),
        look: event.found ? 'arrest' : 'failed',
    }),
    special: (event, {game}) => ({
        kind: 'special',
        weight: 'banner',
        title: t(event.tile === undefined ? 'announce.special' : `announce.special.${event.tile}`),
        text: plural('announce.special.text', event.cells.length, {
            cells: listed(event.cells.map((cell) => cellName(cell, game))),
        }),
        places: [],
        look: 'special',
    }),
    reclaim: (event) => ({
        kind: 'special',
        weight: 'banner',
        title: t('announce.reclaim'),
        text: event.tile === undefined ? '' : tileName(event.tile),
        places: [],
        look: 'special',
    }),
    letter: (event) => ({
        kind: 'letter',
        weight: 'banner',
        title: t('announce.letter', {letter: t('act.letter.' + event.letter)}),
        text: t('announce.letter.text'),
        places: crossings(event.crossings ?? []),
        look: 'special',
    }),
    false_clue: (event) => ({
        kind: 'special',
        weight: 'banner',
        title: t('announce.false_clue', {circle: event.circle}),
        text: t('announce.false_clue.text'),
        places: circles(event),
        look: 'special',
    }),
    discovery: (event) => ({
        kind: 'discovery',
        weight: 'banner',
        title: t('announce.discovery', {circle: event.circle}),
        text: t('announce.discovery.text'),
        places: circles(event),
        look: 'discovery',
    }),
    start: (event) => ({
        kind: 'discovery',
        weight: 'banner',
        title: t('announce.start', {circle: event.circle}),
        text: t('announce.start.text'),
        places: circles(event),
        look: 'discovery',
    }),
    victims: (event) => ({
        kind: 'wretched',
        weight: 'banner',
        title: t('announce.victims'),
        text: t('announce.victims.text'),
        places: circles(event),
        look: 'special',
    }),
    wait: (event) => ({
        kind: 'wait',
        weight: 'banner',
        title: t('announce.wait'),
        text: t('announce.wait.text', {time: cellName(1 - event.time)}),
        places: [],
    }),
    reveal: (event) => ({
        kind: 'patrol',
        weight: 'banner',
        title:
            event.face === 'false' ? t('announce.false_patrol') : t('announce.patrol', {pawn: pawnName(event.face)}),
        text: t('announce.patrol.text'),
        places: crossings([event.crossing]),
        look: 'special',
    }),
    undo: (event) => ({
        kind: 'undo',
        weight: 'banner',
        title: t('announce.undo'),
        text: t('event.undo', {pawn: pawn(event)}),
        places: [],
    }),
    escape: () => ({kind: 'home', weight: 'banner', title: t('announce.home'), text: '', places: []}),
    night,
    over,
    move: step('step'),
    walk: step('walk'),
    rush: step('walk'),
    goulston: step('walk'),
    wretched: step('walk'),
};

const nightsLeft = (game, left) =>
    left === 0 ? t(`announce.last.${game}`) : plural(`announce.left.${game}`, left);

/** A new night or round: where the game stands. */
function night(event, {game, view, side, escaped}) {
    const left = NIGHTS[game] - event.round;
    const crimes = view?.crimes ?? [];
    const found = view?.discoveries_found ?? [];
    const first = event.round === 1;
    return {
        kind: 'night',
        weight: 'scene',
        title: t(`announce.night.${game}`, {round: event.round, all: NIGHTS[game]}),
        text: first
            ? t(side === 'jack' ? `announce.first.jack.${game}` : `announce.first.${game}`)
            : [escaped && t(side === 'jack' ? 'announce.home.you' : 'announce.home.sentence'), nightsLeft(game, left)]
                  .filter(Boolean)
                  .join(' '),
        notes: [
            crimes.length > 0 && t('announce.crimes', {circles: listed(crimes)}),
            found.length > 0 &&
                t('announce.found', {count: found.length, all: DISCOVERIES, circles: listed(found)}),
        ].filter(Boolean),
        places: [...crimes, ...found].map((number) => 'c' + number),
        look: crimes.length > 0 ? 'murder' : 'discovery',
    };
}

/** The end, from the player's point of view. */
function over(event, {side, view, events}) {
    const {winner, reason} = event.result;
    const mine = side === null ? 'result.' + winner : winner === side ? 'announce.won' : 'announce.lost';
    const words = endingWords({result: event.result, role: view.you?.role, view, events});
    const gaveUp = side !== null && winner !== side && reason === 'resigned';
    return {
        kind: side === null || winner === side ? 'won' : 'lost',
        weight: 'scene',
        title: gaveUp ? words.headline : t(mine),
        text: words.reason,
        notes: [],
        places: [],
        result: winner,
    };
}

/** Returns the pieces that an event makes walk, given where the policemen stood before. */
function travelsOf(event, police) {
    if (event.did === 'wretched') {
        return [{key: 'wretched-' + event.from, from: 'c' + event.from, to: 'c' + event.to}];
    }
    if (event.did === 'alarm') {
        return [];
    }
    const who = event.did === 'goulston' ? event.pawn : event.by;
    const to = who === undefined || who === 'jack' ? undefined : crossingAfter(event, who);
    const from = police.get(who);
    return to === undefined || from === undefined || from === to
        ? []
        : [{key: 'police-' + who, from: 'x' + from, to: 'x' + to}];
}

/**
 * Returns the moments of the events of one action (or of several), in order.
 *
 * @param {object[]} events
 * @param {{game: string, view: object, side: ('jack'|'police'|null), police: Map<string, number>}} state  view: after
 *        the events; side: the viewer's; police: where each policeman stands, which is brought up to date
 */
export function momentsOf(events, {game, view, side, police}) {
    const moments = [];
    let escaped = false;
    const isFollowed = (i, ...what) => events.slice(i + 1).some(({did}) => what.includes(did));
    events.forEach((event, i) => {
        const travels = travelsOf(event, police);
        for (const who of policeIn(event)) {
            police.set(who, crossingAfter(event, who));
        }
        if (event.did === 'escape' && isFollowed(i, 'night', 'over')) {
            escaped = true; // told together with what follows
            return;
        }
        const stays = event.did === 'walk' && travels.length === 0;
        const moment = stays ? undefined : MOMENTS[event.did]?.(event, {game, view, side, events, escaped});
        if (moment !== undefined) {
            moments.push({travels, notes: [], ...moment});
        }
    });
    return moments;
}

const policeIn = (event) =>
    [event.by, event.pawn, ...Object.keys(event.police ?? {})].filter(
        (who) => who !== undefined && who !== 'jack' && crossingAfter(event, who) !== undefined,
    );

/** Returns whether a moment can take the place of an earlier one: nothing was found twice. */
export const canMerge = (one, two) => one.kind === 'no_clue' && two.kind === 'no_clue';

/** Returns one moment for both: all circles of the same policeman, or the later policeman's. */
export function merge(one, two) {
    if (one.text !== two.text || two.places.length === 0) {
        return two;
    }
    const places = [...one.places, ...two.places];
    return {
        ...two,
        places,
        fresh: two.places, // the others have lit up already
        title: t('announce.no_clue', {circles: listed(places.map((place) => place.slice(1)))}),
    };
}
