// unavailable.js: special moves, Letters and powers that cannot be used now, and why. Their owners always see
// them, disabled and with the reason, because a missing button explains nothing.

import {t} from '../core/i18n.js';
import {jackCircle, LAST_CELL, LETTERS, TILES} from '../core/game_terms.js';

const unavailableMode = (kind, by, reason, more = {}) => ({
    id: [kind, by, more.which].filter(Boolean).join('/'),
    kind,
    by,
    label: t('act.mode.' + kind),
    reason,
    input: null,
    ...more,
});

function whyNoTile(tile, {view, index}) {
    const at = jackCircle(view);
    if (view.phase !== 'move') {
        return t('act.reason.not_now');
    }
    if (view.tiles?.[tile] === 0) {
        return t('act.reason.none_left');
    }
    if (tile === 'coach' && view.track !== undefined && view.track.last >= LAST_CELL - 1) {
        return t('act.reason.no_cell');
    }
    if (tile === 'boat' && at !== null && index.places.get('c' + at).colour !== 'blue') {
        return t('act.reason.no_water');
    }
    return t('act.reason.no_way');
}

function whyNoLetter(name, {view}) {
    if (!view.letters_left.includes(name)) {
        return t('act.reason.letter_used');
    }
    if (view.letter_tonight) {
        return t('act.reason.letter_tonight');
    }
    const moment = name === 'goulston_street' ? 'graffito' : 'letter';
    return t(view.phase === moment ? 'act.reason.no_way' : `act.reason.letter_${moment}`);
}

const POWERS = {yellow: 'walk_power', blue: 'search_power', red: 'arrest_power'};
const POWER_PHASE = {yellow: 'walk', blue: 'act', red: 'act'};

function whyNoPower(pawn, {view}) {
    if (view.powers_used.includes(pawn)) {
        return t('act.reason.used');
    }
    return t(view.phase === POWER_PHASE[pawn] ? 'act.reason.no_way_now' : 'act.reason.not_now');
}

/** Returns a disabled mode for each special move, Letter and power of the player that is not in `modes`. */
export function unavailable(modes, context) {
    const {view} = context;
    const own = view.you.role === 'jack' || view.you.role === 'detective' ? view.you.pawns : [];
    const has = (kind, which) =>
        modes.some(
            (one) => one.kind === kind && (which === undefined || one.which === which || one.by === which),
        );
    const missing = [];
    if (view.phase === 'over') {
        return [];
    }
    if (own.includes('jack') && view.track !== undefined) {
        missing.push(
            ...TILES[view.game]
                .filter((tile) => !has(tile))
                .map((tile) => unavailableMode(tile, 'jack', whyNoTile(tile, context))),
        );
    }
    if (own.includes('jack') && view.letters_left !== undefined && view.round > 1) {
        missing.push(
            ...LETTERS.filter((name) => !has('letter', name)).map((name) =>
                unavailableMode('letter', 'jack', whyNoLetter(name, context), {
                    which: name,
                    label: t('act.letter.' + name),
                }),
            ),
        );
    }
    const hunting = ['move', 'walk', 'act'].includes(view.phase);
    if (view.powers_used !== undefined && hunting) {
        missing.push(
            ...own
                .filter((pawn) => pawn in POWERS && !has(POWERS[pawn], pawn))
                .map((pawn) => unavailableMode(POWERS[pawn], pawn, whyNoPower(pawn, context))),
        );
    }
    if (view.smoker_used !== undefined && hunting && own.includes('yellow') && !has('smoker')) {
        missing.push(
            unavailableMode(
                'smoker',
                'yellow',
                t(view.smoker_used ? 'act.reason.used' : 'act.reason.not_now'),
            ),
        );
    }
    return missing;
}
