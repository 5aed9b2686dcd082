// lobby_sections.js: draws the sections of the lobby: game, seats, pawns, what is missing. Each is drawn from
// the table as one player sees it (`lobby`) and does not use the connection:
//
// lobby: {table, me, seat (the player's own, or undefined), needsInvite (the player cannot join), held (pawns
// held or requested), hasReadPolice (the player cannot be Jack), confirmKick (the player whose removal must be
// confirmed), level (of bots to add), act: {sit, hold(pawns), leave, kick(player), host(player), bot(pawns, level),
// bots(pawns, level), botLevel(level), changeSettings, start}}

import {withoutConsent} from '../panels/commentary.js';
import {button, selectField} from '../core/controls.js';
import {el} from '../core/dom.js';
import {listed, plural, t} from '../core/i18n.js';
import {tableSettings, isBot, levelChoices, seatName} from '../panels/bots.js';
import {playerLink, playerMark} from '../core/player_mark.js';
import {pawnMark, pawnName, pawnsOf} from '../board/pawns.js';

const holderOf = (table, pawn) => table.seats.find((seat) => seat.pawns.includes(pawn));
const isHost = ({table, me}) => table.host === me;

/** Returns the pawns held after clicking this one: Jack is played alone, policemen can be combined. */
export function togglePawn(held, pawn) {
    if (held.includes(pawn)) {
        return held.filter((other) => other !== pawn);
    }
    return pawn === 'jack' ? ['jack'] : [...held.filter((other) => other !== 'jack'), pawn];
}

// ---- the game ----

export function headSection(lobby) {
    const {table, act} = lobby;
    const options = table.options.map((option) =>
        el(
            'li',
            null,
            el('strong', null, t(`option.${option}`)),
            ' ',
            el('small', null, t(`option.${option}.about`)),
        ),
    );
    return [
        el(
            'h1',
            null,
            t(`game.${table.game}`),
            ' ',
            el('span', {class: 'badge'}, t(table.private ? 'lobby.private' : 'lobby.public')),
            table.counts && [' ', el('span', {class: 'badge', 'data-counts': ''}, t('lobby.counts'))],
        ),
        el('p', {class: 'soft'}, t(`game.${table.game}.about`)),
        options.length === 0
            ? el('p', {class: 'soft'}, t('lobby.options.none'))
            : el('ul', {class: 'plain options', 'aria-label': t('lobby.options')}, options),
        el('p', {class: 'soft', 'data-list': 'how'}, tableSettings(table).join(' ')),
        table.spectators?.count > 0 &&
            el('p', {class: 'soft'}, plural('front.spectators', table.spectators.count)),
        isHost(lobby) &&
            button(
                {key: 'settings', class: 'small', 'data-action': 'change-settings', onclick: act.changeSettings},
                t('lobby.settings'),
            ),
    ];
}

// ---- the seats ----

function hostButtons(seat, {confirmKick, act}) {
    const forWhom = () => el('span', {class: 'visually-hidden'}, `: ${seat.name}`);
    return el(
        'span',
        {class: 'seat-buttons'},
        button(
            {
                key: `host-${seat.player}`,
                'data-action': 'host',
                class: 'small',
                onclick: (event) => act.host(seat.player, event),
            },
            t('lobby.make_host'),
            forWhom(),
        ),
        button(
            {
                key: `kick-${seat.player}`,
                'data-action': 'kick',
                class: 'small danger',
                onclick: (event) => act.kick(seat.player, event),
            },
            t(confirmKick === seat.player ? 'lobby.kick.confirm' : 'lobby.kick'),
            forWhom(),
        ),
    );
}

function botButtons(seat, {act}) {
    return el(
        'span',
        {class: 'seat-buttons'},
        selectField({
            label: t('bot.level_of', {name: seat.name}),
            value: seat.bot,
            choices: levelChoices(),
            'data-key': `level-${seat.player}`,
            'data-action': 'level',
            onchange: (event) => act.bot(seat.pawns, event.target.value),
        }),
        button(
            {
                key: `remove-${seat.player}`,
                'data-action': 'remove-bot',
                class: 'small danger',
                onclick: (event) => act.bot(seat.pawns, 'none', event.currentTarget),
            },
            t('bot.remove'),
            el('span', {class: 'visually-hidden'}, `: ${seat.name}`),
        ),
    );
}

function seatRow(seat, lobby) {
    const {table, me} = lobby;
    const badges = [
        seat.player === me && t('lobby.seat.you'),
        seat.player === table.host && t('lobby.seat.host'),
        !seat.connected && t('lobby.seat.away'),
    ].filter(Boolean);
    const pawns = seat.pawns.map((pawn) => [
        pawnMark(pawn),
        el('span', {class: 'visually-hidden'}, `${pawnName(pawn, table.game)} `),
    ]);
    return el(
        'li',
        {class: seat.connected ? 'seat-row' : 'seat-row away', 'data-seat': seat.player},
        el(
            'span',
            {class: 'sitter-name'},
            isBot(seat)
                ? seatName(seat)
                : [playerLink(seat), ' ', playerMark(seat.player)],
        ),
        badges.map((text) => el('span', {class: 'badge'}, text)),
        el(
            'span',
            {class: 'sitter-pawns'},
            pawns.length > 0 ? pawns : el('small', null, t('lobby.seat.none')),
        ),
        isHost(lobby) &&
            seat.player !== me &&
            (isBot(seat) ? botButtons(seat, lobby) : hostButtons(seat, lobby)),
    );
}

export function seatsSection(lobby) {
    return [
        el('h2', null, t('lobby.seats')),
        el(
            'ul',
            {class: 'plain seat-list', 'data-list': 'seats'},
            lobby.table.seats.map((seat) => seatRow(seat, lobby)),
        ),
        lobby.seat !== undefined &&
            button(
                {key: 'leave', 'data-action': 'leave', class: 'small', onclick: lobby.act.leave},
                t('lobby.leave'),
            ),
    ];
}

// ---- the pawns ----

function pawnButton(pawn, {table, me, held, hasReadPolice, act}) {
    const holder = holderOf(table, pawn);
    const mine = held.includes(pawn);
    const taken = holder !== undefined && holder.player !== me;
    const barred = pawn === 'jack' && hasReadPolice && !mine && !taken;
    const status = mine ? t('lobby.pawn.yours') : taken ? seatName(holder) : t('lobby.pawn.free');
    return el(
        'button',
        {
            type: 'button',
            class: mine ? 'pawn-button mine' : 'pawn-button',
            'aria-pressed': String(mine),
            disabled: taken || barred,
            'data-pawn': pawn,
            'data-key': `pawn-${pawn}`,
            onclick: () => act.hold(togglePawn(held, pawn)),
        },
        pawnMark(pawn),
        el('span', {class: 'pawn-button-name'}, pawnName(pawn, table.game)),
        el('small', null, barred ? t('lobby.pawn.read_police') : status),
    );
}

export function pawnsSection(lobby) {
    const {table, seat, needsInvite, held, act} = lobby;
    const pawns = pawnsOf(table.game);
    const heading = [el('h2', null, t('lobby.pawns')), el('p', {class: 'soft'}, t('lobby.pawns.text'))];
    if (needsInvite) {
        return [heading, el('p', {class: 'notice'}, t('lobby.needs_invite'))];
    }
    if (seat === undefined && table.seats.length >= pawns.length) {
        return [heading, el('p', {class: 'notice'}, t('lobby.full'))];
    }
    const left = pawns.filter(
        (pawn) => pawn !== 'jack' && holderOf(table, pawn) === undefined && !held.includes(pawn),
    );
    const takeRest = () => act.hold([...held.filter((pawn) => pawn !== 'jack'), ...left]);
    return [
        heading,
        seat === undefined &&
            el(
                'p',
                {class: 'notice'},
                t('lobby.sit.text'),
                button({key: 'sit', 'data-action': 'sit', class: 'main', onclick: act.sit}, t('lobby.sit')),
            ),
        el(
            'div',
            {class: 'pawn-grid', 'data-game': table.game},
            pawns.map((pawn) => pawnButton(pawn, lobby)),
        ),
        left.length > 1 &&
            button({key: 'rest', 'data-action': 'take-rest', onclick: takeRest}, t('lobby.take_rest')),
        isHost(lobby) && botsSection(lobby),
    ];
}

/** Draws the host's controls to add bots for free pawns, one by one or all at once. */
function botsSection({table, held, level, act}) {
    const free = pawnsOf(table.game).filter(
        (pawn) => holderOf(table, pawn) === undefined && !held.includes(pawn),
    );
    if (free.length === 0) {
        return null;
    }
    const add = (pawn) =>
        button(
            {
                key: `bot-${pawn}`,
                class: 'chip',
                'data-bot': pawn,
                onclick: (event) => act.bot([pawn], level, event.currentTarget),
            },
            pawnMark(pawn),
            el('span', {class: 'visually-hidden'}, t('bot.add_for'), ' '),
            pawnName(pawn, table.game),
        );
    return el(
        'div',
        {class: 'bots-part', role: 'group', 'aria-label': t('bot.add')},
        el('h3', null, t('bot.add')),
        el('p', {class: 'soft'}, t('bot.add.about')),
        el(
            'div',
            {class: 'buttons'},
            selectField({
                label: t('bot.level'),
                value: level,
                choices: levelChoices(),
                'data-key': 'bot-level',
                'data-field': 'bot-level',
                onchange: (event) => act.botLevel(event.target.value),
            }),
            free.map(add),
            free.length > 1 &&
                button(
                    {
                        key: 'bots-all',
                        'data-action': 'bots-all',
                        onclick: (event) => act.bots(free, level, event.currentTarget),
                    },
                    t('bot.fill'),
                ),
        ),
    );
}

// ---- the start ----

/** Returns sentences about what prevents the start. */
function missingTexts({table, me}) {
    const free = pawnsOf(table.game)
        .filter((pawn) => holderOf(table, pawn) === undefined)
        .map((pawn) => pawnName(pawn, table.game));
    // If bots hold all pawns, the host may start the game and watch.
    const isAlone = (seat) => table.seats.every((one) => one === seat || isBot(one));
    const watches = (seat) => free.length === 0 && seat.player === table.host && isAlone(seat);
    const idle = table.seats
        .filter((seat) => seat.pawns.length === 0 && !watches(seat))
        .map((seat) =>
            seat.player === me ? t('lobby.missing.you') : t('lobby.missing.player', {name: seat.name}),
        );
    const few = table.seats.length < 2 ? [t('lobby.missing.players')] : [];
    const silent = withoutConsent(table);
    const consent = silent.length > 0 ? [t('lobby.missing.consent', {names: listed(silent)})] : [];
    return [...few, ...idle, ...consent, ...(free.length > 0 ? [t('lobby.missing.pawns', {pawns: listed(free)})] : [])];
}

export function startSection(lobby) {
    const missing = missingTexts(lobby);
    const ready = missing.length === 0;
    const host = lobby.table.seats.find((seat) => seat.player === lobby.table.host)?.name ?? '';
    const go = isHost(lobby) ? t('lobby.ready') : t('lobby.ready.wait', {name: host});
    return [
        el('h2', null, t(ready ? 'lobby.ready.title' : 'lobby.missing')),
        ready
            ? el('p', {'data-ready': true}, go)
            : el(
                  'ul',
                  {class: 'missing', 'data-list': 'missing'},
                  missing.map((one) => el('li', null, one)),
              ),
        isHost(lobby) &&
            button(
                {
                    key: 'start',
                    'data-action': 'start',
                    class: 'main wide',
                    disabled: !ready,
                    onclick: lobby.act.start,
                },
                t('lobby.start'),
            ),
    ];
}
