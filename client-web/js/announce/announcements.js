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

const SEEN = 300; // milliseconds after which a click on an announcement ends it
const MOST_SUMMED = 5; // moments named in a summary
const POLICE_STEPS = 3; // crossings of the longest walk (two, and one more by rushing)

const SIDES = {jack: 'jack', detective: 'police'};

/**
 * Creates a part of the game page (game_page.js) with the elements `banner`, for the map's area, and `scene`, for
 * the whole page.
 * @param {{index, board, sounds, say(text: string), game: string}} parts
 */
export function createAnnouncements({index, board, sounds, say, game}) {
    const banner = el('div', {class: 'banners', 'aria-hidden': 'true'});
    const scene = el('div', {class: 'scenes', 'aria-hidden': 'true'});
    const queue = createQueue({show, hide});
    const police = new Map(); // pawn → crossing, according to the events so far
    let arrived = []; // events since the last update
    let arrival = 'start'; // how they came: 'start' (with the page), 'missed' (after a reconnect) or 'live'
    let lastStatus = '';
    let unseen = []; // moments that happened while the tab was hidden
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
        const moments = momentsOf(events, state);
        if (isHidden()) {
            unseen.push(...moments);
            return;
        }
        moments.flatMap(({travels}) => travels).forEach(travel);
        const quiet = moments.findLast(({weight}) => weight === 'quiet');
        const loud = moments.filter(({weight}) => weight !== 'quiet');
        if (quiet !== undefined && loud.length === 0 && queue.current === null) {
            sounds.play(quiet.kind);
        }
        queue.add(loud);
    }

    /** Sums up the events after the player's last action, if they have taken one and the game goes on. */
    function sumUpSince(events, state, pawns) {
        const own = events.findLastIndex(({by}) => pawns.includes(by));
        momentsOf(events.slice(0, own + 1), state);
        const since = momentsOf(events.slice(own + 1), state);
        if (own >= 0 && state.view.phase !== 'over') {
            sumUp(since, t('announce.since'));
        }
    }

    const sentences = (events) =>
        events.map((event) => sentenceOf(event, game, police.get(event.by)).text).filter((text) => text !== '');

    /** Sums up in one banner what the player did not see. */
    function sumUp(moments, heading) {
        const titles = moments.filter(({weight}) => weight !== 'quiet').map(({title}) => title);
        if (titles.length === 0) {
            return;
        }
        const last = titles.slice(-MOST_SUMMED);
        const text = (titles.length > last.length ? '… · ' : '') + last.join(' · ');
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
        say(`${heading}: ${last.join('. ')}.`);
    }

    function returned() {
        if (!isHidden() && unseen.length > 0) {
            const moments = unseen;
            unseen = [];
            sumUp(moments, t('announce.away'));
        }
    }

    document.addEventListener('pointerdown', skip, true);
    document.addEventListener('keydown', skip, true);
    document.addEventListener('visibilitychange', returned);

    return {
        banner,
        scene,
        event: (seq, event) => arrived.push(event),
        restart() {
            arrived = [];
            arrival = 'start';
            queue.clear();
            police.clear();
        },
        resumed() {
            arrival = 'missed';
        },
        update({view, table, mine}) {
            const [events, how] = [arrived, arrival];
            const side = SIDES[view.you.role] ?? null;
            const state = {game, view, side, police};
            const news = how === 'live' ? sentences(events) : [];
            [arrived, arrival] = [[], 'live'];
            if (how === 'start') {
                sumUpSince(events, state, side === null ? [] : view.you.pawns);
            } else if (how === 'missed') {
                queue.clear();
                sumUp(momentsOf(events, state), t('announce.away'));
            } else {
                announceLive(events, state);
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
