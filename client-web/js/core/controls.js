// controls.js: small controls used by many panels.

import {el, newId} from './dom.js';

/**
 * Creates a button. `key` lets it keep the keyboard focus when its panel is redrawn (dom.js); `pressed` makes
 * it a toggle.
 */
export function button({key, pressed, ...attributes}, ...children) {
    return el(
        'button',
        {
            type: 'button',
            'data-key': key,
            'aria-pressed': pressed === undefined ? null : String(Boolean(pressed)),
            ...attributes,
        },
        ...children,
    );
}

/** Creates a text that takes as much room as if it were bold, so that a choice that becomes bold moves nothing. */
export const steady = (text) => el('span', {class: 'steady', 'data-text': text}, text);

/** Creates a labelled group of buttons. */
export const buttons = (look, label, ...children) =>
    el('div', {class: look, role: 'group', 'aria-label': label}, ...children);

/**
 * Creates a labelled drop-down list. `choices` are [value, text] pairs; all other attributes go to the list.
 * @returns {HTMLElement} the field, which contains the `select`
 */
export function selectField({label, value, choices, ...attributes}) {
    const id = newId('select');
    return el(
        'div',
        {class: 'field'},
        el('label', {htmlFor: id}, label),
        el(
            'select',
            {id, ...attributes},
            choices.map(([one, text]) => el('option', {value: one, selected: one === value}, text)),
        ),
    );
}
