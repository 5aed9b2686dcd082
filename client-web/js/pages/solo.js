// solo.js: playing alone: creates a private table where bots hold the other side's pawns, and starts it
// immediately. Begins with what this browser chose last. A visitor without a name plays as a guest.

import {selectField} from '../core/controls.js';
import {el, fill} from '../core/dom.js';
import {errorLine, submit} from '../core/form.js';
import {levelChoices} from '../panels/bots.js';
import {POLICE} from '../board/pawns.js';
import {optionFields, OPTIONS, readSettings, rememberedSettings, settingFields} from './settings_fields.js';

const REMEMBERED = 'solo';
const SIDES = {
    jack: () => ['jack'],
    police: (game) => POLICE[game],
};
const OTHER = {jack: 'police', police: 'jack'};

function remembered(storage) {
    const last = rememberedSettings(storage, REMEMBERED);
    return {...last, game: last.game ?? 'whitehall', side: last.side in SIDES ? last.side : 'police'};
}

/** Creates, fills and starts the table. Returns its id. */
async function startSolo(net, {game, side, level, options, pace, aids}) {
    const keys = {game, options, private: true, aids, pace, level};
    const {table} = await net.requestOnce('create', keys);
    const at = {table: table.id};
    try {
        await net.request('pawns', {...at, pawns: SIDES[side](game)});
        await net.request('bot', {...at, pawns: SIDES[OTHER[side]](game), level});
        await net.request('start', at);
    } catch (refusal) {
        net.request('leave', at).catch(() => {});
        throw refusal;
    }
    return table.id;
}

/** Starts a solo game and goes there. The button is busy meanwhile. */
async function playSolo(choices, {button, error}, context) {
    const {net, navigate, storage, withGuest} = context;
    const work = async () => {
        const id = await startSolo(net, choices);
        storage.set(REMEMBERED, choices);
        navigate(`/table/${id}`);
    };
    await submit({button, error, work: () => (net.player === null ? withGuest(work) : work())});
}

/** Creates a button that starts a solo game of this kind, or of the last one, with the last choices. */
export function soloButton({text, game, ...attributes}, context) {
    const error = errorLine();
    const button = el(
        'button',
        {
            type: 'button',
            'data-action': game === undefined ? 'play-alone' : `solo-${game}`,
            ...attributes,
            onclick() {
                const last = remembered(context.storage);
                const wanted = game ?? last.game;
                const options = last.options.filter((option) => OPTIONS[wanted].includes(option));
                playSolo({...last, game: wanted, options}, {button, error}, context);
            },
        },
        text,
    );
    return [button, error];
}

export function soloForm(context) {
    const {t, storage} = context;
    const last = remembered(storage);
    const error = errorLine();
    const button = el('button', {type: 'submit', class: 'main wide'}, t('solo.go'));
    const options = el('div');
    const field = (name, choices, more = {}) =>
        selectField({
            label: t(`solo.${name}`),
            name,
            value: last[name],
            'data-field': `solo-${name}`,
            choices,
            ...more,
        });
    const form = el(
        'form',
        {class: 'solo', 'data-form': 'solo', onsubmit: send},
        el('p', {class: 'soft'}, t('solo.about')),
        el(
            'div',
            {class: 'fields'},
            field(
                'game',
                Object.keys(POLICE).map((game) => [game, t(`game.${game}`)]),
                {onchange: showOptions},
            ),
            field(
                'side',
                Object.keys(SIDES).map((side) => [side, t(`solo.side.${side}`)]),
            ),
            field('level', levelChoices()),
        ),
        el(
            'details',
            {class: 'more', 'data-more': '', open: last.options.length > 0},
            el('summary', null, t('create.more')),
            settingFields(['pace', 'aids'], last, 'solo'),
            options,
        ),
        button,
        error,
    );

    function showOptions() {
        fill(options, optionFields(new FormData(form).get('game'), last));
    }

    function send(event) {
        event.preventDefault();
        const data = new FormData(form);
        const choices = {game: data.get('game'), side: data.get('side'), ...readSettings(form)};
        return playSolo(choices, {button, error}, context);
    }

    showOptions();
    return form;
}
