// problem_page.js: the page shown instead of a table or a game that cannot be shown.

import {el, fill} from './dom.js';
import {t} from './i18n.js';

/** Says what went wrong and leads to the front page. */
export function showProblem(root, title, text) {
    fill(
        root,
        el(
            'div',
            {class: 'page narrow'},
            el(
                'section',
                {class: 'panel', 'data-problem': ''},
                el('h1', {}, title),
                el('p', {role: 'alert'}, text),
                el('a', {class: 'button main', href: '/'}, t('shell.to_front')),
            ),
        ),
    );
}
