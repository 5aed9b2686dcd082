// plans.mjs: strategies for players, with or without a page. A plan is
//
//     kind(kinds, seen)          returns which of the available kinds to do: 'move', 'search', 'pass', …
//     pick(kind, open, seen, chosen)  returns one of the places that can be chosen, 'c12' or 'x7'; `chosen` are
//                                those already chosen for this action. null: place the rest at random
//
// `seen` is what the page or the view shows: {phase, round, police: ['x12', …], found: ['c3', …]}. Plans
// remember only their own choices (a hideout), so that they play the same game each time.

import {boardDistances} from './board_distances.mjs';

const best = (places, rank) => places.reduce((one, two) => (rank(two) < rank(one) ? two : one));
const first = (wanted, kinds) => wanted.find((kind) => kinds.includes(kind)) ?? kinds[0];

// ---- Jack -----------------------------------------------------------------------------------------------

const MARKED = [5, 4, 3, 1]; // marked women per night

/** Returns the circle that is closest to its five nearest red circles, for short nights. */
function centralHome(board, circles) {
    const red = [...board.circles].filter(([, {colour}]) => colour === 'red').map(([name]) => name);
    return best(circles, (circle) => {
        const moves = board.distances(circle);
        return red
            .map((one) => moves.get(one))
            .sort((a, b) => a - b)
            .slice(0, 5)
            .reduce((sum, one) => sum + one);
    });
}

/**
 * A Jack who lives in the middle of Whitechapel, murders close to home and returns by the shortest way, for
 * short games. On the first night he murders two moves away, so that there is a hunt.
 */
export function homebody({waits = 0} = {}) {
    const board = boardDistances('whitechapel');
    let home = null;
    let waited = 0;

    /** Returns the preferred distance from home. */
    function wish(kind, round, chosen) {
        const isFirstOfTwo = round === 3 && chosen.length === 0;
        return kind !== 'kill' ? 0 : isFirstOfTwo ? 100 : round === 1 ? 2 : 1;
    }

    return {
        kind(kinds, {phase, round}) {
            if (phase === 'kill' && waited < waits && kinds.includes('wait')) {
                waited += 1;
                return 'wait';
            }
            return first(
                ['escape', 'kill', ...(round === 4 ? ['coach'] : []), 'move', 'alley', 'coach', 'pass'],
                kinds,
            );
        },
        pick(kind, open, {police, round}, chosen) {
            if (kind === 'hideout') {
                home = centralHome(board, open);
                return home;
            }
            if (kind === 'women' && chosen.length >= MARKED[round - 1]) {
                return null; // the others can be anywhere
            }
            const onFoot = kind === 'move' || kind === 'alley';
            const moves = board.distances(home, onFoot ? police : []);
            return best(open, (place) => Math.abs((moves.get(place) ?? 1000) - wish(kind, round, chosen)));
        },
    };
}

/** Returns four white circles, one per quadrant, in the order of a short tour: NW, NE, SE, SW. */
function shortTour(board) {
    const [northWest, northEast, southEast, southWest] = ['NW', 'NE', 'SE', 'SW'].map((name) =>
        [...board.circles].filter(([, one]) => one.quadrant === name).map(([circle]) => circle),
    );
    const moves = (one) => board.distances(one);
    const tours = northWest.map((nw) => {
        const fromNW = moves(nw);
        const ne = best(northEast, (one) => fromNW.get(one));
        const fromNE = moves(ne);
        const se = best(southEast, (one) => fromNE.get(one));
        const fromSE = moves(se);
        const sw = best(southWest, (one) => fromSE.get(one));
        return {tour: [nw, ne, se, sw], length: fromNW.get(ne) + fromNE.get(se) + fromSE.get(sw)};
    });
    return best(tours, ({length}) => length).tour;
}

/**
 * A Jack whose Discovery Locations are close together and who goes from one to the next, by coach if `coaches`
 * is set.
 */
export function tourist({coaches = false} = {}) {
    const board = boardDistances('whitehall');
    const tour = shortTour(board);
    const discoveries = [tour[0], tour[1], tour[3], tour[2]]; // NW, NE, SW, SE
    return {
        discoveries,
        kind: (kinds) =>
            first([...(coaches ? ['coach'] : []), 'move', 'alley', 'boat', 'coach', 'pass'], kinds),
        pick(kind, open, {police, found}, chosen) {
            if (kind === 'discoveries') {
                return discoveries[chosen.length];
            }
            if (kind === 'start') {
                return tour[0];
            }
            const moves = board.distances(
                tour.find((circle) => !found.includes(circle)),
                kind === 'coach' ? [] : police,
            );
            return best(open, (place) => moves.get(place) ?? 1000);
        },
    };
}

// ---- The police -----------------------------------------------------------------------------------------

/**
 * A policeman who stays put and passes, except in the rounds in `hunts`, in which he moves, searches, and makes
 * arrests when he can search no more.
 */
export function policeman({hunts = []} = {}) {
    return {
        kind(kinds, {round}) {
            const usual = ['patrols', 'deploy', 'wretched', 'move_patrols', 'goulston', 'walk'];
            return first(
                [...usual, ...(hunts.includes(round) ? ['search', 'arrest'] : []), 'pass', 'search'],
                kinds,
            );
        },
        pick(kind, open, {police, round}) {
            if (kind === 'patrols') {
                return null;
            }
            // Policemen cannot stop on each other's crossings, so an occupied one is his own.
            const stay = kind === 'walk' && open.find((place) => police.includes(place));
            return stay && !hunts.includes(round) ? stay : open[open.length - 1];
        },
    };
}

// ---- Without a page -------------------------------------------------------------------------------------

const places = (letter, numbers) => numbers.map((number) => letter + number);
const number = (place) => Number(place.slice(1));

/** Creates the action for each kind of `legal`, using pick(letter, numbers, chosen). */
const GATHER = {
    hideout: (legal, pick) => ({circle: pick('c', legal)}),
    start: (legal, pick) => ({circle: pick('c', legal)}),
    false_clue: (legal, pick) => ({circle: pick('c', legal)}),
    reveal: (legal, pick) => ({crossing: pick('x', legal)}),
    deploy: (legal, pick) => ({crossing: pick('x', legal)}),
    women({marked, unmarked, circles}, pick) {
        const chosen = [];
        while (chosen.length < marked) {
            chosen.push(
                pick(
                    'c',
                    circles.filter((one) => !chosen.includes(one)),
                    chosen,
                ),
            );
        }
        return {marked: chosen, unmarked: circles.filter((one) => !chosen.includes(one)).slice(0, unmarked)};
    },
    patrols({fixed, choose, free}) {
        const faces = ['yellow', 'red', 'blue', 'green', 'brown', 'false', 'false'];
        return {place: [...fixed, ...free.slice(0, choose)].map((crossing, i) => [crossing, faces[i]])};
    },
    kill({victims, circles}, pick) {
        const chosen = [];
        while (chosen.length < victims) {
            chosen.push(
                pick(
                    'c',
                    circles.filter((one) => !chosen.includes(one)),
                    chosen,
                ),
            );
        }
        return {circles: chosen};
    },
    discoveries(lists, pick) {
        const chosen = [];
        lists.forEach((list) => chosen.push(pick('c', list, chosen)));
        return {circles: chosen};
    },
    wretched([one], pick) {
        return {from: one.from, to: pick('c', one.to)};
    },
    move: (legal, pick) => ({to: pick('c', legal)}),
    alley: (legal, pick) => ({to: pick('c', legal)}),
    boat: (legal, pick) => ({to: pick('c', legal)}),
    coach(pairs, pick) {
        const to = pick(
            'c',
            pairs.map((pair) => pair[1]),
        );
        return {via: pairs.find((pair) => pair[1] === to)[0], to};
    },
    wait: () => ({}),
};

/** Chooses an action from `legal` according to the plan. `pawns` are the player's pawns that may act. */
export function chooseAction(plan, {legal, view, pawns}) {
    const seen = {
        phase: view.phase,
        round: view.round,
        police: places('x', Object.values(view.police)),
        found: places('c', view.discoveries_found ?? []),
    };
    const kind = plan.kind(Object.keys(legal), seen);
    const pick = (letter, numbers, chosen = []) =>
        number(plan.pick(kind, places(letter, numbers), seen, places(letter, chosen)));
    if (kind === 'escape') {
        return {by: 'jack', do: 'move', to: legal.escape, escape: true};
    }
    if (kind === 'pass') {
        return {by: legal.pass === true ? 'jack' : legal.pass[0], do: 'pass'};
    }
    if (kind in GATHER) {
        return {by: pawns[0], do: kind, ...GATHER[kind](legal[kind], pick)};
    }
    const [[pawn, numbers]] = Object.entries(legal[kind]); // walk, search, arrest, rush
    const key = kind === 'walk' || kind === 'rush' ? 'to' : 'circle';
    return {by: pawn, do: kind, [key]: pick(kind === 'walk' || kind === 'rush' ? 'x' : 'c', numbers)};
}
