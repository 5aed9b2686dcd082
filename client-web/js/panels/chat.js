// chat.js: the chat of a table, before and during the game. Detectives can write to each other, and so can spectators
// and commentators. The server decides who receives what; this module only offers the rooms the player may
// write to. Numbers of circles lead to the map. Messages count as unread until the player has had the chat on
// screen; that is remembered in this browser.

import {clear, el, fill, svg} from '../core/dom.js';
import {errorLine} from '../core/form.js';
import {moment, refusalText, t, timeOfDay} from '../core/i18n.js';
import {nameAndMark} from '../core/player_mark.js';
import {linkCircles} from './circle_links.js';
import {createReadMark} from './read_mark.js';

const AT_END = 40; // pixels from the end within which new lines scroll into view

/** Identifies a line: pushes and answers have the same lines in different formats. */
const keyOf = ({player, from, to, text, at}) => JSON.stringify([player, from, to, text, at]);

/**
 * @param {{net, where: () => ({table, invite?}), storage, send?(work), index?, board?, counted?(unread)}} parts
 *        where: returns the table as requests name it; send: runs a request, perhaps again; index, board: of the map,
 *        if there is one; counted: the number of unread messages has changed
 */
export function createChat({
    net,
    where,
    storage,
    send: run = (work) => work(),
    index = null,
    board = null,
    counted = () => {},
}) {
    const items = el('ol', {class: 'plain'});
    const emptyText = el('p', {class: 'soft'}, t('chat.none'));
    const earlierText = el('p', {class: 'soft', 'data-chat': 'earlier', hidden: true}, t('chat.earlier'));
    const list = el(
        'div',
        {class: 'chat', role: 'log', 'aria-live': 'polite', 'aria-label': t('chat.label'), tabindex: '0'},
        emptyText,
        earlierText,
        items,
    );
    const text = el('input', {
        type: 'text',
        id: 'chat-text',
        maxlength: 500,
        autocomplete: 'off',
        'aria-label': t('chat.say'),
        'data-field': 'chat',
    });
    const room = el('select', {id: 'chat-to', 'aria-label': t('chat.to')});
    const pending = el('ol', {class: 'plain pending soft'});
    const error = errorLine();
    const send = el(
        'button',
        {type: 'submit', title: t('chat.send')},
        el('span', {class: 'send-text'}, t('chat.send')),
        // Instead of the word where the text needs the width.
        svg('svg', {class: 'send-sign', viewBox: '0 0 20 20', 'aria-hidden': 'true'}, svg('path', {d: 'M2 2L19 10L2 18L5 10Z'})),
    );
    const form = el('form', {class: 'chat-form', onsubmit: say}, room, text, send);
    const mutedText = el('p', {class: 'soft'}, t('chat.quiet'));
    const element = el('div', {class: 'chat-panel'}, list, pending, error, form, mutedText);
    let rooms = [];
    let shownKeys = []; // keys of the lines shown so far
    const mark = createReadMark({storage, table: where().table, me: net.player.player});

    const isOnScreen = () => list.offsetParent !== null && document.visibilityState === 'visible';

    function count() {
        if (isOnScreen()) {
            mark.readAll();
        }
        counted(mark.unread);
    }

    document.addEventListener('visibilitychange', count);
    list.addEventListener('click', ({target}) => {
        const number = target.closest?.('[data-circle]')?.dataset.circle;
        if (number !== undefined) {
            board?.find('c' + number);
        }
    });

    // Sends a message. It is shown as pending until the server has it, because the connection may be down.
    async function say(event) {
        event.preventDefault();
        const said = text.value.trim();
        if (said === '') {
            return;
        }
        const waiting = el('li', {dir: 'auto'}, t('chat.pending', {text: said}));
        pending.append(waiting);
        text.value = '';
        error.textContent = '';
        try {
            await run(() => net.requestOnce('chat', {...where(), to: room.value, text: said}));
        } catch (refusal) {
            error.textContent = refusalText(refusal);
            text.value ||= said;
        }
        waiting.remove();
    }

    function show(line) {
        const atEnd = list.scrollHeight - list.scrollTop - list.clientHeight < AT_END;
        emptyText.hidden = true;
        items.append(
            el(
                'li',
                {class: 'line to-' + line.to, 'data-to': line.to},
                el('strong', {}, nameAndMark({name: line.from, player: line.player})),
                line.to !== 'table' && el('small', {}, ' ', t('chat.room.' + line.to)),
                ' ',
                el('bdi', {}, linkCircles(line.text, isCircle)),
                line.at !== undefined &&
                    el(
                        'time',
                        {
                            datetime: new Date(line.at * 1000).toISOString(),
                            title: moment(line.at),
                            class: 'said-at soft',
                        },
                        timeOfDay(line.at),
                    ),
            ),
        );
        shownKeys.push(keyOf(line));
        mark.add(line);
        if (atEnd) {
            list.scrollTop = list.scrollHeight;
        }
    }

    const isCircle = (number) => index !== null && board !== null && index.places.has('c' + number);

    /** `role`: as in the view, undefined before the start; `sits`: whether the player has a seat. */
    function update({role, sits, over = false}) {
        const next = [
            sits && 'table',
            sits && role === 'detective' && 'police',
            ((!sits && role !== 'all') || over) && 'gallery',
            role === 'all' && !over && 'commentary',
        ].filter(Boolean);
        if (next.join() !== rooms.join()) {
            const chosen = room.value;
            rooms = next;
            fill(
                room,
                rooms.map((name) => el('option', {value: name}, t('chat.room.' + name))),
            );
            room.value = rooms.includes(chosen) ? chosen : rooms[0];
            room.hidden = rooms.length < 2;
        }
        form.hidden = rooms.length === 0;
        mutedText.hidden = rooms.length > 0;
    }

    /**
     * Adds the lines that are new in the complete list. Starts again if the earlier lines differ, as they may
     * for a player who has just joined. `hasEarlier`: the server has earlier lines, too many to send.
     */
    function catchUp(lines, hasEarlier) {
        earlierText.hidden = !hasEarlier;
        if (shownKeys.some((one, i) => lines[i] === undefined || keyOf(lines[i]) !== one)) {
            clear(items);
            shownKeys = [];
            mark.restart();
        }
        lines.slice(shownKeys.length).forEach(show);
        mark.begin();
        count();
    }

    function add(line) {
        show(line);
        count();
    }

    return {
        element,
        add,
        update,
        catchUp,
        /** Call when the chat has come on screen. */
        seen() {
            list.scrollTop = list.scrollHeight;
            count();
        },
        stop: () => document.removeEventListener('visibilitychange', count),
    };
}
