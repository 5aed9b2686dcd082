// log.js: the story of the game in sentences, the newest at the end. A screen reader hears each as it comes.

import {el, clear} from '../core/dom.js';
import {t} from '../core/i18n.js';
import {crossingAfter, sentenceOf} from './sentences.js';

// What the server may take back. Whatever was told since that action goes with it.
const TAKEN_BACK = new Set(['hideout', 'discoveries', 'move', 'walk', 'wretched']);

export function createLog(game) {
    const items = el('ol', {class: 'plain'});
    const list = el(
        'div',
        {class: 'log', role: 'log', 'aria-live': 'polite', 'aria-label': t('log.label'), tabindex: '0'},
        items,
    );
    const empty = el('p', {class: 'soft log-empty'}, t('log.empty'));
    const element = el('div', {class: 'log-panel'}, list, empty);
    let entries = []; // {seq, event, node}
    let following = true; // the newest is in sight, and shall stay so
    let scrolled = 0; // how far down it was last

    const atEnd = () => list.scrollHeight - list.scrollTop - list.clientHeight < 40;
    const toEnd = () => {
        list.scrollTop = list.scrollHeight;
        scrolled = list.scrollTop;
    };
    // Only who goes up stops following: by the time it is asked the panel above may have grown, and what was the end
    // is none any more. It is asked before each line too, which may come before a scroll is told.
    function look() {
        if (list.clientHeight > 0) {
            following = atEnd() || (following && list.scrollTop >= scrolled);
            scrolled = list.scrollTop;
        }
    }
    list.addEventListener('scroll', look, {passive: true});
    new ResizeObserver(() => following && toEnd()).observe(list);

    function append(node) {
        look();
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
            strikeOut(event.by);
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

    /** A line that is no event of the game, and not counted as one. */
    function aside(text) {
        append(el('li', {class: 'aside'}, text));
    }

    function strikeOut(by) {
        const from = entries.findLastIndex(
            (entry) => !entry.undone && TAKEN_BACK.has(entry.event.did) && entry.event.by === by,
        );
        for (const entry of from < 0 ? [] : entries.slice(from)) {
            entry.node.classList.toggle('undone', entry.event.did !== 'undo');
            entry.undone = true;
        }
    }

    function reset() {
        entries = [];
        clear(items);
        empty.hidden = false;
    }

    /** The last thing a player did, if it is of a kind that can be taken back. */
    function lastUndoable() {
        const last = entries.findLast(
            (entry) => !entry.undone && entry.event.did !== 'night' && entry.event.did !== 'undo',
        );
        return last && TAKEN_BACK.has(last.event.did) ? last.event : null;
    }

    return {
        element,
        add,
        aside,
        reset,
        lastUndoable,
        toEnd,
        get length() {
            return entries.length;
        },
    };
}
