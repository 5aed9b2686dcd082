// hot_seat.js: the page that starts a game for several people on this device: who is Jack, and who plays the police.

import {button, selectField} from '../core/controls.js';
import {el, fill, newId} from '../core/dom.js';
import {errorLine, submit} from '../core/form.js';
import {listed} from '../core/i18n.js';
import {AIDS} from '../panels/bots.js';
import {POLICE, pawnMark, pawnName} from '../board/pawns.js';

const LONGEST_NAME = 32;

/** Shares a game's policemen among `count` people, in turn. */
const sharePolice = (game, count) =>
    Array.from({length: count}, (_, i) => POLICE[game].filter((pawn, k) => k % count === i));

/** Creates and starts a table for people on this device, and opens it. `police` are names, at least one. */
async function startHotSeat({hotSeats, navigate}, {game, options, aids, jack, police}) {
    const shares = sharePolice(game, police.length);
    const seats = [{name: jack, pawns: ['jack']}, ...police.map((name, i) => ({name, pawns: shares[i]}))];
    navigate(`/table/${await hotSeats.start({game, options, aids, seats})}`);
}

export function show(root, params, context) {
    const {t} = context;
    const error = errorLine();
    const go = el('button', {type: 'submit', class: 'main wide'}, t('hotseat.go'));
    const people = el('div', {class: 'hotseat-people'});
    const names = {jack: t('pawn.jack'), police: [t('hotseat.police.name')]};

    const select = (name, choices, value) =>
        selectField({
            label: t(name === 'game' ? 'solo.game' : 'create.aids'),
            name,
            value,
            choices,
            'data-field': `hotseat-${name}`,
            onchange: drawPeople,
        });
    const form = el(
        'form',
        {class: 'hotseat-form', 'data-form': 'hotseat', onsubmit: send},
        el(
            'div',
            {class: 'fields'},
            select(
                'game',
                Object.keys(POLICE).map((game) => [game, t(`game.${game}`)]),
                'whitehall',
            ),
            select(
                'aids',
                AIDS.map((aids) => [aids, t(`aids.${aids}`)]),
                'off',
            ),
        ),
        people,
        go,
        error,
    );

    const chosenGame = () => new FormData(form).get('game');

    function nameField(label, pawns, value, key, oninput) {
        const id = newId('hotseat');
        return el(
            'div',
            {class: 'field'},
            el('label', {htmlFor: id}, label),
            el(
                'div',
                {class: 'field-row'},
                el('input', {
                    type: 'text',
                    id,
                    value,
                    maxlength: LONGEST_NAME,
                    required: true,
                    autocomplete: 'off',
                    'data-field': key,
                    oninput: (event) => oninput(event.target.value),
                }),
                el(
                    'span',
                    {class: 'hotseat-pawns', title: listed(pawns.map((pawn) => pawnName(pawn)))},
                    pawns.map((pawn) => pawnMark(pawn)),
                ),
            ),
        );
    }

    function setCount(count) {
        if (names.police[0] === t('hotseat.police.name')) {
            names.police[0] = t('hotseat.detective', {number: 1});
        }
        while (names.police.length < count) {
            names.police.push(t('hotseat.detective', {number: names.police.length + 1}));
        }
        names.police.length = count;
        drawPeople();
    }

    function drawPeople() {
        const most = POLICE[chosenGame() ?? 'whitehall'].length;
        names.police.length = Math.min(names.police.length, most);
        const count = names.police.length;
        const shares = sharePolice(chosenGame() ?? 'whitehall', count);
        fill(
            people,
            nameField(t('hotseat.jack'), ['jack'], names.jack, 'hotseat-jack', (name) => (names.jack = name)),
            names.police.map((name, i) =>
                nameField(
                    count === 1 ? t('hotseat.police') : t('hotseat.detective', {number: i + 1}),
                    shares[i],
                    name,
                    `hotseat-police-${i + 1}`,
                    (next) => (names.police[i] = next),
                ),
            ),
            el(
                'div',
                {class: 'row'},
                button(
                    {class: 'small', disabled: count === most, 'data-act': 'more', onclick: () => setCount(count + 1)},
                    t('hotseat.more'),
                ),
                count > 1 &&
                    button(
                        {class: 'small', 'data-act': 'fewer', onclick: () => setCount(count - 1)},
                        t('hotseat.fewer'),
                    ),
            ),
        );
    }

    async function send(event) {
        event.preventDefault();
        const {game, aids} = Object.fromEntries(new FormData(form));
        await submit({button: go, error, work: () => startHotSeat(context, {game, aids, ...names})});
    }

    drawPeople();
    root.append(
        el(
            'div',
            {class: 'page narrow', 'data-page': 'hotseat'},
            el(
                'section',
                {class: 'panel'},
                el('h1', null, t('hotseat.title')),
                el('p', null, t('hotseat.about')),
                form,
            ),
        ),
    );
    return {leave() {}};
}
