// announce.test.mjs: announcements: which moments events become, the queue that never falls behind, and what the page
// shows, plays and says to screen readers. And the strip of players above the map.

import {canMerge, momentsOf} from '../../client-web/js/announce/moments.js';
import {createQueue} from '../../client-web/js/announce/queue.js';
import {SOUNDS} from '../../client-web/js/core/sounds.js';
import {check, equal, until} from './support/checks.mjs';
import {connectClient} from './support/client.mjs';
import {actorOf, inStep, jackOf, playOne, playUntil, startTable} from './support/games.mjs';
import {LOST, PHONE} from './support/person.mjs';
import {startProxy} from './support/proxy.mjs';
import {hasReleasedSound, recordSounds, soundsOf} from './support/sounds.mjs';
import {longTest, test} from './support/testing.mjs';

globalThis.navigator ??= {languages: ['en-GB']}; // for the modules of the page that run here

const kindsOf = (moments) => moments.map(({kind}) => kind);
const momentsFor = (events, more = {}) =>
    momentsOf(events, {game: 'whitechapel', view: {crimes: [27]}, side: 'police', police: new Map(), ...more});

const AT_HOME = [
    {did: 'kill', by: 'jack', circles: [27], cells: [0]},
    {did: 'alarm', police: {yellow: 39, red: 48}},
    {did: 'move', by: 'jack', cells: [1]},
    {did: 'escape', by: 'jack', round: 1},
    {did: 'night', round: 2},
];

test('events become moments, in order and without secrets', async () => {
    const moments = momentsFor(AT_HOME);
    equal(kindsOf(moments), ['murder', 'alarm', 'step', 'night'], 'a murder and a night over in one move');
    const scene = moments.at(-1);
    equal([scene.weight, scene.title], ['scene', 'Night 2 of 4'], 'the new night');
    equal(scene.text, 'Jack got home. 2 nights of murder remain after this one.', 'what it means');
    equal(scene.notes, ['Crime scenes: 27'], 'where he has murdered');

    equal(momentsFor([{did: 'night', round: 4}])[0].text, 'This is the last night of murder.', 'the last night');

    const every = [
        {did: 'search', by: 'red', circle: 5, found: true},
        {did: 'search', by: 'red', circle: 6, found: false},
        {did: 'arrest', by: 'red', circle: 5, found: true},
        {did: 'arrest', by: 'red', circles: [5, 6], found: false},
        {did: 'special', by: 'jack', cells: [2, 3], tile: 'coach'},
        {did: 'special', by: 'jack', cells: [2]},
        {did: 'letter', by: 'jack', letter: 'dear_boss'},
        {did: 'discovery', by: 'jack', circle: 9},
        {did: 'reveal', by: 'jack', crossing: 3, face: 'false'},
        {did: 'over', result: {winner: 'jack', reason: 'five_victims'}},
    ];
    equal(
        kindsOf(momentsFor(every)),
        'clue no_clue arrest failed_arrest special special letter discovery patrol lost'.split(' '),
        'one kind for each event',
    );
    const [end] = momentsFor(every.slice(-1), {side: 'jack', view: {you: {role: 'jack'}}});
    equal([end.kind, end.title, end.text], ['won', 'You win!', 'You got home after your fifth murder.'], 'the end');
    for (const {kind} of [...momentsFor(every), ...moments]) {
        check(SOUNDS[kind]?.length > 0, `a sound for ${kind}`);
    }
    const distinct = new Set(Object.values(SOUNDS).map((parts) => JSON.stringify(parts)));
    equal(distinct.size, Object.keys(SOUNDS).length, 'different sounds');

    // What only Jack receives makes no difference, not even on his own page.
    const secret = AT_HOME.map((event) => ({...event, ...(event.by === 'jack' && {to: 99, via: 98, order: [27]})}));
    equal(momentsFor(secret), moments, "moments of Jack's own events");
});

test('policemen walk from where they stood', async () => {
    const police = new Map();
    const walk = (by, to) => ({did: 'walk', by, to});
    momentsFor([{did: 'alarm', police: {red: 3}}], {police});
    const [moment] = momentsFor([walk('red', 8)], {police});
    equal(moment.travels, [{key: 'police-red', from: 'x3', to: 'x8'}], 'the way');
    equal(momentsFor([walk('red', 8)], {police}), [], 'a policeman who stays');
});

/** Creates a queue with a clock of its own: advance(ms). `shown` has [time, kind, milliseconds]. */
function timedQueue() {
    const shown = [];
    let [now, due, wake] = [0, Infinity, null];
    const timers = {
        set: (fn, ms) => ([due, wake] = [now + ms, fn]),
        clear: () => ([due, wake] = [Infinity, null]),
        now: () => now,
    };
    const queue = createQueue({show: (one, ms) => shown.push([now, one.kind, ms, one]), hide() {}, timers});
    function advance(ms) {
        const end = now + ms;
        while (due <= end) {
            now = due;
            const fn = wake;
            [due, wake] = [Infinity, null];
            fn();
        }
        now = end;
    }
    return {queue, shown, advance};
}

test('the queue catches up and stays in order', async () => {
    const {queue, shown, advance} = timedQueue();
    queue.add(momentsFor(AT_HOME).filter(({weight}) => weight !== 'quiet'));
    advance(60_000);
    equal(shown.map(([, kind]) => kind), ['murder', 'alarm', 'night'], 'a night over in one move');
    check(shown.every(([, , ms]) => ms >= 900) && shown[2][2] >= 2400, `long enough to read: ${shown}`);
    equal(queue.current, null, 'what is shown at the end');

    // Bots that search quickly: the queue never holds more than a few seconds.
    const search = (circle, found) => momentsFor([{did: 'search', by: 'red', circle, found}]);
    for (let i = 1; i <= 40; i++) {
        queue.add(search(i, i % 8 === 0));
        advance(300);
        check(queue.length <= 5, `waiting: ${queue.length}`);
    }
    advance(6000);
    equal([queue.current, queue.length], [null, 0], 'six seconds later');
    const clues = shown.filter(([, kind]) => kind === 'clue').map(([, , , one]) => one.places[0]);
    equal(clues, ['c8', 'c16', 'c24', 'c32', 'c40'], 'every clue is shown');

    const [one, two] = [search(3, false)[0], search(4, false)[0]];
    check(canMerge(one, two) && !canMerge(one, search(5, true)[0]), 'what can be told as one');
    queue.add([one]);
    queue.add([two]);
    equal(queue.current.title, 'No clue at 3 and 4', 'two searches without success');
    queue.add(momentsFor([{did: 'search', by: 'blue', circle: 9, found: false}]));
    equal([queue.current.title, queue.length], ['No clue at 9', 0], "another policeman's search");
    queue.skip();
    equal(queue.current, null, 'after skipping');
});

const shownMoment = (person) =>
    person.page.evaluate(() => {
        const one = document.querySelector('.moment');
        return one && [one.dataset.moment, one.innerText.replace(/\s+/g, ' ')];
    });
const showing = (person, kind) =>
    until(async () => (await shownMoment(person))?.[0] === kind && shownMoment(person), `${person.name}: ${kind}`);

/** Checks that the announcement is on the screen, whatever else is. */
async function inView(person, what) {
    const {width, height} = person.page.viewportSize();
    const box = await person.locator('.moment').boundingBox();
    const on = box.x >= 0 && box.y >= 0 && box.x + box.width <= width && box.y + box.height <= height;
    check(on && box.height > 20, `${what} is visible: ${JSON.stringify(box)}`);
    const [below, top] = await person.page.evaluate(
        ([x, y]) => {
            const isMoment = () => document.elementFromPoint(x, y).closest('.moment') !== null;
            const taken = isMoment();
            const {style} = document.querySelector('.moment');
            style.pointerEvents = 'auto';
            const isOnTop = isMoment();
            style.pointerEvents = '';
            return [taken, isOnTop];
        },
        [box.x + box.width / 2, box.y + box.height / 2],
    );
    check(top, `nothing covers ${what}`);
    check(!below, `${what} takes no clicks`);
}

longTest('what happens is announced on every tab, in order, and only once', async (stage) => {
    const server = await stage.server();
    const proxy = await startProxy(server);
    stage.closing(proxy.close);
    const {clients, table} = await startTable(server, 'whitechapel');
    stage.closing(() => clients.forEach((client) => client.close()));
    await playUntil(clients, table.id, (turn) => turn.phase === 'kill' && turn.round === 2);
    const ann = await stage.as(clients[1], {server: proxy, reducedMotion: 'no-preference'});
    const bob = await stage.as(clients[2], PHONE);
    for (const person of [ann, bob]) {
        await recordSounds(person);
        await person.stopClock();
        await person.visit(`/table/${table.id}`);
        await person.locator('.table-page').waitFor();
        await person.openTab('chat');
    }
    equal((await shownMoment(ann))[0], 'summary', 'the first announcement after a visit');
    check((await soundsOf(ann)).every(({name}) => name === 'turn'), 'old events are not heard');
    await ann.context.clock.runFor(1000);
    await ann.openTab('log');
    equal((await shownMoment(ann))[0], 'summary', 'after a click elsewhere, too early to have read it');
    const {x, y, width, height} = await ann.locator('.moment').boundingBox();
    await ann.page.mouse.click(x + width / 2, y + height / 2);
    equal(await shownMoment(ann), null, 'after a click on it');

    // Jack murders and gets home before the police can act.
    await playUntil(clients, table.id, (turn) => turn.round === 3);
    for (const person of [ann, bob]) {
        await person.locator('.table-page[data-phase=women]').waitFor();
        await person.context.clock.runFor(bob === person ? 3500 : 0); // the phone still shows a summary
        check((await showing(person, 'murder'))[1].startsWith('Murder at'), 'the murder');
        await inView(person, 'the murder');
        check((await person.locator('[data-pulse=murder]').count()) > 0, 'the place of the murder lights up');
        await person.context.clock.runFor(2500);
        await showing(person, 'alarm');
        await person.context.clock.runFor(2500);
        const [, text] = await showing(person, 'night');
        check(/Night 3 of 4.*Jack got home. One night.*Crime scenes: \d+ and \d+/.test(text), text);
        await inView(person, 'the night');
    }
    const heard = (await soundsOf(ann)).map(({name}) => name).filter((name) => name !== 'turn');
    equal(heard, ['murder', 'alarm', 'night'], 'the sounds');

    // The page can be used meanwhile, and a key ends what is shown.
    await ann.press(ann.locator('.player-strip'));
    check((await shownMoment(ann)) !== null, 'a night stays long enough to be read');
    await ann.context.clock.runFor(400);
    await ann.page.keyboard.press('Escape');
    equal(await shownMoment(ann), null, 'after a key');

    // Screen readers: one region, cleared after a while.
    const said = () => ann.locator('#announcer').innerText();
    check((await said()).includes('Jack escaped home.'), await said());
    await ann.context.clock.runFor(7000);
    equal(await said(), '', 'the live region later');
    const live = ':is(.log, .status):is([aria-live=polite], [role=status])';
    equal(await ann.locator(live).count(), 0, 'other regions that say the same');

    // After a reconnect there is a summary, not a repetition.
    proxy.weather = 'held';
    proxy.cut();
    ann.expect(LOST);
    await ann.locator('#connection[data-state=waiting]').waitFor({state: 'attached'});
    await playUntil(clients, table.id, (turn) => turn.phase === 'kill');
    await playOne(clients, table.id);
    proxy.weather = 'fair';
    proxy.cut();
    await until(async () => {
        await ann.context.clock.runFor(200); // until it tries again
        return (await shownMoment(ann))?.[0] === 'summary';
    }, 'a summary');
    const [, summary] = await shownMoment(ann);
    check(/While you were away.*Two murders/.test(summary), summary);
    equal(await ann.locator('.moment').count(), 1, 'announcements at once');

    // A hidden tab shows and plays nothing, and sums up when it is seen again.
    const showTab = (state) =>
        bob.page.evaluate((value) => {
            Object.defineProperty(document, 'visibilityState', {value, configurable: true});
            document.dispatchEvent(new Event('visibilitychange'));
        }, state);
    await bob.context.clock.runFor(60_000);
    await showTab('hidden');
    const quiet = (await soundsOf(bob)).length;
    await playUntil(clients, table.id, (turn) => turn.round === 4);
    await bob.locator('.table-page[data-phase=women]').waitFor();
    equal(await shownMoment(bob), null, 'announcements of a hidden tab');
    check(
        (await soundsOf(bob)).slice(quiet).every(({name}) => name === 'turn'),
        'a hidden tab plays nothing except that it is your turn',
    );
    await showTab('visible');
    check(/While you were away.*Night 4/.test((await shownMoment(bob))[1]), 'a summary');

    // Sound off, volume and "Test sound".
    await ann.press(ann.locator('[data-action=settings]'));
    await ann.locator('[data-setting=sounds]').uncheck();
    const before = (await soundsOf(ann)).length;
    await playUntil(clients, table.id, (turn) => turn.phase === 'walk');
    await ann.locator('.table-page[data-phase=walk]').waitFor();
    const after = (await soundsOf(ann)).slice(before).map(({name}) => name);
    check(after.every((name) => name === 'turn'), `sounds although they are off: ${after}`);
    const walker = actorOf(clients, table.id);
    const {legal, view} = walker.turns.get(table.id);
    const [[by, crossings]] = Object.entries(legal.walk);
    const to = crossings.find((crossing) => crossing !== view.police[by]);
    await walker.once('act', {table: table.id, action: {by, do: 'walk', to}});
    await ann.locator(`.travelling[data-piece=police-${by}][data-at=x${to}]`).waitFor(); // along the streets
    await bob.locator(`[data-piece=police-${by}][data-at=x${to}]:not(.travelling)`).waitFor(); // without motion
    await ann.locator('[data-setting=try-sound]').click();
    equal((await soundsOf(ann)).at(-1).name, 'turn', 'the test sound');
    await until(async () => {
        await ann.context.clock.runFor(1000);
        return hasReleasedSound(ann);
    }, 'the page to release the audio hardware');
    await ann.locator('[data-setting=volume]').fill('0');
    const silent = (await soundsOf(ann)).length;
    await ann.locator('[data-setting=try-sound]').click();
    equal((await soundsOf(ann)).length, silent, 'sounds at volume 0');
});

/** Runs in the page: what the strip says of each player, and its height. */
function readStrip() {
    const strip = document.querySelector('.player-strip');
    const items = [...strip.querySelectorAll('li')];
    return {
        seats: items.map((one) => (one.querySelector('.visually-hidden') ?? one).textContent),
        others: [...strip.querySelectorAll('.strip-full')].map((one) => one.textContent).join('; '),
        names: items.map((one) => one.querySelector('.strip-name')?.innerText),
        pawns: items.map((one) => one.querySelectorAll('.pawn-mark').length),
        acting: strip.querySelector('[aria-current=true] .strip-name')?.innerText,
        clock: strip.querySelector('[aria-current=true] .clock:not([hidden])')?.innerText ?? '',
        height: strip.getBoundingClientRect().height,
        rows: new Set(items.map((one) => one.getBoundingClientRect().top)).size,
    };
}

test('the strip of players says who is who, on every tab and every screen', async (stage) => {
    const server = await stage.server();
    const [jack, ann] = [await connectClient(server, {name: 'Jack'}), await connectClient(server, {name: 'Ann'})];
    stage.closing(ann.close);
    const settings = {options: [], private: false, clock: 600, commentary: true};
    const {table} = await jack.once('create', {game: 'whitechapel', ...settings});
    const at = {table: table.id};
    await jack.must('pawns', {...at, pawns: ['jack']});
    await ann.must('join', {...at, pawns: ['yellow', 'blue', 'brown']});
    await jack.must('bot', {...at, pawns: ['red', 'green'], level: 'hard'});
    for (const client of [jack, ann]) {
        await client.must('consent', {...at, agree: true});
        await client.watch(table.id);
    }
    await jack.must('start', at);
    Object.assign(jack, {pawns: ['jack'], plan: jackOf('whitechapel')});
    await inStep([jack, ann], table.id, 0);

    const page = await stage.as(ann, PHONE);
    await page.visit(`/table/${table.id}`);
    await page.locator('.player-strip').waitFor();
    await page.openTab('rules');
    const seen = await page.page.evaluate(readStrip);
    equal(seen.seats.slice(0, 2), ['Jack: Jack, to act now', 'Ann: Yellow, Blue and Brown, you'], 'the players');
    equal(seen.seats[2], 'Bot 1: Red and Green, bot, hard', 'the bot');
    equal(seen.pawns.slice(0, 3), [1, 3, 2], 'the marks of their pawns');
    equal(seen.acting, 'Jack', 'whose turn it is');
    check(/^\d+:\d\d$/.test(seen.clock), `the clock of the player to act: ${seen.clock}`);
    check(seen.height <= 44 && seen.rows === 1, `one row: ${seen.height} pixels, ${seen.rows} rows`);

    await playOne([jack], table.id); // the hideout
    await playOne([jack], table.id); // the women; then the Head is known
    await until(async () => (await page.page.evaluate(readStrip)).seats.join().includes('Head tonight'), 'the Head');
    jack.close();
    const [olga, cora] = [await connectClient(server, {name: 'Olga'}), await connectClient(server, {name: 'Cora'})];
    stage.closing(olga.close);
    stage.closing(cora.close);
    await olga.watch(table.id);
    await cora.watch(table.id, {commentary: table.commentary.invite});
    await until(async () => {
        const {seats, others} = await page.page.evaluate(readStrip);
        return seats[0].includes('away') && others === `Commentary: Cora; Watching: Olga\u00a0#${olga.player.slice(0, 3)}`;
    }, () => page.page.evaluate(readStrip).then(({seats}) => `Jack away, Olga watching: ${seats}`));
    for (const [width, height] of [[360, 640], [844, 390], [1440, 900]]) {
        await page.resize(width, height);
        const strip = await page.page.evaluate(readStrip);
        check(strip.height > 20 && strip.height <= 44 && strip.rows === 1, `${width}×${height}: ${strip.height}`);
        const box = await page.locator('.player-strip').boundingBox();
        check(box.y >= 0 && box.y + box.height <= height && box.width > 200, `visible at ${width}×${height}`);
        const form = width <= 960 ? '.strip-short' : '.strip-full';
        for (const name of ['commentators', 'spectators']) {
            const names = page.locator(`[data-strip=${name}] ${form} > bdi`);
            await until(async () => {
                const box = await names.boundingBox(); // null while the strip is being drawn again
                return box !== null && box.x >= 0 && box.x + box.width <= width;
            }, `${name} at ${width}×${height}`);
        }
    }
});
