// late.test.mjs: a slow connection: answers that arrive late, in parts, or after the player has gone elsewhere.
// Answers are held and released (support/wire.mjs); where the page's own time matters, the test controls its
// clock.

import {connectClient} from './support/client.mjs';
import {LOST} from './support/person.mjs';
import {check, equal, until} from './support/checks.mjs';
import {finishedGame, playUntil, seatTable, startTable} from './support/games.mjs';
import {longTest, test} from './support/testing.mjs';
import {wireFor} from './support/wire.mjs';

const pathOf = (person) => new URL(person.page.url()).pathname;
const atStep = (person, step) => person.locator(`.replay-at[data-step="${step}"]`).waitFor();
const leaving = (stage, clients) => stage.closing(() => clients.forEach((client) => client.close()));
const toArchive = async (person) => {
    await person.press(person.locator('#nav a[href="/archive"]'));
    await person.locator('[data-filter=game]').waitFor();
};

/** Advances the page's clock until probe() returns something truthy. */
const inTime = (person, probe, what) =>
    until(async () => {
        await person.context.clock.runFor(500);
        return probe();
    }, what);

/** Opens the front page for a new player behind a wire. */
async function visitor(stage) {
    await stage.server();
    const ann = await stage.person('Ann');
    const wire = await wireFor(ann);
    await ann.visit('/');
    await ann.introduce();
    await ann.locator('[data-form=solo]').waitFor();
    return {ann, wire};
}

// ---- Large answers ----------------------------------------------------------------------------------------

test('a replay is shown while it loads', async (stage) => {
    const server = await stage.server();
    const {clients, table, record} = await finishedGame(server, 'whitehall');
    const last = record.actions.length;
    const rita = await stage.as(clients[1]);
    const wire = await wireFor(rita);
    wire.hold(({asked}) => asked?.do === 'replay' && asked.from > 0);
    await rita.visit(`/replay/${table.id}?as=all&step=${last - 1}`);
    await until(() => wire.held().length > 0, 'a second part');
    const {asked, ok} = wire.passed().find((one) => one.verb === 'replay');
    equal([asked.from, ok.steps.length], [0, asked.count], 'the first part');
    check(last > asked.count, `a game of ${last} steps has more than ${asked.count}`);
    await atStep(rita, asked.count - 1);
    equal(await rita.locator('[data-replay=scrub]').getAttribute('max'), String(last), 'the length of the replay');
    await rita.press(rita.locator('[data-replay=first]'));
    await atStep(rita, 0);
    await rita.press(rita.locator('[data-replay=forward]'));
    await atStep(rita, 1);
    await rita.press(rita.locator('[data-replay=last]'));
    await atStep(rita, asked.count - 1);
    wire.release();
    await atStep(rita, last);
    await rita.locator('.status-panel[data-phase=over]').waitFor();
    equal(await rita.locator('.replay-coming').innerText(), '', 'the loading text');
});

longTest('a replay is loaded in smaller parts if large ones do not get through', async (stage) => {
    const server = await stage.server();
    const {clients, table, record} = await finishedGame(server, 'whitehall');
    const last = record.actions.length;
    const rita = await stage.as(clients[1], {keep: {'gaslight.deduction': '"now"'}});
    const wire = await wireFor(rita);
    await rita.stopClock();
    wire.hold(({verb, bytes}) => verb === 'replay' && bytes > 20_000); // never delivered
    await rita.visit(`/replay/${table.id}?as=all&step=${last}`);
    const stepsWith = (deduce) =>
        new Set(
            wire
                .passed()
                .filter(({asked}) => asked?.do === 'replay' && (!deduce || asked.deduce))
                .flatMap(({ok}) => ok.steps.map(({step}) => step)),
        );
    await inTime(rita, () => stepsWith(true).size === last + 1, 'every step with its deduction');
    await inTime(rita, async () => (await rita.locator(`.replay-at[data-step="${last}"]`).count()) > 0, 'the end');
    for (const deduce of [undefined, true]) {
        const counts = wire
            .asked('replay')
            .filter((one) => one.deduce === deduce)
            .map(({count}) => count);
        check(counts.at(-1) < counts[0], `smaller parts: ${counts}`);
        check(counts.every((count, i) => i === 0 || count <= counts[i - 1]), `they stay small: ${counts}`);
    }
});

test('the timeout of a repeated request is longer', async (stage) => {
    const server = await stage.server();
    const {clients, table} = await startTable(server, 'whitehall');
    clients.forEach((client) => client.close());
    const ann = await stage.as(clients[1]);
    const wire = await wireFor(ann);
    await ann.stopClock();
    wire.hold(({verb}) => verb === 'watch');
    await ann.visit(`/table/${table.id}`);
    await inTime(ann, () => wire.asked('watch').at(-1)?.over === 2, 'the second request');
    await until(() => wire.held().some(({asked}) => asked?.over === 2), 'a pending answer');
    await ann.context.clock.runFor(15_000);
    wire.release();
    await inTime(ann, async () => (await ann.locator('.table-page').count()) > 0, 'the table');
    equal(wire.opened, 2, 'connections opened');
});

// ---- Actions ----------------------------------------------------------------------------------------------

test('after an undo the player cannot act before the page shows it', async (stage) => {
    const server = await stage.server();
    const {clients, table} = await startTable(server, 'whitehall');
    leaving(stage, clients);
    await playUntil(clients, table.id, (turn) => turn.phase === 'move');
    const jack = await stage.as(clients[0]);
    const wire = await wireFor(jack);
    await jack.visit(`/table/${table.id}`);
    await jack.act(clients[0].plan, await jack.waitForTurn());
    await jack.locator('[data-act=undo]:enabled').waitFor();
    const looks = await jack.watchFor(() => ({
        canUndo: document.querySelector('[data-act=undo]:enabled') !== null,
        phase: document.querySelector('.table-page').dataset.phase,
    }));
    wire.hold(({on}) => on === 'turn');
    await jack.press(jack.locator('[data-act=undo]'));
    await until(() => wire.passed().some(({verb}) => verb === 'undo'), 'the answer');
    wire.release();
    await jack.waitForTurn();
    const before = (await looks()).filter(({phase}) => phase === 'walk').map(({canUndo}) => canUndo);
    equal(before, [true, false], 'whether undo was enabled before the page showed it');
});

test('an action chosen at an earlier turn is not executed at a later one', async (stage) => {
    const server = await stage.server();
    const {clients, table} = await startTable(server, 'whitehall');
    leaving(stage, clients);
    const isWalk = (turn) => turn.phase === 'walk' && turn.pawns.includes('yellow');
    await playUntil(clients, table.id, isWalk);
    const {seq} = clients[1].turns.get(table.id);
    const ann = await stage.as(clients[1]);
    const wire = await wireFor(ann);
    await ann.visit(`/table/${table.id}`);
    await ann.waitForTurn();
    await ann.press(ann.locator('.act-places [data-place]').first());
    await ann.locator('[data-ready=true]').waitFor();
    wire.hold(() => true); // the page does not learn that the game continues
    const there = await playUntil(clients, table.id, (turn) => isWalk(turn) && turn.seq > seq + 1);
    check(there === clients[1], 'it is the turn of the same policeman again');
    const before = there.turns.get(table.id).seq;
    await ann.press(ann.locator('[data-act=confirm]'));
    await until(() => wire.held().some(({verb}) => verb === 'act'), 'the answer');
    equal(wire.held().find(({verb}) => verb === 'act').error?.code, 'moved_on', 'the error code');
    wire.release();
    await ann.locator('.acting .refusal').waitFor();
    equal(there.turns.get(table.id).seq, before, 'events');
});

test('a search that continues after a reconnect does not count as finished', async (stage) => {
    const server = await stage.server();
    const {clients, table} = await startTable(server, 'whitehall');
    leaving(stage, clients);
    let pawn = null;
    // Jack has been on none of them, so that all searches miss.
    const isLong = (circles) => {
        const been = clients[0].turns.get(table.id).view.rows.flat().map(({circle}) => circle);
        return circles.length > 3 && !circles.some((circle) => been.includes(circle));
    };
    await playUntil(clients, table.id, (turn, client) => {
        pawn = client === clients[1] && client.pawns.find((one) => isLong(turn.legal.search?.[one] ?? []));
        return pawn;
    });
    const ann = await stage.as(clients[1]);
    const wire = await wireFor(ann);
    ann.expect(LOST);
    await ann.visit(`/table/${table.id}`);
    await ann.waitForTurn();
    for (const part of [`.act-who [data-pawn=${pawn}]`, '.act-what [data-mode=search]']) {
        if ((await ann.locator(part).count()) > 0) {
            await ann.press(ann.locator(part));
        }
    }
    const looks = await ann.watchFor(() => ({
        isSearching: document.querySelector('[data-act=stop-search]') !== null,
        isFree: document.querySelector('[data-act=cancel]:enabled') !== null,
    }));
    wire.hold(({verb, on}) => verb === 'act' || on === 'event');
    await ann.press(ann.locator('[data-act=search-all]'));
    await until(() => wire.held().length > 0, 'the first answer to be pending');
    const [{key}] = wire.asked('act');
    const isFirst = ({asked}) => asked?.key === key;
    wire.hold(({asked, verb, on}) => (verb === 'act' && !isFirst({asked})) || on === 'event');
    wire.cut();
    await until(() => wire.passed().some(isFirst), 'the first answer again');
    await until(() => wire.asked('act').some((one) => one.key !== key), 'the second search');
    wire.release();
    await until(async () => !(await looks()).at(-1).isSearching, 'the end of the search');
    equal((await looks()).filter((one) => one.isSearching && one.isFree), [], 'states in which the player could act during the search');
    equal(await ann.locator('.acting .refusal').count(), 0, 'refusals');
});

// ---- Leaving a page ---------------------------------------------------------------------------------------

for (const [form, verb] of [
    ['solo', 'start'],
    ['create', 'create'],
]) {
    test(`a table created late does not pull the player away from another page: ${form}`, async (stage) => {
        const {ann, wire} = await visitor(stage);
        wire.hold((one) => one.verb === verb);
        if (form === 'create') {
            await ann.press(ann.locator('[data-action=new-table]'));
        }
        await ann.press(ann.locator(`[data-form=${form}] [type=submit]`));
        await until(() => wire.held().length > 0, 'the answer to be pending');
        await ann.page.keyboard.press('Escape'); // closes the dialog
        await toArchive(ann);
        wire.release();
        const link = ann.locator('#nav a[href^="/table/"]');
        await link.waitFor();
        equal(pathOf(ann), '/archive', 'the current page');
        await ann.press(link);
        await ann.locator('[data-page=lobby], .table-page').first().waitFor();
        check(pathOf(ann).startsWith('/table/'), 'the link opens the table');
        equal(await ann.locator('#nav [data-ready-table]').count(), 0, 'links to the table at the table itself');
    });
}

test('a late answer to leaving a table does not pull the player away from another page', async (stage) => {
    const {ann, wire} = await visitor(stage);
    await ann.createTable({game: 'whitehall'});
    wire.hold(({verb}) => verb === 'leave');
    await ann.press(ann.locator('[data-page=lobby] [data-action=leave]'));
    await until(() => wire.held().length > 0, 'the answer to be pending');
    await toArchive(ann);
    wire.release();
    // Answers arrive in order, so wait for the answer to a later request.
    const later = wire.asked('archive').length;
    await ann.locator('[data-filter=game]').selectOption('whitehall');
    await until(() => wire.passed().filter(({verb}) => verb === 'archive').length > later, 'a later answer');
    equal(pathOf(ann), '/archive', 'the current page');
});

test('joining by an invite opens the table only once', async (stage) => {
    const server = await stage.server();
    const {clients, table} = await seatTable(server, 'whitehall', {names: ['Jack', 'Ann']});
    const guest = await connectClient(server, {name: 'Bob'});
    leaving(stage, [...clients, guest]);
    const bob = await stage.as(guest);
    const wire = await wireFor(bob);
    await bob.stopClock(); // so that the page does not repeat requests while answers are held
    await bob.visit(`/invite#${table.invite}`);
    await bob.locator('[data-action=sit]').waitFor();
    // The table with Bob's seat comes after the answer; others, about spectators, may come before it.
    wire.hold(({on, table: sent}) => on === 'table' && sent.seats.some(({player}) => player === guest.player));
    const before = wire.asked('watch').length;
    await bob.press(bob.locator('[data-action=sit]'));
    await until(() => pathOf(bob) === `/table/${table.id}`, 'the table to be opened by the answer');
    await until(() => wire.held().length > 0, 'the push to be pending');
    await until(() => wire.asked('watch').length > before, 'its page');
    wire.release();
    await bob.locator('[data-page=lobby]').waitFor();
    await bob.locator('[data-field=chat]').fill('Good evening');
    await bob.page.keyboard.press('Enter');
    await bob.locator('.chat .line').waitFor();
    equal(wire.asked('watch').length - before, 1, 'subscriptions to the table');
});

// ---- Loading ----------------------------------------------------------------------------------------------

test('files are transferred only once', async (stage) => {
    const server = await stage.server();
    const {clients, table} = await startTable(server, 'whitehall');
    clients.forEach((client) => client.close());
    const ann = await stage.as(clients[1]);
    /** Visits the table; returns the number of files and which of them were transferred. */
    const visit = async () => {
        await ann.visit(`/table/${table.id}`);
        await ann.locator('.table-page').waitFor();
        const files = await ann.page.evaluate(() =>
            performance.getEntriesByType('resource').map(({name, transferSize}) => ({name, transferSize})),
        );
        return {all: files.length, carried: files.filter((one) => one.transferSize > 0).map(({name}) => name)};
    };
    const first = await visit();
    // The page contains the first style sheet; both scripts, the second style sheet and the board remain.
    check(first.carried.length >= 4, `files the first time: ${first.carried}`);
    await ann.visit('/archive'); // another page in between
    await ann.locator('[data-filter=game]').waitFor();
    const second = await visit();
    check(second.all >= 4, `files the second time: ${second.all}`);
    equal(second.carried, [], 'files transferred the second time');
});

test('a slow page shows Loading and replaces the previous page', async (stage) => {
    await stage.server();
    const ann = await stage.person('Ann');
    let arrive = null;
    const arrival = new Promise((resolve) => {
        arrive = resolve;
    });
    await ann.context.route('**/js/game.js', async (route) => {
        await arrival;
        await route.continue();
    });
    await ann.visit('/archive');
    await ann.introduce();
    await ann.locator('[data-filter=game]').waitFor();
    await ann.press(ann.locator('main a[href="/replay"]'));
    await ann.locator('main .coming').waitFor();
    equal(await ann.locator('[data-filter=game]').count(), 0, 'forms of the previous page');
    equal(await ann.locator('#nav [aria-current]').count(), 0, 'pages marked as current');
    arrive();
    await ann.locator('input[type=file]').waitFor({state: 'attached'});
    equal(await ann.locator('main .coming').count(), 0, 'loading texts once the page is shown');
});

test('the front page preloads what a game needs, but no board', async (stage) => {
    const {ann} = await visitor(stage);
    const asked = (end) => ann.requests.some((one) => one.endsWith(end));
    await until(() => asked('/js/game.js') && asked('/style/game.css'), 'the second part of the client');
    equal(ann.requests.filter((one) => one.includes('/boards/')), [], 'boards requested');
});

test('an invite asks for what the lobby needs, and the lobby preloads its board only', async (stage) => {
    const server = await stage.server();
    const {clients, table} = await seatTable(server, 'whitehall');
    leaving(stage, clients);
    const bob = await stage.person('Bob');
    const asked = (end) => bob.requests.some((one) => one.endsWith(end));
    await bob.visit(`/invite#${table.invite}`);
    await bob.locator('[data-form=name] input').waitFor();
    await until(() => asked('/style/game.css'), 'the style sheet of the lobby');
    check(!asked('/js/game.js'), 'nothing of the game is loaded before the lobby');
    await bob.introduce();
    await bob.locator('[data-page=lobby]').waitFor();
    await until(() => asked('/js/game.js') && asked('/boards/whitehall.json'), 'what the game needs');
    check(!asked('/boards/whitechapel.json'), 'the other board is not loaded');
});
