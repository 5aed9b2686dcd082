// bot_substitutes.js: stand-in bots during a game: the "I'm back" button for a player whose bot is playing, and
// the host's controls: let a bot play for an absent player, give the seat back, change a bot's level.

import {button, selectField} from '../core/controls.js';
import {el, fill, keepingFocus} from '../core/dom.js';
import {listed, plural, refusalText, t} from '../core/i18n.js';
import {isBot, isSubstituted, levelChoices} from './bots.js';

/**
 * @param {{model, net, me: string}} parts  model: see table.js
 * @returns {{element, host, update()}} element: the "I'm back" button, usually hidden; host: the host's
 *        controls
 */
export function createBotSubstitutes({model, net, me}) {
    const element = el('div', {class: 'stand-in', role: 'status', hidden: true});
    const host = el('div');
    const problem = el('p', {class: 'refusal', role: 'alert'});
    let drawn = null; // what `host` shows: redrawn only when that changes, because redrawing would close an open list
    let level = null; // of the stand-in bot; the table's level until the host chooses another

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
            keepingFocus(host, () => fill(host, hostControls()));
        }
    }

    // ---- The host --------------------------------------------------------------------------------------

    const send = (seat) =>
        button(
            {
                key: `send-${seat.player}`,
                class: 'small',
                'data-act': 'stand-in',
                onclick: () => requestBot(seat.pawns, level ?? model.table.level),
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

    const awayText = (absent) =>
        plural('bot.send.about', absent.length, {names: listed(absent.map(({name}) => name))});

    /** Returns the host's controls, or null for other players or if there is nothing to do. */
    function hostControls() {
        const {table} = model;
        if (table.host !== me || isOver()) {
            return null;
        }
        const others = table.seats.filter((seat) => seat.player !== me && seat.pawns.length > 0);
        const absent = others.filter((seat) => !seat.connected && seat.bot === undefined);
        const substituted = others.filter(isSubstituted);
        const bots = others.filter(isBot);
        return (
            absent.length + substituted.length + bots.length > 0 &&
            el(
                'section',
                {class: 'bots-panel', 'aria-label': t('bot.title')},
                el('h2', {}, t('bot.title')),
                absent.length > 0 && [
                    el('p', {class: 'soft'}, awayText(absent)),
                    el(
                        'div',
                        {class: 'row'},
                        selectField({
                            label: t('bot.level'),
                            value: level ?? table.level,
                            choices: levelChoices(),
                            'data-key': 'send-level',
                            onchange: (event) => {
                                level = event.target.value;
                            },
                        }),
                        absent.map(send),
                    ),
                    el('p', {class: 'soft'}, el('small', {}, t('bot.send.when'))),
                ],
                el('div', {class: 'row'}, substituted.map(giveBack)),
                el('div', {class: 'fields'}, bots.map(levelOf)),
                problem,
            )
        );
    }

    return {element, host, update};
}
