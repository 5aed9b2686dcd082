// copy.js: a line to copy: a link or a code in a field, with a button beside it.

import {el, newId} from './dom.js';

/** Puts a text on the clipboard. Pages that did not come by TLS have no clipboard but the old way. */
async function copyText(field) {
    try {
        await navigator.clipboard.writeText(field.value);
    } catch {
        field.select();
        document.execCommand('copy');
    }
}

/**
 * A labelled field with `value`, and a button that copies it; phones that can share it get a button for that.
 */
export function copyField({label, value, name, context: {t, announce}}) {
    const id = newId('copy');
    const field = el('input', {
        type: 'text',
        id,
        readonly: true,
        value,
        class: 'code',
        'data-copy': name,
        'data-key': `copy-${name}`,
        onfocus: () => field.select(),
    });
    const button = el(
        'button',
        {type: 'button', 'data-key': `copy-${name}-button`, onclick: copied},
        t('shell.copy'),
    );
    const canShare = navigator.share !== undefined && value.startsWith('http');

    async function copied() {
        await copyText(field);
        button.textContent = t('shell.copied');
        announce(t('shell.copied'));
        setTimeout(() => {
            button.textContent = t('shell.copy');
        }, 2000);
    }

    return el(
        'div',
        {class: 'field'},
        el('label', {htmlFor: id}, label),
        el(
            'div',
            {class: 'field-row'},
            field,
            button,
            canShare &&
                el(
                    'button',
                    {
                        type: 'button',
                        onclick: () => navigator.share({url: value}).catch(() => {}), // he changed his mind
                    },
                    t('shell.share'),
                ),
        ),
    );
}
