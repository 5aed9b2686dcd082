// form.js: behaviour shared by all forms: a form cannot be submitted twice while the answer is pending, and a
// refusal is shown next to it.

import {el} from './dom.js';
import {refusalText} from './i18n.js';

/** Creates an element for a refusal, empty at first. */
export const errorLine = () => el('p', {class: 'error', role: 'alert'});

/**
 * Runs the async function `work` with `button` marked as busy, and shows a refusal in `error`. Returns the
 * result of `work`, or undefined if it was refused.
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
