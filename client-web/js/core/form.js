// form.js: what every form of ours does: it cannot be sent twice while the answer is on its way, and a
// refusal is said in words right there.

import {el} from './dom.js';
import {refusalText} from './i18n.js';

/** A place for a refusal; empty until there is one. */
export const errorLine = () => el('p', {class: 'error', role: 'alert'});

/**
 * Runs `work` (a function that returns a promise) with `button` asleep, and says in `error` why it was
 * refused. Gives what the work gave, or undefined if it was refused.
 */
export async function submit({button, error, work}) {
    if (button?.getAttribute('aria-busy') === 'true') {
        return undefined;
    }
    error.textContent = '';
    button?.setAttribute('aria-busy', 'true');
    try {
        return await work();
    } catch (refusal) {
        if (refusal.name !== 'Refusal') {
            throw refusal;
        }
        error.textContent = refusalText(refusal);
        return undefined;
    } finally {
        button?.removeAttribute('aria-busy');
    }
}
