// axe.mjs: axe-core on a page: nothing serious, in both themes.

import {readFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import {equal} from './checks.mjs';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const THEMES = ['dark', 'light'];

/** Runs in the page, after axe: what is wrong, in a line each. */
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

/** The page as it is now, in both themes. */
export async function accessible(person, what) {
    // Not a script of the page's own, so its content security policy is no obstacle.
    await person.page.evaluate(AXE);
    for (const theme of THEMES) {
        await person.page.emulateMedia({colorScheme: theme, reducedMotion: 'reduce'});
        await person.locator(`html[data-theme=${theme}]`).waitFor();
        equal(await person.page.evaluate(examine), [], `${what}, ${theme}`);
    }
}
