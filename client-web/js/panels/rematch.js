// rematch.js: asking for a rematch. Against bots one click starts the next game; with other people a dialog asks
// about roles and variants.

import {el, fill, newId} from '../core/dom.js';
import {errorLine, submit} from '../core/form.js';
import {t} from '../core/i18n.js';
import {OPTIONS} from '../core/game_terms.js';
import {isBot} from './bots.js';

const ROLES = ['swap', 'keep', 'choose'];

/** @param {{model, net, me: string, navigate(path)}} parts */
export function createRematch({model, net, me, navigate}) {
    const error = errorLine(); // of the buttons
    const dialog = el('dialog', {class: 'rematch-dialog', 'aria-labelledby': 'rematch-title'});

    const isAlone = () => model.table.seats.every((seat) => seat.player === me || isBot(seat));
    const wasJack = () => model.view.you.role === 'jack';
    const playsNow = () => ['jack', 'detective'].includes(model.view.you.role);

    async function ask(keys, button, error) {
        const work = () => net.request('rematch', {table: model.table.id, ...keys});
        const ok = await submit({button, error, work});
        if (ok !== undefined) {
            dialog.close();
            navigate('/table/' + ok.table.id);
        }
    }

    // ---- The dialog --------------------------------------------------------------------------------------

    function choice({type, name, value, checked, title, about}) {
        const id = newId(name);
        return el(
            'div',
            {class: 'choice'},
            el('input', {type, id, name, value, checked, 'aria-describedby': `${id}-about`, 'data-choice': value}),
            el('div', null, el('label', {htmlFor: id}, title), el('small', {id: `${id}-about`}, about)),
        );
    }

    function open() {
        const {table} = model;
        const refusal = errorLine();
        const go = el('button', {type: 'submit', class: 'main', 'data-act': 'rematch-go'}, t('rematch.go'));
        const form = el(
            'form',
            {
                method: 'dialog',
                onsubmit: (event) => {
                    event.preventDefault();
                    const data = new FormData(form);
                    ask({roles: data.get('roles'), options: data.getAll('option')}, go, refusal);
                },
            },
            el('h2', {id: 'rematch-title'}, t('rematch.title')),
            el(
                'fieldset',
                {},
                el('legend', {}, t('rematch.roles')),
                ROLES.map((roles) =>
                    choice({
                        type: 'radio',
                        name: 'roles',
                        value: roles,
                        checked: roles === 'swap',
                        title: t('rematch.roles.' + roles),
                        about: t(`rematch.roles.${roles}.about`),
                    }),
                ),
            ),
            el(
                'details',
                {class: 'rematch-options'},
                el('summary', {}, t('create.options')),
                el(
                    'fieldset',
                    {'aria-label': t('create.options')},
                    OPTIONS[table.game].map((option) =>
                        choice({
                            type: 'checkbox',
                            name: 'option',
                            value: option,
                            checked: table.options.includes(option),
                            title: t('option.' + option),
                            about: t(`option.${option}.about`),
                        }),
                    ),
                ),
            ),
            el('p', {class: 'soft'}, t('rematch.chat')),
            refusal,
            el(
                'div',
                {class: 'row'},
                go,
                el('button', {type: 'button', onclick: () => dialog.close()}, t('rematch.cancel')),
            ),
        );
        fill(dialog, form);
        dialog.showModal();
    }

    // ---- The buttons -------------------------------------------------------------------------------------

    function quick(roles, text, main) {
        const button = el(
            'button',
            {
                type: 'button',
                class: main ? 'main' : null,
                'data-act': main ? 'rematch' : 'rematch-swap',
                onclick: () => ask({roles}, button, error),
            },
            text,
        );
        return button;
    }

    return {
        /** Must be in the page for the dialog to open. */
        dialog,
        error,
        /** Returns the buttons for a player who sat at the finished table. */
        buttons() {
            const openDialog = (name, text, look) =>
                el('button', {type: 'button', class: look, 'data-act': name, onclick: open}, text);
            if (!isAlone()) {
                return [openDialog('rematch', t('ending.rematch'), 'main')];
            }
            return [
                quick('keep', t('rematch.again'), true),
                playsNow() && quick('swap', t(wasJack() ? 'rematch.as_police' : 'rematch.as_jack'), false),
                openDialog('rematch-more', t('rematch.more'), null),
            ];
        },
    };
}
