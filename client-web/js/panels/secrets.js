// secrets.js: Jack's "hold to see". His hideout, way, place and sheet are in the page, but not to be seen
// until he holds the switch: somebody may look over his shoulder. Everything marked `secret` follows the
// class on `root`.

import {el} from '../core/dom.js';
import {t} from '../core/i18n.js';

const HIDDEN = 'secrets-hidden';
const KEEP = 'secrets.keep';

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
        checked: storage.get(KEEP, false),
        onchange: () => {
            storage.set(KEEP, keep.checked);
            apply();
        },
    });
    const element = el(
        'div',
        {class: 'secrets', hidden: true},
        hold,
        el('span', {class: 'choice'}, keep, el('label', {for: 'secrets-keep'}, t('secrets.keep'))),
        el('p', {id: 'secrets-about', class: 'unseen'}, t('secrets.about')),
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

    // A tab that is left shows nothing when somebody else comes to the machine.
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
