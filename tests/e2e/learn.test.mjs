// learn.test.mjs: "How to play": the pages need no name and no connection, say what the terminal says, and explain the
// terms in a game without leaving it.

import {execFileSync} from 'node:child_process';
import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {accessible} from './support/axe.mjs';
import {check, equal, until} from './support/checks.mjs';
import {seatTable, startTable} from './support/games.mjs';
import {PHONE} from './support/person.mjs';
import {SOURCES} from './support/server.mjs';
import {test} from './support/testing.mjs';

const ROOT = join(SOURCES, '..');
const read = (name) => JSON.parse(readFileSync(join(ROOT, 'common', 'learn', `learn_${name}.json`), 'utf8'));
const GUIDES = {en: read('en'), it: read('it')};
const LOCALES = {en: 'en-GB', it: 'it-IT'};

/** Texts of the issue that must be in the glossary. */
const TERMS = ['head', 'wretched', 'patrol', 'clue', 'hideout', 'coach', 'alley', 'boat', 'discovery', 'crossing', 'circle'];

const chapterIds = (guide) => [...guide.chapters.map(({id}) => id), 'glossary'];

async function openChapter(person, id) {
    await person.visit(`/learn/${id}`);
    await person.locator(`[data-chapter="${id}"] h1`).waitFor();
}

/** Returns the words of a text, without what each client adds between them. */
const words = (text) => text.match(/[\p{L}\d’]+/gu).join(' ');

test('the pages need no name and make no connection, built and from the sources', async (stage) => {
    for (const web of [undefined, SOURCES]) {
        const server = await stage.server(web && {web});
        const nobody = await stage.person('Nobody', {server});
        let sockets = 0;
        nobody.page.on('websocket', () => (sockets += 1));
        await nobody.visit('/');
        await nobody.press(nobody.locator('[data-action=learn]').first());
        await nobody.locator('[data-page=learn] h1').waitFor();
        for (const id of chapterIds(GUIDES.en)) {
            await openChapter(nobody, id);
            const pictures = (GUIDES.en.chapters.find((one) => one.id === id)?.blocks ?? []).filter((one) => one.picture);
            await until(async () => (await nobody.locator('.learn-picture').count()) === pictures.length, `${id}: pictures`);
        }
        await nobody.visit('/learn/glossary#coach');
        await nobody.locator('dt#coach:focus').waitFor();
        equal(sockets, 0, 'connections');
        await nobody.close();
    }
});

test('every chapter says the same in both clients and both languages', async (stage) => {
    await stage.server();
    for (const [language, guide] of Object.entries(GUIDES)) {
        const ids = guide.glossary.terms.map(({id}) => id);
        equal(TERMS.filter((id) => !ids.includes(id)), [], `terms that ${language} lacks`);
        const reader = await stage.person('Reader', {locale: LOCALES[language]});
        for (const id of chapterIds(guide)) {
            await openChapter(reader, id);
            const printed = words(
                execFileSync(join(ROOT, 'build', 'gaslight'), ['learn', id, '--language', language], {
                    encoding: 'utf8',
                    env: {...process.env, LC_ALL: 'C.UTF-8'},
                }),
            );
            const parts = await reader
                .locator('.learn-text :is(h1, h2, p:not(.learn-next), li, figcaption, dt, dd)')
                .allTextContents();
            check(parts.length > 3, `${id} has texts`);
            equal(parts.filter((part) => !printed.includes(words(part))), [], `${id}: texts that the terminal lacks`);
        }
        await reader.close();
    }
});

test('the pages are accessible and fit a phone', async (stage) => {
    await stage.server();
    const reader = await stage.person('Reader', PHONE);
    for (const id of ['whitehall', 'glossary']) {
        await openChapter(reader, id);
        await accessible(reader, `chapter ${id}`);
        const [inside, outside] = await reader.page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth]);
        check(inside <= outside, `${id}: ${inside} pixels in ${outside}`);
    }
});

test('an invite links the chapters of its game', async (stage) => {
    const server = await stage.server();
    const {clients, table} = await seatTable(server, 'whitehall');
    stage.closing(() => clients.forEach((client) => client.close()));
    const nobody = await stage.person('Nobody');
    await nobody.visit(`/invite#${table.invite}`);
    equal(await nobody.locator('[data-action=learn]').getAttribute('href'), '/learn/whitehall', 'the link');
});

test('terms in a game open an explanation by touch and by key, and the game stays', async (stage) => {
    const server = await stage.server();
    const {clients, table} = await startTable(server, 'whitechapel');
    stage.closing(() => clients.forEach((client) => client.close()));
    for (const options of [{}, PHONE]) {
        const jack = await stage.as(clients[0], options);
        await jack.visit(`/table/${table.id}`);
        const term = jack.locator('.act-hint [data-term=hideout]');
        await term.waitFor();
        equal(await term.count(), 1, 'only the first time');
        await jack.press(term);
        const dialog = jack.locator('[data-dialog=term]');
        await dialog.waitFor();
        check((await dialog.textContent()).includes(GUIDES.en.glossary.terms.find(({id}) => id === 'hideout').text), 'the text');
        await accessible(jack, 'the explanation of a term');
        await jack.page.keyboard.press('Escape');
        await dialog.waitFor({state: 'hidden'});
        await term.focus();
        await jack.page.keyboard.press('Enter');
        await dialog.waitFor();
        await jack.press(dialog.locator('[data-action=close-dialog]'));
        await dialog.waitFor({state: 'hidden'});
        equal(new URL(jack.page.url()).pathname, `/table/${table.id}`, 'the address');
        await jack.close();
    }
});
