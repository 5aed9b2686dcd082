// person.mjs: a person at a browser. They act only through their page: they read what it offers, click or type,
// and look at the result.

import {PATIENCE, equal, until} from './checks.mjs';
import {recordingContext} from './browser.mjs';

export const DESKTOP = {viewport: {width: 1440, height: 900}};
export const TABLET = {viewport: {width: 820, height: 1180}};
export const PHONE = {viewport: {width: 390, height: 844}, hasTouch: true, isMobile: true};

/** What browsers say about an unreachable server, and about asking it whether it refuses this address (net/ban.js). */
export const LOST = /WebSocket connection to|\/ws\b|Failed to load resource|net::ERR_(CONNECTION|EMPTY_RESPONSE|FAILED)/;

const NOON = new Date('2026-03-01T12:00:00Z').getTime();
const ONE = NOON + 3600_000; // clocks are stopped at this time, which is later than any machine needs to get there

const isTurn = /^\{"on":"turn"|^\{"re".*"turn":\{/;

/** Runs in the page: returns what it shows of a game and which actions it offers. */
export function readTable() {
    const page = document.querySelector('.table-page');
    if (page === null) {
        return null;
    }
    const acting = page.querySelector('.acting');
    const all = (selector, root = page) => [...root.querySelectorAll(selector)];
    const confirm = acting?.querySelector('[data-act=confirm]') ?? null;
    const cancel = acting?.querySelector('[data-act=cancel]') ?? null;
    const status = page.querySelector('.status-panel');
    return {
        phase: page.dataset.phase,
        role: page.dataset.role,
        round: Number(/\d+/.exec(status.querySelector('.status-round').textContent)[0]),
        // While a request is pending, nothing can be cancelled.
        mine: status.dataset.turn === 'mine' && confirm !== null && !cancel.disabled,
        kinds: all('.act-what [data-mode]', acting)
            .filter((one) => one.ariaDisabled !== 'true')
            .map((one) => one.dataset.mode),
        places: all('.act-places [data-place]', acting)
            .filter((one) => one.ariaDisabled !== 'true')
            .map((one) => ({
                place: one.dataset.place,
                chosen: one.ariaPressed === 'true' || one.classList.contains('first'),
            })),
        options: all('.act-tray [data-option]', acting).map((one) => one.dataset.option),
        tokens: acting?.querySelector('[data-key=deal]') !== null,
        ready: acting?.querySelector('[data-ready=true]') !== null && confirm !== null && !confirm.disabled,
        refusal: acting?.querySelector('.refusal')?.textContent ?? null,
        police: all('[data-piece^=police-]').map((one) => one.dataset.at),
        found: all('[data-piece^=discovery-]').map((one) => one.dataset.at),
        entries: all('.log .entry').length,
    };
}

/** Runs in the page: returns the visible part of the board, or null while the map is moving. */
export async function readMap() {
    // A movement is drawn in the next frame, as a scaled image or painted again; the image is painted again at
    // the end.
    for (let frames = 0; frames < 2; frames++) {
        await new Promise((done) => {
            requestAnimationFrame(done);
        });
    }
    const map = document.querySelector('svg.map');
    const {x, y, width, height} = map?.viewBox.baseVal ?? {};
    return width > 0 && map.style.transform === '' ? {x, y, width, height} : null;
}

/**
 * Runs in the page: records the result of read() whenever the page changes, so that short-lived states are not
 * missed.
 */
function keepLooking(read) {
    window.looks = [read()];
    new MutationObserver(() => {
        const now = read();
        if (JSON.stringify(now) !== JSON.stringify(window.looks.at(-1))) {
            window.looks.push(now);
        }
    }).observe(document, {subtree: true, childList: true, characterData: true, attributes: true});
}

/**
 * @param {{url: string}} server
 * @param {object} how  options of the context: viewport, hasTouch, locale, colorScheme; `keep`: initial
 *        contents of the browser's storage
 */
export async function createPerson(server, name, {keep = {}, ...how} = {}) {
    // Most tests choose from the list of places, which is folded by default.
    const kept = Object.entries({'gaslight.act.list': 'true', ...keep}).map(([key, value]) => ({name: key, value}));
    const heard = await recordingContext({
        baseURL: server.url,
        ...DESKTOP,
        locale: 'en-GB',
        reducedMotion: 'reduce',
        acceptDownloads: true,
        storageState: {cookies: [], origins: [{origin: server.url, localStorage: kept}]},
        ...how,
    });
    const {context} = heard;
    context.setDefaultTimeout(PATIENCE);
    const page = await context.newPage();
    const expected = []; // errors the test expects
    const press = how.hasTouch ? (locator) => locator.tap() : (locator) => locator.click();

    const texts = (direction) =>
        heard.frames.filter((one) => one.direction === direction).map((one) => one.text);

    /**
     * Returns the last frame with a turn, if it is this person's turn or the game is over, otherwise null. Much
     * cheaper than asking the page.
     */
    function turn() {
        const last = heard.frames.findLast(
            ({direction, text}) => direction === 'received' && isTurn.test(text),
        );
        return last !== undefined && /"legal":\{|"phase":"over"/.test(last.text) ? last : null;
    }

    // ---- Getting to a table -----------------------------------------------------------------------------

    const visit = (path) => page.goto(path);

    /** Stops the clock of the person's pages from the next visit on; context.clock advances it. */
    async function stopClock() {
        await context.clock.install({time: NOON});
        await context.clock.pauseAt(ONE);
    }

    /** Resizes the window and waits until the page has noticed. */
    async function resize(width, height) {
        await page.setViewportSize({width, height});
        const size = `(width: ${width}px) and (height: ${height}px)`;
        await until(() => page.evaluate((query) => matchMedia(query).matches, size), size);
    }

    /** Fills in the name form for new players, not the rename form, which the previous page may still show. */
    /** Fills in a name and submits it; at a link to an open table, this also sits down there. */
    async function introduce() {
        const form = page.locator('[data-panel=name] [data-form=name]');
        await form.locator('[data-field=name]').fill(name);
        await press(form.locator('[type=submit]'));
    }

    /** Fills in the form; returns the invite link. */
    /** `settings`: values of further fields, such as {pace: 'quick'}. */
    async function createTable({game, options = [], who = 'private', settings = {}}) {
        await press(page.locator('[data-action=new-table]'));
        const form = page.locator('[data-form=create]');
        if (options.length > 0 || Object.keys(settings).length > 0) {
            await press(form.locator('[data-more] > summary'));
        }
        for (const [field, value] of Object.entries(settings)) {
            await form.locator(`[data-field=create-${field}]`).selectOption(value);
        }
        await form.locator(`[data-choice=${game}]`).check();
        for (const option of options) {
            await form.locator(`[data-choice=${option}]`).check();
        }
        await form.locator(`[data-choice=${who}]`).check();
        await press(form.locator('[type=submit]'));
        return page.locator('[data-copy=invite]').inputValue();
    }

    async function sit(link) {
        await page.goto(link);
        await introduce();
        await page.locator('[data-page=lobby] [data-action=leave]').waitFor();
    }

    async function watch(link) {
        await page.goto(link);
        await page.locator('[data-panel=name] [data-field=name]').fill(name);
        await press(page.locator('[data-action=watch]'));
    }

    async function takePawns(...pawns) {
        for (const pawn of pawns) {
            const button = page.locator(`[data-page=lobby] [data-pawn=${pawn}]`);
            await press(button);
            await page.locator(`[data-page=lobby] [data-pawn=${pawn}][aria-pressed=true]`).waitFor();
        }
    }

    // ---- Playing ----------------------------------------------------------------------------------------

    const look = () => page.evaluate(readTable);
    const mapBox = () => until(() => page.evaluate(readMap), `${name}'s map at rest`);

    /**
     * Starts recording the results of read(), which runs in the page; returns a function that returns all
     * results so far.
     */
    async function watchFor(read) {
        await page.evaluate(`(${keepLooking})(${read})`);
        return () => page.evaluate(() => window.looks);
    }

    async function waitForTurn() {
        return until(async () => {
            const seen = await look();
            return seen?.mine && seen;
        }, `${name}'s turn`);
    }

    /** Performs one action according to the plan, through the list. Returns its kind. */
    async function act(plan, seen) {
        const now = seen ?? (await waitForTurn());
        const kind = plan.kind(now.kinds.length > 0 ? now.kinds : [now.phase], now);
        const mode = page.locator(`.act-what [data-mode=${kind}]:not([aria-disabled=true])`);
        if (now.kinds.length > 0 && (await mode.first().getAttribute('aria-pressed')) !== 'true') {
            await press(mode.first());
        }
        await gather(plan, kind);
        await press(page.locator('[data-act=confirm]'));
        return kind;
    }

    /** Performs exactly this action of a policeman, through the list. */
    async function perform({by, do: kind, to, circle, crossing}) {
        await waitForTurn();
        const place = to ?? crossing ?? circle;
        const parts = [
            `.act-who [data-pawn=${by}]`,
            `.act-what [data-mode=${kind}]`,
            `.act-places [data-place=${circle === undefined ? 'x' : 'c'}${place}]`,
        ];
        for (const part of parts) {
            const button = page.locator(part);
            if ((await button.count()) > 0 && (await button.getAttribute('aria-pressed')) !== 'true') {
                await press(button);
            }
        }
        await press(page.locator('[data-act=confirm]'));
    }

    /** Makes choices until the action can be confirmed. */
    async function gather(plan, kind) {
        for (let taps = 0; taps < 12; taps++) {
            const seen = await look();
            equal(seen.refusal, null, `${name} is refused`);
            if (seen.ready) {
                return;
            }
            const [chosen, open] = [true, false].map((is) =>
                seen.places.filter((one) => one.chosen === is).map((one) => one.place),
            );
            const place = open.length > 0 ? plan.pick(kind, open, seen, chosen) : null;
            await press(
                page.locator(
                    place !== null
                        ? `.act-places [data-place=${place}]`
                        : seen.tokens
                          ? '[data-key=deal]'
                          : `[data-option=${seen.options[0]}]`,
                ),
            );
        }
        throw new Error(`${name}: ${kind} is never ready`);
    }

    // ---- Other ------------------------------------------------------------------------------------------

    async function openTab(tab) {
        await press(page.locator(`[role=tab][data-tab=${tab}]`));
    }

    async function say(text, to) {
        await openTab('chat');
        if (to !== undefined) {
            await page.locator('#chat-to').selectOption(to);
        }
        await page.locator('#chat-text').fill(text);
        await press(page.locator('.chat-form [type=submit]'));
    }

    return {
        name,
        page,
        ...heard,
        press,
        visit,
        introduce,
        createTable,
        sit,
        watch,
        takePawns,
        stopClock,
        resize,
        look,
        mapBox,
        watchFor,
        turn,
        waitForTurn,
        act,
        perform,
        openTab,
        say,
        locator: (selector) => page.locator(selector),
        received: () => texts('received'),
        sent: () => texts('sent'),
        /** Declares errors matching this pattern as expected. */
        expect: (pattern) => expected.push(pattern),
        complaints: () => heard.troubles.filter((text) => !expected.some((pattern) => pattern.test(text))),
        close: () => context.close(),
    };
}

/**
 * Plays through the pages by act(player, seen), until there(seen) returns true for the player to act, or the
 * game is over. Players are {person, plan}.
 */
export async function playPages(
    players,
    {there = () => false, act = ({person, plan}, seen) => person.act(plan, seen)} = {},
) {
    const done = new Set(); // turns already played: the next one may not have arrived yet
    for (;;) {
        const player = await until(
            () => players.find(({person}) => person.turn() !== null && !done.has(person.turn())),
            "anybody's turn",
        );
        const turn = player.person.turn();
        const seen = await until(async () => {
            const now = await player.person.look();
            const isShown = now?.phase === 'over' || now?.mine;
            return player.person.turn() !== turn ? 'past' : isShown && now;
        }, `${player.person.name}'s turn on the page`);
        if (seen === 'past') {
            continue; // after a reconnect the server repeated a turn that was just played
        }
        if (seen.phase === 'over' || there(seen)) {
            return seen;
        }
        done.add(turn);
        await act(player, seen);
    }
}
