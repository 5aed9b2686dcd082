// lobby_settings.js: changing a table's settings before the start: the host's dialog, and the sentences that tell
// everyone what has changed.

import {createDialog} from '../core/dialog.js';
import {el} from '../core/dom.js';
import {errorLine, submit} from '../core/form.js';
import {plural, t} from '../core/i18n.js';
import {pauseSentences} from '../panels/away.js';
import {clockName} from '../panels/bots.js';
import {pauseFields} from './pause_fields.js';
import {optionFields, readSettings, settingFields, spectatorAidsField, whoField} from './settings_fields.js';

/** Returns a sentence for each setting that differs between two states of a table; "" if there is none. */
export function settingChanges(before, after) {
    const names = after.options.map((option) => t(`option.${option}`)).join(', ');
    const changed = (name) => before[name] !== after[name];
    return [
        changed('private') && t(after.private ? 'lobby.now_private' : 'lobby.now_public'),
        changed('counts') && after.private && t(after.counts ? 'lobby.now_counts' : 'lobby.now_counts_not'),
        String(before.options) !== String(after.options) &&
            (names === '' ? t('lobby.now_no_options') : t('lobby.now_options', {variants: names})),
        changed('aids') && t('lobby.now_aids', {value: t(`aids.${after.aids}`)}),
        changed('spectator_aids') && t(`lobby.now_spectator_aids.${after.spectator_aids ? 'on' : 'off'}`),
        changed('clock') && t('lobby.now_clock', {value: clockName(after.clock)}),
        JSON.stringify(before.night) !== JSON.stringify(after.night) &&
            (after.night === undefined ? t('lobby.now_no_night') : pauseSentences({night: after.night, clock: 1})[0]),
        changed('days_off') &&
            (after.days_off === undefined ? t('lobby.now_no_days_off') : plural('lobby.days_off', after.days_off)),
        changed('level') && t('lobby.now_level', {value: t(`level.${after.level}`)}),
        changed('pace') && t('lobby.now_pace', {value: t(`pace.${after.pace}`)}),
    ]
        .filter(Boolean)
        .join(' ');
}

/** Creates the dialog. `save` is called with the settings and returns the table, or rejects. */
export function createSettingsDialog(save, context) {
    const dialog = createDialog({title: t('lobby.settings.title'), name: 'settings'}, context);

    function form(table) {
        const error = errorLine();
        const button = el('button', {type: 'submit', class: 'main wide'}, t('lobby.settings.save'));
        const element = el(
            'form',
            {class: 'create-form', 'data-form': 'settings', onsubmit: send},
            whoField(table),
            settingFields(['aids', 'clock', 'level', 'pace'], table, 'settings'),
            pauseFields(table),
            spectatorAidsField(table),
            optionFields(table.game, table),
            button,
            error,
        );
        async function send(event) {
            event.preventDefault();
            const ok = await submit({button, error, work: () => save(readSettings(element))});
            if (ok !== undefined) {
                dialog.close();
            }
        }
        return element;
    }

    return {element: dialog.element, open: (table) => dialog.open(form(table))};
}
