// circle_links.js: numbers of circles in a text that lead to the map.

import {el} from '../core/dom.js';
import {t} from '../core/i18n.js';

/**
 * Returns the parts of a text, with an element around every number that `isCircle` accepts. The container handles
 * clicks on `[data-circle]`. Without `inTabOrder` they are only for pointers: the line itself works by keyboard.
 */
export function linkCircles(text, isCircle, {inTabOrder = true} = {}) {
    return text.split(/(?<![\p{L}\d.,:/-])(\d{1,3})(?![\p{L}\d]|[.,:/-]\d)/u).map((part, i) => {
        if (i % 2 === 0 || !isCircle(Number(part))) {
            return part;
        }
        const attributes = {class: 'circle-link', 'data-circle': Number(part)};
        return inTabOrder
            ? el('button', {type: 'button', ...attributes, title: t('chat.find', {circle: part})}, part)
            : el('span', attributes, part);
    });
}
