// facts.js: what the events of a game say about each circle, as far as everybody knows: crimes, clues, discoveries,
// searches and arrests without success. Pure functions.

/**
 * Returns the events that still count: without those that were taken back, and without the undo itself.
 * @param {{seq?: number, event: object}[]} events
 */
function standingEvents(events) {
    return events.reduce(
        (kept, one) =>
            one.event.did === 'undo' ? kept.filter(({seq}) => seq < one.event.from) : [...kept, one],
        [],
    );
}

/**
 * Returns the facts about circles: Map from a circle to {crimes, clues, discoveries, falseClues, misses, failed}, lists
 * of {round, cell} in order. `misses` and `failed` (arrests) are those of the current night or round only; a miss
 * is dropped when a clue is found on the circle later.
 * @param {{seq?: number, event: object}[]} events  may include undone ones
 */
export function factsOf(events) {
    const facts = new Map();
    let round = 1;
    let cell = 0; // the last cell of Jack's track that is in use

    const at = (circle) => {
        if (!facts.has(circle)) {
            const lists = ['crimes', 'clues', 'discoveries', 'falseClues', 'misses', 'failed'];
            facts.set(circle, Object.fromEntries(lists.map((name) => [name, []])));
        }
        return facts.get(circle);
    };
    const note = (name, circles) => circles.forEach((circle) => at(circle)[name].push({round, cell}));
    const forgetNight = () => facts.forEach((one) => Object.assign(one, {misses: [], failed: []}));

    for (const {event} of standingEvents(events)) {
        const circles = event.circles ?? (event.circle === undefined ? [] : [event.circle]);
        cell = event.cells === undefined ? cell : Math.max(...event.cells);
        switch (event.did) {
            case 'night':
                [round, cell] = [event.round, 0];
                forgetNight();
                break;
            case 'escape':
                forgetNight();
                break;
            case 'kill':
                note('crimes', circles);
                break;
            case 'discovery':
                note('discoveries', circles);
                break;
            case 'false_clue':
                note('falseClues', circles);
                break;
            case 'smoker':
                note('clues', circles);
                break;
            case 'search':
                note(event.found ? 'clues' : 'misses', circles);
                if (event.found) {
                    circles.forEach((circle) => (at(circle).misses = []));
                }
                break;
            case 'arrest':
                note('failed', event.found ? [] : circles);
                break;
            default:
        }
    }
    return facts;
}
