// settings_fields.js: the settings of a table as parts of a form, for creating a table, changing one before the
// start, and playing solo. `values` has the keys of the `create` request.

import {selectField} from '../core/controls.js';
import {el, newId} from '../core/dom.js';
import {t} from '../core/i18n.js';
import {readPauses} from './pause_fields.js';
import {AIDS, CLOCKS, clockName, levelChoices, PACES} from '../panels/bots.js';

export const OPTIONS = {
    whitechapel: ['letters', 'false_clues', 'rushing', 'area_arrest', 'catch_me', 'address'],
    whitehall: ['deploy_first', 'murderer_at_large', 'newspaper_fabrications', 'powers', 'smoker'],
};

/** What new tables and solo games begin with. */
export const DEFAULTS = {
    options: [],
    private: true,
    counts: false,
    clock: 0,
    level: 'normal',
    pace: 'normal',
    aids: 'sets',
    spectator_aids: true,
};

/** Creates a radio button or checkbox with a title and a description, and `before` above the title. */
export function choice({type, name, value, checked, title, about, extra, before, onchange}) {
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
            before,
            el('label', {htmlFor: id}, title),
            extra && el('span', {class: 'badge'}, extra),
            el('small', {id: `${id}-about`}, about),
        ),
    );
}

/** Creates the choice between a private and a public table, and whether a private game counts. */
export function whoField(values) {
    return el(
        'fieldset',
        null,
        el('legend', null, t('create.who')),
        ['private', 'public'].map((who) =>
            choice({
                type: 'radio',
                name: 'who',
                value: who,
                checked: values.private === (who === 'private'),
                title: t(`create.${who}`),
                about: t(`create.${who}.about`),
            }),
        ),
        choice({
            type: 'checkbox',
            name: 'counts',
            value: 'counts',
            checked: values.counts === true,
            title: t('create.counts'),
            about: t('create.counts.about'),
        }),
    );
}

/** Creates the checkboxes of a game's variants. */
export function optionFields(game, values) {
    return el(
        'fieldset',
        {class: 'options'},
        el('legend', null, t('create.options')),
        el('p', {class: 'soft'}, t('create.options.none')),
        OPTIONS[game].map((option) =>
            choice({
                type: 'checkbox',
                name: 'option',
                value: option,
                checked: values.options.includes(option),
                title: t(`option.${option}`),
                about: t(`option.${option}.about`),
            }),
        ),
    );
}

const CHOICES = {
    clock: () => CLOCKS.map((seconds) => [seconds, clockName(seconds)]),
    level: levelChoices,
    pace: () => PACES.map((pace) => [pace, t(`pace.${pace}`)]),
    aids: () => AIDS.map((aids) => [aids, t(`aids.${aids}`)]),
};

/** Creates drop-down lists for these settings: 'clock', 'level', 'pace', 'aids'. */
export function settingFields(names, values, prefix = 'create') {
    return el(
        'div',
        {class: 'fields'},
        names.map((name) =>
            selectField({
                label: t(`create.${name}`),
                name,
                value: values[name],
                choices: CHOICES[name](),
                'data-field': `${prefix}-${name}`,
            }),
        ),
    );
}

/** Creates the switch that lets spectators use deduction help, or not. */
export const spectatorAidsField = (values) =>
    choice({
        type: 'checkbox',
        name: 'spectator_aids',
        value: 'spectator_aids',
        checked: values.spectator_aids,
        title: t('create.spectator_aids'),
        about: t('create.spectator_aids.about'),
    });

/** Reads the settings that a form has. */
export function readSettings(form) {
    const data = new FormData(form);
    const texts = ['level', 'pace', 'aids'].filter((name) => data.has(name));
    const spectatorAids = form.elements.namedItem('spectator_aids');
    const counts = form.elements.namedItem('counts');
    return {
        options: data.getAll('option'),
        ...(data.has('who') && {private: data.get('who') === 'private'}),
        ...(counts !== null && {counts: counts.checked}),
        ...(data.has('clock') && {clock: Number(data.get('clock'))}),
        ...Object.fromEntries(texts.map((name) => [name, data.get(name)])),
        ...readPauses(form, data),
        ...(spectatorAids !== null && {spectator_aids: spectatorAids.checked}),
    };
}

/** Returns stored settings of this browser, or the defaults for what is missing or no longer known. */
export function rememberedSettings(storage, key) {
    const stored = storage.get(key) ?? {};
    const known = (name, all) => (all.includes(stored[name]) ? stored[name] : DEFAULTS[name]);
    return {
        ...stored,
        game: stored.game in OPTIONS ? stored.game : undefined,
        options: Array.isArray(stored.options) ? stored.options : [],
        private: stored.private ?? DEFAULTS.private,
        counts: DEFAULTS.counts, // each time it is chosen anew
        clock: known('clock', CLOCKS),
        night: typeof stored.night?.from === 'string' ? stored.night : undefined,
        days_off: Number.isInteger(stored.days_off) ? stored.days_off : 0,
        level: known('level', ['novice', 'easy', 'normal', 'hard', 'master']),
        pace: known('pace', PACES),
        aids: known('aids', AIDS),
        spectator_aids: known('spectator_aids', [true, false]),
    };
}
