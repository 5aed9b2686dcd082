// mapcontrols.js: the buttons on the map, and the box that finds a circle by its number.

import {el} from './dom.js';
import {t} from './i18n.js';

export function mapControls(view, find, showTargets) {
    const number = el('input', {
        type: 'text',
        inputmode: 'numeric',
        id: 'find-circle',
        autocomplete: 'off',
        maxlength: '4',
        size: '4',
        'aria-label': t('board.find'),
        placeholder: t('board.find_short'),
    });
    const answer = el('span', {class: 'find-answer', role: 'status'});
    const form = el(
        'form',
        {
            class: 'find',
            role: 'search',
            onsubmit: (event) => {
                event.preventDefault();
                const typed = number.value.trim().toLowerCase();
                const place = /^x\d+$/.test(typed) ? typed : 'c' + typed.replace(/^c/, '');
                answer.textContent = typed === '' || find(place) ? '' : t('board.no_circle', {number: typed});
            },
        },
        number,
        el('button', {type: 'submit', class: 'quiet'}, t('board.find_go')),
        answer,
    );
    const button = (name, sign, action) =>
        el(
            'button',
            {
                type: 'button',
                class: 'map-button',
                'data-map': name,
                'aria-label': t('board.' + name),
                title: t('board.' + name),
                onclick: action,
            },
            el('span', {'aria-hidden': 'true'}, sign),
        );
    return el(
        'div',
        {class: 'map-controls'},
        form,
        el(
            'div',
            {class: 'map-buttons', role: 'group', 'aria-label': t('board.zoom')},
            button('closer', '+', () => view.zoomBy(1.5)),
            button('farther', '−', () => view.zoomBy(1 / 1.5)),
            button('whole', '⤢', () => view.showAll()),
            button('targets', '◎', showTargets),
        ),
        el('p', {id: 'board-keys', class: 'unseen'}, t('board.keys')),
    );
}
