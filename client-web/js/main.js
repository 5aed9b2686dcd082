// main.js: puts the page together: connection, settings, the top of the page, and which page is shown. Pages
// are modules with show(root, params, context) → {leave()}; they are loaded when they are first needed.
//
// params: {id, invite, code, query}: what the address holds. What is secret (an invite, a code) stands in its
// fragment, which no server ever sees.
// context: {net, t, storage, alerts, turns, navigate, announce, loadBoard, title}; `navigate` is each page's
// own and leads nowhere any more once another page was asked for.

import {createAlerts} from './core/alerts.js';
import {createBanner} from './core/banner.js';
import {el, fill} from './core/dom.js';
import {language, onLanguage, plural, preferredLanguage, setLanguage, t} from './core/i18n.js';
import {createNet} from './net/net.js';
import {keepPresses} from './core/click_recovery.js';
import {createTheme, settingsMenu} from './core/settings.js';
import {createStorage} from './core/storage.js';
import {createTurns} from './net/turns.js';

const TABLE = {
    path: /^\/table\/([\w-]+)$/,
    title: '',
    needsPlayer: 'naming.table',
    styles: ['table', 'board'],
    load: () => import('./pages/table.js'),
};

// needsPlayer: what a visitor without a name is told first; styles: sheets that only this page needs;
// toTable: from here one goes to a table, which is fetched meanwhile.
const ROUTES = [
    {path: /^\/$/, title: '', toTable: true, load: () => import('./pages/front.js')},
    TABLE,
    {
        path: /^\/invite\/([\w-]+)$/,
        title: 'invite.title',
        needsPlayer: 'naming.invited',
        toTable: true,
        load: () => import('./pages/invite.js'),
    },
    {
        path: /^\/archive$/,
        title: 'archive.title',
        needsPlayer: 'naming.title',
        load: () => import('./pages/archive.js'),
    },
    {
        path: /^\/replay\/([\w-]+)$/,
        title: 'archive.replay',
        needsPlayer: 'naming.title',
        styles: ['table', 'board', 'replay'],
        load: () => import('./pages/replay.js'),
    },
    {
        path: /^\/replay$/,
        title: 'shell.replay',
        styles: ['table', 'board', 'replay'],
        load: () => import('./pages/replay.js'),
    },
];
const NOWHERE = {title: 'shell.not_found', load: async () => ({show: showNothing})};
const NAMING = {load: () => import('./pages/player_name.js')};
const GAMES = ['whitechapel', 'whitehall'];
const SOON = 200; // milliseconds in which a page comes without a word about it

const root = document.getElementById('main');
const announcer = document.getElementById('announcer');
const storage = createStorage();
const theme = createTheme(storage);
const alerts = createAlerts({storage, t});
const net = createNet({storage});
const turns = createTurns({net, alerts});
const boards = new Map();
const styles = new Map();
const context = {net, t, storage, alerts, turns, announce, loadBoard, title: alerts.title};
const menu = settingsMenu({t, alerts, storage, theme});
const banner = createBanner(document.getElementById('connection'), {net, announce});

let page = null; // what the page on screen gave back; null: none yet, and index.html or showComing() says so
let showing = 0; // counts what was asked for: a page that arrives late is not shown over a later one
let fetching = null; // that the page of a table and its boards are fetched before they are needed
let ready = null; // the address of a table that one has left before it was there

// ---- what pages get ----

/** Says something to screen readers when it is convenient. */
function announce(text) {
    announcer.textContent = '';
    requestAnimationFrame(() => {
        announcer.textContent = text;
    });
}

/** The address of another file of the client, of the same version as this one: /v-…/js/main.js. */
const fileAddress = (path) => new URL(`../${path}`, import.meta.url).pathname;

/** The board of a game, as the server has it. */
function loadBoard(game) {
    if (!boards.has(game)) {
        const board = fetch(fileAddress(`boards/${game}.json`)).then((response) => {
            if (!response.ok) {
                throw new Error(`the board of ${game}: ${response.status}`);
            }
            return response.json();
        });
        board.catch(() => boards.delete(game));
        boards.set(game, board);
    }
    return boards.get(game);
}

/** A style sheet, once; it is there when the promise is kept, so that no page is seen without its clothes. */
function loadStyle(name) {
    const href = fileAddress(`style/${name}.css`);
    if (!styles.has(href)) {
        styles.set(
            href,
            new Promise((resolve, reject) => {
                const link = el('link', {rel: 'stylesheet', href, onload: resolve, onerror: reject});
                document.head.append(link);
            }),
        );
        styles.get(href).catch(() => styles.delete(href));
    }
    return styles.get(href);
}

/** Goes to another address of ours. With `replace` the one left is not kept in the history. */
function navigate(path, {replace = false} = {}) {
    window.history[replace ? 'replaceState' : 'pushState'](null, '', path);
    render({arrived: true});
}

/**
 * For one page. An answer that comes when its player has gone elsewhere does not pull him away: a table that
 * it would have led to is named in the bar.
 */
const navigateFor = (mine) => (path, how) => {
    if (mine === showing) {
        navigate(path, how);
    } else if (path.startsWith('/table/')) {
        ready = path;
        announce(t('shell.ready'));
        showNav();
    }
};

// ---- pages ----

function readAddress() {
    const {pathname, search, hash} = window.location;
    const secrets = new URLSearchParams(hash.slice(1));
    for (const route of ROUTES) {
        const match = route.path.exec(pathname);
        if (match !== null) {
            const params = {
                id: match[1],
                query: new URLSearchParams(search),
                invite: secrets.get('invite') ?? undefined,
                code: secrets.get('code') ?? undefined,
            };
            return {route, params};
        }
    }
    return {route: NOWHERE, params: {}};
}

/** A code is for this moment only: it must not stay in the address bar or the history. */
function hideCode() {
    if (window.location.hash.startsWith('#code=')) {
        window.history.replaceState(null, '', window.location.pathname + window.location.search);
    }
}

/** What a page needs before it is shown. */
const parts = (route) => Promise.all([route.load(), ...(route.styles ?? []).map(loadStyle)]);

/** The page of a table, for who is about to go to one; a fault is for who then goes there. */
function fetchTable() {
    const later = window.requestIdleCallback ?? ((work) => setTimeout(work, SOON));
    fetching ??= new Promise((resolve) => {
        later(resolve);
    })
        .then(() => parts(TABLE))
        .then(() => Promise.all(GAMES.map(loadBoard)))
        .catch(() => {
            fetching = null;
        });
}

/** A page takes its time: the one that was left goes, and it is said that another comes. */
function showComing() {
    if (page !== null) {
        page.leave?.();
        page = null;
        fill(root, el('p', {class: 'coming', role: 'status'}, t('shell.loading')));
        showNav();
        root.focus({preventScroll: true});
    }
}

async function render({arrived = false} = {}) {
    const mine = ++showing;
    const {route, params} = readAddress();
    hideCode();
    const nameless = route.needsPlayer !== undefined && net.player === null;
    const shown = nameless ? NAMING : route;
    const coming = setTimeout(() => mine === showing && showComing(), SOON);
    let module;
    try {
        [module] = await parts(shown);
    } catch {
        module = {show: showBroken};
    }
    clearTimeout(coming);
    if (mine !== showing) {
        return;
    }
    page?.leave?.();
    alerts.title(route.title === '' ? '' : t(route.title));
    root.replaceChildren();
    page = module.show(root, nameless ? {reason: route.needsPlayer} : params, {
        ...context,
        navigate: navigateFor(mine),
    });
    showTop();
    if (arrived) {
        window.scrollTo(0, 0);
        root.focus({preventScroll: true});
    }
    if (route.toTable) {
        fetchTable();
    }
}

function showMessage(where, title, text, button) {
    fill(
        where,
        el(
            'div',
            {class: 'page narrow'},
            el('section', {class: 'panel'}, el('h1', null, title), el('p', null, text), button),
        ),
    );
    return {leave() {}};
}

function showNothing(where) {
    return showMessage(
        where,
        t('shell.not_found'),
        t('shell.not_found.text'),
        el('a', {class: 'button main', href: '/'}, t('shell.to_front')),
    );
}

function showBroken(where) {
    return showMessage(
        where,
        t('shell.broken'),
        t('shell.broken.text'),
        el(
            'button',
            {type: 'button', class: 'main', onclick: () => window.location.reload()},
            t('shell.again'),
        ),
    );
}

// ---- the top of the page ----

function navLink(href, text) {
    const here = window.location.pathname === href;
    return el('a', {href, 'aria-current': here ? 'page' : null}, text);
}

function turnsLink() {
    const tables = alerts.tables();
    const elsewhere = tables.filter((id) => window.location.pathname !== `/table/${id}`);
    const atTable = window.location.pathname.startsWith('/table/');
    return (
        elsewhere.length > 0 &&
        el(
            'a',
            {
                class: 'turns',
                'data-turns': elsewhere.length,
                href: elsewhere.length === 1 ? `/table/${elsewhere[0]}` : '/',
            },
            plural(atTable ? 'shell.your_turn_elsewhere' : 'shell.your_turn', elsewhere.length, {
                game: t(`game.${alerts.gameAt(elsewhere[0])}`),
            }),
        )
    );
}

/** A table of one's own that one is not at, unless it is named already; once one is there it is forgotten. */
function readyLink() {
    const path = ready?.split('#')[0];
    if (path === window.location.pathname) {
        ready = null;
    }
    const isNamed = alerts.tables().some((id) => path === `/table/${id}`);
    const how = {class: 'turns', 'data-ready-table': '', href: ready};
    return ready !== null && !isNamed && el('a', how, t('shell.ready'));
}

function showNav() {
    fill(
        document.getElementById('nav'),
        navLink('/', t('shell.tables')),
        navLink('/archive', t('shell.archive')),
        readyLink(),
        turnsLink(),
    );
    document.getElementById('who').textContent = net.player?.name ?? '';
}

function showTop() {
    document.querySelectorAll('[data-text]').forEach((one) => {
        one.textContent = t(one.dataset.text);
    });
    showNav();
}

// ---- what moves it ----

/** Links to our own pages are shown without loading everything again. */
function followLink(event) {
    const link = event.target.closest?.('a[href]');
    const modified = event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
    if (
        !link ||
        modified ||
        event.defaultPrevented ||
        link.target !== '' ||
        link.hasAttribute('download') ||
        link.origin !== window.location.origin
    ) {
        return;
    }
    if (link.getAttribute('href').startsWith('#')) {
        event.preventDefault();
        document.getElementById(link.hash.slice(1))?.focus();
    } else if (ROUTES.some((route) => route.path.test(link.pathname))) {
        event.preventDefault();
        navigate(link.pathname + link.search + link.hash);
    }
}

/** Pages are made for one player: when that is another, or the first, they are made anew. */
function watchPlayer() {
    let last = net.player?.player;
    net.on('player', (player) => {
        if (player?.player !== last) {
            last = player?.player;
            ready = null;
            render();
        } else {
            showNav();
        }
    });
}

async function boot() {
    await setLanguage(storage.get('language', preferredLanguage())).catch(() => {});
    document.documentElement.lang = language();
    fill(document.getElementById('tools'), el('span', {class: 'who', id: 'who'}), menu.element);
    menu.relabel();
    net.on('state', banner.update);
    banner.update();
    alerts.on(showNav);
    watchPlayer();
    onLanguage(() => {
        menu.relabel();
        banner.relabel();
        render();
    });
    document.addEventListener('click', followLink);
    keepPresses();
    window.addEventListener('popstate', () => render({arrived: true}));
    render();
}

boot();
