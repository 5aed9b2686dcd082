// main.js: assembles the page: connection, settings, top bar, and the page for the current address. Pages are
// modules with show(root, params, context) → {leave()}; they are loaded when first needed.
//
// params: {id, invite, code, commentary, query}, taken from the address. Secrets (an invite or a code) are in its
// fragment, which browsers do not send to servers. context: {net, t, storage, alerts, sounds, turns, hotSeats,
// navigate, announce, loadBoard, loadStyle, withGuest, title}. Each page has its own `navigate`, which stops
// working once another page has been requested.

import {createAlerts} from './core/alerts.js';
import {createBanner} from './core/banner.js';
import {el, fill} from './core/dom.js';
import {language, onLanguage, plural, preferredLanguage, setLanguage, t} from './core/i18n.js';
import {createHotSeats} from './net/hot_seats.js';
import {createNet} from './net/net.js';
import {createLiveRegion} from './core/live_region.js';
import {recoverClicks} from './core/click_recovery.js';
import {createTheme, settingsMenu} from './core/settings.js';
import {createSounds} from './core/sounds.js';
import {createStorage} from './core/storage.js';
import {createTurns} from './net/turns.js';

// Shown to visitors without a name instead of a page that needs a player.
const WELCOME = {load: () => import('./pages/welcome.js')}; // what there is to see at a table
const PLAYER_NAME = {load: () => import('./pages/player_name.js')}; // just the form

const TABLE = {
    path: /^\/table\/([\w-]+)$/,
    title: '',
    needsPlayer: WELCOME,
    styles: ['table', 'panels', 'board', 'announce', 'replay'],
    load: () => import('./pages/table.js'),
};
// Shown instead of the table while several people on this device hand it over.
const HAND_OVER = {...TABLE, load: () => import('./pages/hand_over.js')};

// needsPlayer: page shown first to visitors without a name, and `reason`, its heading; styles: style sheets
// only this page needs; toTable: the player is likely to go to a table from here, so its page is preloaded;
// byInvite: the address has an invite in place of a table's id.
const ROUTES = [
    {path: /^\/$/, title: '', toTable: true, load: () => import('./pages/front.js')},
    TABLE,
    {
        path: /^\/invite\/([\w-]+)$/,
        title: 'invite.title',
        needsPlayer: WELCOME,
        byInvite: true,
        toTable: true,
        load: () => import('./pages/invite.js'),
    },
    {
        path: /^\/hotseat$/,
        title: 'hotseat.title',
        needsPlayer: PLAYER_NAME,
        reason: 'player_name.hotseat',
        styles: ['announce'],
        toTable: true,
        load: () => import('./pages/hot_seat.js'),
    },
    {
        path: /^\/archive$/,
        title: 'archive.title',
        needsPlayer: PLAYER_NAME,
        reason: 'player_name.archive',
        load: () => import('./pages/archive.js'),
    },
    {
        path: /^\/replay\/([\w-]+)$/,
        title: 'archive.replay',
        styles: ['table', 'panels', 'board', 'replay'],
        load: () => import('./pages/replay.js'),
    },
    {
        path: /^\/replay$/,
        title: 'shell.replay',
        styles: ['table', 'panels', 'board', 'replay'],
        load: () => import('./pages/replay.js'),
    },
];
const NOT_FOUND = {title: 'shell.not_found', load: async () => ({show: showNotFound})};
const GAMES = ['whitechapel', 'whitehall'];
const LOADING_AFTER = 200; // milliseconds a page may take to load before "Loading…" is shown

const root = document.getElementById('main');
const liveRegion = createLiveRegion(document.getElementById('announcer'));
const storage = createStorage();
const theme = createTheme(storage);
const sounds = createSounds({storage});
const alerts = createAlerts({storage, sounds, t});
const net = createNet({storage});
const turns = createTurns({net, alerts});
const hotSeats = createHotSeats({net, storage, leave: leavePage, open: navigate});
const boards = new Map();
const styles = new Map();
const announce = liveRegion.say; // announces a text to screen readers
const context = {
    net,
    t,
    storage,
    alerts,
    sounds,
    turns,
    hotSeats,
    announce,
    loadBoard,
    loadStyle,
    withGuest,
    title: alerts.title,
};
const menu = settingsMenu({t, alerts, sounds, storage, theme});
const banner = createBanner(document.getElementById('connection'), {net, announce});

let page = null; // result of the current page's show(), or null while a placeholder is shown
let requestedPages = 0; // counts requested pages, so that a page that loads late does not replace a later one
let preloading = null; // promise of preloading the table page and its boards
let isGuestArriving = false; // a new player's page is not redrawn: it goes to another one itself
let readyTable = null; // address of a new table whose player went elsewhere before it was created

// ---- context for pages ----

/** Returns the address of another file of the client, in the same version as this one: /v-…/js/main.js. */
const fileAddress = (path) => new URL(`../${path}`, import.meta.url).pathname;

/** Loads the board of a game from the server, once. */
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

/**
 * Loads a style sheet, once. The promise resolves when it is loaded, so that no page appears without its
 * styles.
 */
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

/**
 * Gives the visitor a name like "Guest 417", which they can change later, and runs `work`, which goes to another
 * page. If it fails, the page is redrawn for the new player.
 */
async function withGuest(work) {
    const mine = requestedPages;
    isGuestArriving = true;
    try {
        await net.setName(t('player_name.guest', {number: 100 + Math.floor(Math.random() * 900)}));
        return await work();
    } finally {
        isGuestArriving = false;
        if (mine === requestedPages && net.player !== null) {
            render();
        }
    }
}

/** Goes to another address of the client. With `replace`, the current one is removed from the history. */
function navigate(path, {replace = false} = {}) {
    window.history[replace ? 'replaceState' : 'pushState'](null, '', path);
    render({arrived: true});
}

/**
 * Returns the `navigate` of one page. If the player has gone elsewhere in the meantime, it does not pull them
 * away; a table it would have opened is linked in the top bar instead.
 */
const navigateFor = (mine) => (path, how) => {
    if (mine === requestedPages) {
        navigate(path, how);
    } else if (path.startsWith('/table/')) {
        readyTable = path;
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
                commentary: secrets.get('commentary') ?? undefined,
            };
            return {route, params};
        }
    }
    return {route: NOT_FOUND, params: {}};
}

/** Removes a device code from the address bar and the history: it is meant for this visit only. */
function hideCode() {
    if (window.location.hash.startsWith('#code=')) {
        window.history.replaceState(null, '', window.location.pathname + window.location.search);
    }
}

/** Loads what a page needs before it is shown. */
const parts = (route) => Promise.all([route.load(), ...(route.styles ?? []).map(loadStyle)]);

/** Preloads the table page. Errors are ignored here and reported when the player actually goes there. */
function preloadTable() {
    const later = window.requestIdleCallback ?? ((work) => setTimeout(work, LOADING_AFTER));
    preloading ??= new Promise((resolve) => {
        later(resolve);
    })
        .then(() => parts(TABLE))
        .then(() => Promise.all(GAMES.map(loadBoard)))
        .catch(() => {
            preloading = null;
        });
}

/** Removes the current page at once, with everything it has said: the next person must not see or hear it. */
function leavePage() {
    page?.leave?.();
    page = null;
    root.replaceChildren();
    liveRegion.clear();
}

/** Replaces the current page by "Loading…" when the next one takes long. */
function showLoading() {
    if (page !== null) {
        page.leave?.();
        page = null;
        fill(root, el('p', {class: 'coming', role: 'status'}, t('shell.loading')));
        showNav();
        root.focus({preventScroll: true});
    }
}

/**
 * Several people may share this device at a table. Each of them sees it only after a hand-over, and elsewhere the
 * page belongs to the player of this browser.
 */
function forDevice({route, params}) {
    const people = route === TABLE ? hotSeats.peopleAt(params.id) : null;
    const isPerson = people?.some(({player}) => player === net.player?.player) ?? false;
    if (net.isBorrowed && !isPerson) {
        hotSeats.take();
    }
    return {route: people !== null && !isPerson ? HAND_OVER : route, params};
}

async function render({arrived = false} = {}) {
    const mine = ++requestedPages;
    const {route, params} = forDevice(readAddress());
    hideCode();
    const needsName = route.needsPlayer !== undefined && net.player === null;
    const shown = needsName ? route.needsPlayer : route;
    const loadingTimer = setTimeout(() => mine === requestedPages && showLoading(), LOADING_AFTER);
    let module;
    try {
        [module] = await parts(shown);
    } catch {
        module = {show: showBroken};
    }
    clearTimeout(loadingTimer);
    if (mine !== requestedPages) {
        return;
    }
    page?.leave?.();
    alerts.title(route.title === '' ? '' : t(route.title));
    root.replaceChildren();
    page = module.show(root, {...params, reason: route.reason, byInvite: route.byInvite === true}, {
        ...context,
        navigate: navigateFor(mine),
    });
    showTop();
    if (arrived) {
        window.scrollTo(0, 0);
        root.focus({preventScroll: true});
    }
    if (route.toTable) {
        preloadTable();
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

function showNotFound(where) {
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

// ---- top bar ----

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

/** Returns a link to the player's new table, unless they are there or it is already linked. */
function readyLink() {
    const path = readyTable?.split('#')[0];
    if (path === window.location.pathname) {
        readyTable = null;
    }
    const isNamed = alerts.tables().some((id) => path === `/table/${id}`);
    const how = {class: 'turns', 'data-ready-table': '', href: readyTable};
    return readyTable !== null && !isNamed && el('a', how, t('shell.ready'));
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

// ---- events ----

/** Opens links to our own pages without reloading the client. */
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

/** Pages are built for one player: redraws the page when the player changes. */
function redrawForPlayer() {
    let last = net.player?.player;
    net.on('player', (player) => {
        if (player?.player !== last) {
            last = player?.player;
            readyTable = null;
            if (isGuestArriving) {
                showNav();
            } else {
                render();
            }
        } else {
            showNav();
        }
    });
}

async function start() {
    await setLanguage(storage.get('language', preferredLanguage())).catch(() => {});
    document.documentElement.lang = language();
    fill(document.getElementById('tools'), el('span', {class: 'who', id: 'who'}), menu.element);
    menu.relabel();
    net.on('state', banner.update);
    banner.update();
    alerts.on(showNav);
    redrawForPlayer();
    onLanguage(() => {
        menu.relabel();
        banner.relabel();
        render();
    });
    document.addEventListener('click', followLink);
    recoverClicks();
    window.addEventListener('popstate', () => render({arrived: true}));
    render();
}

start();
