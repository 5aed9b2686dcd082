// front.js: the front page: what this is, both games, the player's games and name, public tables, creating a
// table, and playing against bots.

import {gameArt} from './game_art.js';
import {createLiveMap} from './live_map.js';
import {skyline} from './skyline.js';
import {transferPanel, codeForm} from './device_transfer.js';
import {el, fill, keepingFocus} from '../core/dom.js';
import {createTableDialog} from './create.js';
import {nameForm, namePanel} from './player_name.js';
import {tableCard} from './table_card.js';
import {soloButton, soloForm} from './solo.js';
import {isMyTurn} from '../net/turns.js';

const GAMES = ['whitechapel', 'whitehall'];
const STATE_ORDER = ['running', 'open', 'finished'];

/** Sorts tables where it is the player's turn first, then running, open and finished ones; newest first. */
function inOrder(tables, player) {
    const rank = (one) => (isMyTurn(one, player) ? -1 : STATE_ORDER.indexOf(one.table.state));
    return [...tables].sort((a, b) => rank(a) - rank(b) || b.table.created - a.table.created);
}

/** Draws tables as cards; `tables` is null until the server has answered. */
function list({name, tables, none}, {net, t}) {
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

/** Shows the player's games, kept up to date by turns.js. */
function myGames(root, context) {
    const {t, turns} = context;
    function show() {
        const shown = {name: 'mine', tables: turns.list(), none: t('front.mine.none')};
        keepingFocus(root, () => fill(root, list(shown, context)));
    }
    show();
    turns.refresh();
    return turns.on(show);
}

/**
 * Shows the public tables: one list per connection, then a push for each change. The map of one in progress is
 * drawn into `live`.
 */
function publicTables(root, live, context) {
    const {net, t} = context;
    const map = createLiveMap(live, context);
    const tables = new Map();
    let known = false;

    const isMine = ({table}) => table.seats.some((seat) => seat.player === net.player?.player);

    function show() {
        const others = known ? [...tables.values()].filter((one) => !isMine(one)) : null;
        const shown = {name: 'public', tables: others, none: t('front.public.none')};
        keepingFocus(root, () => fill(root, list(shown, context)));
        map.update(inOrder(others ?? [], net.player?.player).find(({table}) => table.state === 'running')?.table);
    }

    async function loadTables() {
        const ok = await net.backgroundRequest('tables');
        tables.clear();
        ok.tables.forEach((one) => tables.set(one.table.id, one));
        known = true;
        show();
    }

    function changed({table, gone}) {
        if (gone !== undefined) {
            tables.delete(gone);
        } else {
            tables.set(table.id, {table, turn: tables.get(table.id)?.turn ?? []});
        }
        show();
    }

    show();
    loadTables().catch(() => {}); // refused only if another player takes over, and then the page is redrawn
    const off = [
        net.on('tables', changed),
        net.on('state', (state) => state === 'open' && known && loadTables().catch(() => {})),
        map.stop,
    ];
    return () => off.forEach((one) => one());
}

function hero(context, ...inside) {
    const {t} = context;
    return el(
        'section',
        {class: 'hero'},
        skyline(),
        el(
            'div',
            {class: 'hero-text'},
            el('h1', null, t('front.title')),
            el('p', null, t('front.lead')),
            inside,
        ),
    );
}

/** Draws both games: picture, name, what it is, how many play and how long, and a button to try it alone. */
function gameCards(context) {
    const {t} = context;
    return el(
        'div',
        {class: 'game-cards'},
        GAMES.map((game) =>
            el(
                'article',
                {class: 'panel game-card', 'data-game-card': game},
                gameArt(game),
                el('h2', null, t(`game.${game}`)),
                el('p', null, t(`game.${game}.about`)),
                el('p', {class: 'soft small'}, t(`game.${game}.players`), ' · ', t(`game.${game}.length`)),
                soloButton({text: t('solo.title'), game, class: 'small'}, context),
            ),
        ),
    );
}

function showWithoutName(root, {code}, context) {
    const {t} = context;
    root.append(
        hero(
            context,
            el('div', {class: 'buttons'}, soloButton({text: t('solo.now'), class: 'main'}, context)),
            el('p', {class: 'small'}, t('solo.guest')),
        ),
        el(
            'div',
            {class: 'page'},
            gameCards(context),
            el('div', {class: 'name-place'}, namePanel({title: t('front.with_others'), code}, context)),
        ),
        disclaimer(context),
    );
    if (code !== undefined) {
        root.querySelector('[data-field="code"]').focus();
    }
    return {leave() {}};
}

function panel(name, title, ...inside) {
    return el('section', {class: 'panel', 'data-panel': name}, el('h2', null, title), inside);
}

const hotSeatLink = ({t}) =>
    el('p', {class: 'after'}, el('a', {href: '/hotseat', 'data-action': 'hotseat'}, t('hotseat.link')));

function disclaimer({t}) {
    return el('p', {class: 'disclaimer'}, t('front.unofficial'));
}

function playerPanel(context, transfer) {
    const {t, announce} = context;
    const done = ({name}) => announce(t('player_name.renamed', {name}));
    const form = nameForm({button: t('player_name.rename'), done}, context);
    return panel('you', t('player_name.you'), form, transfer.element);
}

export function show(root, {code}, context) {
    const {net, t} = context;
    if (net.player === null) {
        return showWithoutName(root, {code}, context);
    }
    const mine = el('div');
    const open = el('div');
    const live = el('div', {class: 'live-place'});
    const transfer = transferPanel(context);
    const creation = createTableDialog(context);
    const newTable = el(
        'button',
        {type: 'button', class: 'main', 'data-action': 'new-table', onclick: creation.open},
        t('create.title'),
    );
    const over = el(
        'p',
        {class: 'after'},
        el('a', {href: `/archive?player=${net.player.player}`}, t('front.mine.over')),
    );
    root.append(
        hero(
            context,
            el('div', {class: 'buttons'}, newTable, soloButton({text: t('solo.now')}, context)),
        ),
        el(
            'div',
            {class: 'page front'},
            el(
                'div',
                {class: 'column'},
                code !== undefined && panel('transfer', t('transfer.title'), codeForm({code}, context)),
                panel('mine', t('front.mine'), mine, over),
                panel('public', t('front.public'), live, open),
                gameCards(context),
            ),
            el(
                'div',
                {class: 'column'},
                panel('solo', t('solo.title'), soloForm(context), hotSeatLink(context)),
                playerPanel(context, transfer),
            ),
        ),
        disclaimer(context),
        creation.element,
    );
    const stop = [myGames(mine, context), publicTables(open, live, context), transfer.leave];
    return {leave: () => stop.forEach((one) => one())};
}
