// device_transfer.js: the same player on another device: a code that is good once and for a short time, to be typed
// there or opened as a link. The link has the code in its fragment, which is never sent to a server.

import {copyField} from '../core/copy.js';
import {el, fill, newId} from '../core/dom.js';
import {errorLine, submit} from '../core/form.js';
import {plural} from '../core/i18n.js';

function offer({code, seconds}, context) {
    const {t} = context;
    const link = `${window.location.origin}/#code=${code}`;
    const minutes = Math.max(1, Math.round(seconds / 60));
    return [
        copyField({label: t('transfer.code'), value: code, name: 'code', context}),
        copyField({label: t('transfer.link'), value: link, name: 'code-link', context}),
        el('p', {class: 'soft'}, plural('transfer.until', minutes)),
    ];
}

/** Asks for a code and shows it until it is too old. */
export function carryingPanel(context) {
    const {net, t} = context;
    const place = el('div', {role: 'status'});
    const error = errorLine();
    const button = el('button', {type: 'button', 'data-action': 'code', onclick: make}, t('transfer.make'));
    let timer = null;

    async function make() {
        const ok = await submit({button, error, work: () => net.request('code')});
        if (ok !== undefined) {
            clearTimeout(timer);
            fill(place, offer(ok, context));
            timer = setTimeout(() => fill(place, el('p', null, t('transfer.expired'))), ok.seconds * 1000);
        }
    }

    const element = el(
        'div',
        {class: 'carrying'},
        el('h3', null, t('transfer.title')),
        el('p', {class: 'soft'}, t('transfer.text')),
        button,
        error,
        place,
        el('details', null, el('summary', null, t('player_name.have_code')), codeForm({}, context)),
    );
    return {element, leave: () => clearTimeout(timer)};
}

/**
 * Where a code is typed, or came with the link. Whoever is somebody here already is asked before he is
 * replaced.
 */
export function codeForm({code}, {net, t, announce}) {
    const id = newId('code');
    const field = el('input', {
        type: 'text',
        id,
        name: 'code',
        class: 'code',
        maxlength: 12,
        autocomplete: 'one-time-code',
        autocapitalize: 'characters',
        spellcheck: 'false',
        placeholder: 'XXXX-XXXX',
        value: code ?? '',
        'data-field': 'code',
    });
    const error = errorLine();
    const warning = el('p', {class: 'warning', role: 'status'});
    const button = el('button', {type: 'submit'}, t('transfer.adopt'));
    let warned = net.player === null;

    async function send(event) {
        event.preventDefault();
        if (field.value.trim() === '') {
            field.focus();
        } else if (!warned) {
            warned = true;
            warning.textContent = t('transfer.confirm', {name: net.player.name});
        } else {
            const player = await submit({button, error, work: () => net.useCode(field.value.trim())});
            if (player !== undefined) {
                announce(t('transfer.done', {name: player.name}));
            }
        }
    }

    return el(
        'form',
        {class: 'code-form', 'data-form': 'code', onsubmit: send},
        code !== undefined && el('p', null, t('transfer.offered')),
        el(
            'div',
            {class: 'field'},
            el('label', {htmlFor: id}, t('transfer.enter')),
            el('div', {class: 'field-row'}, field, button),
        ),
        warning,
        error,
    );
}
