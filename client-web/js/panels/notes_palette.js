// notes_palette.js: the menu of marks that opens next to a circle after a right click or a long press on it.

import {el, fill} from '../core/dom.js';
import {button} from '../core/controls.js';
import {t} from '../core/i18n.js';
import {SIGNS} from './notes_panel.js';

const MARGIN = 8; // pixels to the edge of the window

/** @param {{chosen(how: string, circle: number)}} hooks */
export function createPalette({chosen}) {
    const element = el('div', {class: 'note-palette', role: 'toolbar', hidden: true});
    let before = null; // what had the focus

    /** `at`: where on the screen, {x, y}. */
    function open(circle, at, tools) {
        before = document.activeElement;
        element.setAttribute('aria-label', t('notes.palette', {circle}));
        fill(
            element,
            el('strong', {}, circle),
            tools.map((how) =>
                button(
                    {
                        class: 'small note-' + how,
                        'data-note': how,
                        onclick: () => {
                            close();
                            chosen(how, circle);
                        },
                    },
                    el('span', {class: 'note-sign', 'aria-hidden': 'true'}, SIGNS[how]),
                    t('notes.tool.' + how),
                ),
            ),
        );
        element.hidden = false;
        place(at ?? {x: window.innerWidth / 2, y: window.innerHeight / 2});
        element.querySelector('button').focus({preventScroll: true});
        document.addEventListener('pointerdown', outside, true);
        document.addEventListener('keydown', keys, true);
    }

    function place({x, y}) {
        const {width, height} = element.getBoundingClientRect();
        const within = (value, size, room) => Math.max(MARGIN, Math.min(value, room - size - MARGIN));
        element.style.left = `${within(x + MARGIN, width, window.innerWidth)}px`;
        element.style.top = `${within(y + MARGIN, height, window.innerHeight)}px`;
    }

    function close() {
        const wasOpen = !element.hidden;
        element.hidden = true;
        document.removeEventListener('pointerdown', outside, true);
        document.removeEventListener('keydown', keys, true);
        if (wasOpen) {
            before?.focus?.({preventScroll: true});
        }
        return wasOpen;
    }

    const outside = ({target}) => !element.contains(target) && close();

    function keys(event) {
        const all = [...element.querySelectorAll('button')];
        const at = all.indexOf(document.activeElement);
        const step = {ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1}[event.key];
        if (event.key === 'Escape') {
            close();
        } else if (step !== undefined) {
            all[(at + step + all.length) % all.length].focus();
        } else {
            return;
        }
        event.preventDefault();
        event.stopPropagation();
    }

    return {element, open, close};
}
