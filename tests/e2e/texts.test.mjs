// texts.test.mjs: translations: every text exists in every language, with the same parameters, and pages show
// texts rather than keys.

import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {pathToFileURL} from 'node:url';
import {check, equal} from './support/checks.mjs';
import {playUntil, seatTable, startTable} from './support/games.mjs';
import {showsNoKeys, TEXTS} from './support/keys.mjs';
import {longTest, test} from './support/testing.mjs';
import {refusalText} from '../../client-web/js/core/i18n.js';

const parameters = (text) => [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1]).sort();

// Plural forms: a language has those it needs, and every language has `other`.
const FORM = /\.(zero|one|two|few|many|other)$/;

test('every language has every text, with the same parameters', async () => {
    const files = readdirSync(TEXTS).filter((name) => name.endsWith('.js') && name !== 'en.js');
    check(files.length > 0, 'there is a second language');
    const {default: english} = await import(pathToFileURL(join(TEXTS, 'en.js')));
    check(Object.keys(english).length > 200, `English has ${Object.keys(english).length} texts`);
    for (const file of files) {
        const {default: texts} = await import(pathToFileURL(join(TEXTS, file)));
        const here = (key) => key in texts || (FORM.test(key) && key.replace(FORM, '.other') in texts);
        const there = (key) => key in english || (FORM.test(key) && key.replace(FORM, '.other') in english);
        equal(
            Object.keys(english).filter((key) => !here(key)),
            [],
            `texts that ${file} lacks`,
        );
        equal(
            Object.keys(texts).filter((key) => !there(key)),
            [],
            `texts that only ${file} has`,
        );
        const shared = Object.keys(texts).filter((key) => key in english);
        equal(
            shared.filter(
                (key) =>
                    String(parameters(texts[key])) !== String(parameters(english[key])) && !FORM.test(key),
            ),
            [],
            `texts of ${file} with other parameters`,
        );
        equal(
            Object.keys(texts).filter((key) => texts[key].trim() === '' && english[key].trim() !== ''),
            [],
            `empty texts of ${file}`,
        );
        const same = shared.filter((key) => texts[key] === english[key] && / /.test(texts[key]));
        check(same.length < shared.length / 20, `texts of ${file} that are English: ${same}`);
    }
});

test('Italian uses one word for a thing and says nothing about who the player is', async () => {
    const {default: texts, refusals} = await import(pathToFileURL(join(TEXTS, 'it.js')));
    const terminal = readFileSync(join(TEXTS, '..', '..', '..', 'client-cli', 'language', 'italian.c'), 'utf8');
    const lines = [...Object.values(texts), ...Object.values(refusals), ...terminal.split('\n')];
    for (const wrong of [
        / …/, // no space before it
        /organizzator/, // host
        /ritrovamento scopert|tutto (è )?scopert/, // raggiunto, rivelato
        /\b[Ss]ei (stat|tornat|riuscit|arrivat)[oa]\b/, // depends on who reads it
        /annullato la mossa/, // any action, not only a move
    ]) {
        equal(lines.filter((line) => wrong.test(line)), [], `texts with ${wrong}`);
    }
});

test('the first line of a page is in the visitor’s language, and so is the one without JavaScript', async (stage) => {
    await stage.server();
    for (const [locale, shown] of [
        ['it-IT', 'Caricamento…'],
        ['en-GB', 'Loading…'],
        ['de-DE', 'Loading…'],
    ]) {
        const person = await stage.person('Vic', {locale});
        await person.context.route(/app\.js/, () => {}); // it never arrives
        await person.page.goto('/', {waitUntil: 'commit'});
        await person.locator('.opening').waitFor();
        equal((await person.locator('.opening > p').filter({visible: true}).allInnerTexts()).join(), shown, locale);
        await person.close();
    }
    const person = await stage.person('Vic', {javaScriptEnabled: false});
    person.expect(/ csp$/); // no scripts are loaded
    await person.visit('/');
    const [english, italian] = await person.locator('noscript p').allInnerTexts();
    check(/needs JavaScript/.test(english) && /richiede JavaScript/.test(italian), `${english} ${italian}`);
});

test('refusals that pages create themselves can be translated', () => {
    const sources = join(TEXTS, '..');
    const files = readdirSync(sources, {recursive: true}).filter((name) => name.endsWith('.js'));
    const codes = files.flatMap((name) =>
        [...readFileSync(join(sources, name), 'utf8').matchAll(/new Refusal\(\{code: '(\w+)'/g)].map(
            (match) => match[1],
        ),
    );
    check(codes.length > 0, 'pages create refusals');
    equal(
        codes.filter((code) => refusalText({code, text: ''}) === ''),
        [],
        'codes without a text',
    );
});

longTest('pages are shown in Italian and contain no text keys', async (stage) => {
    const server = await stage.server();
    const {clients, table} = await seatTable(server, 'whitechapel', {
        options: ['letters', 'false_clues', 'rushing', 'address', 'catch_me', 'area_arrest'],
    });
    stage.closing(() => clients.forEach((client) => client.close()));
    const jack = await stage.as(clients[0], {locale: 'it-IT'});
    await jack.visit('/');
    await jack.locator('[data-list=mine] [data-table]').waitFor();
    equal(await jack.locator('html').getAttribute('lang'), 'it', "the browser's language is used");
    await showsNoKeys(jack, 'the front page');
    await jack.visit(`/table/${table.id}`);
    await jack.locator('[data-page=lobby]').waitFor();
    await showsNoKeys(jack, 'the lobby');
    await clients[0].must('start', {table: table.id});
    for (const phase of ['hideout', 'women', 'kill', 'move']) {
        await playUntil(clients, table.id, (turn) => turn.phase === phase);
        await jack.locator(`.table-page[data-phase=${phase}]`).waitFor();
        await showsNoKeys(jack, `Jack's ${phase}`);
    }
    const ann = await stage.as(clients[1], {locale: 'it-IT'});
    await ann.visit(`/table/${table.id}`);
    for (const phase of ['walk', 'act']) {
        await playUntil(clients, table.id, (turn) => turn.phase === phase);
        await ann.locator(`.table-page[data-phase=${phase}]`).waitFor();
        await showsNoKeys(ann, `the police's ${phase}`);
    }
    await playUntil(clients, table.id);
    await ann.locator('.ending .result').waitFor();
    await showsNoKeys(ann, 'the end');
    await ann.visit(`/replay/${table.id}`);
    await ann.locator('.replay-page').waitFor();
    await showsNoKeys(ann, 'the replay');

    // Switching to English applies immediately and survives a reload.
    await ann.press(ann.locator('[data-action=settings]'));
    await ann.locator('[data-setting=language]').selectOption('en');
    await ann.locator('html[lang=en]').waitFor();
    await ann.page.reload();
    await ann.locator('.replay-page').waitFor();
    equal(await ann.locator('html').getAttribute('lang'), 'en', 'the language after a reload');

    const other = await startTable(server, 'whitehall', {
        options: ['deploy_first', 'murderer_at_large', 'newspaper_fabrications', 'powers', 'smoker'],
    });
    stage.closing(() => other.clients.forEach((client) => client.close()));
    const inspector = await stage.as(other.clients[1], {locale: 'it-IT'});
    await inspector.visit(`/table/${other.table.id}`);
    for (const phase of ['deploy', 'walk', 'act']) {
        await playUntil(
            other.clients,
            other.table.id,
            (turn, client) => turn.phase === phase && client === other.clients[1],
        );
        await inspector.locator(`.table-page[data-phase=${phase}]`).waitFor();
        await showsNoKeys(inspector, `the investigators' ${phase}`);
    }
    await playUntil(other.clients, other.table.id);
    await inspector.locator('.ending .result').waitFor();
    await showsNoKeys(inspector, 'the end of Whitehall');
});
