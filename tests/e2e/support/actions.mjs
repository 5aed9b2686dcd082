// actions.mjs: actions by kind: lists those that `legal` allows, names their kinds, and performs them on a
// page, tap by tap.

import {equal, until} from './checks.mjs';

// ---- Possible actions -----------------------------------------------------------------------------------

const byPawn = (legal, make) => Object.entries(legal).flatMap(([pawn, places]) => (
    places.map((place) => ({by: pawn, ...make(place)}))));
const each = (key, name) => (legal, {by}) => legal.map((one) => ({by, do: name, [key]: one}));
const first = (list, count) => list.slice(0, count);

const FACES = ['false', 'brown', 'false', 'green', 'yellow', 'red', 'blue'];
const LETTERS = {
    dear_boss: (how) => ({from: how.from[0], to: how.to[0]}),
    from_hell: (how) => ({from: how.from[0], to: how.to[0]}),
    saucy_jacky: (how) => ({from: first(how.from, 2)}),
    goulston_street: (how) => ({pawn: how.pawns[0]}),
};

// The actions for each key of `legal`; for those with several parts, only one.
const EXPAND = {
    hideout: each('circle', 'hideout'),
    address: each('circle', 'address'),
    false_clue: each('circle', 'false_clue'),
    start: each('circle', 'start'),
    deploy: each('crossing', 'deploy'),
    reveal: each('crossing', 'reveal'),
    goulston: each('pawn', 'goulston'),
    reclaim: each('tile', 'reclaim'),
    move: each('to', 'move'),
    alley: each('to', 'alley'),
    boat: each('to', 'boat'),
    escape: (to, {by}) => [{by, do: 'move', to, escape: true}],
    coach: (pairs, {by}) => pairs.map(([via, to]) => ({by, do: 'coach', via, to})),
    women: ({marked, unmarked, circles}, {by}) => [{
        by, do: 'women', marked: first(circles, marked), unmarked: circles.slice(marked, marked + unmarked),
    }],
    patrols: ({fixed, choose, free}, {by}) => [{
        by, do: 'patrols', place: [...fixed, ...first(free, choose)].map((crossing, i) => [crossing, FACES[i]]),
    }],
    letter: (letters, {by}) => Object.entries(letters).map(([letter, how]) => (
        {by, do: 'letter', letter, ...LETTERS[letter](how)})),
    move_patrols: ({from, to}, {by}) => [{by, do: 'move_patrols', moves: from.map((one, i) => [one, to[i]])}],
    // In descending order, to show that the player's order is used and not the list's.
    kill: ({victims, circles}, {by}) => circles.map((_, i) => (
        {by, do: 'kill', circles: Array.from({length: victims}, (__, j) => circles.at(i - j))})),
    wretched: (all, {by}) => all.flatMap(({from, to}) => to.map((one) => ({by, do: 'wretched', from, to: one}))),
    discoveries: (lists, {by}) => [{by, do: 'discoveries', circles: lists.map((list) => list[0])}],
    wait: (_, {by}) => [{by, do: 'wait'}],
    smoker: () => [{by: 'yellow', do: 'smoker'}],
    walk: (legal) => byPawn(legal, (to) => ({do: 'walk', to})),
    walk_power: (legal) => byPawn(legal, (to) => ({do: 'walk', to, power: true})),
    rush: (legal) => byPawn(legal, (to) => ({do: 'rush', to})),
    search: (legal) => byPawn(legal, (circle) => ({do: 'search', circle})),
    search_power: (pawns, {legal}) => pawns.flatMap((by) => (
        legal.search[by].map((circle) => ({by, do: 'search', circle, power: true})))),
    arrest: (legal) => byPawn(legal, (circle) => ({do: 'arrest', circle})),
    arrest_all: (pawns) => pawns.map((by) => ({by, do: 'arrest'})),
    arrest_power: (pawns) => pawns.map((by) => ({by, do: 'arrest', power: true})),
    pass: (pawns, {by}) => (pawns === true ? [by] : pawns).map((one) => ({by: one, do: 'pass'})),
};

/** Returns all actions that `legal` allows; `by` is the player's pawn that may act. */
export function actionsOf(legal, by) {
    return Object.entries(legal).flatMap(([key, value]) => EXPAND[key](value, {by, legal}));
}

/** Returns "walk", "walk with power", "letter saucy_jacky", "pass at graffito" … */
export function kindOf(action, phase) {
    const movesPatrol = ['dear_boss', 'from_hell'].includes(action.letter); // these two have the same effect
    const parts = [
        action.do, movesPatrol ? 'for a patrol' : action.letter, action.power && 'with power',
        action.escape && 'home',
        action.do === 'kill' && action.circles.length > 1 && 'two',
        action.do === 'arrest' && action.circle === undefined && !action.power && 'all',
        action.do === 'pass' && `at ${phase}`,
    ];
    return parts.filter(Boolean).join(' ');
}

// ---- Performing them on a page --------------------------------------------------------------------------

const circle = (number) => `.act-places [data-place="c${number}"]`;
const crossing = (number) => `.act-places [data-place="x${number}"]`;
const option = (value) => `.act-tray [data-option="${value}"]`;

// The elements to tap for an action, in order.
const TAPS = {
    coach: ({via, to}) => [circle(via), circle(to)],
    walk: ({to}) => [crossing(to)],
    rush: ({to}) => [crossing(to)],
    reveal: (action) => [crossing(action.crossing)],
    deploy: (action) => [crossing(action.crossing)],
    kill: ({circles}) => circles.map(circle),
    discoveries: ({circles}) => circles.map(circle),
    wretched: ({from, to}) => [circle(from), circle(to)],
    goulston: ({pawn}) => [option(pawn)],
    reclaim: ({tile}) => [option(tile)],
    women: ({marked, unmarked}) => [
        option('marked'), ...marked.map(circle), option('unmarked'), ...unmarked.map(circle)],
    patrols: ({place}) => place.flatMap(([where, face]) => [option(face), crossing(where)]),
    move_patrols: ({moves}) => moves.flatMap(([from, to]) => [crossing(from), crossing(to)]),
    letter: ({from, to, pawn}) => (
        pawn !== undefined ? [option(pawn)] : [from, to].flat().filter(Boolean).map(crossing)),
};

const taps = (action) => TAPS[action.do]?.(action)
    ?? (action.to ?? action.circle ? [circle(action.to ?? action.circle)] : []);

/** Returns the page's name for this kind of action: the mode of its button. */
function modeOf(action) {
    if (action.escape) {
        return 'escape';
    }
    if (action.power) {
        return `${action.do}_power`;
    }
    return action.do === 'arrest' && action.circle === undefined ? 'arrest_all' : action.do;
}

const sorted = (value) => JSON.stringify(value, (key, one) => (
    ['marked', 'unmarked', 'place', 'moves'].includes(key) || (key === 'from' && Array.isArray(one))
        ? [...one].sort((a, b) => String(a).localeCompare(String(b))) : one));

const inOrder = (action) => sorted(Object.fromEntries(Object.entries(action).sort()));

async function choose(person, selector) {
    const button = person.locator(selector);
    await button.waitFor();
    if (await button.getAttribute('aria-pressed') !== 'true') {
        await person.press(button);
    }
}

/** Waits until the page shows the turn after `seq` and the player can act. */
export async function atTurn(person, seq) {
    const isLogged = () => person.page.evaluate((last) => (
        [...document.querySelectorAll('.log .entry')].at(-1)?.dataset.seq ?? '0') === String(last), seq);
    await until(async () => await isLogged() && (await person.look())?.mine, `${person.name}'s turn after ${seq}`);
}

/** Performs an action on the page, tap by tap in the list, and checks what the page sent. */
export async function performOnPage(person, action, seq) {
    await atTurn(person, seq);
    const mode = `.act-what [data-mode=${modeOf(action)}]${action.letter ? `[data-which=${action.letter}]` : ''}`;
    for (const part of [`.act-who [data-pawn=${action.by}]`, mode]) {
        if (await person.locator(part).count() > 0) {
            await choose(person, part);
        }
    }
    for (const tap of taps(action)) {
        await choose(person, tap);
    }
    await person.locator('[data-ready=true]').waitFor();
    await person.press(person.locator('[data-act=confirm]'));
    const said = await until(() => person.sent().map((text) => JSON.parse(text))
        .findLast((one) => one.do === 'act' && one.key !== person.lastKey), 'the page to send it');
    person.lastKey = said.key;
    equal(inOrder(said.action), inOrder(action), 'what the page sent');
}
