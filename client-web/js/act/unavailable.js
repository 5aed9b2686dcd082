// unavailable.js: what cannot be done now, and why. Tiles, Letters and powers are always shown to who owns them,
// greyed and with the reason: a button that is not there answers no question.

import {t} from '../core/i18n.js';
import {jackCircle, LAST_CELL, LETTERS, TILES} from '../core/game_terms.js';

const none = (kind, by, why, more = {}) => ({
    id: [kind, by, more.which].filter(Boolean).join('/'),
    kind,
    by,
    label: t('act.mode.' + kind),
    why,
    gather: null,
    ...more,
});

function whyNoTile(tile, {view, index}) {
    const at = jackCircle(view);
    if (view.phase !== 'move') {
        return t('act.why.not_now');
    }
    if (view.tiles?.[tile] === 0) {
        return t('act.why.none_left');
    }
    if (tile === 'coach' && view.track !== undefined && view.track.last >= LAST_CELL - 1) {
        return t('act.why.no_cell');
    }
    if (tile === 'boat' && at !== null && index.places.get('c' + at).colour !== 'blue') {
        return t('act.why.no_water');
    }
    return t('act.why.no_way');
}

function whyNoLetter(name, {view}) {
    if (!view.letters_left.includes(name)) {
        return t('act.why.letter_used');
    }
    if (view.letter_tonight) {
        return t('act.why.letter_tonight');
    }
    const moment = name === 'goulston_street' ? 'graffito' : 'letter';
    return t(view.phase === moment ? 'act.why.no_way' : `act.why.letter_${moment}`);
}

const POWERS = {yellow: 'walk_power', blue: 'search_power', red: 'arrest_power'};
const POWER_PHASE = {yellow: 'walk', blue: 'act', red: 'act'};

function whyNoPower(pawn, {view}) {
    if (view.powers_used.includes(pawn)) {
        return t('act.why.used');
    }
    return t(view.phase === POWER_PHASE[pawn] ? 'act.why.no_way_now' : 'act.why.not_now');
}

/**
 * Tiles, Letters and powers are always shown to who owns them: greyed, with the reason, when they cannot be
 * used.
 */
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
                .map((tile) => none(tile, 'jack', whyNoTile(tile, context))),
        );
    }
    if (own.includes('jack') && view.letters_left !== undefined && view.round > 1) {
        missing.push(
            ...LETTERS.filter((name) => !has('letter', name)).map((name) =>
                none('letter', 'jack', whyNoLetter(name, context), {
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
                .map((pawn) => none(POWERS[pawn], pawn, whyNoPower(pawn, context))),
        );
    }
    if (view.smoker_used !== undefined && hunting && own.includes('yellow') && !has('smoker')) {
        missing.push(none('smoker', 'yellow', t(view.smoker_used ? 'act.why.used' : 'act.why.not_now')));
    }
    return missing;
}
