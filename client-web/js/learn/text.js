// text.js: texts of "How to play" as nodes. [[id]] and [[id|words]] are links to terms of the glossary.

import {el} from '../core/dom.js';

/** Returns the parts of a text, with a link for each term; `link(term, words)` makes the link. */
export function linked(text, guide, link) {
    return text.split(/\[\[([^\]]+)\]\]/).map((part, i) => {
        if (i % 2 === 0) {
            return part;
        }
        const [id, words] = part.split('|');
        const term = guide.glossary.terms.find((one) => one.id === id);
        return term === undefined ? (words ?? id) : link(term, words ?? term.term);
    });
}

/** Returns the address of a term. */
export const termAddress = ({id}) => `/learn/glossary#${id}`;

export const termLink = (term, words) => el('a', {href: termAddress(term), class: 'term'}, words);
