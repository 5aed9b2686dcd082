// axe.mjs: runs axe-core on a page in both themes.

import {readFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import {equal} from './checks.mjs';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const THEMES = ['dark', 'light'];

/** Runs in the page after axe: returns the serious violations, one line each. */
async function examine() {
    const {violations} = await window.axe.run(document, {resultTypes: ['violations']});
    return violations
        .filter(({impact}) => impact === 'serious' || impact === 'critical')
        .map(
            ({id, nodes}) =>
                `${id}: ${nodes
                    .slice(0, 4)
                    .map((node) => `${node.target.join(' ')} (${node.any[0]?.message ?? ''})`)
                    .join('; ')}`,
        );
}

/** Checks the page in its current state in both themes. */
export async function accessible(person, what) {
    // Evaluated from outside the page, so that its content security policy does not block it.
    await person.page.evaluate(AXE);
    for (const theme of THEMES) {
        await person.page.emulateMedia({colorScheme: theme, reducedMotion: 'reduce'});
        await person.locator(`html[data-theme=${theme}]`).waitFor();
        equal(await person.page.evaluate(examine), [], `${what}, ${theme}`);
    }
}
