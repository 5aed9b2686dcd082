// solo.js: playing alone: a private table where bots hold all pawns of the other side, started at once.

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

/** Makes the table, fills it, starts it; gives its id. */
async function startAlone(net, {game, side, level}) {
    const wish = {game, options: [], private: true, aids: 'full', pace: 'quick', level};
    const {table} = await net.requestOnce('create', wish);
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
        const wish = Object.fromEntries(new FormData(form));
        const id = await submit({button, error, work: () => startAlone(net, wish)});
        if (id !== undefined) {
            navigate(`/table/${id}`);
        }
    }

    return form;
}
