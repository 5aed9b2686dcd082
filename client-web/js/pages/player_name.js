// player_name.js: who one is: the form that names a new player, shown on the front page and before any page that
// needs a player; and the one that renames.

import {codeForm} from './device_transfer.js';
import {el, newId} from '../core/dom.js';
import {errorLine, submit} from '../core/form.js';

/** A form with one field, the name, and a button. `done` gets the player. */
export function nameForm({button: text, done}, {net, t}) {
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
    const button = el('button', {type: 'submit', class: net.player === null ? 'main' : null}, text);
    const error = errorLine();
    async function send(event) {
        event.preventDefault();
        const name = field.value.trim();
        if (name === '') {
            field.focus();
            return;
        }
        const player = await submit({button, error, work: () => net.setName(name)});
        if (player !== undefined) {
            done(player);
        }
    }
    return el(
        'form',
        {class: 'name-form', 'data-form': 'name', onsubmit: send},
        el(
            'div',
            {class: 'field'},
            el('label', {htmlFor: id}, t('player_name.label')),
            el('div', {class: 'field-row'}, field, button),
        ),
        error,
    );
}

/** What a visitor without a name sees first: the question, and the way in for who has a code. */
export function namingPanel({title, code}, context) {
    const {t} = context;
    return el(
        'section',
        {class: 'panel naming', 'data-panel': 'naming'},
        el('h2', null, title),
        el('p', null, t('player_name.text')),
        nameForm({button: t('player_name.go'), done() {}}, context), // main.js makes the page anew by then
        el(
            'details',
            {open: code !== undefined},
            el('summary', null, t('player_name.have_code')),
            codeForm({code}, context),
        ),
    );
}

/** The page before a page that needs a player. main.js shows the real one when there is one. */
export function show(root, {reason}, context) {
    root.append(
        el(
            'div',
            {class: 'page narrow'},
            el('h1', {class: 'unseen'}, 'Gaslight'),
            namingPanel({title: context.t(reason)}, context),
        ),
    );
    root.querySelector('input').focus();
    return {leave() {}};
}
