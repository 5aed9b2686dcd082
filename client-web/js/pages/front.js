// front.js: the front page: what this is, both games, the player's games and name, public tables, creating a
// table, and playing against bots.

import {gameArt} from './game_art.js';
import {skyline} from './skyline.js';
import {transferPanel, codeForm} from './device_transfer.js';
import {el, fill, keepingFocus} from '../core/dom.js';
import {createTableDialog} from './create.js';
import {notificationsPanel} from './notifications.js';
import {nameForm, namePanel} from './player_name.js';
import {showPublicTables} from './public_tables.js';
import {tableList} from './table_list.js';
import {soloButton, soloForm} from './solo.js';

const GAMES = ['whitechapel', 'whitehall'];

let isNaming = false; // whether the form for a name has been submitted here

/** Shows the player's games, kept up to date by turns.js. */
function myGames(root, context) {
    const {t, turns} = context;
    function show() {
        const shown = {name: 'mine', tables: turns.list(), none: t('front.mine.none')};
        keepingFocus(root, () => fill(root, tableList(shown, context)));
    }
    show();
    turns.refresh();
    return turns.on(show);
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
                soloButton(
                    {
                        text: t('solo.title'),
                        game,
                        class: 'small',
                        'aria-label': `${t('solo.title')}: ${t(`game.${game}`)}`,
                    },
                    context,
                ),
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
            learnLinks(context),
        ),
        el(
            'div',
            {class: 'page'},
            gameCards(context),
            el(
                'div',
                {class: 'name-place', onsubmit: () => (isNaming = true)},
                namePanel({title: t('front.with_others'), code}, context),
            ),
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

const learnLinks = ({t}) => [
    el('p', {class: 'small'}, el('a', {href: '/learn/first-game', 'data-action': 'first-game'}, t('learn.first'))),
    el(
        'p',
        {class: 'small'},
        el('a', {href: '/learn', 'data-action': 'learn'}, t('learn.link')),
        ' · ',
        el('a', {href: '/puzzles', 'data-action': 'puzzles'}, t('puzzles.title')),
    ),
];

const hotSeatLink = ({t}) =>
    el('p', {class: 'after'}, el('a', {href: '/hotseat', 'data-action': 'hotseat'}, t('hotseat.link')));

function disclaimer({t}) {
    return el('p', {class: 'disclaimer'}, t('front.unofficial'));
}

function playerPanel(context, transfer) {
    const {t, announce} = context;
    const done = ({name}) => announce(t('player_name.renamed', {name}));
    const form = nameForm({button: t('player_name.rename'), done}, context);
    return panel('you', t('player_name.you'), form, transfer.element, notificationsPanel(context).element);
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
            learnLinks(context),
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
    if (isNaming) {
        isNaming = false;
        newTable.focus(); // the form is gone: continue at the top of the page
    }
    const stop = [myGames(mine, context), showPublicTables(open, live, context), transfer.leave];
    return {leave: () => stop.forEach((one) => one())};
}
