// create.js: the form that creates a table: game, variants, who can join, and settings (time per action, bots,
// deduction help).

import {selectField} from '../core/controls.js';
import {el, fill, newId} from '../core/dom.js';
import {errorLine, submit} from '../core/form.js';
import {OPTIONS} from '../core/game_terms.js';
import {AIDS, CLOCKS, clockName, levelChoices, PACES} from '../panels/bots.js';

/** Creates a radio button or checkbox with a title and a description. */
function choice({type, name, value, checked, title, about, extra, onchange}) {
    const id = newId(name);
    const input = el('input', {
        type,
        id,
        name,
        value,
        checked,
        onchange,
        'aria-describedby': `${id}-about`,
        'data-choice': value,
    });
    return el(
        'div',
        {class: 'choice'},
        input,
        el(
            'div',
            null,
            el('label', {htmlFor: id}, title),
            extra && el('span', {class: 'badge'}, extra),
            el('small', {id: `${id}-about`}, about),
        ),
    );
}

/** Creates the settings; their names are the keys of the `create` request. */
function settingFields(t) {
    const field = (name, value, choices) =>
        selectField({label: t(`create.${name}`), name, value, choices, 'data-field': `create-${name}`});
    return [
        field(
            'clock',
            0,
            CLOCKS.map((seconds) => [seconds, clockName(seconds)]),
        ),
        field('level', 'normal', levelChoices()),
        field(
            'pace',
            'normal',
            PACES.map((pace) => [pace, t(`pace.${pace}`)]),
        ),
        field(
            'aids',
            'off',
            AIDS.map((aids) => [aids, t(`aids.${aids}`)]),
        ),
    ];
}

export function createForm({net, t, navigate}) {
    const error = errorLine();
    const button = el('button', {type: 'submit', class: 'main wide'}, t('create.go'));
    const options = el('fieldset', {class: 'options'});
    const form = el(
        'form',
        {class: 'create-form', 'data-form': 'create', onsubmit: send},
        el(
            'fieldset',
            {class: 'games'},
            el('legend', null, t('create.game')),
            Object.keys(OPTIONS).map((game) =>
                choice({
                    type: 'radio',
                    name: 'game',
                    value: game,
                    checked: game === 'whitechapel',
                    title: t(`game.${game}`),
                    about: t(`game.${game}.about`),
                    extra: t(`game.${game}.players`),
                    onchange: showOptions,
                }),
            ),
        ),
        options,
        el(
            'fieldset',
            null,
            el('legend', null, t('create.who')),
            ['private', 'public'].map((who) =>
                choice({
                    type: 'radio',
                    name: 'who',
                    value: who,
                    checked: who === 'private',
                    title: t(`create.${who}`),
                    about: t(`create.${who}.about`),
                }),
            ),
        ),
        el(
            'fieldset',
            null,
            el('legend', null, t('create.how')),
            el('div', {class: 'fields'}, settingFields(t)),
        ),
        button,
        error,
    );

    function showOptions() {
        const {game} = Object.fromEntries(new FormData(form));
        fill(
            options,
            el('legend', null, t('create.options')),
            el('p', {class: 'soft'}, t('create.options.none')),
            OPTIONS[game].map((option) =>
                choice({
                    type: 'checkbox',
                    name: 'option',
                    value: option,
                    title: t(`option.${option}`),
                    about: t(`option.${option}.about`),
                }),
            ),
        );
    }

    async function send(event) {
        event.preventDefault();
        const data = new FormData(form);
        const keys = {
            game: data.get('game'),
            options: data.getAll('option'),
            private: data.get('who') === 'private',
            clock: Number(data.get('clock')),
            level: data.get('level'),
            pace: data.get('pace'),
            aids: data.get('aids'),
        };
        const ok = await submit({button, error, work: () => net.requestOnce('create', keys)});
        if (ok !== undefined) {
            navigate(`/table/${ok.table.id}`);
        }
    }

    showOptions();
    return form;
}
