// archive.js: the list of finished games, with filters, loaded in pages, and links to the replays. The filters
// are part of the address, so that a list can be shared.

import {seatLine} from './table_card.js';
import {selectField} from '../core/controls.js';
import {add, el} from '../core/dom.js';
import {errorLine, submit} from '../core/form.js';
import {moment, plural} from '../core/i18n.js';
import {OPTIONS, resultText} from '../core/game_terms.js';

const PAGE = 30;
const FILTERS = ['game', 'option', 'player', 'name', 'side', 'winner']; // `name` is only the display name of `player`
const SENT = FILTERS.filter((name) => name !== 'name');

function gameCard(game, {t, onPlayer}) {
    return el(
        'article',
        {class: 'card', 'data-game': game.table},
        el(
            'div',
            {class: 'card-text'},
            el(
                'h2',
                {class: 'card-title'},
                t(`game.${game.game}`),
                game.private && el('span', {class: 'badge'}, t('archive.private')),
            ),
            el('p', null, resultText(game.result)),
            el(
                'p',
                {class: 'sitters'},
                game.players.map((seat) =>
                    el(
                        'button',
                        {
                            type: 'button',
                            class: 'bare small',
                            title: t('archive.only', {name: seat.name}),
                            onclick: () => onPlayer(seat),
                        },
                        seatLine(seat, game.game),
                    ),
                ),
            ),
            el('p', {class: 'soft small'}, moment(game.ended), ' · ', plural('archive.moves', game.actions)),
        ),
        el('a', {class: 'button', href: `/replay/${game.table}`}, t('archive.replay')),
    );
}

const filterSelect = ({name, onchange, ...field}) =>
    selectField({'data-filter': name, onchange: (event) => onchange(event.target.value), ...field});

export function show(root, {query}, context) {
    const {net, t, navigate} = context;
    const filter = Object.fromEntries(FILTERS.map((name) => [name, query.get(name) ?? '']));
    const list = el('ul', {class: 'plain cards', 'data-list': 'archive'});
    const status = el('p', {class: 'soft', role: 'status'}, t('front.loading'));
    const error = errorLine();
    const more = el(
        'button',
        {type: 'button', hidden: true, 'data-action': 'more', onclick: load},
        t('archive.more'),
    );
    let before; // where the next page of the list starts

    /** Goes to the address of the list with changed filters. */
    function choose(change) {
        const kept = Object.entries({...filter, ...change}).filter(([, value]) => value !== '');
        navigate(kept.length === 0 ? '/archive' : `/archive?${new URLSearchParams(kept)}`);
    }

    const requestGames = () =>
        net.request('archive', {
            limit: PAGE,
            ...(before && {before}),
            ...Object.fromEntries(SENT.filter((name) => filter[name] !== '').map((name) => [name, filter[name]])),
        });

    /** Loads one page of matching games, with as many requests as needed. */
    async function loadPage() {
        const found = [];
        for (;;) {
            const {games, more: next} = await requestGames();
            const atEnd = next === undefined && games.length < PAGE;
            before = next ?? games.at(-1)?.before ?? before;
            found.push(...games);
            if (atEnd || found.length >= PAGE || (next !== undefined && found.length > 0)) {
                return {found, atEnd};
            }
        }
    }

    async function load() {
        const ok = await submit({button: more, error, work: loadPage});
        if (ok === undefined) {
            return;
        }
        const {found, atEnd} = ok;
        const onPlayer = ({player, name}) => choose({player, name});
        add(
            list,
            found.map((game) => el('li', null, gameCard(game, {t, onPlayer}))),
        );
        more.hidden = atEnd;
        status.textContent =
            list.childElementCount === 0
                ? t('archive.none')
                : plural(atEnd ? 'archive.shown' : 'archive.shown_so_far', list.childElementCount);
    }

    const me = net.player.player;
    const players = [
        ['', t('archive.players.any')],
        [me, t('archive.players.me')],
    ];
    if (filter.player !== '' && filter.player !== me) {
        players.push([filter.player, filter.name === '' ? filter.player : filter.name]);
    }
    root.append(
        el(
            'div',
            {class: 'page', 'data-page': 'archive'},
            el(
                'div',
                {class: 'page-head'},
                el(
                    'div',
                    null,
                    el('h1', null, t('archive.title')),
                    el('p', {class: 'soft'}, t('archive.lead')),
                ),
                el(
                    'div',
                    {class: 'buttons'},
                    el('a', {class: 'button', href: '/stats'}, t('stats.server')),
                    el('a', {class: 'button', href: '/replay'}, t('archive.open_file')),
                ),
            ),
            el(
                'section',
                {class: 'panel filters', 'aria-label': t('archive.filter')},
                filterSelect({
                    name: 'game',
                    label: t('archive.game'),
                    value: filter.game,
                    onchange: (game) => choose({game, option: ''}),
                    choices: [
                        ['', t('archive.game.any')],
                        ['whitechapel', t('game.whitechapel')],
                        ['whitehall', t('game.whitehall')],
                    ],
                }),
                filter.game in OPTIONS &&
                    filterSelect({
                        name: 'option',
                        label: t('archive.option'),
                        value: filter.option,
                        onchange: (option) => choose({option}),
                        choices: [
                            ['', t('archive.option.any')],
                            ...OPTIONS[filter.game].map((option) => [option, t(`option.${option}`)]),
                        ],
                    }),
                filterSelect({
                    name: 'player',
                    label: t('archive.players'),
                    value: filter.player,
                    choices: players,
                    onchange: (player) =>
                        choose({player, name: player === filter.player ? filter.name : '', side: ''}),
                }),
                filter.player !== '' &&
                    filterSelect({
                        name: 'side',
                        label: t('archive.side'),
                        value: filter.side,
                        onchange: (side) => choose({side}),
                        choices: ['', 'jack', 'police'].map((side) => [side, t(`archive.winner.${side || 'any'}`)]),
                    }),
                filterSelect({
                    name: 'winner',
                    label: t('archive.winner'),
                    value: filter.winner,
                    onchange: (winner) => choose({winner}),
                    choices: ['', 'jack', 'police'].map((side) => [
                        side,
                        t(`archive.winner.${side || 'any'}`),
                    ]),
                }),
            ),
            filter.player !== '' &&
                el(
                    'p',
                    null,
                    el(
                        'a',
                        {href: `/player/${filter.player}`, 'data-action': 'stats'},
                        filter.player === me ? t('stats.mine') : t('stats.of', {name: filter.name || filter.player}),
                    ),
                ),
            status,
            error,
            list,
            more,
        ),
    );
    load();
    return {leave() {}};
}
