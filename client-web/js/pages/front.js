// front.js: the front page: who one is, one's games, the public tables, a new table, and a game
// against bots.

import {skyline} from './skyline.js';
import {carryingPanel, codeForm} from './device_transfer.js';
import {el, fill, keepingFocus} from '../core/dom.js';
import {makingForm} from './create.js';
import {nameForm, namingPanel} from './player_name.js';
import {tableCard} from './table_card.js';
import {soloForm} from './solo.js';
import {isMyTurn} from '../net/turns.js';

const STATE_ORDER = ['running', 'open', 'finished'];

/**
 * Where it is my turn first, then what is being played, what has not begun, and what is over; the newest
 * first.
 */
function inOrder(tables, player) {
    const rank = (one) => (isMyTurn(one, player) ? -1 : STATE_ORDER.indexOf(one.table.state));
    return [...tables].sort((a, b) => rank(a) - rank(b) || b.table.created - a.table.created);
}

/** The cards of some tables; `tables` is null as long as the server has not told them. */
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

/** My games: kept up to date by turns.js. */
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

/** Public tables: the list once a connection, then a push for each change. */
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

    async function ask() {
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
    ask().catch(() => {}); // refused only if another player takes over, and then the page is made anew
    const off = [
        net.on('tables', changed),
        net.on('state', (state) => state === 'open' && known && ask().catch(() => {})),
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

function showNameless(root, {code}, context) {
    const {t} = context;
    root.append(
        hero(context),
        el('div', {class: 'page narrow'}, namingPanel({title: t('player_name.title'), code}, context)),
        colophon(context),
    );
    root.querySelector(code === undefined ? '[data-field="name"]' : '[data-field="code"]').focus();
    return {leave() {}};
}

function panel(name, title, ...inside) {
    return el('section', {class: 'panel', 'data-panel': name}, el('h2', null, title), inside);
}

function colophon({t}) {
    return el('p', {class: 'colophon'}, t('front.unofficial'));
}

function youPanel(context, carrying) {
    const {t, announce} = context;
    const done = ({name}) => announce(t('player_name.renamed', {name}));
    const form = nameForm({button: t('player_name.rename'), done}, context);
    return panel('you', t('player_name.you'), form, carrying.element);
}

export function show(root, {code}, context) {
    const {net, t} = context;
    if (net.player === null) {
        return showNameless(root, {code}, context);
    }
    const mine = el('div');
    const open = el('div');
    const carrying = carryingPanel(context);
    const making = makingForm(context);
    const alone = soloForm(context);
    const jump = el(
        'div',
        {class: 'buttons'},
        el(
            'button',
            {type: 'button', class: 'main', 'data-action': 'new-table', onclick: () => toForm(making)},
            t('create.title'),
        ),
        el(
            'button',
            {type: 'button', 'data-action': 'play-alone', onclick: () => toForm(alone)},
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
                code !== undefined && panel('carrying', t('transfer.title'), codeForm({code}, context)),
                panel('mine', t('front.mine'), mine, over),
                panel('public', t('front.public'), open),
            ),
            panel('making', t('create.title'), making),
            panel('solo', t('solo.title'), alone),
            youPanel(context, carrying),
        ),
        colophon(context),
    );
    const stop = [myGames(mine, context), publicTables(open, context), carrying.leave];
    return {leave: () => stop.forEach((one) => one())};
}
