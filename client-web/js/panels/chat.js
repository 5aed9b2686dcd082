// chat.js: talk at a table, before the start and during the game. Detectives may speak among themselves,
// onlookers in their gallery; the server decides who hears what, this only offers the rooms one may speak in.

import {clear, el, fill} from '../core/dom.js';
import {errorLine} from '../core/form.js';
import {t, refusalText} from '../core/i18n.js';

const AT_END = 40; // pixels from the end at which one still follows the talk

/** Pushes and answers bring the same line in different clothes. */
const sameness = ({from, to, text}) => JSON.stringify([from, to, text]);

/** @param {{net, where: () => ({table, invite?})}} parts  where: which table, as the server is told */
export function createChat({net, where}) {
    const items = el('ol', {class: 'plain'});
    const silence = el('p', {class: 'soft'}, t('chat.none'));
    const list = el(
        'div',
        {class: 'chat', role: 'log', 'aria-live': 'polite', 'aria-label': t('chat.label'), tabindex: '0'},
        silence,
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
    const quiet = el('p', {class: 'soft'}, t('chat.quiet'));
    const element = el('div', {class: 'chat-panel'}, list, pending, error, form, quiet);
    let rooms = [];
    let heard = []; // lines so far, by sameness()
    let unread = 0;

    // What was said waits in sight until the server has it: the connection may be gone.
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
        silence.hidden = true;
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
        heard.push(sameness(line));
        unread += 1;
        if (atEnd) {
            list.scrollTop = list.scrollHeight;
        }
    }

    /** `role` as in the view, or undefined before the start; `sits`: whether one has a seat. */
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
        quiet.hidden = rooms.length > 0;
    }

    /** All that was said so far: what is new of it is added. Who sat down meanwhile may hear other lines. */
    function catchUp(lines) {
        if (heard.some((one, i) => lines[i] === undefined || sameness(lines[i]) !== one)) {
            clear(items);
            heard = [];
        }
        lines.slice(heard.length).forEach(add);
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
