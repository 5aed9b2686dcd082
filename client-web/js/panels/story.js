// story.js: what has happened so far, in order: which events count, which were undone, where each policeman stood,
// and to which night and move each event belongs. No page; log.js draws it.

/** The events that put Jack on a new cell of the track: each begins a new move. */
const MOVES = new Set(['kill', 'move', 'special']);

/** Returns the crossing where an event puts a policeman, or undefined if it does not move them. */
export function crossingAfter(event, policeman) {
    switch (event.did) {
        case 'walk':
        case 'rush':
            return event.by === policeman ? event.to : undefined;
        case 'deploy':
            return event.by === policeman ? event.crossing : undefined;
        case 'goulston':
            return event.pawn === policeman ? event.crossing : undefined;
        case 'alarm':
            return event.police[policeman];
        default:
            return undefined;
    }
}

/** Likewise, and where a policeman stands again after an undo. */
const knownCrossing = (event, policeman) =>
    event.did === 'undo' ? event.view?.police?.[policeman] : crossingAfter(event, policeman);

/**
 * Creates an empty story. Its entries are {seq, event, from, round, move, undone}: `from`, where the acting
 * policeman stood before; `move`, the cells of Jack's move during which it happened, or null.
 */
export function createStory() {
    let entries = [];

    const told = () => entries.filter((entry) => !entry.undone && entry.event.did !== 'undo');
    const crossingOf = (policeman) =>
        entries
            .filter((entry) => !entry.undone)
            .map(({event}) => knownCrossing(event, policeman))
            .findLast((crossing) => crossing !== undefined);

    /** Marks everything from the event with this number as undone. Returns those entries. */
    function undo(from) {
        const undone = entries.filter((entry) => entry.seq >= from && !entry.undone);
        undone.forEach((entry) => {
            entry.undone = true;
        });
        return undone.filter((entry) => entry.event.did !== 'undo');
    }

    return {
        /** Adds an event. Returns its entry, with the entries that it has undone. */
        add(seq, event) {
            const undone = event.did === 'undo' ? undo(event.from) : [];
            const last = told().at(-1);
            const isNight = event.did === 'night';
            const entry = {
                seq,
                event,
                from: crossingOf(event.by),
                round: isNight ? event.round : (last?.round ?? 0),
                move: isNight ? null : MOVES.has(event.did) ? event.cells : (last?.move ?? null),
                undone: false,
            };
            entries.push(entry);
            return {entry, undone};
        },
        get entries() {
            return entries;
        },
        /** The events that count. */
        get events() {
            return told().map(({event}) => event);
        },
        reset() {
            entries = [];
        },
    };
}

// ---- Places -----------------------------------------------------------------------------------------------

const circles = (numbers) => (numbers ?? []).filter((one) => one !== undefined).map((one) => 'c' + one);
const crossings = (numbers) => (numbers ?? []).filter((one) => one !== undefined).map((one) => 'x' + one);

/**
 * Returns the places of an event that everybody may see, and those that only Jack may (`secret`), both as names:
 * 'c12', 'x7'.
 */
export function placesOf(event) {
    switch (event.did) {
        case 'walk':
        case 'rush':
            return {places: crossings([event.to])};
        case 'deploy':
        case 'reveal':
        case 'goulston':
            return {places: crossings([event.crossing])};
        case 'patrols':
        case 'letter':
            return {places: crossings(event.crossings)};
        case 'shift':
            return {places: crossings(event.moves.map(([, to]) => to))};
        case 'alarm':
            return {places: crossings(Object.values(event.police))};
        case 'wretched':
            return {places: circles([event.from, event.to])};
        case 'women':
            return {places: circles(event.circles), secret: circles(event.marked)};
        case 'move':
        case 'special':
            return {places: [], secret: circles([event.via, event.to])};
        case 'hideout':
            return {places: [], secret: circles([event.circle])};
        case 'discoveries':
            return {places: [], secret: circles(event.circles)};
        case 'undo':
            return {places: []};
        default:
            return {places: circles(event.circles ?? [event.circle])};
    }
}
