// chat.js: talk at the table. Detectives may speak among themselves, onlookers in their gallery; the server
// decides who hears what, this only offers the rooms one may speak in.

import {el, fill} from './dom.js';
import {t, refusalText} from './i18n.js';

/** @param {{net, where: {table, invite?}}} parts */
export function createChat({net, where}) {
    const items = el('ol', {class: 'plain'});
    const list = el(
        'div',
        {class: 'chat', role: 'log', 'aria-live': 'polite', 'aria-label': t('chat.label'), tabindex: '0'},
        items,
    );
    const text = el('input', {
        type: 'text',
        maxlength: '500',
        autocomplete: 'off',
        id: 'chat-text',
        'aria-label': t('chat.say'),
    });
    const room = el('select', {'aria-label': t('chat.to'), id: 'chat-to'});
    const problem = el('p', {class: 'refusal', role: 'alert'});
    const send = el('button', {type: 'submit'}, t('chat.send'));
    const form = el('form', {class: 'chat-form', onsubmit: submit}, room, text, send);
    const quiet = el('p', {class: 'soft'}, t('chat.quiet'));
    const element = el('div', {class: 'chat-panel'}, list, problem, form, quiet);
    let rooms = [];
    let unread = 0;
    let count = 0;

    async function submit(event) {
        event.preventDefault();
        const said = text.value.trim();
        if (said === '') {
            return;
        }
        text.value = '';
        problem.textContent = '';
        try {
            await net.once('chat', {...where, to: room.value, text: said});
        } catch (refusal) {
            problem.textContent = refusalText(refusal);
            text.value ||= said;
        }
    }

    function add(line) {
        const atEnd = list.scrollHeight - list.scrollTop - list.clientHeight < 40;
        items.append(
            el(
                'li',
                {class: 'line to-' + line.to, 'data-to': line.to},
                el('strong', {}, line.from),
                line.to !== 'table' && el('small', {}, ' ', t('chat.room.' + line.to)),
                ' ',
                line.text,
            ),
        );
        count += 1;
        unread += 1;
        if (atEnd) {
            list.scrollTop = list.scrollHeight;
        }
    }

    /** `role` as in the view, or null before the start; `sits`: whether one has a seat. */
    function update({role, sits, over}) {
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
        quiet.hidden = rooms.length > 0;
    }

    return {
        element,
        add,
        update,
        reset(lines) {
            if (lines.length < count) {
                return; // nothing new: what is there was told already
            }
            lines.slice(count).forEach(add);
        },
        get unread() {
            return unread;
        },
        seen() {
            unread = 0;
            list.scrollTop = list.scrollHeight;
        },
    };
}
