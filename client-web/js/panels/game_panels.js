// game_panels.js: the panels next to the map: night or round, phase, who acts, the track, special moves, seats.
// Each function draws one part from the view and keeps no state.

import {el, svg} from '../core/dom.js';
import {t, listed, plural} from '../core/i18n.js';
import {playerMark} from '../core/player_mark.js';
import {playsFor} from '../core/seats.js';
import {awayReport, isAnnounced} from './away.js';
import {isBot, seatName, tableSettings} from './bots.js';
import {crossingName} from '../board/geometry.js';
import {POLICE, pawnMark, pawnName} from '../board/pawns.js';
import {star} from '../board/pieces.js';
import {cellName, LAST_CELL, LETTERS, tileName, TILES} from '../core/game_terms.js';

export const roundName = (view) => t(`panel.round.${view.game}`, {round: view.round});

/** Returns a sentence saying who acts now, with their pawns, or that it is the player's turn. */
export function actorsText(view, table, you) {
    if (view.phase === 'over') {
        return '';
    }
    const names = (pawns) => listed(pawns.map((pawn) => pawnName(pawn)));
    const mine = view.actors.filter((pawn) => you.includes(pawn));
    if (mine.length > 0) {
        return t('panel.you_act', {pawns: names(mine)});
    }
    const seats = (table?.seats ?? []).filter((seat) =>
        seat.pawns.some((pawn) => view.actors.includes(pawn)),
    );
    const isAway = (seat) => !seat.connected && seat.bot === undefined;
    const allAway = seats.length > 0 && seats.every(isAway);
    const players = seats.map((seat) =>
        t(isAway(seat) && !allAway ? 'panel.holder_away' : 'panel.holder', {
            name: seatName(seat),
            pawn: names(seat.pawns.filter((pawn) => view.actors.includes(pawn))),
        }),
    );
    return allAway
        ? plural('panel.acts_away', players.length, {names: listed(players)})
        : t('panel.acts', {names: players.length > 0 ? listed(players) : names(view.actors)});
}

/** `watching`: whether the viewer is a spectator. */
export function statusPanel(view, table, you, {watching = false} = {}) {
    const mine = view.actors.some((pawn) => you.includes(pawn));
    return el(
        'div',
        {class: 'status-panel', 'data-phase': view.phase, 'data-turn': mine ? 'mine' : 'other'},
        el('p', {class: 'status-round'}, roundName(view), ' · ', el('strong', {}, t('phase.' + view.phase))),
        view.phase !== 'over' &&
            el(
                'p',
                {class: 'status-actors'},
                el(
                    'span',
                    {class: 'actor-marks'},
                    view.actors.map((pawn) => pawnMark(pawn)),
                ),
                el('span', {}, actorsText(view, table, you)),
            ),
        (watching || table?.practice) &&
            el(
                'p',
                {class: 'watching'},
                watching && el('span', {class: 'badge'}, t('panel.watching')),
                table?.practice &&
                    el('span', {class: 'badge', title: t('panel.practice.about')}, t('panel.practice')),
            ),
    );
}

// ---- The track -----------------------------------------------------------------------------------------

const TILE_SIGNS = {coach: 'C', alley: 'A', boat: 'B'};

const movesLeft = ({track}) => (track === undefined ? LAST_CELL : Math.max(LAST_CELL - track.last, 0));

export function trackPanel(view) {
    const first = view.game === 'whitechapel' ? -4 : 0;
    const row = view.track && view.rows ? view.rows.at(-1) : null;
    const secret = view.you.role === 'jack' && view.phase !== 'over';
    const cells = [];
    for (let cell = first; cell <= LAST_CELL; cell++) {
        const used = view.track !== undefined && cell >= view.track.first && cell <= view.track.last;
        const special = used && view.track.specials.find((one) => one.cells.includes(cell));
        const written = used ? row?.find((one) => one.cell === cell) : null;
        const classes = [
            'cell',
            used ? 'used' : '',
            used && cell === view.track.last ? 'now' : '',
            special ? 'special' : '',
            cell <= 0 && view.game === 'whitechapel' ? 'roman' : '',
        ]
            .join(' ')
            .trim()
            .replace(/\s+/g, ' ');
        const sign = special ? (TILE_SIGNS[special.tile] ?? '?') : '';
        cells.push(
            el(
                'li',
                {class: classes, 'data-cell': cell},
                el('span', {class: 'cell-name'}, cellName(cell, view.game)),
                special &&
                    el(
                        'span',
                        {class: 'cell-tile', title: tileName(special.tile)},
                        el('span', {'aria-hidden': 'true'}, sign),
                        el('span', {class: 'visually-hidden'}, ' ', tileName(special.tile)),
                    ),
                written && el('span', {class: 'cell-circle' + (secret ? ' secret' : '')}, written.circle),
                used &&
                    cell === view.track.last &&
                    el('span', {class: 'visually-hidden'}, ' ', t('panel.track_now')),
            ),
        );
    }
    return el(
        'section',
        {class: 'track-panel', 'aria-label': t('panel.track')},
        el('h2', {class: 'visually-hidden'}, t('panel.track')),
        el('ol', {class: 'track plain'}, cells),
        el('p', {class: 'moves-left'}, plural('panel.moves_left_brief', movesLeft(view))),
    );
}

// ---- Special moves and clues ---------------------------------------------------------------------------

// The phases in which the time of the crime advances. Before them, the view still has last night's.
const CRIME_PHASES = ['kill', 'wretched', 'reveal'];

/** Returns special moves, Letters and clues as [{number, label, more}]; `more` are attributes. */
function suppliesOf(view) {
    const many = (key, number, more) => ({number, label: plural(key, number), more});
    const tiles =
        view.tiles === undefined
            ? [many('panel.specials', view.tiles_total, {'data-tile': 'any'})]
            : TILES[view.game].map((tile) => ({
                  number: view.tiles[tile] ?? 0,
                  label: tileName(tile),
                  more: {'data-tile': tile},
              }));
    const letters = LETTERS.filter((name) => view.letters_left?.includes(name));
    return [
        ...tiles,
        view.letters_left !== undefined &&
            many('panel.letters', letters.length, {
                title: listed(letters.map((name) => t('act.letter.' + name))),
            }),
        view.false_held !== undefined && many('panel.false_held', view.false_held),
        many('panel.clues', view.clue_markers),
    ].filter(Boolean);
}

/**
 * Returns the track and supplies as one line for small screens: "14 moves left · 2 Coach · 1 clue found". What is used
 * up is left out, but not that there are no clues.
 */
export const briefText = (view) =>
    [
        plural('panel.moves_left_brief', movesLeft(view)),
        ...suppliesOf(view)
            .filter(({number}, i, all) => number > 0 || i === all.length - 1)
            .map(({number, label}) => `${number} ${label}`),
    ].join(' · ');

export function suppliesPanel(view) {
    const items = suppliesOf(view).map(({number, label, more}) =>
        el(
            'li',
            {class: number === 0 ? 'none' : '', ...more},
            el('span', {class: 'count'}, number),
            ' ',
            label,
        ),
    );
    const facts = [];
    if (CRIME_PHASES.includes(view.phase)) {
        facts.push(t('panel.time', {time: cellName(1 - view.time_of_crime)}));
    }
    if (view.head !== undefined) {
        facts.push(t('panel.head', {pawn: pawnName(view.head)}));
    }
    if (view.address_used === true) {
        facts.push(t('panel.address_used'));
    }
    if (view.powers_used?.length > 0) {
        facts.push(t('panel.powers_used', {pawns: listed(view.powers_used.map((pawn) => pawnName(pawn)))}));
    }
    if (view.smoker_used === true) {
        facts.push(t('panel.smoker_used'));
    }
    return el(
        'section',
        {class: 'supplies-panel', 'aria-label': t('panel.supplies')},
        el('h2', {class: 'visually-hidden'}, t('panel.supplies')),
        el('ul', {class: 'supplies plain'}, items),
        facts.length > 0 && el('p', {class: 'facts soft'}, facts.join(' ')),
    );
}

// ---- Seats ---------------------------------------------------------------------------------------------

function seatItem(seat, view, table, me) {
    const others = playsFor(seat, table).map(({name}) => name);
    return el(
        'li',
        {class: seat.connected ? 'here' : 'away', 'data-player': seat.player},
        el(
            'span',
            {class: 'seat-name'},
            seatName(seat),
            !isBot(seat) && [' ', playerMark(seat.player)],
            seat.player === me && el('small', {}, ' ', t('panel.you')),
        ),
        el(
            'span',
            {class: 'seat-pawns'},
            seat.pawns.map((pawn) =>
                el(
                    'span',
                    {class: 'seat-pawn'},
                    pawnMark(pawn),
                    ' ',
                    pawnName(pawn),
                    view.head === pawn &&
                        svg(
                            'svg',
                            {
                                class: 'pawn-mark',
                                viewBox: '-7 -7 14 14',
                                role: 'img',
                                'aria-label': t('panel.is_head'),
                            },
                            svg('path', {class: 'head-badge', d: star(6)}),
                        ),
                    (view.waiting ?? []).includes(pawn) &&
                        el('small', {class: 'to-act'}, ' ', t('panel.to_act')),
                ),
            ),
        ),
        others.length > 0 && el('small', {}, t('strip.plays_for', {names: listed(others)})),
        isAnnounced(seat)
            ? el('small', {}, awayReport(seat, table, me))
            : !seat.connected && el('small', {}, t(seat.absent ? 'strip.absent' : 'panel.away')),
    );
}

export function seatsPanel(view, table, me) {
    return el(
        'section',
        {class: 'seats-panel', 'aria-label': t('panel.seats')},
        el('h2', {}, t('panel.seats')),
        el(
            'ul',
            {class: 'seats plain'},
            table.seats.map((seat) => seatItem(seat, view, table, me)),
        ),
        el(
            'p',
            {class: 'soft'},
            table.options.length === 0
                ? t('panel.no_options')
                : t('panel.options', {options: listed(table.options.map((name) => t('option.' + name)))}),
            tableSettings(table).map((sentence) => ' ' + sentence),
        ),
    );
}

/** Draws Jack's sheet with all nights or rounds. Marked as secret until the game is over. */
export function sheetPanel(view) {
    const aim =
        view.hideout !== undefined
            ? t('panel.hideout', {circle: view.hideout})
            : view.discoveries !== undefined
              ? t('panel.discoveries', {circles: listed(view.discoveries)})
              : null;
    if (view.rows === undefined || (aim === null && view.rows.length === 0)) {
        return null;
    }
    const secret = view.you.role === 'jack' && view.phase !== 'over' ? ' secret' : '';
    const row = (cells, i) =>
        el(
            'tr',
            {},
            el('th', {scope: 'row'}, t(`panel.round.${view.game}`, {round: i + 1})),
            el(
                'td',
                {},
                el(
                    'span',
                    {class: 'sheet-row' + secret},
                    cells.map((cell) =>
                        el(
                            'span',
                            {
                                class: 'sheet-cell' + (cell.tile ? ' special' : ''),
                                title: cell.tile && tileName(cell.tile),
                            },
                            el('small', {}, cellName(cell.cell, view.game)),
                            ' ',
                            cell.circle,
                            cell.tile && el('span', {class: 'sheet-tile'}, TILE_SIGNS[cell.tile]),
                        ),
                    ),
                ),
            ),
        );
    return el(
        'section',
        {class: 'sheet-panel', 'aria-label': t('panel.sheet')},
        el('h2', {}, t('panel.sheet')),
        aim && el('p', {class: secret.trim() || null}, aim),
        view.rows.length > 0 && el('table', {class: 'sheet'}, el('tbody', {}, view.rows.map(row))),
    );
}

/** Describes the map in words, for players who cannot see it. */
export function policePanel(view, index) {
    const nameOf = (crossing) => crossingName(index, crossing);
    const standing = POLICE[view.game].filter((pawn) => view.police[pawn] !== undefined);
    const facts = [
        standing.length > 0 &&
            t('panel.police_at', {
                places: listed(
                    standing.map((pawn) =>
                        t('panel.pawn_at', {pawn: pawnName(pawn), crossing: nameOf(view.police[pawn])}),
                    ),
                ),
            }),
        (view.clues?.length ?? 0) > 0 && t('panel.clues_at', {circles: listed(view.clues)}),
        (view.crimes?.length ?? 0) > 0 && t('panel.crimes_at', {circles: listed(view.crimes)}),
        (view.wretched?.length ?? 0) > 0 &&
            t('panel.wretched_at', {circles: listed(view.wretched.map((one) => one.circle))}),
        (view.women?.length ?? 0) > 0 && t('panel.women_at', {circles: listed(view.women)}),
        (view.patrols?.length ?? 0) > 0 &&
            t('panel.patrols_at', {
                crossings: listed(view.patrols.map((one) => nameOf(one.crossing))),
            }),
        (view.discoveries_found?.length ?? 0) > 0 &&
            t('panel.found_at', {circles: listed(view.discoveries_found)}),
        (view.false_clues?.length ?? 0) > 0 && t('panel.false_at', {circles: listed(view.false_clues)}),
    ].filter(Boolean);
    return el(
        'section',
        {class: 'words-panel', 'aria-label': t('panel.words')},
        el('h2', {}, t('panel.words')),
        facts.length === 0
            ? el('p', {class: 'soft'}, t('panel.words_none'))
            : el(
                  'ul',
                  {},
                  facts.map((fact) => el('li', {}, fact)),
              ),
    );
}
