// table_card.js: a table in a list: game, players with their pawns, state, and a link to it.

import {el, newId} from '../core/dom.js';
import {listed, plural} from '../core/i18n.js';
import {seatName} from '../panels/bots.js';
import {pawnMark, pawnName, pawnsOf} from '../board/pawns.js';
import {isMyTurn} from '../net/turns.js';
import {resultText} from '../core/game_terms.js';
import {LONG, clockFacts, timeLeftText} from '../panels/clock.js';

/** Draws a player's name with their pawns. */
export function seatLine(seat, game) {
    return el(
        'span',
        {class: 'sitter'},
        seat.pawns.map((pawn) => [
            pawnMark(pawn),
            el('span', {class: 'visually-hidden'}, `${pawnName(pawn, game)} `),
        ]),
        el('span', {class: 'sitter-name'}, seatName(seat)),
    );
}

function stateBadge({table, turn}, player, t) {
    if (table.state === 'running' && turn.length > 0) {
        if (isMyTurn({table, turn}, player)) {
            return el('span', {class: 'badge now'}, t('front.turn.you'));
        }
        const names = table.seats
            .filter((seat) => turn.some((pawn) => seat.pawns.includes(pawn)))
            .map(seatName);
        return el('span', {class: 'badge'}, t('front.turn.other', {name: listed(names, 'disjunction')}));
    }
    return el('span', {class: 'badge'}, t(`front.state.${table.state}`));
}

function freePawns(table) {
    const held = table.seats.flatMap((seat) => seat.pawns);
    return pawnsOf(table.game).filter((pawn) => !held.includes(pawn)).length;
}

function about({table}, t) {
    if (table.state === 'finished') {
        return resultText(table.result);
    }
    const free = freePawns(table);
    const parts = table.options.map((option) => t(`option.${option}`));
    if (table.state === 'open') {
        parts.unshift(free === 0 ? t('front.free.none') : plural('front.free', free));
    }
    if (table.spectators?.count > 0) {
        parts.push(plural('front.spectators', table.spectators.count));
    }
    return parts.join(' · ');
}

/** Returns how much time is left for the current action, and when it runs out; null without a clock. */
function timeLeft(one, t) {
    const {table, left} = one;
    if (table.state !== 'running' || left === undefined) {
        return null;
    }
    const isFull = table.clock >= LONG || one.resumes !== undefined; // a paused clock says so
    return [t('front.time_left', {time: timeLeftText(left)}), isFull && clockFacts(one).join(' ')]
        .filter(Boolean)
        .join(' ');
}

/**
 * Returns the text key of the link, which depends on whether the player has a seat and on the table's state.
 */
function linkTextKey(table, sits) {
    if (table.state === 'finished' || (table.state === 'open' && !sits && freePawns(table) === 0)) {
        return 'front.go.view';
    }
    const mine = {open: 'front.go.open', running: 'front.go.running'};
    const others = {open: 'front.go.join', running: 'front.go.watch'};
    return (sits ? mine : others)[table.state];
}

/** Draws a table as an article with a link. `player` is the viewer. */
export function tableCard(one, {player, t}) {
    const {table} = one;
    const sits = table.seats.some((seat) => seat.player === player);
    const myTurn = isMyTurn(one, player);
    const heading = newId('table');
    const look = myTurn ? 'card now' : 'card';
    return el(
        'article',
        {class: look, 'data-table': table.id, 'data-state': table.state},
        el(
            'div',
            {class: 'card-text'},
            el(
                'h3',
                {id: heading},
                t(`game.${table.game}`),
                ' ',
                stateBadge(one, player, t),
                table.private && el('span', {class: 'badge'}, t('front.private')),
            ),
            el(
                'p',
                {class: 'sitters'},
                table.seats.map((seat) => seatLine(seat, table.game)),
            ),
            el('p', {class: 'soft small'}, about(one, t)),
            sits && timeLeft(one, t) !== null && el('p', {class: 'small time-left', 'data-left': table.id}, timeLeft(one, t)),
        ),
        el(
            'a',
            {
                class: myTurn ? 'button main' : 'button',
                href: `/table/${table.id}`,
                'aria-describedby': heading,
                'data-key': `table-${table.id}`,
            },
            t(linkTextKey(table, sits)),
        ),
    );
}
