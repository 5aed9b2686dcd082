// timelines.js: a game in steps, as somebody sees it, and where the steps come from: the server's archive, in
// parts, or a record file that the server plays, in one piece.
//
// A source is {name, part(as, {from, deduce}) → {from, total, steps, as?}, record(), address(as, step) or
// null}; with `deduce` every step has its deduction. A part has at least one step.

import {readRecord} from './records.js';

// Steps asked for at once: some 50 to 100 kB, which are there in seconds on a slow line. Over a part that does
// not come the connection is given up (net.js): then it was too much, and half of it is asked for, from then
// on, down to one step. For that one net.js waits longer each time: it comes in the end.
const PART = {plain: 40, deduced: 20};

export function archiveSource({id, invite}, net) {
    const where = {table: id, ...(invite && {invite})};
    const sizes = {...PART};
    return {
        name: id,
        async part(as, {from, deduce = false}) {
            const kind = deduce ? 'deduced' : 'plain';
            const size = sizes[kind];
            const keysFor = (losses) => {
                sizes[kind] = Math.max(1, Math.min(sizes[kind], size >> losses));
                return {...where, as, from, count: sizes[kind], ...(deduce && {deduce})};
            };
            return {from, ...(await net.request('replay', keysFor))};
        },
        record: async () => (await net.request('record', where)).record,
        address: (as, step) => `/replay/${id}?as=${as}&step=${step}${invite ? '#invite=' + invite : ''}`,
    };
}

export function fileSource(text, name) {
    const read = async (as, how) => ({from: 0, ...(await readRecord(text, as, how))});
    return {
        name: name.replace(/\.json$/, ''),
        isFile: true,
        part: async (as, how) => {
            try {
                return await read(as, how);
            } catch (error) {
                if (as !== 'all') {
                    throw error;
                }
                // An unfinished game is not shown to "all".
                return {...(await read('police', how)), as: 'police'};
            }
        },
        record: async () => JSON.parse(text),
        address: null,
    };
}

/**
 * The game as `who` sees it: {as, total, steps, lacks(deduce), grow({deduce, near})}. `steps` has no gaps; it
 * grows at its end, and a step may be replaced by the same with its deduction.
 */
export function createFilm(source, who) {
    const told = []; // by step: whether its deduction was asked for

    /** The step to ask for next: from `near` on, then what lies before it. Undefined: nothing is missing. */
    function missing(deduce, near = 0) {
        const {steps, total} = film;
        if (!deduce) {
            return steps.length < total ? steps.length : undefined;
        }
        const first = (from, until) => {
            let step = from;
            while (step < until && told[step]) {
                step += 1;
            }
            return step < until ? step : undefined;
        };
        return first(Math.min(near, steps.length), total) ?? first(0, total);
    }

    const film = {
        as: who,
        total: 1,
        steps: [],
        lacks: (deduce) => missing(deduce) !== undefined,
        /** One part more of what is lacking. `near`: a step whose deduction is wanted before others. */
        async grow({deduce, near}) {
            const part = await source.part(who, {from: missing(deduce, near), deduce});
            if (part.steps.length === 0) {
                throw new Error(`no step ${part.from} of ${part.total}`); // asked again it would be the same
            }
            part.steps.forEach((step, i) => {
                const at = part.from + i;
                if (deduce || film.steps[at] === undefined) {
                    film.steps[at] = step;
                    told[at] = deduce;
                }
            });
            film.total = part.total;
            film.as = part.as ?? who;
        },
    };
    return film;
}
