// invitation.js: what people who are invited to a table want to know, for the pages that visitors with and
// without a name see first: length and players of the game, its settings, who plays what, and what is free.

import {el} from '../core/dom.js';
import {pawnMark, pawnName, pawnsOf} from '../board/pawns.js';
import {seatName, tableSettings} from '../panels/bots.js';
import {replayAddress} from './table_links.js';

/** Draws the number of players, the length, the variants and the settings in one line. */
export function tableFacts(table, t) {
    const options = table.options.map((option) => t(`option.${option}`));
    const facts = [
        t(`game.${table.game}.players`),
        t(`game.${table.game}.length`),
        ...(options.length > 0 ? [t('welcome.variants', {variants: options.join(', ')})] : []),
    ];
    const settings = tableSettings(table);
    return el(
        'div',
        {class: 'soft'},
        el('p', {class: 'welcome-facts'}, facts.join(' · ')),
        settings.length > 0 && el('p', {class: 'small'}, settings.join(' ')),
    );
}

/** Draws every pawn with the player who holds it, or as free, and then the players without a pawn. */
export function roleList(table, t) {
    const holder = (pawn) => table.seats.find((seat) => seat.pawns.includes(pawn));
    const waiting = table.seats.filter((seat) => seat.pawns.length === 0);
    return [
        el('h2', {class: 'welcome-who'}, t('welcome.who')),
        el(
            'ul',
            {class: 'plain role-list', 'data-list': 'roles'},
            pawnsOf(table.game).map((pawn) => {
                const seat = holder(pawn);
                return el(
                    'li',
                    {class: seat === undefined ? 'role free' : 'role', 'data-pawn': pawn},
                    pawnMark(pawn),
                    el(
                        'span',
                        {class: 'role-text'},
                        el('span', {class: 'role-name'}, pawnName(pawn, table.game)),
                        el('small', null, seat === undefined ? t('lobby.pawn.free') : seatName(seat)),
                    ),
                );
            }),
        ),
        waiting.length > 0 &&
            el(
                'p',
                {class: 'soft', 'data-list': 'waiting'},
                t('welcome.waiting', {names: waiting.map((seat) => seat.name).join(', ')}),
            ),
    ];
}

export const replayLink = (table, invite, t) =>
    el(
        'a',
        {class: 'button main wide', href: replayAddress(table, invite), 'data-action': 'replay'},
        t('welcome.replay'),
    );
