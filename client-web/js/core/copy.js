// copy.js: a read-only field with a link or code and a button that copies it.

import {el, newId} from './dom.js';

/**
 * Copies a field's text to the clipboard. Pages not served over TLS have no clipboard API and need
 * execCommand().
 */
async function copyText(field) {
    try {
        await navigator.clipboard.writeText(field.value);
    } catch {
        field.select();
        document.execCommand('copy');
    }
}

/**
 * Creates a labelled field with `value` and a copy button, and a share button where the browser supports it.
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
                        onclick: () => navigator.share({url: value}).catch(() => {}), // the player cancelled
                    },
                    t('shell.share'),
                ),
        ),
    );
}
