// worker.js: the service worker. It shows the client, as of the last visit, while the server cannot be reached, and the
// notifications that the server sends.
//
// A page always comes from the server if that answers. The parts of a page are requested under its version (/v-…/, see
// server/net/static_files.h), so whatever is stored under such an address is right for every page that asks for it, and
// parts of two versions never meet. The worker of a version stores all parts of this version, or else is not installed. It
// keeps those of the version before it, for pages that are still open.

import {handlePush} from './js/net/push_events.js';

const VERSION = '/v-VERSION/'; // the server puts the version here
const PREFIX = 'gaslight';
const CACHE = PREFIX + VERSION;
const PAGE = '/';
const PARTS = [
    'js/app.js',
    'js/game.js',
    'js/it.js',
    'style/game.css',
    'boards/whitechapel.json',
    'boards/whitehall.json',
    'learn/en.json',
    'learn/it.json',
    'learn/pictures.json',
    'puzzles/list.json',
    'puzzles/en.json',
    'puzzles/it.json',
    'favicon.svg',
    'favicon-turn.svg',
];
const PATIENCE = 6000; // milliseconds that the server may take to answer with a page

/** Stores a version completely. Rejects if the server does not have all of it, because it has another one by now. */
async function store() {
    const page = await fetch(PAGE, {cache: 'no-store'});
    if (!page.ok || !(await page.clone().text()).includes(VERSION)) {
        throw new Error('the server has another version');
    }
    const cache = await caches.open(CACHE);
    await cache.addAll(PARTS.map((path) => VERSION + path));
    await cache.put(PAGE, page);
}

/** Stores a version completely or not at all: removeOld() would keep an incomplete one as the previous version. */
async function install() {
    try {
        await store();
    } catch (problem) {
        const isComplete = (await (await caches.open(CACHE)).match(PAGE)) !== undefined; // from an earlier installation
        if (!isComplete) {
            await caches.delete(CACHE);
        }
        throw problem;
    }
}

async function removeOld() {
    const names = (await caches.keys()).filter((name) => name.startsWith(PREFIX)); // oldest first
    const old = names.filter((name) => name !== CACHE).slice(0, -1);
    await Promise.all(old.map((name) => caches.delete(name)));
}

/** Returns the page of the last visit, marked as such for core/unreachable.js, or undefined if there is none. */
async function storedPage() {
    const stored = await (await caches.open(CACHE)).match(PAGE);
    if (stored === undefined) {
        return undefined;
    }
    const headers = new Headers(stored.headers); // its content security policy among them
    headers.delete('Content-Encoding');
    headers.delete('Content-Length');
    const text = await stored.text();
    return new Response(text.replace('<html ', '<html data-unreachable '), {headers});
}

/** Returns the server's answer, or an error if it takes too long, or if a proxy answers in its place. */
function ask(request) {
    return new Promise((resolve, reject) => {
        setTimeout(() => reject(new Error('no answer')), PATIENCE);
        fetch(request).then((answer) => (answer.status < 500 ? resolve(answer) : reject(answer)), reject);
    });
}

async function showPage(request) {
    try {
        return await ask(request);
    } catch (problem) {
        return (await storedPage()) ?? (problem instanceof Response ? problem : Response.error());
    }
}

async function findPart(request) {
    return (await caches.match(request)) ?? fetch(request);
}

self.addEventListener('install', (event) => {
    self.skipWaiting(); // pages of the previous version find their parts under their own names
    event.waitUntil(install());
});

self.addEventListener('activate', (event) => {
    event.waitUntil(Promise.all([removeOld(), self.clients.claim()]));
});

self.addEventListener('fetch', (event) => {
    const {request} = event;
    const {origin, pathname} = new URL(request.url);
    if (request.method !== 'GET' || origin !== self.location.origin) {
        return;
    }
    if (request.mode === 'navigate') {
        event.respondWith(showPage(request));
    } else if (pathname.startsWith('/v-')) {
        event.respondWith(findPart(request));
    }
});

handlePush(self);
