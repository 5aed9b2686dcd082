// sentences.js: describes an event in a sentence. `secret` is the part only Jack receives; the log hides it
// with Jack's other secrets.

import {t, listed, plural, hasText} from '../core/i18n.js';
import {pawnName} from '../board/pawns.js';
import {cellName, resultText} from '../core/game_terms.js';

const cells = (event, game) => listed(event.cells.map((cell) => cellName(cell, game)));
const pawn = (event) => pawnName(event.by);

const simple =
    (key, more = () => ({})) =>
    (event, game) => ({text: t(key, {...event, pawn: pawn(event), ...more(event, game)})});

/** Describes a search or an arrest and its result. */
const questionSentence = (kind) => (event) => {
    const which = event.circles ? 'all' : 'one';
    const power = event.power ? `event.${kind}.power` : null;
    const text = t(`event.${kind}.${which}.${event.found ? 'hit' : 'miss'}`, {
        pawn: pawn(event),
        circle: event.circle,
        circles: listed(event.circles ?? []),
    });
    return {
        text: power && hasText(power) ? `${t(power, {pawn: pawn(event)})} ${text}` : text,
        look: event.found ? 'hit' : 'miss',
    };
};

const withSecret = (key, secretKey, secret) => (event, game) => {
    const parts = secret(event);
    return {
        text: t(key, {pawn: pawn(event), cells: event.cells ? cells(event, game) : ''}),
        ...(parts && {secret: t(secretKey, parts)}),
    };
};

function special(event, game) {
    const text = t(event.tile === undefined ? 'event.special.hidden' : `event.special.${event.tile}`, {
        cells: cells(event, game),
    });
    if (event.to === undefined) {
        return {text, look: 'special'};
    }
    const secret =
        event.via === undefined
            ? t('event.secret.to', {to: event.to})
            : t('event.secret.via', {via: event.via, to: event.to});
    return {text, secret, look: 'special'};
}

function letter(event) {
    const more = event.crossings
        ? ' ' + t('event.letter.patrols')
        : event.pawn
          ? ' ' + t('event.letter.pawn', {pawn: pawnName(event.pawn)})
          : '';
    return {text: t('event.letter', {letter: t('act.letter.' + event.letter)}) + more, look: 'special'};
}

function kill(event, game) {
    return {
        text:
            event.circles.length === 1
                ? t('event.kill.one', {circle: event.circles[0], cell: cells(event, game)})
                : t('event.kill.two', {circles: listed(event.circles)}),
        ...(event.order?.length > 1 && {
            secret: t('event.secret.order', {first: event.order[0], second: event.order[1]}),
        }),
        look: 'crime',
    };
}

function walk(event, game, crossing) {
    const key = event.power ? 'event.walk.power' : event.to === crossing ? 'event.walk.stay' : 'event.walk';
    return {text: t(key, {pawn: pawn(event)}), at: event.to};
}

const alarm = (event) => ({
    text: t('event.alarm', {police: listed(Object.keys(event.police).map((colour) => pawnName(colour)))}),
});

function sheet(event) {
    const {hideout, discoveries} = event.sheet;
    return {
        text:
            hideout !== undefined
                ? t('event.sheet.hideout', {hideout})
                : discoveries !== undefined
                  ? t('event.sheet.discoveries', {discoveries: listed(discoveries)})
                  : t('event.sheet'),
    };
}

const SENTENCES = {
    hideout: withSecret(
        'event.hideout',
        'event.secret.hideout',
        (event) => event.circle !== undefined && {circle: event.circle},
    ),
    night: (event, game) => ({text: t('event.night.' + game, event), look: 'night'}),
    women: withSecret(
        'event.women',
        'event.secret.women',
        (event) => event.marked && {marked: listed(event.marked)},
    ),
    head: (event) => ({text: t('event.head', {pawn: pawnName(event.pawn)})}),
    address: (event) => ({
        text: t(event.found ? 'event.address.hit' : 'event.address.miss', {
            pawn: pawn(event),
            circle: event.circle,
        }),
    }),
    patrols: simple('event.patrols'),
    letter,
    shift: (event) => ({text: plural('event.shift', event.moves.length)}),
    goulston: (event) => ({text: t('event.goulston', {pawn: pawnName(event.pawn)}), at: event.crossing}),
    victims: (event) => ({text: t('event.victims', {circles: listed(event.circles)})}),
    kill,
    wait: (event) => ({text: t('event.wait', {time: cellName(1 - event.time)})}),
    wretched: simple('event.wretched'),
    reveal: (event) => ({
        text:
            event.face === 'false'
                ? t('event.reveal.false')
                : t('event.reveal.real', {pawn: pawnName(event.face)}),
        at: event.crossing,
    }),
    alarm,
    move: withSecret('event.move', 'event.secret.to', (event) => event.to !== undefined && {to: event.to}),
    special,
    escape: (event) => ({text: t('event.escape', event), look: 'special'}),
    walk,
    false_clue: (event) => ({text: t('event.false_clue', event), look: 'special'}),
    gain: () => ({text: t('event.gain')}),
    search: questionSentence('search'),
    arrest: questionSentence('arrest'),
    rush: (event) => ({text: t('event.rush', {pawn: pawn(event)}), at: event.to}),
    pass: (event) => ({
        text: t(event.by === 'jack' ? 'event.pass.jack' : 'event.pass', {pawn: pawn(event)}),
        look: 'quiet',
    }),
    discoveries: withSecret(
        'event.discoveries',
        'event.secret.discoveries',
        (event) => event.circles && {circles: listed(event.circles)},
    ),
    start: (event) => ({text: t('event.start', event), look: 'special'}),
    deploy: (event) => ({text: t('event.deploy', {pawn: pawn(event)}), at: event.crossing}),
    smoker: (event) => ({
        text:
            event.circles.length === 0
                ? t('event.smoker.none')
                : t('event.smoker.some', {circles: listed(event.circles)}),
    }),
    discovery: (event) => ({text: t('event.discovery', event), look: 'crime'}),
    reclaim: (event) => ({
        text:
            event.tile === undefined
                ? t('event.reclaim.hidden')
                : t('event.reclaim', {tile: t('tile.' + event.tile)}),
    }),
    resign: (event) => ({text: t(event.by === 'jack' ? 'event.resign.jack' : 'event.resign.police')}),
    over: (event) => ({text: resultText(event.result), look: 'over'}),
    sheet,
    undo: simple('event.undo'),
};

/**
 * @param {number} [crossing]  where the acting policeman stood before the event, if known
 * @returns {{text: string, secret?: string, look?: string, at?: number}}  at: the crossing it is about, which has
 *          no name that means anything to players; pages show it on the map
 */
export function sentenceOf(event, game, crossing) {
    return SENTENCES[event.did]?.(event, game, crossing) ?? {text: event.did};
}
