// pause_fields.js: when the clock of a table stands still, as part of the form for its settings: at night, and for how
// many days a player may be away. Shown only if a player has an hour or more per action, or if a shorter clock has pauses already.

import {selectField} from '../core/controls.js';
import {el, newId} from '../core/dom.js';
import {quantity, t} from '../core/i18n.js';
import {ownZone} from '../core/time_zone.js';
import {LONG} from '../panels/clock.js';

const DAYS = [0, 1, 2, 3, 5, 7, 10, 14, 21];
const USUAL = {from: '23:00', to: '07:00'};

function timeField(name, value) {
    const id = newId(name);
    return el(
        'div',
        {class: 'field'},
        el('label', {htmlFor: id}, t(`create.${name}`)),
        el('input', {type: 'time', id, name, value, required: true, 'data-field': name}),
    );
}

/** Creates the fields; `values` may have `night` and `days_off`. They follow the field `clock` of the same form. */
export function pauseFields(values) {
    const {night, days_off: daysOff = 0} = values;
    const hasShortPauses = values.clock < LONG && (night !== undefined || daysOff > 0);
    const dayChoices = [...new Set([...DAYS, daysOff])].sort((a, b) => a - b);
    const zones = [...new Set([night?.zone ?? ownZone(), ownZone(), 'UTC'])];
    const hours = el(
        'div',
        {class: 'fields'},
        timeField('night_from', night?.from ?? USUAL.from),
        timeField('night_to', night?.to ?? USUAL.to),
        selectField({
            label: t('create.night_zone'),
            name: 'night_zone',
            value: zones[0],
            choices: zones.map((zone) => [zone, zone.replaceAll('_', ' ')]),
            'data-field': 'night_zone',
        }),
    );
    const id = newId('night');
    const stops = el('input', {
        type: 'checkbox',
        id,
        name: 'night',
        checked: night !== undefined,
        'data-choice': 'night',
        onchange: show,
    });
    const element = el(
        'fieldset',
        {class: 'pauses', 'data-pauses': ''},
        el('legend', null, t('create.pauses')),
        el(
            'div',
            {class: 'choice'},
            stops,
            el('div', null, el('label', {htmlFor: id}, t('create.night')), el('small', null, t('create.night.about'))),
        ),
        hours,
        selectField({
            label: t('create.days_off'),
            name: 'days_off',
            value: daysOff,
            choices: dayChoices.map((days) => [days, days === 0 ? t('create.days_off.none') : quantity(days, 'day')]),
            'data-field': 'days_off',
        }),
        el('p', {class: 'soft small'}, t('create.days_off.about')),
    );

    function show() {
        hours.hidden = !stops.checked;
        hours.querySelectorAll('input').forEach((input) => {
            input.disabled = hours.hidden;
        });
        const clock = element.form?.elements.namedItem('clock');
        element.hidden = !hasShortPauses && Number(clock?.value ?? values.clock) < LONG;
    }
    // The form does not exist yet.
    queueMicrotask(() => {
        element.form?.elements.namedItem('clock')?.addEventListener('change', show);
        show();
    });
    show();
    return element;
}

/** Reads the fields of a form; {} if it has none. */
export function readPauses(form, data) {
    const element = form.querySelector('[data-pauses]');
    if (element === null) {
        return {};
    }
    const night = {from: data.get('night_from'), to: data.get('night_to'), zone: data.get('night_zone')};
    return {
        night: !element.hidden && data.has('night') ? night : {},
        days_off: element.hidden ? 0 : Number(data.get('days_off')),
    };
}
