// lobbychat.js: the talk at a table that has not begun.

import {el, fill, newId} from './dom.js';
import {errorLine, submit} from './form.js';

/**
 * @param whereTo () → the audience one speaks to: 'table' or 'gallery'
 * @param extra () → further keys of the request: the invite of a private table one only looks at
 */
export function createLobbyChat({table, chat, whereTo, extra}, {net, t}) {
    const id = newId('say');
    const lines = el('ol', {
        class: 'plain talk-lines', 'aria-live': 'polite', 'data-list': 'chat', tabindex: 0,
    });
    const field = el('input', {type: 'text', id, maxlength: 500, autocomplete: 'off', 'data-field': 'chat'});
    const button = el('button', {type: 'submit'}, t('lobby.chat.send'));
    const error = errorLine();
    let empty = true;

    function hear(line) {
        if (empty) {
            fill(lines);
            empty = false;
        }
        lines.append(el('li', null, el('strong', null, line.from),
            line.to === 'gallery' && el('span', {class: 'badge'}, t('lobby.chat.gallery')), ' ',
            el('span', null, line.text)));
        lines.scrollTop = lines.scrollHeight;
    }

    async function say(event) {
        event.preventDefault();
        const text = field.value.trim();
        if (text === '') {
            return;
        }
        const ok = await submit({
            button, error, work: () => net.once('chat', {table, ...extra(), to: whereTo(), text}),
        });
        if (ok !== undefined && field.value.trim() === text) {
            field.value = '';
        }
    }

    const heading = newId('talk');
    lines.setAttribute('aria-labelledby', heading);
    lines.append(el('li', {class: 'soft'}, t('lobby.chat.none')));
    chat.forEach(hear);
    return {
        hear,
        element: el('div', {class: 'talk'}, el('h2', {id: heading}, t('lobby.chat')), lines,
            el('form', {'data-form': 'chat', onsubmit: say},
                el('label', {htmlFor: id, class: 'unseen'}, t('lobby.chat.label')),
                el('div', {class: 'field-row'}, field, button), error)),
    };
}
