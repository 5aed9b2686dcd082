// main.js: assembles the page: connection, settings, top bar, and the page for the current address. Pages are
// modules with show(root, params, context) → {leave()}. Everything up to the lobby is in the first part of the client;
// a game, its replay and the map are in the second one (game.js), which is loaded when it is first needed.
//
// params: {id, invite, code, commentary, query}, taken from the address. Secrets (an invite or a code) are in its
// fragment, which browsers do not send to servers. context: {net, t, storage, alerts, sounds, turns, hotSeats,
// navigate, announce, loadBoard, loadGuide, loadLessons, loadPictures, loadGame, preloadGame, preloadTable, withGuest,
// title}. Each page has its own
// `navigate`, which stops working once another page has been requested.

import {createAlerts} from './core/alerts.js';
import {createBanner} from './core/banner.js';
import {el, fill} from './core/dom.js';
import {language, onLanguage, plural, preferredLanguage, setLanguage, t} from './core/i18n.js';
import {createHotSeats} from './net/hot_seats.js';
import {createBackup, recoverPlayer} from './net/backup.js';
import {createNet} from './net/net.js';
import {createLiveRegion} from './core/live_region.js';
import {recoverClicks} from './core/click_recovery.js';
import {allowSecondFinger} from './core/second_finger.js';
import {createTheme, settingsMenu} from './core/settings.js';
import {createSounds} from './core/sounds.js';
import {createStorage} from './core/storage.js';
import {createUnreachable, installWorker} from './core/unreachable.js';
import {reloadIfOutdated} from './core/version.js';
import {createTurns} from './net/turns.js';
import {show as showArchive} from './pages/archive.js';
import {show as showFront} from './pages/front.js';
import {show as showHandOver} from './pages/hand_over.js';
import {show as showHotSeat} from './pages/hot_seat.js';
import {show as showInvite} from './pages/invite.js';
import {show as showName} from './pages/player_name.js';
import {show as showTable} from './pages/table.js';
import {show as showUnsubscribe} from './pages/unsubscribe.js';
import {show as showWelcome} from './pages/welcome.js';

// Shown to visitors without a name instead of a page that needs a player.
const WELCOME = {page: {show: showWelcome}}; // what there is to see at a table
const PLAYER_NAME = {page: {show: showName}}; // just the form

const TABLE = {
    path: /^\/table\/([\w-]+)$/,
    title: '',
    needsPlayer: WELCOME,
    styles: ['game'],
    page: {show: showTable},
};
// Shown instead of the table while several people on this device hand it over.
const HAND_OVER = {...TABLE, page: {show: showHandOver}};

const replayPage = async () => ({show: (await loadGame()).showReplay});
const puzzlesPage = async () => ({show: (await loadGame()).showPuzzles});
const learnPage = async () => ({show: (await loadGame()).showLearn});
const playerPage = async () => ({show: (await loadGame()).showPlayer});
const statsPage = async () => ({show: (await loadGame()).showServer});

// page: {show}, or a function that loads it; needsPlayer: page shown first to visitors without a name, and `reason`,
// its heading; styles: style sheets only this page needs; preloads: the player is likely to go to a game from here;
// byInvite: the fragment is an invite, in place of a table's id.
const ROUTES = [
    {path: /^\/$/, title: '', preloads: true, page: {show: showFront}},
    TABLE,
    {
        path: /^\/invite$/,
        title: 'invite.title',
        needsPlayer: WELCOME,
        byInvite: true,
        page: {show: showInvite},
    },
    {
        path: /^\/hotseat$/,
        title: 'hotseat.title',
        needsPlayer: PLAYER_NAME,
        reason: 'player_name.hotseat',
        styles: ['game'],
        preloads: true,
        page: {show: showHotSeat},
    },
    {
        path: /^\/learn(?:\/([\w-]+))?$/,
        title: 'learn.title',
        styles: ['game'],
        page: learnPage,
    },
    {
        path: /^\/player\/([\w-]+)$/,
        title: 'stats.title',
        styles: ['game'],
        page: playerPage,
    },
    {
        path: /^\/stats$/,
        title: 'stats.title',
        styles: ['game'],
        page: statsPage,
    },
    {
        path: /^\/puzzles(?:\/(\d+))?$/,
        title: 'puzzles.title',
        styles: ['game'],
        page: puzzlesPage,
    },
    {
        path: /^\/unsubscribe\/([\w-]+)$/,
        title: 'unsubscribe.title',
        page: {show: showUnsubscribe},
    },
    {
        path: /^\/archive$/,
        title: 'archive.title',
        needsPlayer: PLAYER_NAME,
        reason: 'player_name.archive',
        page: {show: showArchive},
    },
    {
        path: /^\/replay\/([\w-]+)$/,
        title: 'archive.replay',
        styles: ['game'],
        page: replayPage,
    },
    {
        path: /^\/replay$/,
        title: 'shell.replay',
        styles: ['game'],
        page: replayPage,
    },
];
const INVITE = /^#([\w-]+)/;
const OLD_INVITE = /^\/invite\/([\w-]+)$/;
const NOT_FOUND = {title: 'shell.not_found', page: {show: showNotFound}};
const BANNED_PAGE = {title: 'shell.banned', page: {show: showBanned}};
const PRELOAD_AFTER = 2000; // milliseconds that preloading waits for a moment when nothing else happens
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
const files = new Map(); // JSON files of the server, by path
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
    loadGuide,
    loadLessons,
    loadPictures,
    loadPuzzles,
    loadGame,
    preloadGame,
    preloadTable,
    withGuest,
    title: alerts.title,
};
const menu = settingsMenu({t, alerts, sounds, storage, theme});
const unreachable = createUnreachable({changed: serverIsBack});
const banner = createBanner(document.getElementById('connection'), {net, announce, unreachable});

let page = null; // result of the current page's show(), or null while a placeholder is shown
let requestedPages = 0; // counts requested pages, so that a page that loads late does not replace a later one
let isGuestArriving = false; // a new player's page is not redrawn: it goes to another one itself
let readyTable = null; // address of a new table whose player went elsewhere before it was created

// ---- context for pages ----

/** Returns the address of another file of the client, in the same version as this one: /v-…/js/main.js. */
const fileAddress = (path) => new URL(`../${path}`, import.meta.url).pathname;

/** Loads a JSON file from the server, once. */
function loadFile(path) {
    if (!files.has(path)) {
        const file = fetch(fileAddress(path)).then((response) => {
            if (!response.ok) {
                throw new Error(`${path}: ${response.status}`);
            }
            return response.json();
        });
        file.catch(() => files.delete(path));
        files.set(path, file);
    }
    return files.get(path);
}

/** Loads the board of a game. */
function loadBoard(game) {
    return loadFile(`boards/${game}.json`);
}

/** Loads the texts of "How to play" in the current language, and its pictures. */
function loadGuide() {
    return loadFile(`learn/${language()}.json`);
}

/** Loads the texts of the guided games in the current language. */
function loadLessons() {
    return loadFile(`learn/lessons_${language()}.json`);
}

function loadPictures() {
    return loadFile('learn/pictures.json');
}

/** Loads the list of puzzles, and what is said about them in the current language. */
async function loadPuzzles() {
    const [list, texts] = await Promise.all([loadFile('puzzles/list.json'), loadFile(`puzzles/${language()}.json`)]);
    return {list, texts};
}

/** Loads the second part of the client, and its style sheet. */
async function loadGame() {
    const [game] = await Promise.all([import('./game.js'), loadStyle('game')]);
    installWorker(); // it stores what has been loaded by now, so this visit does not wait for it
    return game;
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
    moveInvite();
    const {pathname, search, hash} = window.location;
    const secrets = new URLSearchParams(hash.slice(1));
    for (const route of ROUTES) {
        const match = route.path.exec(pathname);
        if (match !== null) {
            const params = {
                id: match[1],
                query: new URLSearchParams(search),
                invite: route.byInvite ? INVITE.exec(hash)?.[1] : (secrets.get('invite') ?? undefined),
                code: secrets.get('code') ?? undefined,
                commentary: secrets.get('commentary') ?? undefined,
            };
            return {route, params};
        }
    }
    return {route: NOT_FOUND, params: {}};
}

/**
 * Moves the invite of an old link, /invite/CODE, into the fragment, so that no later request (a reload, the
 * history) contains it.
 */
function moveInvite() {
    const invite = OLD_INVITE.exec(window.location.pathname)?.[1];
    if (invite !== undefined) {
        window.history.replaceState(null, '', `/invite${window.location.search}#${invite}`);
    }
}

/** Removes a device code from the address bar and the history: it is meant for this visit only. */
function hideCode() {
    if (window.location.hash.startsWith('#code=')) {
        window.history.replaceState(null, '', window.location.pathname + window.location.search);
    }
}

/** Loads what a page needs before it is shown. */
const parts = ({page: module, styles = []}) =>
    Promise.all([typeof module === 'function' ? module() : module, ...styles.map(loadStyle)]);

/** Loads what the page of a table needs besides this part. Call it once there is nothing more urgent to load. */
function preloadTable() {
    TABLE.styles.forEach((name) => loadStyle(name).catch(() => {}));
}

/**
 * Loads what a game needs when there is nothing else to do: the second part of the client and, where it is known, the
 * board. Errors are ignored here and reported when the player actually goes there.
 */
function preloadGame(board = null) {
    const later = window.requestIdleCallback ?? ((work) => setTimeout(work, LOADING_AFTER));
    later(() => {
        loadGame().catch(() => {});
        if (board !== null) {
            loadBoard(board).catch(() => {});
        }
    }, {timeout: PRELOAD_AFTER});
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
    const {route, params} = net.isBanned ? {route: BANNED_PAGE, params: {}} : forDevice(readAddress());
    hideCode();
    const needsName = route.needsPlayer !== undefined && net.player === null;
    const shown = needsName ? route.needsPlayer : route;
    const loadingTimer = setTimeout(() => mine === requestedPages && showLoading(), LOADING_AFTER);
    let module;
    try {
        [module] = await parts(shown);
    } catch {
        if (await reloadIfOutdated()) {
            return;
        }
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
    if (route.preloads) {
        preloadGame();
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

/** Players who are banned get no other page, and the client does not try to connect again. */
function showBanned(where) {
    return showMessage(where, t('shell.banned'), t('shell.banned.text'), null);
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
    } else if (OLD_INVITE.test(link.pathname) || ROUTES.some((route) => route.path.test(link.pathname))) {
        event.preventDefault();
        navigate(link.pathname + link.search + link.hash);
    }
}

/** Pages are built for one player: redraws the page when the player changes. */
function redrawForPlayer() {
    let last = net.player?.player;
    net.on('identity', (player) => {
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

/** The page came from the last visit, and the server answers again. */
function serverIsBack() {
    banner.update();
    net.retry();
    if (net.player === null) {
        render();
    }
}

async function start() {
    await setLanguage(storage.get('language', preferredLanguage())).catch(() => {});
    createBackup({net, storage});
    await recoverPlayer(net);
    document.documentElement.lang = language();
    fill(document.getElementById('tools'), el('span', {class: 'who', id: 'who'}), menu.element);
    menu.relabel();
    net.on('state', () => {
        banner.update();
        if (net.state === 'open') {
            unreachable.probe();
        }
        if (net.isBanned) {
            render({arrived: true});
        }
    });
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
    allowSecondFinger();
    window.addEventListener('popstate', () => render({arrived: true}));
    render();
}

start();
