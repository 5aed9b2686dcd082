// keys.mjs: that a page says texts, and not the keys of texts.

import {join} from 'node:path';
import {pathToFileURL} from 'node:url';
import {check} from './checks.mjs';
import {ROOT} from './server.mjs';

export const TEXTS = join(ROOT, 'client-web', 'js', 'texts');

/** Runs in the page: whatever a person or a screen reader is told. */
function readTexts() {
    const names = [...document.querySelectorAll('[aria-label], [title], [placeholder]')].flatMap((one) => [
        one.ariaLabel,
        one.title,
        one.getAttribute('placeholder'),
    ]);
    return [document.title, document.body.textContent, ...names].filter(Boolean);
}

/** Nothing on the page as it is now looks like a key, or like a parameter that was not filled in. */
export async function showsNoKeys(person, what) {
    const {default: english} = await import(pathToFileURL(join(TEXTS, 'en.js')));
    const areas = [...new Set(Object.keys(english).map((key) => key.split('.')[0]))];
    const key = new RegExp(`\\b(${areas.join('|')})\\.[a-z_]+(\\.[a-z_]+)*\\b|\\{\\w+\\}`);
    for (const text of await person.page.evaluate(readTexts)) {
        check(!key.test(text), `${what} shows a key: ${key.exec(text)?.[0]}`);
    }
}
