// testing.mjs: node:test, with a stage (stage.mjs) for each test that has everything it may need. A test fails by
// throwing, or because a page logged an error. All tests of a file share one browser.
//
//     test('an invite opens the table', async (stage) => { … });

import {after, test as nodeTest} from 'node:test';
import {closeBrowser} from './browser.mjs';
import {createStage} from './stage.mjs';

after(closeBrowser);

export function test(name, body) {
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
