// table_list.js: tables as a list of cards, for the front page.

import {el} from '../core/dom.js';
import {isMyTurn} from '../net/turns.js';
import {tableCard} from './table_card.js';

const STATE_ORDER = ['running', 'open', 'finished'];

/** Sorts tables where it is the player's turn first, then running, open and finished ones; newest first. */
export function inOrder(tables, player) {
    const rank = (one) => (isMyTurn(one, player) ? -1 : STATE_ORDER.indexOf(one.table.state));
    return [...tables].sort((a, b) => rank(a) - rank(b) || b.table.created - a.table.created);
}

/** Draws tables as cards; `tables` is null until the server has answered. */
export function tableList({name, tables, none}, {net, t}) {
    const player = net.player?.player;
    if (tables === null || tables.length === 0) {
        return el('p', {class: 'soft'}, tables === null ? t('front.loading') : none);
    }
    return el(
        'ul',
        {class: 'plain cards', 'data-list': name},
        inOrder(tables, player).map((one) => el('li', null, tableCard(one, {player, t}))),
    );
}
