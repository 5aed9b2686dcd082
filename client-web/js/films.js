// films.js: where the steps of a replay come from: the server's archive, or a record file that the server
// plays. A source is {name, load(as, {deduce}) → {steps, as?}, record(), address(as, step) or null}; with
// `deduce` every step has its deduction.

import {readRecord} from './records.js';

const CHUNK = 200; // steps the server gives at once

export function archiveSource({id, invite}, net) {
    const where = {table: id, ...(invite && {invite})};
    return {
        name: id,
        async load(as, {deduce = false} = {}) {
            const steps = [];
            let total = 1;
            while (steps.length < total) {
                const part = await net.request('replay', {
                    ...where,
                    as,
                    from: steps.length,
                    count: CHUNK,
                    ...(deduce && {deduce}),
                });
                total = part.total;
                steps.push(...part.steps);
            }
            return {steps};
        },
        record: async () => (await net.request('record', where)).record,
        address: (as, step) => `/replay/${id}?as=${as}&step=${step}${invite ? '#invite=' + invite : ''}`,
    };
}

export function fileSource(text, name) {
    return {
        name: name.replace(/\.json$/, ''),
        isFile: true,
        load: async (as, how) => {
            try {
                return await readRecord(text, as, how);
            } catch (error) {
                if (as !== 'all') {
                    throw error;
                }
                // An unfinished game is not shown to "all".
                return {...(await readRecord(text, 'police', how)), as: 'police'};
            }
        },
        record: async () => JSON.parse(text),
        address: null,
    };
}
