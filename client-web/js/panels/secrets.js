// secrets.js: Jack's "Hold to reveal" button. Jack's hideout, trail, position and sheet are in the page but
// hidden until the button is held, in case someone is watching the screen. The class on `root` controls
// everything marked `secret`.

import {el} from '../core/dom.js';
import {t} from '../core/i18n.js';

const HIDDEN = 'secrets-hidden';
const STORAGE_KEY = 'secrets.keep';

/** @returns {{element, update(view), stop()}} */
export function createSecrets({root, storage}) {
    let holding = false;
    let applies = false;

    const hold = el(
        'button',
        {
            type: 'button',
            class: 'hold',
            'data-secrets': 'hold',
            'aria-describedby': 'secrets-about',
            onpointerdown: () => set(true),
            onpointerup: () => set(false),
            onpointercancel: () => set(false),
            onpointerleave: () => set(false),
            onblur: () => set(false),
            oncontextmenu: (event) => event.preventDefault(),
            onkeydown: (event) =>
                (event.key === ' ' || event.key === 'Enter') && (event.preventDefault(), set(true)),
            onkeyup: () => set(false),
        },
        t('secrets.hold'),
    );
    const keep = el('input', {
        type: 'checkbox',
        id: 'secrets-keep',
        checked: storage.get(STORAGE_KEY, false),
        onchange: () => {
            storage.set(STORAGE_KEY, keep.checked);
            apply();
        },
    });
    const element = el(
        'div',
        {class: 'secrets', hidden: true},
        hold,
        el('span', {class: 'choice'}, keep, el('label', {for: 'secrets-keep'}, t('secrets.keep'))),
        el('p', {id: 'secrets-about', class: 'visually-hidden'}, t('secrets.about')),
    );

    function set(now) {
        holding = now;
        apply();
    }

    function apply() {
        const seen = !applies || holding || keep.checked;
        root.classList.toggle(HIDDEN, !seen);
        hold.setAttribute('aria-pressed', String(seen));
    }

    // Hide the secrets when the tab is left, in case someone else uses the computer.
    const leave = () => document.visibilityState === 'hidden' && set(false);
    document.addEventListener('visibilitychange', leave);

    return {
        element,
        update(view) {
            applies = view.you.role === 'jack' && view.phase !== 'over';
            element.hidden = !applies;
            apply();
        },
        stop: () => document.removeEventListener('visibilitychange', leave),
    };
}
