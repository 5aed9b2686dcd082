// secrets.js: hides Jack's secrets from people who can see his screen. One switch, and the key H, hides them all;
// while they are hidden, a button reveals them as long as it is held. The page asks `isHidden` and then draws only
// what everyone may know (core/public_view.js). The choice is stored for this device.

import {el, fill} from '../core/dom.js';
import {t} from '../core/i18n.js';

const STORAGE_KEY = 'secrets.hidden';
const KEY = 'h';

/**
 * @param {{storage, changed()}} parts  changed: secrets have been hidden or revealed
 * @returns {{element, isHidden, show(), key(event), update(view), stop()}}
 */
export function createSecrets({storage, changed}) {
    let wanted = storage.get(STORAGE_KEY, false);
    let holding = false;
    let applies = false;

    const toggle = el('button', {
        type: 'button',
        class: 'small',
        'data-secrets': 'toggle',
        'aria-keyshortcuts': KEY.toUpperCase(),
        title: t('secrets.about'),
        onclick: () => choose(!wanted),
    });
    const hold = el(
        'button',
        {
            type: 'button',
            class: 'small hold',
            'data-secrets': 'hold',
            onpointerdown: () => set({holding: true}),
            onpointerup: () => set({holding: false}),
            onpointercancel: () => set({holding: false}),
            onpointerleave: () => set({holding: false}),
            onblur: () => set({holding: false}),
            oncontextmenu: (event) => event.preventDefault(),
            onkeydown: (event) =>
                (event.key === ' ' || event.key === 'Enter') && (event.preventDefault(), set({holding: true})),
            onkeyup: () => set({holding: false}),
        },
        el('span', {class: 'secrets-full'}, t('secrets.hold')),
        el('span', {class: 'secrets-short', 'aria-hidden': 'true'}, t('secrets.hold.short')),
    );
    const element = el('div', {class: 'secrets', hidden: true}, toggle, hold);

    const isHidden = () => applies && wanted && !holding;

    function choose(next) {
        storage.set(STORAGE_KEY, next);
        set({wanted: next});
    }

    function set(next) {
        const before = isHidden();
        wanted = next.wanted ?? wanted;
        holding = next.holding ?? holding;
        draw();
        if (isHidden() !== before) {
            changed();
        }
    }

    function draw() {
        element.hidden = !applies;
        const text = wanted ? 'secrets.show' : 'secrets.hide';
        fill(
            toggle,
            el('span', {class: 'secrets-full'}, t(text)),
            el('span', {class: 'secrets-short', 'aria-hidden': 'true'}, t(`${text}.short`)),
            el('kbd', {}, KEY.toUpperCase()),
        );
        hold.hidden = !wanted;
        hold.setAttribute('aria-pressed', String(holding));
    }

    // Hide the secrets when the tab is left, in case someone else uses the computer.
    const leave = () => document.visibilityState === 'hidden' && set({holding: false});
    document.addEventListener('visibilitychange', leave);

    return {
        element,
        get isHidden() {
            return isHidden();
        },
        show: () => choose(false),
        key({key, ctrlKey, altKey, metaKey}) {
            const pressed = applies && key.toLowerCase() === KEY && !ctrlKey && !altKey && !metaKey;
            if (pressed) {
                choose(!wanted);
            }
            return pressed;
        },
        /** Call with the view before anything is drawn from it. */
        update(view) {
            applies = view.you.role === 'jack' && view.phase !== 'over';
            draw();
        },
        stop: () => document.removeEventListener('visibilitychange', leave),
    };
}
