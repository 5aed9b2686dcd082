// keys.mjs: checks that a page shows texts rather than the keys of texts.

import {join} from 'node:path';
import {pathToFileURL} from 'node:url';
import {check} from './checks.mjs';
import {ROOT} from './server.mjs';

export const TEXTS = join(ROOT, 'client-web', 'js', 'texts');

/** Runs in the page: returns all texts shown or read by screen readers. */
function readTexts() {
    const names = [...document.querySelectorAll('[aria-label], [title], [placeholder]')].flatMap((one) => [
        one.ariaLabel,
        one.title,
        one.getAttribute('placeholder'),
    ]);
    return [document.title, document.body.textContent, ...names].filter(Boolean);
}

/** Checks that nothing on the page looks like a text key or an unfilled parameter. */
export async function showsNoKeys(person, what) {
    const {default: english} = await import(pathToFileURL(join(TEXTS, 'en.js')));
    const areas = [...new Set(Object.keys(english).map((key) => key.split('.')[0]))];
    const key = new RegExp(`\\b(${areas.join('|')})\\.[a-z_]+(\\.[a-z_]+)*\\b|\\{\\w+\\}`);
    for (const text of await person.page.evaluate(readTexts)) {
        check(!key.test(text), `${what} shows a key: ${key.exec(text)?.[0]}`);
    }
}
