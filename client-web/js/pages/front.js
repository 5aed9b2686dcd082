// front.js: the front page: the player's name and games, public tables, creating a table, and playing against
// bots.

import {skyline} from './skyline.js';
import {transferPanel, codeForm} from './device_transfer.js';
import {el, fill, keepingFocus} from '../core/dom.js';
import {createForm} from './create.js';
import {nameForm, namePanel} from './player_name.js';
import {tableCard} from './table_card.js';
import {soloForm} from './solo.js';
import {isMyTurn} from '../net/turns.js';

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

/** Shows the public tables: one list per connection, then a push for each change. */
function publicTables(root, context) {
    const {net, t} = context;
    const tables = new Map();
    let known = false;

    const isMine = ({table}) => table.seats.some((seat) => seat.player === net.player?.player);

    function show() {
        const others = known ? [...tables.values()].filter((one) => !isMine(one)) : null;
        const shown = {name: 'public', tables: others, none: t('front.public.none')};
        keepingFocus(root, () => fill(root, list(shown, context)));
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

function showWithoutName(root, {code}, context) {
    const {t} = context;
    root.append(
        hero(context),
        el('div', {class: 'page narrow'}, namePanel({title: t('player_name.title'), code}, context)),
        disclaimer(context),
    );
    root.querySelector(code === undefined ? '[data-field="name"]' : '[data-field="code"]').focus();
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
    const transfer = transferPanel(context);
    const creation = createForm(context);
    const solo = soloForm(context);
    const jump = el(
        'div',
        {class: 'buttons'},
        el(
            'button',
            {type: 'button', class: 'main', 'data-action': 'new-table', onclick: () => toForm(creation)},
            t('create.title'),
        ),
        el(
            'button',
            {type: 'button', 'data-action': 'play-alone', onclick: () => toForm(solo)},
            t('solo.title'),
        ),
    );
    const over = el(
        'p',
        {class: 'after'},
        el('a', {href: `/archive?player=${net.player.player}`}, t('front.mine.over')),
    );
    function toForm(form) {
        form.scrollIntoView({block: 'center'});
        form.querySelector('input, select').focus({preventScroll: true});
    }
    root.append(
        hero(context, jump),
        el(
            'div',
            {class: 'page front'},
            el(
                'div',
                {class: 'column'},
                code !== undefined && panel('transfer', t('transfer.title'), codeForm({code}, context)),
                panel('mine', t('front.mine'), mine, over),
                panel('public', t('front.public'), open),
            ),
            panel('create', t('create.title'), creation),
            panel('solo', t('solo.title'), solo, hotSeatLink(context)),
            playerPanel(context, transfer),
        ),
        disclaimer(context),
    );
    const stop = [myGames(mine, context), publicTables(open, context), transfer.leave];
    return {leave: () => stop.forEach((one) => one())};
}
