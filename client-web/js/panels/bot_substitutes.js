// bot_substitutes.js: stand-in bots during a game: the "I'm back" button for a player whose bot is playing, and the
// controls of those who may decide: let a bot play for an absent player, give the seat back, and, for somebody who
// plays with bots only, change a bot's level. A stand-in always plays at the table's level.

import {button, selectField} from '../core/controls.js';
import {el, fill, keepingFocus} from '../core/dom.js';
import {listed, plural, refusalText, t} from '../core/i18n.js';
import {mayDecide} from '../core/seats.js';
import {isBot, isSubstituted, levelChoices} from './bots.js';

/**
 * @param {{model, net, me: string}} parts  model: see table.js
 * @returns {{element, controls, update()}} element: the "I'm back" button, usually hidden
 */
export function createBotSubstitutes({model, net, me}) {
    const element = el('div', {class: 'stand-in', role: 'status', hidden: true});
    const controls = el('div');
    const problem = el('p', {class: 'refusal', role: 'alert'});
    let drawn = null; // what `controls` shows: redrawn only when that changes, because redrawing would close an open list

    async function requestBot(pawns, wanted) {
        problem.textContent = '';
        try {
            await net.request('bot', {table: model.table.id, pawns, level: wanted});
        } catch (refusal) {
            problem.textContent = refusalText(refusal);
        }
    }

    const isOver = () => model.table.state !== 'running';

    function update() {
        const mine = model.table.seats.find((seat) => seat.player === me);
        const substituted = mine !== undefined && isSubstituted(mine) && !isOver();
        element.hidden = !substituted;
        keepingFocus(element, () =>
            fill(
                element,
                substituted && [
                    el('span', {}, t('bot.for_you', {level: t(`level.${mine.bot}`)})),
                    button(
                        {
                            key: 'back',
                            'data-act': 'back',
                            class: 'main small',
                            onclick: () => requestBot(mine.pawns, 'none'),
                        },
                        t('bot.back'),
                    ),
                ],
            ),
        );
        const next = JSON.stringify([model.table.host, model.table.state, model.table.seats]);
        if (next !== drawn) {
            drawn = next;
            keepingFocus(controls, () => fill(controls, drawControls()));
        }
    }

    // ---- Controls --------------------------------------------------------------------------------------

    const send = (seat) =>
        button(
            {
                key: `send-${seat.player}`,
                class: 'small',
                'data-act': 'stand-in',
                onclick: () => requestBot(seat.pawns, model.table.level),
            },
            t('bot.send', {name: seat.name}),
        );

    const giveBack = (seat) =>
        button(
            {
                key: `give-${seat.player}`,
                class: 'small',
                'data-act': 'give-back',
                onclick: () => requestBot(seat.pawns, 'none'),
            },
            t('bot.give_back', {name: seat.name}),
        );

    const levelOf = (seat) =>
        selectField({
            label: t('bot.level_of', {name: seat.name}),
            value: seat.bot,
            choices: levelChoices(),
            'data-key': `level-${seat.player}`,
            'data-act': 'level',
            onchange: (event) => requestBot(seat.pawns, event.target.value),
        });

    const about = (key, seats) =>
        seats.length > 0 &&
        el('p', {class: 'soft'}, plural(key, seats.length, {names: listed(seats.map(({name}) => name))}));

    /** Returns the bots whose level the player may change: all, for the only person at the table. */
    function changeable(table) {
        const isAlone = table.seats.every((seat) => seat.player === me || isBot(seat));
        return table.host === me && isAlone ? table.seats.filter(isBot) : [];
    }

    /** Returns the controls, or null if there is nothing to decide. */
    function drawControls() {
        const {table} = model;
        if (isOver()) {
            return null;
        }
        const others = table.seats.filter((seat) => seat.pawns.length > 0 && mayDecide(table, me, seat));
        const away = others.filter((seat) => !seat.connected && seat.bot === undefined);
        const absent = away.filter((seat) => seat.absent);
        const substituted = others.filter(isSubstituted);
        const bots = changeable(table);
        return (
            away.length + substituted.length + bots.length > 0 &&
            el(
                'section',
                {class: 'bots-panel', 'aria-label': t('bot.title')},
                el('h2', {}, t('bot.title')),
                about('bot.send.about', absent),
                about(
                    'bot.send.later',
                    away.filter((seat) => !seat.absent),
                ),
                el('div', {class: 'row'}, absent.map(send), substituted.map(giveBack)),
                el('div', {class: 'fields'}, bots.map(levelOf)),
                problem,
            )
        );
    }

    return {element, controls, update};
}
