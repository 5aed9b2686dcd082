// placements.js: the modes for setup and for the Head: placing women and patrols, choosing discoveries and
// victims, moving the Wretched, playing Letters.

import {t, listed} from '../core/i18n.js';
import {pawnName} from '../board/pawns.js';
import {circleRoute} from '../board/geometry.js';
import {single, several, pair, option, onePerList, destinations, tokens, numberOf} from './draft.js';
import {circle, circleLabel, crossing, crossingLabel, crossingWords, mode, onePlace, straight} from './mode.js';

const FACES = ['yellow', 'red', 'blue', 'green', 'brown', 'false'];
const QUADRANTS = ['NW', 'NE', 'SW', 'SE'];

const faceName = (face) => (face === 'false' ? t('act.face_false') : pawnName(face));

export function women({marked, unmarked, circles}) {
    const input = tokens({
        tokens: [
            {value: 'marked', count: marked, label: t('act.marked')},
            {value: 'unmarked', count: unmarked, label: t('act.unmarked')},
        ],
        fixed: [],
        free: circles.map(circle),
        choose: marked + unmarked,
        label: (place, token) =>
            token === null
                ? circleLabel(place)
                : t('act.holds', {place: circleLabel(place), token: t('act.' + token)}),
        finish: (at) => ({marked: placesOf(at, 'marked'), unmarked: placesOf(at, 'unmarked')}),
    });
    return [
        mode('women', 'jack', input, {describe: (draft) => leftToPlace(input.left(draft), 'act.do.women')}),
    ];
}

const placesOf = (at, token) =>
    Object.keys(at)
        .filter((place) => at[place] === token)
        .map(numberOf)
        .sort((a, b) => a - b);
const leftToPlace = (left, done) => (left > 0 ? t('act.left', {left}) : t(done));

export function patrols({fixed, choose, free}, {by, index}) {
    const input = tokens({
        tokens: FACES.map((face) => ({value: face, count: face === 'false' ? 2 : 1, label: faceName(face)})),
        fixed: fixed.map(crossing),
        free: free.map(crossing),
        choose,
        label: (place, token) =>
            token === null
                ? crossingLabel(index)(place)
                : t('act.holds', {place: crossingLabel(index)(place), token: faceName(token)}),
        finish: (at) => ({
            place: Object.keys(at)
                .map((place) => [numberOf(place), at[place]])
                .sort((a, b) => a[0] - b[0]),
        }),
    });
    return [
        mode('patrols', by, input, {describe: (draft) => leftToPlace(input.left(draft), 'act.do.patrols')}),
    ];
}

export function discoveries(lists) {
    const label = (place, i) =>
        t('act.in_quadrant', {number: numberOf(place), quadrant: t('act.quadrant.' + QUADRANTS[i])});
    const input = onePerList({key: 'circles', lists: lists.map((list) => list.map(circle)), label});
    return [
        mode('discoveries', 'jack', input, {
            describe: ({chosen}) =>
                chosen.includes(null)
                    ? t('act.quadrants_left', {
                          quadrants: listed(
                              QUADRANTS.filter((_, i) => chosen[i] === null).map((name) =>
                                  t('act.quadrant.' + name),
                              ),
                          ),
                      })
                    : t('act.do.discoveries', {circles: listed(chosen.map(numberOf))}),
        }),
    ];
}

export function kill({victims, circles}, {by}) {
    if (victims === 1) {
        const one = single({key: 'circle', places: circles.map(circle), label: circleLabel});
        const parts = ({place}) => (place === null ? null : {circles: [numberOf(place)]});
        const describe = ({place}) => place && t('act.do.kill', {number: numberOf(place)});
        return [mode('kill', by, {...one, parts}, {describe})];
    }
    const input = several({key: 'circles', count: victims, places: circles.map(circle), label: circleLabel});
    return [
        mode('kill', by, input, {
            describe: ({picked}) =>
                picked.length < victims
                    ? t('act.kill_more', {left: victims - picked.length})
                    : t('act.do.kill_two', {first: numberOf(picked[0]), second: numberOf(picked[1])}),
        }),
    ];
}

export function wretched(choices, {by, view, index}) {
    const input = pair({
        keys: ['from', 'to'],
        choices: choices.map((one) => [circle(one.from), one.to.map(circle)]),
        labelFirst: (place) => t('act.wretched_at', {number: numberOf(place)}),
        labelSecond: circleLabel,
    });
    const standing = view.patrols.map((patrol) => patrol.crossing);
    return [
        mode('wretched', by, input, {
            preview: ({first, second}) =>
                second === null
                    ? {}
                    : {
                          lines: [
                              {
                                  points:
                                      circleRoute(index, numberOf(first), numberOf(second), standing)?.line ??
                                      [],
                                  look: 'route',
                              },
                          ],
                      },
            describe: ({first, second}) =>
                second !== null
                    ? t('act.do.wretched', {from: numberOf(first), to: numberOf(second)})
                    : t(first !== null ? 'act.wretched_where' : 'act.wretched_which'),
        }),
    ];
}

export function movePatrols({from, to}, {by, index}) {
    const input = destinations({
        key: 'moves',
        from: from.map(crossing),
        to: to.map(crossing),
        labelFrom: (place) => t('act.patrol_at', {crossing: crossingWords(index, place)}),
        labelTo: crossingLabel(index),
    });
    return [
        mode('move_patrols', by, input, {
            preview: (draft) => ({
                lines: Object.entries(draft.to).map(([one, two]) => ({
                    points: straight(index, one, two),
                    look: 'leap',
                })),
            }),
            describe: (draft) =>
                input.parts(draft) === null
                    ? t('act.patrol_where', {crossing: crossingWords(index, draft.current)})
                    : t('act.do.move_patrols'),
        }),
    ];
}

// ---- Letters, and other choices that are not places --------------------------------------------------

function letterInput(name, how, index) {
    if (name === 'goulston_street') {
        return option({key: 'pawn', values: how.pawns, label: pawnName});
    }
    const label = (place) => t('act.patrol_at', {crossing: crossingWords(index, place)});
    if (name === 'saucy_jacky') {
        return several({key: 'from', count: 2, places: how.from.map(crossing), label});
    }
    return pair({
        keys: ['from', 'to'],
        choices: how.from.map((one) => [crossing(one), how.to.map(crossing)]),
        labelFirst: label,
        labelSecond: crossingLabel(index),
    });
}

export function letters(choices, {index}) {
    return Object.entries(choices).map(([name, how]) =>
        mode('letter', 'jack', letterInput(name, how, index), {
            which: name,
            label: t('act.letter.' + name),
            with: {letter: name},
            preview: ({first, second}) =>
                second ? {lines: [{points: straight(index, first, second), look: 'leap'}]} : {},
            describe: () => t('act.letter_does.' + name),
        }),
    );
}

export const optionMode =
    (kind, key, label) =>
    (values, {by}) => [
        mode(kind, by, option({key, values, label}), {
            describe: ({value}) => value && t('act.do.' + kind, {choice: label(value)}),
        }),
    ];

export const oneCircle =
    (kind, key = 'circle') =>
    (circles, {by}) => [onePlace(kind, by, key, circles.map(circle), circleLabel)];
export const oneCrossing =
    (kind) =>
    (crossings, {by, index}) => [
        onePlace(kind, by, 'crossing', crossings.map(crossing), crossingLabel(index), {
            describe: ({place}) =>
                place &&
                t(`act.do.${kind}`, {pawn: pawnName(by), crossing: crossingWords(index, place)}),
        }),
    ];
