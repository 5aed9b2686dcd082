// bot_substitutes.js: bots at a table whose game has begun: "I am back" for who is stood in for, and what the host
// can do about who is away: a bot for him, his seat back, another level for a bot.

import {button, selectField} from '../core/controls.js';
import {el, fill, keepingFocus} from '../core/dom.js';
import {listed, plural, refusalText, t} from '../core/i18n.js';
import {isBot, isStoodInFor, levelChoices} from './bots.js';

/**
 * @param {{model, net, me: string}} parts  model: of table.js
 * @returns {{element, host, update()}} element: "I am back", hidden most of the time; host: what he can do
 */
export function createStandIns({model, net, me}) {
    const element = el('div', {class: 'stand-in', role: 'status', hidden: true});
    const host = el('div');
    const problem = el('p', {class: 'refusal', role: 'alert'});
    let drawn = null; // what `host` shows: made anew only for something else, or a list that is open closes
    let level = null; // of the bot the host would send; until he chooses, the table's

    async function ask(pawns, wanted) {
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
        const stoodIn = mine !== undefined && isStoodInFor(mine) && !isOver();
        element.hidden = !stoodIn;
        keepingFocus(element, () =>
            fill(
                element,
                stoodIn && [
                    el('span', {}, t('bot.for_you', {level: t(`level.${mine.bot}`)})),
                    button(
                        {
                            key: 'back',
                            'data-act': 'back',
                            class: 'main small',
                            onclick: () => ask(mine.pawns, 'none'),
                        },
                        t('bot.back'),
                    ),
                ],
            ),
        );
        const next = JSON.stringify([model.table.host, model.table.state, model.table.seats]);
        if (next !== drawn) {
            drawn = next;
            keepingFocus(host, () => fill(host, hostPart()));
        }
    }

    // ---- The host --------------------------------------------------------------------------------------

    const send = (seat) =>
        button(
            {
                key: `send-${seat.player}`,
                class: 'small',
                'data-act': 'stand-in',
                onclick: () => ask(seat.pawns, level ?? model.table.level),
            },
            t('bot.send', {name: seat.name}),
        );

    const giveBack = (seat) =>
        button(
            {
                key: `give-${seat.player}`,
                class: 'small',
                'data-act': 'give-back',
                onclick: () => ask(seat.pawns, 'none'),
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
            onchange: (event) => ask(seat.pawns, event.target.value),
        });

    const awayText = (absent) =>
        plural('bot.send.about', absent.length, {names: listed(absent.map(({name}) => name))});

    /** What the host can do now; null for others, or if there is nothing. */
    function hostPart() {
        const {table} = model;
        if (table.host !== me || isOver()) {
            return null;
        }
        const others = table.seats.filter((seat) => seat.player !== me && seat.pawns.length > 0);
        const absent = others.filter((seat) => !seat.connected && seat.bot === undefined);
        const stoodIn = others.filter(isStoodInFor);
        const bots = others.filter(isBot);
        return (
            absent.length + stoodIn.length + bots.length > 0 &&
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
                el('div', {class: 'row'}, stoodIn.map(giveBack)),
                el('div', {class: 'fields'}, bots.map(levelOf)),
                problem,
            )
        );
    }

    return {element, host, update};
}
