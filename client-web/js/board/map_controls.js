// map_controls.js: the buttons on the map, and the form that finds a circle by its number. On a small screen
// the form is collapsed into a button (board.css), because it would cover the map.

import {el, svg} from '../core/dom.js';
import {t} from '../core/i18n.js';

export const NOTHING_COVERED = {top: 0, right: 0, bottom: 0, left: 0};

const lens = () =>
    svg(
        'svg',
        {class: 'lens-sign', viewBox: '0 0 20 20', 'aria-hidden': 'true'},
        svg('circle', {cx: 8, cy: 8, r: 5.5}),
        svg('path', {d: 'M12 12L18 18'}),
    );

/** @returns {{element, covers()}} covers: returns how many pixels the controls cover at each edge of the map */
export function createMapControls(view, find, showTargets) {
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
                const isFound = typed === '' || find('c' + typed.replace(/^c/, ''));
                answer.textContent = isFound ? '' : t('board.no_circle', {number: typed});
                unfold(!isFound);
            },
            onkeydown: (event) => {
                if (event.key === 'Escape' && isUnfolded()) {
                    unfold(false);
                }
            },
        },
        number,
        el('button', {type: 'submit', class: 'quiet'}, t('board.find_go')),
        answer,
    );
    const button = (name, sign, action, more = {}) =>
        el(
            'button',
            {
                type: 'button',
                class: 'map-button',
                'data-map': name,
                'aria-label': t('board.' + name),
                title: t('board.' + name),
                onclick: action,
                ...more,
            },
            typeof sign === 'string' ? el('span', {'aria-hidden': 'true'}, sign) : sign,
        );
    const opener = button('find', lens(), () => unfold(!isUnfolded()), {'aria-expanded': 'false'});
    const group = el(
        'div',
        {class: 'map-buttons', role: 'group', 'aria-label': t('board.zoom')},
        opener,
        button('closer', '+', () => view.zoomBy(1.5)),
        button('farther', '−', () => view.zoomBy(1 / 1.5)),
        button('whole', '⤢', () => view.showAll()),
        button('targets', '◎', showTargets),
    );
    const element = el(
        'div',
        {class: 'map-controls'},
        form,
        group,
        el('p', {id: 'board-keys', class: 'visually-hidden'}, t('board.keys')),
    );

    const isUnfolded = () => element.classList.contains('unfolded');
    const isFolding = () => opener.offsetWidth > 0;

    function unfold(now) {
        const hadFocus = form.contains(document.activeElement);
        element.classList.toggle('unfolded', now);
        opener.setAttribute('aria-expanded', String(now));
        if (now) {
            number.focus();
        } else if (hadFocus && isFolding()) {
            opener.focus();
        }
    }

    function covers() {
        const map = element.parentElement.querySelector('.map-frame').getBoundingClientRect();
        const boxes = [...group.children].map((one) => one.getBoundingClientRect()).filter(({width}) => width > 0);
        if (boxes.length === 0 || boxes[0].top >= map.bottom) {
            return NOTHING_COVERED; // a small map without controls, or with controls below it
        }
        return {
            ...NOTHING_COVERED,
            right: map.right - Math.min(...boxes.map(({left}) => left)),
            top: isFolding() ? 0 : form.getBoundingClientRect().bottom - map.top,
        };
    }

    return {element, covers};
}
