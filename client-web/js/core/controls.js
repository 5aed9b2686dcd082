// controls.js: small controls that many panels are made of.

import {el, newId} from './dom.js';

/**
 * A button. `key` brings the keyboard focus back to it when its panel is drawn anew (dom.js); `pressed` makes
 * it one of several to choose from.
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

/** A row of them that belong together. */
export const buttons = (look, label, ...children) =>
    el('div', {class: look, role: 'group', 'aria-label': label}, ...children);

/**
 * A label with a list to choose from. `choices` are [value, text]; what else is given goes to the list.
 * @returns {HTMLElement} the field; the `select` is in it
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
