// log.js: the story of the game, newest line last, grouped by night and by Jack's moves. Pointing at a line shows
// its place on the map; choosing one goes there, or to that moment of a replay. New lines are announced to screen
// readers by announcements.js.

import {el, clear} from '../core/dom.js';
import {t, listed, plural} from '../core/i18n.js';
import {cellName} from '../core/game_terms.js';
import {circleRoute, crossingName, crossingRoute} from '../board/geometry.js';
import {linkCircles} from './circle_links.js';
import {sentenceOf} from './sentences.js';
import {createStory, placesOf} from './story.js';

/**
 * @param {string} game
 * @param {{index?, board?, chosen?(seq)}} parts  chosen: a line was chosen; without it, choosing a line shows its
 *        place on the map
 */
export function createLog(game, {index = null, board = null, chosen = null} = {}) {
    const story = createStory();
    const items = el('div', {class: 'story'});
    const list = el(
        'div',
        {class: 'log', role: 'log', 'aria-live': 'off', 'aria-label': t('log.label'), tabindex: '0'},
        items,
    );
    const empty = el('p', {class: 'soft log-empty'}, t('log.empty'));
    const element = el('div', {class: 'log-panel'}, list, empty);
    const nodes = new Map(); // entry → its node
    const entryOf = new WeakMap(); // node → its entry
    let following = true; // whether to keep the newest entry in view
    let scrolled = 0; // the last scroll position
    let now = null; // in a replay: the step shown

    const atEnd = () => list.scrollHeight - list.scrollTop - list.clientHeight < 40;
    const toEnd = () => {
        list.scrollTop = list.scrollHeight;
        scrolled = list.scrollTop;
    };
    // Stops following only if the player has scrolled up: the panel may have shrunk since, so being away from
    // the end is not enough. Also called before each new line, which may arrive before the scroll event.
    function updateFollowing() {
        if (list.clientHeight > 0) {
            following = atEnd() || (following && list.scrollTop >= scrolled);
            scrolled = list.scrollTop;
        }
    }
    list.addEventListener('scroll', updateFollowing, {passive: true});
    new ResizeObserver(() => following && now === null && toEnd()).observe(list);

    // ---- Groups ----------------------------------------------------------------------------------------

    let night = null; // {round, list} of the last line
    let move = null; // {cells, list}, or null before the first move

    const lines = () => el('ol', {class: 'plain'});

    /** Returns the list that the next line belongs to, and begins it if it is new. */
    function groupOf({event, round, move: cells}) {
        if (night === null || night.round !== round) {
            night = {round, list: lines()};
            move = null;
            items.append(round === 0 ? night.list : el('details', {class: 'story-night', open: true}, night.list));
        }
        if (cells === null) {
            move = null;
            return night.list;
        }
        if (move?.cells.join() !== cells.join()) {
            move = {cells, list: lines()};
            const title =
                event.did === 'kill'
                    ? t('log.crime')
                    : plural('log.move', cells.length, {cells: listed(cells.map((one) => cellName(one, game)))});
            const heading = el('summary', {class: 'move-heading'}, title);
            night.list.append(el('li', {class: 'story-move'}, el('details', {open: true}, heading, move.list)));
        }
        return move.list;
    }

    /** Removes groups that have no lines left, and continues in the group of the last line. */
    function tidyGroups() {
        items.querySelectorAll('.story-move').forEach((node) => {
            if (node.querySelector('li') === null) {
                node.remove();
            }
        });
        items.querySelectorAll('.story-night').forEach((node) => {
            if (node.querySelector('.entry') === null) {
                node.remove();
            }
        });
        const last = story.entries.findLast((entry) => !entry.undone && nodes.has(entry));
        const parentOf = (selector) => last && nodes.get(last).closest(selector);
        const nightList = parentOf('.story-night')?.querySelector(':scope > ol');
        const moveList = parentOf('.story-move')?.querySelector('ol');
        night = last === undefined ? null : {round: last.round, list: nightList ?? items.querySelector('ol')};
        move = last?.move && moveList ? {cells: last.move, list: moveList} : null;
    }

    // ---- Lines -----------------------------------------------------------------------------------------

    /** Inserts a line and keeps the newest one in view. */
    function insert(node, put) {
        updateFollowing();
        put(node);
        empty.hidden = true;
        if (following && now === null) {
            toEnd();
        }
    }
    const append = (parent, node) => insert(node, () => parent.append(node));
    const currentList = () => (move ?? night)?.list ?? groupOf({event: {}, round: 0, move: null});

    function lineOf(entry) {
        const {seq, event, from} = entry;
        const {text, secret, look, at} = sentenceOf(event, game, from);
        const isNight = event.did === 'night';
        const {places} = placesOf(event);
        const numbers = places.filter((one) => one[0] === 'c').map((one) => Number(one.slice(1)));
        const node = el(
            isNight ? 'summary' : 'li',
            {
                class: 'entry ' + (look ?? ''),
                'data-seq': seq,
                'data-did': event.did,
                tabindex: isNight ? null : '-1',
            },
            linkCircles(text, (number) => numbers.includes(number), {inTabOrder: false}),
            at !== undefined &&
                index !== null &&
                el('span', {class: 'visually-hidden'}, ` (${crossingName(index, at)})`),
            secret && el('span', {class: 'secret'}, ' ', secret),
        );
        nodes.set(entry, node);
        entryOf.set(node, entry);
        return node;
    }

    function add(seq, event) {
        const {entry, undone} = story.add(seq, event);
        if (undone.length > 0) {
            setAside(undone);
        }
        const group = groupOf(entry);
        const put = event.did === 'night' ? (node) => group.before(node) : (node) => group.append(node);
        insert(lineOf(entry), put);
        markMoment(entry);
    }

    /** Replaces undone lines by one line that can be opened to read them. */
    function setAside(undone) {
        const hidden = undone.map((entry) => nodes.get(entry)).filter(Boolean);
        const copies = hidden.map((node) =>
            el(
                'li',
                {class: 'entry undone', 'data-seq': node.dataset.seq, 'data-did': node.dataset.did},
                [...node.childNodes],
            ),
        );
        hidden.forEach((node) => node.remove());
        undone.forEach((entry) => nodes.delete(entry));
        tidyGroups();
        append(
            currentList(),
            el(
                'li',
                {class: 'undone-lines'},
                el(
                    'details',
                    {},
                    el('summary', {}, plural('log.undone', copies.length)),
                    el('ol', {class: 'plain'}, copies),
                ),
            ),
        );
    }

    /** Adds a line that is not a game event and does not count as an entry. */
    function notice(text) {
        append(currentList(), el('li', {class: 'log-notice'}, text));
    }

    // ---- Pointing and choosing ---------------------------------------------------------------------------

    const lineAt = (target) => target.closest?.('.entry[data-seq]') ?? null;

    // While Jack hides his secrets, the page tells the story without them.
    function visiblePlaces(event) {
        const {places, secret = []} = placesOf(event);
        return [...new Set([...places, ...secret])];
    }

    function routeOf({event, from}) {
        if (event.did === 'wretched') {
            return circleRoute(index, event.from, event.to)?.line ?? null;
        }
        const walked = ['walk', 'rush'].includes(event.did) && from !== undefined && from !== event.to;
        return walked ? crossingRoute(index, from, event.to) : null;
    }

    let pointedAt = null;

    function point(node) {
        if (board === null || node === pointedAt) {
            return;
        }
        pointedAt = node;
        const entry = node === null ? undefined : entryOf.get(node);
        board.highlight(entry === undefined ? null : visiblePlaces(entry.event));
        board.route(entry === undefined ? null : routeOf(entry));
    }

    function choose(node) {
        const entry = entryOf.get(node);
        if (entry === undefined) {
            return;
        }
        if (chosen !== null) {
            chosen(entry.seq);
        } else if (board !== null) {
            board.bring(visiblePlaces(entry.event)[0]);
        }
    }

    list.addEventListener('pointerover', ({target}) => point(lineAt(target)));
    list.addEventListener('pointerleave', () => point(null));
    list.addEventListener('focusin', ({target}) => point(lineAt(target)));
    list.addEventListener('focusout', () => point(null));
    list.addEventListener('click', ({target}) => {
        const number = target.closest?.('[data-circle]')?.dataset.circle;
        if (number !== undefined && chosen === null) {
            board?.find('c' + number);
        } else if (lineAt(target)?.matches('li')) {
            choose(lineAt(target));
        }
    });
    // Up and Down go from line to line, Enter chooses one.
    list.addEventListener('keydown', (event) => {
        const all = [...list.querySelectorAll('li.entry:not(.undone)')].filter((node) => node.offsetParent !== null);
        const current = all.indexOf(lineAt(event.target));
        const to = {ArrowUp: current < 0 ? all.length - 1 : current - 1, ArrowDown: current + 1}[event.key];
        if (to !== undefined && all[to] !== undefined && (current >= 0 || event.key === 'ArrowUp')) {
            event.preventDefault();
            event.stopPropagation();
            all[to].focus();
        } else if (event.key === 'Enter' && current >= 0) {
            event.preventDefault();
            event.stopPropagation();
            choose(all[current]);
        }
    });

    // ---- Replays ---------------------------------------------------------------------------------------

    function markMoment({seq}) {
        if (now !== null) {
            const node = nodes.get(story.entries.at(-1));
            node?.classList.toggle('now', seq === now);
            node?.classList.toggle('later', seq > now);
        }
    }

    /** Marks the lines of a step, and those after it; `seq` of a replay's lines are its steps. */
    function showMoment(step) {
        now = step;
        let shown = null;
        for (const [entry, node] of nodes) {
            node.classList.toggle('now', entry.seq === step);
            node.classList.toggle('later', entry.seq > step);
            shown = entry.seq <= step ? node : shown;
        }
        if (shown !== null && list.clientHeight > 0) {
            const below = shown.getBoundingClientRect().bottom - list.getBoundingClientRect().bottom;
            const above = shown.getBoundingClientRect().top - list.getBoundingClientRect().top - list.clientHeight / 4;
            list.scrollTop += below > 0 ? below + list.clientHeight / 3 : Math.min(above, 0);
        } else if (shown === null) {
            list.scrollTop = 0;
        }
    }

    function reset() {
        story.reset();
        nodes.clear();
        clear(items);
        night = move = null;
        pointedAt = null;
        empty.hidden = false;
    }

    return {
        element,
        add,
        notice,
        reset,
        toEnd,
        /** Runs `work`, which adds many lines, without laying out the page after each. */
        bulk(work) {
            items.remove();
            work();
            list.append(items);
        },
        showMoment,
        /** The newest line that counts, in words. */
        get latest() {
            const entry = story.entries.findLast((one) => !one.undone && nodes.has(one));
            const parts = entry === undefined ? [] : [...nodes.get(entry).childNodes];
            return parts.map((node) => (node.className === 'visually-hidden' ? '' : node.textContent)).join('');
        },
        /** The events that count. */
        get events() {
            return story.events;
        },
        get length() {
            return story.entries.length;
        },
    };
}
