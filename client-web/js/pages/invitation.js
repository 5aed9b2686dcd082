// invitation.js: what people who are invited to a table want to know, for the pages that visitors with and
// without a name see first: length and players of the game, its settings, who plays what, and what is free.

import {el} from '../core/dom.js';
import {pawnMark, pawnName, pawnsOf} from '../board/pawns.js';
import {seatName, tableSettings} from '../panels/bots.js';
import {replayAddress} from './table_links.js';

const DAYS = 3600; // seconds per action from which a game takes days, not minutes

/** Draws the number of players, the length and the variants in one line. */
export function tableFacts(table, t) {
    const options = table.options.map((option) => t(`option.${option}`));
    const facts = [
        t(`game.${table.game}.players`),
        ...(table.clock >= DAYS ? [] : [t(`game.${table.game}.length`)]),
        ...(options.length > 0 ? [t('welcome.variants', {variants: options.join(', ')})] : []),
    ];
    return el('p', {class: 'soft welcome-facts'}, facts.join(' · '));
}

/** Links the chapters of a game in "How to play", in a new tab: the invite stays open. */
const gameGuideLink = (game, t) =>
    el('a', {href: `/learn/${game}`, target: '_blank', rel: 'noopener', 'data-action': 'learn'}, t('learn.game'));

/** Draws every pawn with the player who holds it, or as free, the players without a pawn, the settings, and a link. */
export function roleList(table, t) {
    const settings = tableSettings(table);
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
        settings.length > 0 && el('p', {class: 'soft small'}, settings.join(' ')),
        el('p', null, gameGuideLink(table.game, t)),
    ];
}

export const replayLink = (table, invite, t) =>
    el(
        'a',
        {class: 'button main wide', href: replayAddress(table, invite), 'data-action': 'replay'},
        t('welcome.replay'),
    );
