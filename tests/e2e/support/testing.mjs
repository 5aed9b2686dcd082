// testing.mjs: node:test with a stage (stage.mjs) for each test. A test fails if it throws, or if a page logs
// an error. All tests of a file share one browser.
//
//     test('an invite opens the table', async (stage) => { … });
//     longTest('a whole game in four browsers', async (stage) => { … });
//
// `make test` sets PART=test and runs no long tests, `make verify` sets PART=verify and runs only these. Without it
// both are run.

import {after, test as nodeTest} from 'node:test';
import {closeBrowser} from './browser.mjs';
import {createStage} from './stage.mjs';

after(closeBrowser);

function register(name, body) {
    nodeTest(name, async () => {
        const stage = createStage(name);
        try {
            await body(stage);
            stage.complain();
        } catch (error) {
            await stage.keepEvidence(error);
            throw error;
        } finally {
            await stage.close();
        }
    });
}

export function test(name, body) {
    if (process.env.PART !== 'verify') {
        register(name, body);
    }
}

export function longTest(name, body) {
    if (process.env.PART !== 'test') {
        register(name, body);
    }
}
