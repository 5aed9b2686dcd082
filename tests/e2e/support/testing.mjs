// testing.mjs: what a test is, and running them. A test gets a stage (stage.mjs) with everything it may
// need; it fails by throwing, or because somebody's page complained.
//
//     test('an invite opens the table', async (stage) => { … });
//
// Environment: ONLY, to run the tests with that in their names; JOBS, how many at once; PATIENCE, seconds
// after which something that must come counts as never coming.

import {createStage} from './stage.mjs';

const JOBS = Number(process.env.JOBS ?? 2);

const tests = [];

export function test(name, body) {
    tests.push({name, body});
}

async function run({name, body}) {
    const begun = Date.now();
    const stage = createStage(name);
    let reason = null;
    try {
        await body(stage);
        stage.complain();
    } catch (error) {
        reason = error;
        await stage.keepEvidence(error);
    }
    await stage.close();
    const took = ((Date.now() - begun) / 1000).toFixed(1);
    console.log(
        reason === null ? `ok   ${name}  ${took} s` : `FAIL ${name}  ${took} s\n${indent(reason.stack)}`,
    );
    return reason === null;
}

const indent = (text) =>
    text
        .split('\n')
        .slice(0, 12)
        .map((line) => `     | ${line}`)
        .join('\n');

/** Runs all that is registered; true if all was well. Says `N passed, N failed` last. */
export async function runAll() {
    const wanted = tests.filter(({name}) => name.includes(process.env.ONLY ?? ''));
    const waiting = [...wanted];
    const results = [];
    const work = async () => {
        while (waiting.length > 0) {
            results.push(await run(waiting.shift()));
        }
    };
    await Promise.all(Array.from({length: JOBS}, work));
    const passed = results.filter(Boolean).length;
    console.log(`${passed} passed, ${results.length - passed} failed`);
    return passed === results.length && passed > 0;
}
