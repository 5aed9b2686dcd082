// unsubscribe.js: the page of the link in an e-mail. Programs that only look at links must not unsubscribe anybody, so it
// has a button.

import {button} from '../core/controls.js';
import {el, fill} from '../core/dom.js';

export function show(root, {id}, {t}) {
    const place = el('div', {role: 'status'});
    const control = button({class: 'main', 'data-action': 'unsubscribe', onclick: unsubscribe}, t('unsubscribe.do'));

    async function unsubscribe() {
        let done = false;
        try {
            done = (await fetch(`/unsubscribe/${id}`, {method: 'POST', body: 'List-Unsubscribe=One-Click'})).ok;
        } catch {
            // shown below
        }
        control.hidden = done;
        fill(place, el('p', null, t(done ? 'unsubscribe.done' : 'unsubscribe.failed')));
    }

    root.append(
        el(
            'div',
            {class: 'page'},
            el('section', {class: 'panel'}, el('h1', null, t('unsubscribe.title')), place, control),
        ),
    );
    return {leave() {}};
}
