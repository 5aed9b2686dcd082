// create.js: the dialog that creates a table: the game and who can join first, everything else under "More
// options". It begins with what this browser chose last.

import {el, fill} from '../core/dom.js';
import {createDialog} from '../core/dialog.js';
import {errorLine, submit} from '../core/form.js';
import {gameArt} from './game_art.js';
import {pauseFields} from './pause_fields.js';
import {
    choice,
    OPTIONS,
    optionFields,
    readSettings,
    rememberedSettings,
    settingFields,
    spectatorAidsField,
    whoField,
} from './settings_fields.js';

const REMEMBERED = 'create';

function createForm({net, storage, t, navigate}, done) {
    const last = rememberedSettings(storage, REMEMBERED);
    const error = errorLine();
    const button = el('button', {type: 'submit', class: 'main wide'}, t('create.go'));
    const options = el('div');
    const gameOf = () => new FormData(form).get('game');
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
                    checked: game === (last.game ?? 'whitechapel'),
                    title: t(`game.${game}`),
                    about: t(`game.${game}.about`),
                    extra: t(`game.${game}.players`),
                    before: gameArt(game),
                    onchange: showOptions,
                }),
            ),
        ),
        whoField(last),
        el(
            'details',
            {class: 'more', 'data-more': '', open: last.options.length > 0},
            el('summary', null, t('create.more')),
            settingFields(['aids', 'clock', 'level', 'pace'], last),
            pauseFields(last),
            spectatorAidsField(last),
            options,
        ),
        button,
        error,
    );

    function showOptions() {
        fill(options, optionFields(gameOf(), last));
    }

    async function send(event) {
        event.preventDefault();
        const keys = {game: gameOf(), ...readSettings(form)};
        const ok = await submit({button, error, work: () => net.requestOnce('create', keys)});
        if (ok !== undefined) {
            storage.set(REMEMBERED, keys);
            done();
            navigate(`/table/${ok.table.id}`);
        }
    }

    showOptions();
    return form;
}

/** Returns the dialog; open() shows it. */
export function createTableDialog(context) {
    const dialog = createDialog({title: context.t('create.title'), name: 'create'}, context);
    return {
        element: dialog.element,
        open: () => dialog.open(createForm(context, dialog.close)),
    };
}
