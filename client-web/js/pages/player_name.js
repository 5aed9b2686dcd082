// player_name.js: the forms to name and rename a player, and the page that asks new visitors for a name before
// a page that needs a player.

import {codeForm} from './device_transfer.js';
import {el, newId} from '../core/dom.js';
import {errorLine, submit} from '../core/form.js';

/**
 * Creates the labelled field for a name, with `beside` in the same row.
 * @returns {{element, read(): string, focus(options?)}}  read() returns the name without blanks around it
 */
export function nameField({net, t}, beside) {
    const id = newId('name');
    const field = el('input', {
        type: 'text',
        id,
        name: 'name',
        maxlength: 32,
        required: true,
        autocomplete: 'nickname',
        spellcheck: 'false',
        value: net.player?.name ?? '',
        'data-field': 'name',
    });
    return {
        element: el(
            'div',
            {class: 'field'},
            el('label', {htmlFor: id}, t('player_name.label')),
            el('div', {class: 'field-row'}, field, beside),
        ),
        read: () => field.value.trim(),
        focus: (options) => field.focus(options),
    };
}

/** Creates a form with a name field and a button. `done` is called with the player. */
export function nameForm({button: text, done}, context) {
    const {net} = context;
    const button = el('button', {type: 'submit', class: net.player === null ? 'main' : null}, text);
    const field = nameField(context, button);
    const error = errorLine();
    async function send(event) {
        event.preventDefault();
        const name = field.read();
        if (name === '') {
            field.focus();
            return;
        }
        const player = await submit({button, error, work: () => net.setName(name)});
        if (player !== undefined) {
            done(player);
        }
    }
    return el('form', {class: 'name-form', 'data-form': 'name', onsubmit: send}, field.element, error);
}

/** Creates the panel for visitors without a name: the name form, and a form for a code from another device. */
export function namePanel({title, level = 'h2', code}, context) {
    const {t} = context;
    return el(
        'section',
        {class: 'panel name-panel', 'data-panel': 'name'},
        el(level, null, title),
        el('p', null, t('player_name.text')),
        nameForm({button: t('player_name.go'), done() {}}, context), // main.js redraws the page
        el(
            'details',
            {open: code !== undefined},
            el('summary', null, t('player_name.have_code')),
            codeForm({code}, context),
        ),
    );
}

/** Shown before a page that needs a player. main.js shows that page once there is one. */
export function show(root, {reason}, context) {
    root.append(
        el(
            'div',
            {class: 'page narrow'},
            namePanel({title: context.t(reason), level: 'h1'}, context),
        ),
    );
    root.querySelector('input').focus();
    return {leave() {}};
}
