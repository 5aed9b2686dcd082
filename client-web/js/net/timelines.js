// timelines.js: the steps of a game as one viewer sees them, and their sources: the server's archive, loaded in
// parts, or a record file, which the server replays in one piece.
//
// A source is {name, part(as, {from, deduce}) → {from, total, steps, as?}, record(), review(), address(as,
// step) or null}. With `deduce`, every step has its deduction. A part has at least one step.

import {readRecord, reviewRecord} from './records.js';

// Steps per request: 50 to 100 kB, which takes seconds on a slow connection. If a part does not arrive, net.js
// drops the connection; from then on half as many steps are requested, down to a single one. For that one
// net.js waits longer each time, so it arrives eventually.
const PART = {plain: 40, deduced: 20};

export function archiveSource({id, invite}, net) {
    const where = {table: id, ...(invite && {invite})};
    const sizes = {...PART};
    return {
        name: id,
        id,
        invite,
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
        review: async () => (await net.request('review', where)).review,
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
                // An unfinished game may not be viewed as "all".
                return {...(await read('police', how)), as: 'police'};
            }
        },
        record: async () => JSON.parse(text),
        review: () => reviewRecord(text),
        address: null,
    };
}

/**
 * Returns the game as `who` sees it: {as, total, steps, lacks(deduce), grow({deduce, near})}. `steps` has no
 * gaps; it grows at its end, and a step may be replaced by the same step with its deduction.
 */
export function createTimeline(source, who) {
    const deduced = []; // by step: whether it was loaded with its deduction

    /**
     * Returns the step to request next: the first missing one from `near` on, or else before it. Undefined if
     * none is missing.
     */
    function missing(deduce, near = 0) {
        const {steps, total} = timeline;
        if (!deduce) {
            return steps.length < total ? steps.length : undefined;
        }
        const first = (from, until) => {
            let step = from;
            while (step < until && deduced[step]) {
                step += 1;
            }
            return step < until ? step : undefined;
        };
        return first(Math.min(near, steps.length), total) ?? first(0, total);
    }

    const timeline = {
        as: who,
        total: 1,
        steps: [],
        lacks: (deduce) => missing(deduce) !== undefined,
        /** Loads one more part of what is missing. `near`: a step whose deduction is needed first. */
        async grow({deduce, near}) {
            const part = await source.part(who, {from: missing(deduce, near), deduce});
            if (part.steps.length === 0) {
                throw new Error(`no step ${part.from} of ${part.total}`); // asking again would not help
            }
            part.steps.forEach((step, i) => {
                const at = part.from + i;
                if (deduce || timeline.steps[at] === undefined) {
                    timeline.steps[at] = step;
                    deduced[at] = deduce;
                }
            });
            timeline.total = part.total;
            timeline.as = part.as ?? who;
        },
    };
    return timeline;
}
