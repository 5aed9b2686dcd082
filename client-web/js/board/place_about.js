// place_about.js: what the card of a place says (place_card.js): what everybody knows about a circle, who stands
// next to it, and what could be searched from a crossing. For Jack also how far it is home. No rules beyond the map.

import {listed, plural, t} from '../core/i18n.js';
import {cellName} from '../core/game_terms.js';
import {adjacentCircles, crossingName, movesTo, reachableCircles} from './geometry.js';
import {pawnName, POLICE} from './pawns.js';

const CLUES_MAX = 3; // the latest ones

/**
 * @param {string} place  a circle or crossing
 * @param {{view, facts: Map, index, more?(place): string[]}} known  facts: from factsOf(); more: returns lines to add
 * @returns {{title: string, lines: {text: string, secret?: boolean}[], near: string[]}} near: places to highlight
 */
export function aboutPlace(place, {view, facts, index, more = () => []}) {
    const number = Number(place.slice(1));
    const extra = more(place).map((text) => ({text}));
    if (place.startsWith('x')) {
        const circles = reachableCircles(index, number);
        const text =
            circles.length === 0 ? t('card.search_none') : t('card.search_from', {circles: listed(circles)});
        return {
            title: crossingName(index, number, {title: true}),
            lines: [{text}, ...extra],
            near: circles.map((circle) => 'c' + circle),
        };
    }
    const neighbours = adjacentCircles(index, number);
    const known = knownLines(number, view, facts);
    return {
        title: t('act.circle', {number}),
        lines: [
            ...(known.length > 0 ? known : [t('card.nothing')]).map((text) => ({text})),
            ...policeLine(number, view, index).map((text) => ({text})),
            ...homeLines(number, view, index).map((text) => ({text, secret: view.phase !== 'over'})),
            ...extra,
            {text: t('card.neighbours', {circles: listed(neighbours)}), look: 'soft'},
        ],
        near: neighbours.map((circle) => 'c' + circle),
    };
}

/** Returns what everybody knows about a circle. */
function knownLines(number, view, facts) {
    const {game} = view;
    const of = facts.get(number) ?? {};
    const when = (key, list = []) =>
        list.map(({round, cell}) => t(`${key}.${game}`, {round, cell: cellName(cell, game)}));
    const tonight = (key, list = []) => list.slice(-1).map(({cell}) => t(key, {cell: cellName(cell, game)}));
    const has = (key, list) => (list?.includes(number) ? [t(key)] : []);
    return [
        ...when('card.crime', of.crimes),
        ...when('card.discovery', of.discoveries),
        ...has(
            'card.wretched',
            view.wretched?.map(({circle}) => circle),
        ),
        ...has('card.woman', view.women),
        ...has('card.false_clue', view.false_clues),
        ...when('card.clue', of.clues?.slice(-CLUES_MAX)),
        ...tonight('card.miss', of.misses),
        ...tonight('card.failed', of.failed),
    ];
}

/** Returns who stands on a crossing next to a circle, in one line or none. */
function policeLine(number, view, index) {
    const pawns = POLICE[view.game].filter(
        (pawn) =>
            view.police[pawn] !== undefined && reachableCircles(index, view.police[pawn]).includes(number),
    );
    return pawns.length === 0
        ? []
        : [plural('card.police', pawns.length, {pawns: listed(pawns.map((pawn) => pawnName(pawn)))})];
}

/** Returns how far it is to Jack's hideout or next discovery, if the viewer knows it and is Jack. */
function homeLines(number, view, index) {
    if (view.you.role !== 'jack') {
        return [];
    }
    const goals =
        view.hideout !== undefined
            ? [view.hideout]
            : (view.discoveries ?? []).filter((one) => !view.discoveries_found.includes(one));
    if (goals.length === 0 || goals.includes(number)) {
        return [];
    }
    const police = Object.values(view.police);
    const ways = goals.map((goal) => ({
        goal,
        free: movesTo(index, goal).get(number),
        around: movesTo(index, goal, police).get(number),
    }));
    const {goal, free, around} = ways.reduce((best, one) => (one.free < best.free ? one : best));
    const first = plural(`card.home.${view.game}`, free, {circle: goal});
    const second =
        around === undefined
            ? t('card.home_blocked')
            : around === free
              ? t('card.home_free')
              : plural('card.home_around', around);
    return [police.length === 0 ? first : `${first} ${second}`];
}
