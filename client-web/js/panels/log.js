// log.js: the game log, newest entry last. New entries are announced to screen readers by
// announcements.js.

import {el, clear} from '../core/dom.js';
import {t} from '../core/i18n.js';
import {crossingAfter, sentenceOf} from './sentences.js';

// The events that can be undone at every table.
const UNDOABLE = new Set(['hideout', 'discoveries', 'move', 'walk', 'wretched']);

export function createLog(game) {
    const items = el('ol', {class: 'plain'});
    const list = el(
        'div',
        {class: 'log', role: 'log', 'aria-live': 'off', 'aria-label': t('log.label'), tabindex: '0'},
        items,
    );
    const empty = el('p', {class: 'soft log-empty'}, t('log.empty'));
    const element = el('div', {class: 'log-panel'}, list, empty);
    let entries = []; // {seq, event, node}
    let following = true; // whether to keep the newest entry in view
    let scrolled = 0; // the last scroll position

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
    new ResizeObserver(() => following && toEnd()).observe(list);

    function append(node) {
        updateFollowing();
        items.append(node);
        empty.hidden = true;
        if (following) {
            toEnd();
        }
    }

    /** Returns where a policeman stands according to the entries so far, or undefined. */
    function crossingOf(policeman) {
        const last = entries.findLast(
            ({undone, event}) => !undone && crossingAfter(event, policeman) !== undefined,
        );
        return last && crossingAfter(last.event, policeman);
    }

    function add(seq, event) {
        if (event.did === 'undo') {
            strikeOut(event.from);
        }
        const {text, secret, look} = sentenceOf(event, game, crossingOf(event.by));
        const node = el(
            'li',
            {class: 'entry ' + (look ?? ''), 'data-seq': seq, 'data-did': event.did},
            text,
            secret && el('span', {class: 'secret'}, ' ', secret),
        );
        append(node);
        entries.push({seq, event, node});
    }

    /** Adds a line that is not a game event and does not count as an entry. */
    function notice(text) {
        append(el('li', {class: 'log-notice'}, text));
    }

    /** Marks everything from the event with this number as undone. */
    function strikeOut(from) {
        for (const entry of entries.filter(({seq, undone}) => seq >= from && !undone)) {
            entry.node.classList.toggle('undone', entry.event.did !== 'undo');
            entry.undone = true;
        }
    }

    function reset() {
        entries = [];
        clear(items);
        empty.hidden = false;
    }

    /** Returns a player's last action if it can be undone, otherwise null. */
    function lastUndoable() {
        const last = entries.findLast(
            (entry) => !entry.undone && entry.event.did !== 'night' && entry.event.did !== 'undo',
        );
        return last && UNDOABLE.has(last.event.did) ? last.event : null;
    }

    return {
        element,
        add,
        notice,
        reset,
        lastUndoable,
        toEnd,
        get length() {
            return entries.length;
        },
    };
}
