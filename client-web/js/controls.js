// controls.js: small controls that many panels are made of.

import {el} from './dom.js';

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
