// dialog.js: a dialog over the page with a title and a button that closes it. Esc and a click outside close it, too.

import {button} from './controls.js';
import {el, fill, newId} from './dom.js';

/** @returns {{element, open(...content), close()}} */
export function createDialog({title, name}, {t}) {
    const id = newId('dialog');
    const body = el('div', {class: 'dialog-body'});
    const element = el(
        'dialog',
        {
            class: 'dialog',
            'aria-labelledby': id,
            'data-dialog': name,
            onclick: (event) => event.target === element && close(), // outside: the dialog itself has no padding
        },
        el(
            'div',
            {class: 'dialog-head'},
            el('h2', {id}, title),
            button({class: 'bare', 'data-action': 'close-dialog', 'aria-label': t('shell.close'), onclick: close}, '✕'),
        ),
        body,
    );

    function close() {
        element.close();
    }

    return {
        element,
        open(...content) {
            fill(body, ...content);
            element.showModal();
            body.scrollTop = 0;
        },
        close,
    };
}
