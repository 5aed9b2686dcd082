// device_transfer.js: using the same player on another device: a code that works once and expires soon, to be
// typed there or opened as a link. The link has the code in its fragment, which browsers do not send to
// servers.

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

/** Creates the panel that requests a code and shows it until it expires. */
export function transferPanel(context) {
    const {net, t} = context;
    const codeElement = el('div', {role: 'status'});
    const error = errorLine();
    const button = el(
        'button',
        {type: 'button', 'data-action': 'code', onclick: requestCode},
        t('transfer.make'),
    );
    let timer = null;

    async function requestCode() {
        const ok = await submit({button, error, work: () => net.request('code')});
        if (ok !== undefined) {
            clearTimeout(timer);
            fill(codeElement, offer(ok, context));
            timer = setTimeout(
                () => fill(codeElement, el('p', null, t('transfer.expired'))),
                ok.seconds * 1000,
            );
        }
    }

    const element = el(
        'div',
        {class: 'transfer'},
        el('h3', null, t('transfer.title')),
        el('p', {class: 'soft'}, t('transfer.text')),
        button,
        error,
        codeElement,
        el('details', null, el('summary', null, t('player_name.have_code')), codeForm({}, context)),
    );
    return {element, leave: () => clearTimeout(timer)};
}

/**
 * Creates the form for a code, which may be filled in from the link. Asks for confirmation before replacing an
 * existing player.
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
