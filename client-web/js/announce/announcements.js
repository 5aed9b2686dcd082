// announcements.js: tells everyone at the table what just happened: a banner over the map, a band across the page
// for nights, rounds and the end, pieces that walk and places that light up on the map, a sound, and a
// sentence for screen readers. Nothing waits for it: the page shows the new state at once and can be used all the
// time. A click or a key ends what is shown.
//
// Only events that arrive while the player is watching are announced. What happened while the connection was
// lost, the tab was hidden or the page was closed is summed up in one banner.

import {el, fill} from '../core/dom.js';
import {t} from '../core/i18n.js';
import {circleRoute, crossingRoute} from '../board/geometry.js';
import {actorsText} from '../panels/game_panels.js';
import {sentenceOf} from '../panels/sentences.js';
import {iconOf} from './icons.js';
import {momentsOf} from './moments.js';
import {createQueue, leastTime} from './queue.js';
import {summaryOf} from './summary.js';

const SEEN = 300; // milliseconds after which a click on an announcement ends it
const POLICE_STEPS = 3; // crossings of the longest walk (two, and one more by rushing)

const SIDES = {jack: 'jack', detective: 'police'};

/**
 * Creates a part of the game page (game_page.js) with the elements `banner`, for the map's area, and `scene`, for
 * the whole page.
 * @param {{index, board, sounds, say(text: string), game: string, lastSeen, card}} parts  lastSeen: last_seen.js;
 *        card: return_card.js
 */
export function createAnnouncements({index, board, sounds, say, game, lastSeen, card}) {
    const banner = el('div', {class: 'banners', 'aria-hidden': 'true'});
    const scene = el('div', {class: 'scenes', 'aria-hidden': 'true'});
    const queue = createQueue({show, hide});
    const police = new Map(); // pawn → crossing, according to the events so far
    let arrived = []; // [{seq, event}] since the last update
    let arrival = 'start'; // how they came: 'start' (with the page), 'missed' (after a reconnect) or 'live'
    let lastStatus = '';
    let unseen = []; // events that happened while the tab was hidden
    let policeBefore = null; // where the policemen stood before them
    let latest = null; // {state, seq, myTurn} of the last update
    let shownAt = 0;

    // ---- Showing ---------------------------------------------------------------------------------------

    function show(moment, ms) {
        const {kind, weight, title, text, notes, places, fresh = places, look, result} = moment;
        shownAt = performance.now();
        const host = weight === 'scene' ? scene : banner;
        fill(
            host,
            el(
                'div',
                {
                    class: `moment ${weight}`,
                    'data-moment': kind,
                    'data-result': result,
                },
                iconOf(kind),
                el(
                    'div',
                    {class: 'moment-words'},
                    el('p', {class: 'moment-title'}, title),
                    text !== '' && el('p', {class: 'moment-text'}, text),
                    notes.map((note) => el('p', {class: 'moment-note'}, note)),
                ),
            ),
        );
        host.style.setProperty('--shown', `${Math.round(ms)}ms`);
        if (fresh.length > 0) {
            board.pulse(fresh, look);
        }
        if (kind !== 'summary') {
            sounds.play(kind);
        }
    }

    function hide() {
        fill(banner);
        fill(scene);
    }

    const isOn = ({clientX: x, clientY: y}) => {
        const box = document.querySelector('.moment')?.getBoundingClientRect();
        return box !== undefined && x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;
    };

    /**
     * Ends what is shown: at once by a click on it or Escape, by other clicks and keys only when there was time
     * to read it. All of them do what they would do anyway: nothing is taken from the page.
     */
    function skip(event) {
        const {current} = queue;
        const typing = event.type === 'keydown' && event.target.closest?.('input, textarea, select');
        if (current === null || typing) {
            return;
        }
        const meant = event.type === 'keydown' ? event.key === 'Escape' : isOn(event);
        if (performance.now() - shownAt > (meant ? SEEN : leastTime(current))) {
            queue.skip();
        }
    }

    /** Lets a piece walk along the streets to where it is drawn already. */
    function travel({key, from, to}) {
        const [one, two] = [from, to].map((place) => Number(place.slice(1)));
        const line =
            from[0] === 'x'
                ? crossingRoute(index, one, two, POLICE_STEPS)
                : circleRoute(index, one, two)?.line;
        board.travel(key, line ?? [from, to]);
    }

    // ---- What is new -----------------------------------------------------------------------------------

    const isHidden = () => document.visibilityState === 'hidden';

    /** Announces events that have just happened, given the state after them. */
    function announceLive(events, state) {
        if (isHidden()) {
            policeBefore ??= new Map(state.police);
            unseen.push(...events);
            momentsOf(events, state); // moves the policemen
            return;
        }
        const moments = momentsOf(events, state);
        moments.flatMap(({travels}) => travels).forEach(travel);
        const quiet = moments.findLast(({weight}) => weight === 'quiet');
        const loud = moments.filter(({weight}) => weight !== 'quiet');
        if (quiet !== undefined && loud.length === 0 && queue.current === null) {
            sounds.play(quiet.kind);
        }
        queue.add(loud);
    }

    /**
     * Sums up what is new when the page opens: what this browser has not shown yet, but nothing before the player's
     * last action. At a first visit that is everything since their last action, if they have taken one.
     */
    function sumUpSince(all, state, pawns, myTurn) {
        const seen = lastSeen.get();
        const own = all.findLastIndex(({event}) => pawns.includes(event.by));
        const first = Math.max(own + 1, seen === null ? 0 : all.filter(({seq}) => seq <= seen).length);
        const events = all.map(({event}) => event);
        momentsOf(events.slice(0, first), state);
        const since = events.slice(first);
        if ((own >= 0 || seen !== null) && state.view.phase !== 'over') {
            sumUp(since, {state, myTurn, heading: t(seen === null ? 'announce.since' : 'announce.away')});
        } else {
            momentsOf(since, state);
        }
    }

    const sentences = (events) =>
        events.map((event) => sentenceOf(event, game, police.get(event.by)).text).filter((text) => text !== '');

    /** Sums up in one banner, and on a card that stays, what the player did not see. */
    function sumUp(events, {state, myTurn, heading}) {
        const moments = momentsOf(events, {...state, police: new Map(state.police)});
        const text = summaryOf(events, state, myTurn);
        if (text === '') {
            return;
        }
        card.show({heading, text, events: events.length});
        queue.add([
            {
                kind: 'summary',
                weight: 'summary',
                title: heading,
                text,
                notes: [],
                places: moments.filter(({places}) => places.length > 0).at(-1)?.places ?? [],
                look: 'special',
                travels: [],
            },
        ]);
        say(`${heading}: ${text}`);
    }

    function returned() {
        if (isHidden() || latest === null) {
            return;
        }
        lastSeen.set(latest.seq);
        if (unseen.length > 0) {
            const events = unseen;
            const state = {...latest.state, police: policeBefore};
            [unseen, policeBefore] = [[], null];
            sumUp(events, {state, myTurn: latest.myTurn, heading: t('announce.away')});
        }
    }

    document.addEventListener('pointerdown', skip, true);
    document.addEventListener('keydown', skip, true);
    document.addEventListener('visibilitychange', returned);

    return {
        banner,
        scene,
        event: (seq, event) => arrived.push({seq, event}),
        restart() {
            arrived = [];
            arrival = 'start';
            queue.clear();
            police.clear();
            card.close();
        },
        resumed() {
            arrival = 'missed';
        },
        update({view, table, mine, seq}) {
            const [all, how] = [arrived, arrival];
            const events = all.map(({event}) => event);
            const side = SIDES[view.you.role] ?? null;
            const state = {game, view, side, police};
            const news = how === 'live' ? sentences(events) : [];
            const myTurn = view.phase !== 'over' && view.actors.some((pawn) => mine.includes(pawn));
            [arrived, arrival] = [[], 'live'];
            latest = {state, seq, myTurn};
            if (events.some(({by}) => mine.includes(by)) || view.phase === 'over') {
                card.close();
            }
            if (how === 'start') {
                sumUpSince(all, state, side === null ? [] : view.you.pawns, myTurn);
            } else if (how === 'missed') {
                queue.clear();
                sumUp(events, {state, myTurn, heading: t('announce.away')});
            } else {
                announceLive(events, state);
            }
            if (!isHidden()) {
                lastSeen.set(seq);
            }
            for (const [pawn, crossing] of Object.entries(view.police)) {
                police.set(pawn, crossing); // an undone walk is no event of its own
            }
            const status = actorsText(view, table, mine);
            const said = [...news, status === lastStatus ? '' : status].filter((text) => text !== '');
            lastStatus = status;
            if (said.length > 0) {
                say(said.join(' '));
            }
        },
        leave() {
            queue.clear();
            document.removeEventListener('pointerdown', skip, true);
            document.removeEventListener('keydown', skip, true);
            document.removeEventListener('visibilitychange', returned);
        },
    };
}
