// other_name.js: asks for another name where the server refuses the player's own, because somebody at the table has it
// or one that looks like it.

import {createDialog} from '../core/dialog.js';
import {el} from '../core/dom.js';
import {refusalText} from '../core/i18n.js';
import {nameForm} from './player_name.js';

/** Opens a dialog with the refusal and a name form. Returns whether the player has another name now. */
export function askName(refusal, context) {
    const {t} = context;
    const dialog = createDialog({title: t('player_name.other'), name: 'other-name'}, context);
    return new Promise((resolve) => {
        let isRenamed = false;
        const form = nameForm(
            {
                button: t('player_name.rename'),
                done() {
                    isRenamed = true;
                    dialog.close();
                },
            },
            context,
        );
        dialog.element.addEventListener('close', () => {
            dialog.element.remove();
            resolve(isRenamed);
        });
        document.body.append(dialog.element);
        dialog.open(el('p', {'data-refusal': ''}, refusalText(refusal)), form);
        form.querySelector('input').select();
    });
}

/**
 * Runs the async function `work`. If it is refused because of the player's name, asks for another one and runs it
 * again. Rejects with the refusal if the player closes the dialog.
 */
export async function withOtherName(work, context) {
    for (;;) {
        try {
            return await work();
        } catch (refusal) {
            if (refusal.code !== 'name_taken' || !(await askName(refusal, context))) {
                throw refusal;
            }
        }
    }
}
