// chat.js: the chat of a table, before and during the game. Detectives can write to each other, and spectators
// to other spectators. The server decides who receives what; this module only offers the rooms the player may
// write to.

import {clear, el, fill} from '../core/dom.js';
import {errorLine} from '../core/form.js';
import {t, refusalText} from '../core/i18n.js';

const AT_END = 40; // pixels from the end within which new lines scroll into view

/** Identifies a line: pushes and answers have the same lines in different formats. */
const keyOf = ({from, to, text}) => JSON.stringify([from, to, text]);

/** @param {{net, where: () => ({table, invite?})}} parts  where: returns the table as requests name it */
export function createChat({net, where}) {
    const items = el('ol', {class: 'plain'});
    const emptyText = el('p', {class: 'soft'}, t('chat.none'));
    const list = el(
        'div',
        {class: 'chat', role: 'log', 'aria-live': 'polite', 'aria-label': t('chat.label'), tabindex: '0'},
        emptyText,
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
    const send = el('button', {type: 'submit'}, t('chat.send'));
    const form = el('form', {class: 'chat-form', onsubmit: say}, room, text, send);
    const mutedText = el('p', {class: 'soft'}, t('chat.quiet'));
    const element = el('div', {class: 'chat-panel'}, list, pending, error, form, mutedText);
    let rooms = [];
    let shownKeys = []; // keys of the lines shown so far
    let unread = 0;

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
            await net.requestOnce('chat', {...where(), to: room.value, text: said});
        } catch (refusal) {
            error.textContent = refusalText(refusal);
            text.value ||= said;
        }
        waiting.remove();
    }

    function add(line) {
        const atEnd = list.scrollHeight - list.scrollTop - list.clientHeight < AT_END;
        emptyText.hidden = true;
        items.append(
            el(
                'li',
                {class: 'line to-' + line.to, 'data-to': line.to},
                el('strong', {}, el('bdi', {}, line.from)),
                line.to !== 'table' && el('small', {}, ' ', t('chat.room.' + line.to)),
                ' ',
                el('bdi', {}, line.text),
            ),
        );
        shownKeys.push(keyOf(line));
        unread += 1;
        if (atEnd) {
            list.scrollTop = list.scrollHeight;
        }
    }

    /** `role`: as in the view, undefined before the start; `sits`: whether the player has a seat. */
    function update({role, sits, over = false}) {
        const next = [
            sits && 'table',
            sits && role === 'detective' && 'police',
            (!sits || over) && 'gallery',
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
     * for a player who has just joined.
     */
    function catchUp(lines) {
        if (shownKeys.some((one, i) => lines[i] === undefined || keyOf(lines[i]) !== one)) {
            clear(items);
            shownKeys = [];
        }
        lines.slice(shownKeys.length).forEach(add);
    }

    return {
        element,
        add,
        update,
        catchUp,
        get unread() {
            return unread;
        },
        seen() {
            unread = 0;
            list.scrollTop = list.scrollHeight;
        },
    };
}
