// worker.test.mjs: the service worker: the client while the server cannot be reached, and updates of the server, which
// must never mix parts of two versions.

import {appendFileSync, cpSync, mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {check, equal, until} from './support/checks.mjs';
import {LOST} from './support/person.mjs';
import {BUILT} from './support/server.mjs';
import {test} from './support/testing.mjs';

const WITH_WORKER = {serviceWorkers: 'allow'};
const PROBES = /\/livez|ERR_CONNECTION_REFUSED|ERR_FAILED/;

/** Waits until the worker has stored the client completely, in this version (/v-…/) if one is given. */
async function workerStored(person, version = '') {
    await until(
        () =>
            person.page.evaluate(async (wanted) => {
                const names = (await caches.keys()).filter((name) => name.includes(wanted));
                const pages = await Promise.all(names.map(async (name) => (await caches.open(name)).match('/')));
                return navigator.serviceWorker.controller?.state === 'activated' && pages.some((page) => page);
            }, version),
        'the worker and what it stores',
    );
}

const versionOf = (person) =>
    person.page.evaluate(() => /\/v-\w+\//.exec(document.querySelector('script[type=module]').src)[0]);

for (const who of ['a player', 'a visitor']) {
    test(`${who} sees the client while the server cannot be reached, and it recovers by itself`, async (stage) => {
        const server = await stage.server();
        const ann = await stage.person('Ann', WITH_WORKER);
        await ann.visit('/');
        if (who === 'a player') {
            await ann.introduce();
            await ann.locator('[data-form=solo]').waitFor();
        }
        await workerStored(ann);

        ann.expect(LOST);
        ann.expect(PROBES);
        await server.stop();
        await ann.page.reload();
        const words = ann.locator('#connection .words');
        await words.waitFor();
        check((await words.innerText()).startsWith('The server can’t be reached.'), 'the page says so');
        await ann.locator('.brand').waitFor();
        await ann.locator('#nav a[href="/archive"]').waitFor();
        equal(await ann.locator('main .opening').count(), 0, 'pages that are still loading');
        await ann.page.evaluate(() => {
            window.isSamePage = true;
        });

        await server.start();
        await words.waitFor({state: 'detached'});
        equal(await ann.page.evaluate(() => window.isSamePage), true, 'it has not been reloaded');
        if (who === 'a player') {
            await ann.locator('#connection[data-state=open]').waitFor({state: 'attached'});
            await ann.locator('[data-form=solo]').waitFor();
        } else {
            await ann.introduce();
        }
    });
}

test('the content security policy holds for a page from the last visit', async (stage) => {
    const server = await stage.server();
    const ann = await stage.person('Ann', WITH_WORKER);
    await ann.visit('/');
    await workerStored(ann);
    ann.expect(LOST);
    ann.expect(PROBES);
    ann.expect(/content security policy|Content Security Policy/);
    await server.stop();
    await ann.page.reload();
    await ann.locator('#connection .words').waitFor();
    const hasRun = await ann.page.evaluate(() => {
        const script = document.createElement('script');
        script.textContent = 'window.hasRun = true';
        document.head.append(script);
        return window.hasRun === true;
    });
    equal(hasRun, false, 'an inline script has run');
});

test('the worker stores no response that was meant for another host', async (stage) => {
    const server = await stage.server();
    const ann = await stage.person('Ann', WITH_WORKER);
    await ann.visit('/');
    await workerStored(ann);
    const stored = await ann.page.evaluate(async () => {
        const caching = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
        const requests = (await Promise.all(caching.map((cache) => cache.keys()))).flat();
        return requests.map(({url}) => url);
    });
    check(stored.length > 5, `${stored.length} addresses are stored`);
    equal(stored.filter((url) => !url.startsWith(`${server.url}/`)), [], 'addresses of other hosts');
    equal(stored.filter((url) => /\/(ws|metrics|healthz|livez|replay)/.test(url)), [], 'what is no part of the client');
});

/** Creates a version of the client that says in the page which version each of its scripts is of. */
function makeVersion(stage, name) {
    const directory = mkdtempSync(join(tmpdir(), 'gaslight-web-'));
    stage.closing(() => rmSync(directory, {recursive: true, force: true}));
    cpSync(BUILT, directory, {recursive: true});
    for (const part of ['app', 'game']) {
        appendFileSync(join(directory, `js/${part}.js`), `;(window.parts??={}).${part}='${name}';`);
    }
    appendFileSync(join(directory, 'style/game.css'), `:root{--part-version:${name}}`);
    return directory;
}

/** Returns the versions of all parts of the page: style sheets and scripts. */
const partsOf = (person) =>
    person.page.evaluate(() => ({
        ...window.parts,
        style: getComputedStyle(document.documentElement).getPropertyValue('--part-version').trim(),
    }));

const openFile = (person) => person.press(person.locator('main a[href="/replay"]'));
const fileField = (person) => person.locator('input[type=file]').waitFor({state: 'attached'});

test('an old page that needs another part after an update becomes the new page', async (stage) => {
    const server = await stage.server();
    await server.stop();
    server.web = makeVersion(stage, 'one');
    await server.start();
    const ann = await stage.person('Ann'); // without a worker
    await ann.visit('/archive');
    await ann.introduce();
    await ann.locator('[data-filter=game]').waitFor();
    equal(await partsOf(ann), {app: 'one', style: ''}, 'parts before the update');

    ann.expect(LOST);
    ann.expect(/answer 404|dynamically imported|Refused to apply style|ERR_CONNECTION_REFUSED/);
    await server.stop();
    server.web = makeVersion(stage, 'two');
    await server.start();
    await openFile(ann);
    await fileField(ann);
    equal(await partsOf(ann), {app: 'two', game: 'two', style: 'two'}, 'parts after the update');
});

test('a page whose script does not arrive loads again by itself', async (stage) => {
    await stage.server();
    const ann = await stage.person('Ann');
    let failures = 0;
    await ann.context.route('**/js/app.js', (route) => {
        failures += 1;
        return failures === 1 ? route.abort() : route.continue();
    });
    ann.expect(/app\.js|Failed to load resource/);
    await ann.visit('/');
    await ann.locator('[data-form=name] input').first().waitFor();
    equal(failures, 2, 'requests for it');
});

test('with a worker an old page finds all its parts after an update, and the next one is new', async (stage) => {
    const server = await stage.server();
    await server.stop();
    server.web = makeVersion(stage, 'one');
    await server.start();
    const ann = await stage.person('Ann', WITH_WORKER);
    await ann.visit('/');
    await ann.introduce();
    await ann.locator('#connection[data-state=open]').waitFor({state: 'attached'});
    await workerStored(ann);
    await ann.visit('/archive');
    await ann.locator('[data-filter=game]').waitFor();
    const old = await versionOf(ann);
    equal((await partsOf(ann)).game, undefined, 'the second part is not loaded yet');

    ann.expect(LOST);
    ann.expect(PROBES);
    await server.stop();
    server.web = makeVersion(stage, 'two');
    await server.start();
    await openFile(ann);
    await fileField(ann);
    equal(await partsOf(ann), {app: 'one', game: 'one', style: 'one'}, 'parts of the old page');

    await ann.page.reload();
    await fileField(ann);
    equal(await partsOf(ann), {app: 'two', game: 'two', style: 'two'}, 'parts of the new page');
    const now = await versionOf(ann);
    check(now !== old, 'it has another version');
    await workerStored(ann, now);

    await server.stop();
    await ann.page.reload();
    await fileField(ann);
    equal(await partsOf(ann), {app: 'two', game: 'two', style: 'two'}, 'parts while the server cannot be reached');
    equal(await versionOf(ann), now, 'their version');
});

test('a page from the last visit becomes the new one if the server comes back with an update', async (stage) => {
    const server = await stage.server();
    await server.stop();
    server.web = makeVersion(stage, 'one');
    await server.start();
    const ann = await stage.person('Ann', WITH_WORKER);
    await ann.visit('/');
    await ann.introduce();
    await ann.locator('#connection[data-state=open]').waitFor({state: 'attached'});
    await workerStored(ann);
    ann.expect(LOST);
    ann.expect(PROBES);
    await server.stop();
    await ann.page.reload();
    await ann.locator('#connection .words').waitFor();
    equal((await partsOf(ann)).app, 'one', 'the version from the last visit');
    server.web = makeVersion(stage, 'two');
    await server.start();
    await until(async () => (await partsOf(ann).catch(() => ({}))).app === 'two', 'the new version');
});
