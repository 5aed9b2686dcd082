// solo.js: playing alone: creates a private table where bots hold the other side's pawns, and starts it
// immediately.

import {selectField} from '../core/controls.js';
import {el} from '../core/dom.js';
import {errorLine, submit} from '../core/form.js';
import {levelChoices} from '../panels/bots.js';
import {POLICE} from '../board/pawns.js';

const SIDES = {
    jack: () => ['jack'],
    police: (game) => POLICE[game],
};
const OTHER = {jack: 'police', police: 'jack'};

/** Creates, fills and starts the table. Returns its id. */
async function startSolo(net, {game, side, level}) {
    const keys = {game, options: [], private: true, aids: 'full', pace: 'quick', level};
    const {table} = await net.requestOnce('create', keys);
    const at = {table: table.id};
    await net.request('pawns', {...at, pawns: SIDES[side](game)});
    await net.request('bot', {...at, pawns: SIDES[OTHER[side]](game), level});
    await net.request('start', at);
    return table.id;
}

export function soloForm({net, t, navigate}) {
    const error = errorLine();
    const button = el('button', {type: 'submit', class: 'main wide'}, t('solo.go'));
    const field = (name, choices, value) =>
        selectField({label: t(`solo.${name}`), name, value, 'data-field': `solo-${name}`, choices});
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
                'whitehall',
            ),
            field(
                'side',
                Object.keys(SIDES).map((side) => [side, t(`solo.side.${side}`)]),
                'police',
            ),
            field('level', levelChoices(), 'normal'),
        ),
        button,
        error,
    );

    async function send(event) {
        event.preventDefault();
        const keys = Object.fromEntries(new FormData(form));
        const id = await submit({button, error, work: () => startSolo(net, keys)});
        if (id !== undefined) {
            navigate(`/table/${id}`);
        }
    }

    return form;
}
