// install.test.mjs: what browsers need to install the client: manifest, icons, colours and shortcuts.

import {check, equal} from './support/checks.mjs';
import {test} from './support/testing.mjs';

/** Returns the width and the height of a PNG. */
function sizeOf(bytes) {
    const view = new DataView(bytes);
    equal(view.getUint32(0), 0x89504e47, 'a PNG begins with its signature');
    return `${view.getUint32(16)}x${view.getUint32(20)}`;
}

async function fetchIcon(server, path) {
    const answer = await fetch(server.url + path);
    equal([answer.status, answer.headers.get('Content-Type')], [200, 'image/png'], path);
    return sizeOf(await answer.arrayBuffer());
}

test('the manifest has all that installing needs, and its icons have the sizes it says', async (stage) => {
    const server = await stage.server();
    const answer = await fetch(`${server.url}/manifest.webmanifest`);
    equal(answer.headers.get('Content-Type'), 'application/manifest+json', 'its type');
    const manifest = await answer.json();
    equal([manifest.name, manifest.start_url, manifest.scope, manifest.display], ['Gaslight', '/', '/', 'standalone'], 'it');
    const pictures = manifest.icons.filter(({type}) => type === 'image/png');
    for (const purpose of ['any', 'maskable']) {
        const sizes = pictures.filter((icon) => icon.purpose === purpose).map((icon) => icon.sizes);
        equal(sizes, ['192x192', '512x512'], `icons for ${purpose}`);
    }
    for (const {src, sizes} of pictures) {
        equal(await fetchIcon(server, src), sizes, src);
    }
    check(manifest.shortcuts.length >= 3, 'shortcuts');
    for (const {url, icons} of manifest.shortcuts) {
        equal((await fetch(server.url + url)).status, 200, url);
        equal(await fetchIcon(server, icons[0].src), icons[0].sizes, icons[0].src);
    }
});

test('the page names the manifest, an icon for iOS and the colours of both themes', async (stage) => {
    const server = await stage.server();
    const ann = await stage.person('Ann', {colorScheme: 'light'});
    await ann.visit('/');
    await ann.locator('[data-form=name] input').first().waitFor();
    const head = await ann.page.evaluate(async () => {
        const address = (rel) => document.querySelector(`link[rel="${rel}"]`).getAttribute('href');
        // Fetched as the browser would do it, under the page's own policy.
        const manifest = await fetch(address('manifest')).then((answer) => answer.json());
        return {icon: address('apple-touch-icon'), name: manifest.name};
    });
    equal(head.name, 'Gaslight', 'the manifest of the page');
    equal(await fetchIcon(server, head.icon), '180x180', 'the icon for iOS');
    const page = await (await fetch(server.url)).text();
    check(/theme-color" content="#efe5cf" media="\(prefers-color-scheme: light\)"/.test(page), 'the light colour');
    check(/theme-color" content="#0d131d" media="\(prefers-color-scheme: dark\)"/.test(page), 'the dark colour');
    const colours = () =>
        ann.page.evaluate(() => {
            const all = [...document.querySelectorAll('meta[name=theme-color]')].map(({content}) => content);
            return {all: [...new Set(all)], page: getComputedStyle(document.documentElement).getPropertyValue('--page').trim()};
        });
    const light = await colours();
    equal(light.all, [light.page], 'the colour of the browser in the light theme');
    await ann.page.evaluate(() => localStorage.setItem('gaslight.theme', '"dark"'));
    await ann.page.reload();
    await ann.locator('[data-form=name] input').first().waitFor();
    const dark = await colours();
    equal(dark.all, [dark.page], 'the colour of the browser in the dark theme');
    check(dark.page !== light.page, 'the themes differ');
});

test('a browser finds no fault with the manifest', async (stage) => {
    await stage.server();
    const ann = await stage.person('Ann');
    await ann.visit('/');
    const session = await ann.context.newCDPSession(ann.page);
    const {url, errors, data} = await session.send('Page.getAppManifest');
    check(url.endsWith('/manifest.webmanifest'), `its address: ${url}`);
    equal(errors, [], 'errors');
    check(data.includes('maskable'), 'it is read');
});
