// stats.js: statistics: the page of a player, with results and ratings, and the page of the server. Anyone may look, also
// without a name. Only the player themselves is sent the numbers of their private games.

import {add, el} from '../core/dom.js';
import {errorLine, submit} from '../core/form.js';
import {language, percent, t} from '../core/i18n.js';
import {playerMark} from '../core/player_mark.js';

const GAMES = ['whitehall', 'whitechapel'];

const decimal = (number) => new Intl.NumberFormat(language(), {maximumFractionDigits: 1}).format(number);

/** Returns "3 (night 2.5 on average)", or "0". */
function caughtText({caught, nights}, game) {
    return caught === 0
        ? '0'
        : t(`stats.caught.${game}`, {count: caught, average: decimal(nights / caught)});
}

const share = (part, whole) => `${part} (${percent(part / whole)})`;

/**
 * Draws a table. `columns` are [key of the heading, function from a row to its cell]; the first one names the row. On a
 * phone each cell is a line that begins with its heading.
 */
function table(name, columns, rows) {
    const [[first, label], ...rest] = columns;
    const line = (row) =>
        el(
            'tr',
            null,
            el('th', {scope: 'row'}, label(row)),
            rest.map(([key, cell]) => el('td', {'data-label': t(key)}, cell(row))),
        );
    return el(
        'table',
        {class: 'stats-table', 'aria-label': name},
        el(
            'thead',
            null,
            el('tr', null, [first, ...rest.map(([key]) => key)].map((key) => el('th', {scope: 'col'}, t(key)))),
        ),
        el('tbody', null, rows.map(line)),
    );
}

const section = (title, ...content) =>
    el('section', {class: 'panel', 'aria-label': title}, el('h2', null, title), ...content);

// ---- a player ----

const standingColumns = (game, isRated) => [
    ['stats.role', ({side, with: company}) => t(`stats.${side}.${company}`)],
    ['stats.games', ({games}) => games],
    ['stats.won', ({won, games}) => share(won, games)],
    ...(isRated ? [['stats.rating', ({rating, deviation}) => `${rating} ± ${2 * deviation}`]] : []),
    ['stats.streak', ({streak, best_streak: best}) => t('stats.streak.value', {streak, best})],
    ['stats.caught', (row) => caughtText(row, game)],
];

/** Draws a table of standings for each game that has some. */
function standingTables(standings, isRated) {
    return GAMES.map((game) => [game, standings.filter((row) => row.game === game)])
        .filter(([, rows]) => rows.length > 0)
        .map(([game, rows]) => [
            el('h3', null, t(`game.${game}`)),
            table(t(`game.${game}`), standingColumns(game, isRated), rows),
        ]);
}

const COUNTED = [
    ['stats.games', ({games}) => games],
    ['stats.won', ({won, games}) => share(won, games)],
];

function partnersOf(partners) {
    const name = (one) => [el('a', {href: `/player/${one.player}`}, el('bdi', null, one.name)), ' ', playerMark(one.player)];
    return section(t('stats.partners'), table(t('stats.partners'), [['stats.partner', name], ...COUNTED], partners));
}

function botsOf(bots) {
    const label = ({side, level}) => t(`stats.bots.${side}`, {level: t(`level.${level}`)});
    return section(
        t('stats.bots'),
        GAMES.map((game) => [game, bots.filter((row) => row.game === game)])
            .filter(([, rows]) => rows.length > 0)
            .map(([game, rows]) => [
                el('h3', null, t(`game.${game}`)),
                table(t(`game.${game}`), [['stats.role', label], ...COUNTED], rows),
            ]),
    );
}

function playerSections({standings, partners, bots, private: own = []}) {
    return [
        standings.length === 0
            ? el('p', {class: 'soft'}, t('stats.none'))
            : section(
                  t('stats.results'),
                  standingTables(standings, true),
                  el('p', {class: 'soft small'}, t('stats.rating.about')),
              ),
        partners.length > 0 && partnersOf(partners),
        bots.length > 0 && botsOf(bots),
        own.length > 0 &&
            section(
                t('stats.private'),
                el('p', {class: 'soft'}, t('stats.private.about')),
                standingTables(own, false),
            ),
    ];
}

// ---- the server ----

const resultColumns = (game) => [
    ['stats.variant', ({option}) => (option === undefined ? t('stats.all') : t(`option.${option}`))],
    ['stats.games', ({games}) => games],
    ['stats.jack_won', (row) => share(row.jack_won, row.games)],
    ['stats.police_won', (row) => share(row.games - row.jack_won, row.games)],
    ['stats.caught', (row) => caughtText(row, game)],
];

function serverSections({results}) {
    const company = (row) => t(row.with === 'people' ? 'stats.people' : 'stats.with_bots');
    return GAMES.map((game) => [game, results.filter((row) => row.game === game)])
        .filter(([, rows]) => rows.length > 0)
        .map(([game, rows]) =>
            section(
                t(`game.${game}`),
                rows.map((row) => [
                    el('h3', null, company(row)),
                    table(`${t(`game.${game}`)}: ${company(row)}`, resultColumns(game), [row, ...row.options]),
                ]),
            ),
        );
}

// ---- the pages ----

/** Shows a page whose content is requested; `draw` returns it, and may change the heading. */
function show(root, {net}, {name, keys, heading, links, draw}) {
    const error = errorLine();
    const status = el('p', {class: 'soft', role: 'status'}, t('front.loading'));
    const page = el(
        'div',
        {class: 'page', 'data-page': name},
        el(
            'div',
            {class: 'page-head'},
            el('div', null, heading, el('p', {class: 'soft'}, t('stats.lead'))),
            el('div', {class: 'buttons'}, links),
        ),
        status,
        error,
    );
    root.append(page);
    submit({error, work: () => net.request('stats', keys)}).then((ok) => {
        status.remove();
        if (ok !== undefined && page.isConnected) {
            add(page, draw(ok));
        }
    });
    return {leave() {}};
}

export function showPlayer(root, {id}, context) {
    const isMe = context.net.player?.player === id;
    const heading = el('h1', null, t(isMe ? 'stats.mine' : 'stats.title'));
    const archive = el('a', {class: 'button', href: `/archive?player=${id}`}, t('stats.games_of'));
    const links = [archive, el('a', {class: 'button', href: '/stats'}, t('stats.server'))];
    function draw(stats) {
        heading.replaceChildren(el('bdi', null, stats.name), ' ', playerMark(id));
        archive.href = `/archive?${new URLSearchParams({player: id, name: stats.name})}`;
        return playerSections(stats);
    }
    return show(root, context, {name: 'player', keys: {player: id}, heading, links, draw});
}

export function showServer(root, params, context) {
    const me = context.net.player?.player;
    return show(root, context, {
        name: 'stats',
        keys: {},
        heading: el('h1', null, t('stats.server')),
        links: [
            me !== undefined && el('a', {class: 'button', href: `/player/${me}`}, t('stats.mine')),
            el('a', {class: 'button', href: '/archive'}, t('shell.archive')),
        ],
        draw: (stats) =>
            stats.results.length === 0 ? el('p', {class: 'soft'}, t('stats.none')) : serverSections(stats),
    });
}
