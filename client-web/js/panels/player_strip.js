// player_strip.js: one row above the map, always visible: who plays which pawns, whose turn it is, who is Head, away
// or a bot, the clock of the player to act, and who is watching. A part of the game page (game_page.js).

import {el, fill, svg} from '../core/dom.js';
import {listed, plural, t} from '../core/i18n.js';
import {pawnMark, pawnName} from '../board/pawns.js';
import {star} from '../board/pieces.js';
import {markedName, nameAndMark} from '../core/player_mark.js';
import {playsFor} from '../core/seats.js';
import {isBot, isSubstituted} from './bots.js';
import {awayText, isAnnounced} from './away.js';
import {createClock, pausesOf} from './clock.js';

const NAMED = 3; // spectators named in the strip; the others are counted

const headMark = () =>
    svg('svg', {class: 'strip-head', viewBox: '-7 -7 14 14'}, svg('path', {class: 'head-badge', d: star(6)}));

/** Returns what there is to say about a seat: {acts, mine, head, away, absent, bot, standsIn, playsFor: names}. */
function factsOf(seat, {view, table, me}) {
    return {
        acts: view.phase !== 'over' && seat.pawns.some((pawn) => view.actors.includes(pawn)),
        mine: seat.player === me,
        head: seat.pawns.includes(view.head),
        away: !seat.connected && seat.bot === undefined,
        absent: seat.absent === true,
        announced: isAnnounced(seat) ? awayText(seat) : null,
        bot: seat.bot === undefined ? null : t(`level.${seat.bot}`),
        standsIn: isSubstituted(seat),
        playsFor: playsFor(seat, table).map(({name}) => name),
    };
}

/** Describes a seat in words, for screen readers. */
function describe(seat, {acts, mine, head, away, absent, announced, bot, standsIn, playsFor: others}) {
    const more = [
        mine && t('strip.you'),
        acts && t('strip.acts'),
        head && t('panel.is_head'),
        others.length > 0 && t('strip.plays_for', {names: listed(others)}),
        announced ?? (away && t(absent ? 'strip.absent' : 'panel.away')),
        bot !== null && t(standsIn ? 'strip.stand_in' : 'strip.bot', {level: bot}),
    ].filter(Boolean);
    const pawns = listed(seat.pawns.map((pawn) => pawnName(pawn)));
    return [t('strip.seat', {name: seat.name, pawns}), ...more].join(', ');
}

function seatItem(seat, facts) {
    const {acts, mine, head, away, absent, announced, bot, standsIn, playsFor: others} = facts;
    const badge = (name, text) => el('span', {class: `strip-badge ${name}`}, text);
    return el(
        'li',
        {
            class: ['strip-seat', acts && 'acts', mine && 'mine', away && 'away'].filter(Boolean).join(' '),
            'data-seat': seat.player,
            'aria-current': acts ? 'true' : null,
        },
        el('span', {class: 'visually-hidden'}, describe(seat, facts)),
        el(
            'span',
            {class: 'strip-look', 'aria-hidden': 'true', title: describe(seat, facts)},
            el(
                'span',
                {class: 'strip-pawns'},
                seat.pawns.map((pawn) => pawnMark(pawn)),
            ),
            el('bdi', {class: 'strip-name'}, seat.name),
            mine && badge('you', t('strip.you')),
            head && headMark(),
            bot !== null && badge('bot', standsIn ? t('strip.stand_in', {level: bot}) : isBot(seat) && bot),
            others.length > 0 && badge('guest', t('strip.plays_for', {names: listed(others)})),
            announced !== null && badge('gone announced', announced),
            announced === null && away && badge('gone', t(absent ? 'strip.absent' : 'panel.away')),
        ),
    );
}

/**
 * Returns {text, content}: "Olga #k3f, Max #9zt and 3 more", or only their number while no names are known; `content`
 * is the same as nodes.
 */
function watchers({count, names = [], players = []}) {
    const people = names.slice(0, NAMED).map((name, i) => ({name, player: players[i]}));
    if (people.length === 0) {
        return {text: plural('strip.spectators', count), content: null};
    }
    const more = count - people.length;
    const [before, after] = more > 0 ? t('strip.more', {names: '|', count: more}).split('|') : ['', ''];
    return {
        text: before + people.map(markedName).join(', ') + after,
        content: [before, people.map((one, i) => [i > 0 && ', ', nameAndMark(one)]), after],
    };
}

const MICROPHONE = 'M6 1h4v8H6zM3 7v1a5 5 0 0 0 10 0V7M8 13v3';
const EYE = 'M1 8q7-9 14 0q-7 9-14 0zM8 5.6a2.4 2.4 0 1 0 .01 0z';

/** People who watch: in words, and as a picture with `short` where the strip is narrow. */
const extraItem = (name, {label, text, content = null, picture, short}) =>
    el(
        'span',
        {class: 'strip-extra', 'data-strip': name},
        el('span', {class: 'strip-full'}, el('span', {class: 'strip-label'}, label), ' ', el('bdi', {}, content ?? text)),
        el(
            'span',
            {class: 'strip-short', 'aria-hidden': 'true', title: `${label} ${text}`},
            svg('svg', {class: 'strip-picture', viewBox: '0 0 16 16'}, svg('path', {d: picture})),
            el('bdi', {}, short),
        ),
    );

/** The end of the strip, which stays in view: commentators by name, spectators by name or number. */
function endItem({spectators, commentary}) {
    const commentators = commentary?.names?.length > 0 ? listed(commentary.names) : null;
    const count = spectators?.count ?? 0;
    return (
        (commentators !== null || count > 0) &&
        el(
            'li',
            {class: 'strip-end'},
            commentators !== null &&
                extraItem('commentators', {
                    label: t('strip.commentators'),
                    text: commentators,
                    picture: MICROPHONE,
                    short: commentators,
                }),
            count > 0 &&
                extraItem('spectators', {
                    label: t('strip.watching'),
                    ...watchers(spectators),
                    picture: EYE,
                    short: String(count),
                }),
        )
    );
}

export function createPlayerStrip() {
    const list = el('ul', {class: 'plain strip-list'});
    const element = el(
        'div',
        {class: 'player-strip', role: 'group', tabindex: '0', 'aria-label': t('panel.seats')},
        list,
    );
    const clock = createClock({announce: () => {}});
    clock.element.removeAttribute('role');
    let drawn = '';

    function items({view, table, me}) {
        return [
            ...table.seats
                .filter(({pawns}) => pawns.length > 0)
                .map((seat) => seatItem(seat, factsOf(seat, {view, table, me}))),
            endItem(table),
        ];
    }

    /** Scrolls to the player who is to act if the strip is wider than the screen. */
    function showActing() {
        const acting = list.querySelector('.acts');
        if (acting !== null && element.scrollWidth > element.clientWidth) {
            element.scrollLeft = acting.offsetLeft - (element.clientWidth - acting.offsetWidth) / 2;
        }
    }

    return {
        element,
        update(state) {
            const {view, table, turn, over, mine} = state;
            const {seats, spectators, commentary, clock: seconds} = table;
            const next = JSON.stringify([seats, spectators, commentary, view.actors, view.head, over]);
            if (next !== drawn) {
                drawn = next;
                fill(list, items(state));
                list.querySelector('.acts .strip-look')?.append(clock.element);
                showActing();
            }
            clock.update({
                clock: seconds,
                ...pausesOf(turn),
                left: over ? undefined : turn?.left,
                receivedAt: turn?.receivedAt,
                mine: view.actors.some((pawn) => mine.includes(pawn)),
            });
        },
        leave: clock.stop,
    };
}
