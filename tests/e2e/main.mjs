// main.mjs: all end-to-end tests of the browser client. Started by `run`, which sees that the packages are
// there.

import {closeBrowser} from './support/browser.mjs';
import {runAll} from './support/testing.mjs';

// The long ones first, so that the short ones fill the gaps.
const files = [
    'games',
    'bots',
    'deduction',
    'secrets',
    'touch',
    'keyboard',
    'trouble',
    'late',
    'replay',
    'start',
    'board',
    'actions',
    'odds',
    'notes',
    'accessible',
    'looks',
    'texts',
    'weight',
];
for (const file of files) {
    await import(`./${file}.mjs`);
}

const good = await runAll();
await closeBrowser();
process.exitCode = good ? 0 : 1;
