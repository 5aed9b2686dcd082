// start.test.mjs: from an invite link to playing, and everything around tables: lists, seats, another device,
// the end of a game and the rematch.

import {accessible} from './support/axe.mjs';
import {connectClient} from './support/client.mjs';
import {check, equal, until} from './support/checks.mjs';
import {SHARES, playUntil, seatTable, startTable} from './support/games.mjs';
import {PHONE} from './support/person.mjs';
import {startProxy} from './support/proxy.mjs';
import {longTest, test} from './support/testing.mjs';

const tableOf = (person) => person.page.evaluate(() => window.location.pathname);

test('players join by an invite link and start playing', async (stage) => {
    await stage.server();
    const ann = await stage.person('Ann', {permissions: ['clipboard-read', 'clipboard-write']});
    await ann.visit('/');
    await ann.introduce();
    const shown = await ann.createTable({game: 'whitehall', options: ['powers', 'smoker']});
    await ann.press(ann.locator('[data-key=copy-invite-button]'));
    const link = await until(
        () => ann.page.evaluate(() => navigator.clipboard.readText()),
        'copying the invite',
    );
    equal(link, shown, 'the link that was copied');
    equal(await ann.locator('.options li').count(), 2, 'options explained in the lobby');
    check(await ann.locator('[data-action=start]').isDisabled(), 'a table of one cannot start');

    const bob = await stage.person('Bob');
    await bob.sit(link);
    await ann.locator('[data-list=seats] li').nth(1).waitFor();
    await ann.takePawns('jack');
    await bob.locator('[data-pawn=jack]:disabled').waitFor();
    await bob.press(bob.locator('[data-action=take-rest]'));
    await ann.press(ann.locator('[data-action=start]'));
    await ann.waitForTurn();
    await bob.locator('.status-panel[data-turn=other]').waitFor();
    equal(await tableOf(bob), await tableOf(ann), 'they are at the same table');
    equal(await bob.locator('.table-page').getAttribute('data-role'), 'detective', "Bob's role");
});

test('the first screen of a link shows who invites to what, and stays up to date', async (stage) => {
    const server = await stage.server();
    const {
        clients: [host],
        table: {id, invite},
    } = await seatTable(server, 'whitechapel', {names: ['Ada'], private: true});
    const bob = await connectClient(server, {name: 'Bob'});
    stage.closing(() => [host, bob].forEach((client) => client.close()));
    const friend = await stage.person('Fay', PHONE);
    await friend.visit(`/invite#${invite}`);
    const shown = friend.locator('[data-page=welcome]');
    await shown.locator('[data-pawn=red].free').waitFor();
    const title = await shown.locator('h1').textContent();
    check(title.includes('Ada') && title.includes('Letters from Whitechapel'), `the title: ${title}`);
    await shown.locator('[data-art=whitechapel]').waitFor();
    const [top, below, end] = await friend.page.evaluate(() => {
        const box = (one) => document.querySelector(one).getBoundingClientRect();
        return [box('header').bottom, box('.welcome > .panel').top, box('[data-action=go]').bottom];
    });
    check(top <= below, `the page begins at ${below}, below the header, which ends at ${top}`);
    check(end <= PHONE.viewport.height, `the button ends at ${end}`);
    await friend.resize(360, 640);
    await friend.page.reload();
    await shown.locator('[data-field=name]:focus').waitFor();
    equal(await friend.page.evaluate(() => window.scrollY), 0, 'how far a small phone has scrolled');
    await friend.resize(360, 560);
    const bottom = await shown
        .locator('[data-action=go]')
        .evaluate((button) => button.getBoundingClientRect().bottom);
    check(bottom <= 560, `the button of a small phone ends at ${bottom}`);
    await friend.resize(PHONE.viewport.width, PHONE.viewport.height);
    equal(friend.sent().filter((text) => text.includes('"hello"')).length, 0, 'a visitor creates no account');

    await friend.locator('[data-field=name]').fill('Fay');
    await bob.must('join', {invite, pawns: ['red']});
    await shown.locator('[data-pawn=red]:not(.free):has-text("Bob")').waitFor();
    equal(await friend.locator('[data-field=name]').inputValue(), 'Fay', 'what was typed');
    await friend.press(shown.locator('[data-action=go]'));
    await friend.locator('[data-page=lobby] [data-action=leave]').waitFor();
    equal(await tableOf(friend), `/table/${id}`, 'where she is');
    await host.until(() => host.pushes.some(({table}) => table?.seats?.some(({name}) => name === 'Fay')), 'Fay');
});

longTest('a link to a full, running or finished table, or to none, says so', async (stage) => {
    const server = await stage.server();
    const {clients, table} = await seatTable(server, 'whitehall');
    stage.closing(() => clients.forEach((client) => client.close()));
    const visitor = await stage.person('Vic');
    const page = visitor.locator('[data-page=welcome]');
    await visitor.visit(`/table/${table.id}`);
    await page.locator('[data-situation=open]').waitFor();
    await page.locator('[data-action=watch]').waitFor({state: 'hidden'});
    await clients[0].must('start', {table: table.id});
    await page.locator('[data-situation=running]').waitFor();
    await clients[0].once('resign', {table: table.id});
    await page.locator('[data-situation=finished]').waitFor();
    await visitor.press(page.locator('[data-action=replay]'));
    await visitor.locator('.replay-page, .table-page').first().waitFor();
    equal(await visitor.page.evaluate(() => window.localStorage.getItem('gaslight.player')), null, 'no account');
    await visitor.visit('/invite#222222222222');
    await page.locator('[data-problem]').waitFor();
    equal(await page.locator('[data-field=name]').count(), 0, 'a name is not asked for in vain');
});

test('no request contains an invite, and old links lose theirs', async (stage) => {
    const server = await stage.server();
    const {
        clients: [host],
        table: {id, invite},
    } = await seatTable(server, 'whitehall', {names: ['Ada'], private: true});
    const proxy = await startProxy(server);
    stage.closing(() => {
        host.close();
        proxy.close();
    });
    const friend = await stage.person('Fay', {server: proxy});
    const address = () => friend.page.evaluate(() => window.location.pathname + window.location.hash);
    const telling = () => proxy.requests.filter((text) => text.includes(invite));

    await friend.visit(`/invite/${invite}`);
    await friend.locator('[data-page=welcome] h1').waitFor();
    equal(await address(), `/invite#${invite}`, 'the address of an old link');
    equal(telling().length, 1, 'requests with the invite: the old link itself');
    await friend.page.reload();
    await friend.introduce();
    await friend.locator('[data-page=lobby] [data-action=leave]').waitFor();
    equal(await address(), `/table/${id}#invite=${invite}`, 'the address of the table');
    const link = await friend.locator('[data-copy=invite]').inputValue();
    equal(link, `${proxy.url}/invite#${invite}`, 'the link to pass on');
    await friend.visit('/');
    await friend.visit(link);
    await friend.locator('[data-page=lobby]').waitFor();
    check(proxy.requests.some((text) => text.startsWith('GET /invite HTTP')), 'the page was loaded by the new link');
    equal(telling().length, 1, 'requests with the invite in the end');
    check(!proxy.requests.some((text) => /^referer:/im.test(text)), 'no request names the page it comes from');
});

longTest('somebody whose name is taken at a table chooses another one right there', async (stage) => {
    const server = await stage.server();
    const {
        clients: [host],
        table: {id, invite},
    } = await seatTable(server, 'whitehall', {names: ['Ada'], private: true});
    stage.closing(host.close);
    const dialog = (person) => person.locator('[data-dialog=other-name]');
    const rename = async (person, name) => {
        await dialog(person).locator('[data-field=name]').fill(name);
        await person.press(dialog(person).locator('[type=submit]'));
    };
    const seated = (person) => person.locator('[data-page=lobby] [data-action=leave]').waitFor();

    // A visitor who calls herself like the host, and then nearly so.
    const fay = await stage.person('ADA');
    await fay.visit(`/invite#${invite}`);
    await fay.introduce();
    await dialog(fay).waitFor();
    await accessible(fay, 'the question for another name');
    await rename(fay, 'A d a');
    await dialog(fay).locator('.error:not(:empty)').waitFor();
    await rename(fay, 'Fay');
    await dialog(fay).waitFor({state: 'detached'});
    await seated(fay);

    // A player with a look-alike name (with a Cyrillic letter) who follows the link.
    const guest = await connectClient(server, {name: 'Ad\u0430'});
    const gus = await stage.as(guest, {locale: 'it-IT'});
    await gus.visit(`/invite#${invite}`);
    await gus.press(gus.locator('[data-action=sit]'));
    await dialog(gus).waitFor();
    check((await dialog(gus).locator('[data-refusal]').innerText()).startsWith('A questo tavolo'), 'in Italian');
    await rename(gus, 'Gus');
    await seated(gus);

    // Renaming is refused, too, while they sit there.
    await gus.visit('/');
    const form = gus.locator('[data-panel=you] [data-form=name]');
    await form.locator('[data-field=name]').fill('Fay');
    await gus.press(form.locator('[type=submit]'));
    await form.locator('.error:not(:empty)').waitFor();
    const {table} = await host.must('peek', {table: id});
    equal(table.seats.map(({name}) => name), ['Ada', 'Fay', 'Gus'], 'who sits there');
    guest.close();
});

test('the front page lists my tables and live public tables', async (stage) => {
    const server = await stage.server();
    const looker = await stage.person('Lena');
    await looker.visit('/');
    await looker.introduce();
    await looker.locator('[data-panel=public] p').first().waitFor();
    const {clients, table} = await seatTable(server, 'whitehall');
    stage.closing(() => clients.forEach((client) => client.close()));
    const card = looker.locator(`[data-list=public] [data-table="${table.id}"]`);
    await card.waitFor();
    await clients[0].must('start', {table: table.id});
    await looker.locator(`[data-list=public] [data-table="${table.id}"][data-state=running]`).waitFor();

    const jack = await stage.as(clients[0]);
    await jack.visit('/');
    await jack.locator(`[data-list=mine] [data-table="${table.id}"] .badge.now`).waitFor();
    await jack.press(jack.locator(`[data-list=mine] [data-table="${table.id}"] a`));
    await jack.waitForTurn();

    await looker.press(card.locator('a'));
    await looker.locator('.table-page[data-role=public]').waitFor();
    equal((await looker.look()).mine, false, 'turns shown to a spectator');
});

test('pawns taken while joining are kept', async (stage) => {
    const server = await stage.server();
    const {
        clients: [host],
        table,
    } = await seatTable(server, 'whitehall', {names: ['Jack']});
    stage.closing(host.close);
    const bob = await stage.person('Bob');
    await bob.watch(`/table/${table.id}`);
    await bob.locator('[data-action=sit]').waitFor();
    server.signal('SIGSTOP'); // delays the answer
    await bob.press(bob.locator('[data-action=sit]'));
    await bob.takePawns('blue', 'red');
    server.signal('SIGCONT');
    const isHis = ({on, table: now}) =>
        on === 'table' && now.seats.some(({name, pawns}) => name === 'Bob' && String([...pawns].sort()) === 'blue,red');
    await host.until(() => host.pushes.some(isHis), "Bob's pawns");
    equal(await bob.locator('.error:not(:empty)').count(), 0, 'refusals');
});

test('the host removes a player and makes another one host', async (stage) => {
    const server = await stage.server();
    const {
        clients: [host, ann, bob],
        table,
    } = await seatTable(server, 'whitehall');
    stage.closing(() => [host, ann, bob].forEach((client) => client.close()));
    const page = await stage.as(host);
    const out = await stage.as(bob);
    await out.visit(`/table/${table.id}`);
    await out.locator('[data-page=lobby]').waitFor();
    await page.stopClock(); // the confirmation must come within a few seconds
    await page.visit(`/table/${table.id}`);
    await page.press(page.locator(`[data-key="kick-${bob.player}"]`));
    await page.press(page.locator(`[data-key="kick-${bob.player}"]`));
    await page.locator(`[data-seat="${bob.player}"]`).waitFor({state: 'detached'});
    await out.locator('.error:not(:empty)').first().waitFor();
    await page.press(page.locator(`[data-key="host-${ann.player}"]`));
    await page.locator('[data-action=start]').waitFor({state: 'detached'});
});

test('a code in a link transfers the player to another device once', async (stage) => {
    const server = await stage.server();
    const {clients, table} = await startTable(server, 'whitehall');
    stage.closing(() => clients.forEach((client) => client.close()));
    const jack = await stage.as(clients[0]);
    await jack.visit('/');
    await jack.press(jack.locator('[data-action=code]'));
    const link = await jack.locator('[data-copy=code-link]').inputValue();

    const phone = await stage.person('Phone');
    await phone.visit(link);
    const address = () => phone.page.evaluate(() => window.location.href);
    await until(async () => !(await address()).includes('code='), 'the code to be removed from the address');
    await phone.press(phone.locator('[data-form=code] [type=submit]').first());
    await phone.press(phone.locator(`[data-list=mine] [data-table="${table.id}"] a`));
    equal((await phone.waitForTurn()).role, 'jack', 'the role on the other device');
    const known = await phone.page.evaluate(() => JSON.parse(localStorage.getItem('gaslight.player')));
    equal([known.player, known.name], [clients[0].player, 'Jack'], 'the player on the phone');
    check(known.token !== clients[0].token, 'the phone has its own token');

    const thief = await stage.person('Thief');
    await thief.visit(link);
    await thief.press(thief.locator('[data-form=code] [type=submit]').first());
    await thief.locator('[data-form=code] .error:not(:empty)').first().waitFor();
});

longTest('the police resign together, and roles rotate in the rematch', async (stage) => {
    const server = await stage.server();
    const {clients, table} = await startTable(server, 'whitehall');
    clients[0].close();
    const [jack, ann, bob] = [
        await stage.as(clients[0]),
        await stage.as(clients[1]),
        await stage.as(clients[2]),
    ];
    for (const person of [jack, ann, bob]) {
        await person.visit(`/table/${table.id}`);
        await person.locator('.table-page').waitFor();
    }
    await ann.openTab('table');
    await ann.press(ann.locator('[data-act=resign]'));
    await ann.press(ann.locator('[data-act=resign-sure]'));
    await bob.press(bob.locator('[data-act=resign-too]'));
    for (const person of [jack, ann, bob]) {
        await person.locator('.ending .result[data-winner=jack]').waitFor();
    }
    check(
        jack.received().every((text) => !text.includes('"on":"resign"')),
        'Jack does not learn who wants to resign',
    );
    await jack.press(jack.locator('[data-act=rematch]'));
    await jack.press(jack.locator('[data-act=rematch-go]'));
    await jack.locator('[data-page=lobby]').waitFor();
    await bob.press(bob.locator('.ending a.main'));
    await bob.locator('[data-page=lobby]').waitFor();
    equal(await tableOf(bob), await tableOf(jack), 'the same rematch for all players');
    check((await tableOf(jack)) !== `/table/${table.id}`, 'another table');
    await ann.press(ann.locator('.ending a.main'));
    await ann.locator('[data-pawn=jack][aria-pressed=true]').waitFor();
    const held = () => jack.locator('.pawn-button[aria-pressed=true]').count();
    await until(
        async () => (await held()) === SHARES.whitehall[1].length,
        async () => `Jack holding other policemen than ${await held()}`,
    );
    clients.slice(1).forEach((client) => client.close());
});

test('the log follows new events, even when resized, until the player scrolls up', async (stage) => {
    const server = await stage.server();
    const {clients, table} = await startTable(server, 'whitehall');
    stage.closing(() => clients.forEach((client) => client.close()));
    let moves = 0;
    await playUntil(clients, table.id, (turn) => turn.phase === 'move' && (moves += 1) > 4);
    const ann = await stage.as(clients[1]);
    await ann.visit(`/table/${table.id}`);
    const story = ann.locator('.log');
    const isAtEnd = () => story.evaluate((it) => it.scrollHeight - it.scrollTop - it.clientHeight < 2);
    await until(isAtEnd, 'the newest entry to be visible');

    // Scroll and resize at once, as when an event arrives and the action panel grows.
    await story.evaluate((it) => {
        it.scrollTop -= 20;
        return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    });
    await story.evaluate((it) => {
        it.scrollTop = it.scrollHeight;
        document.querySelector('.status-panel').style.minHeight = '16rem';
    });
    await until(isAtEnd, 'the newest entry to stay visible');

    await story.evaluate((it) => it.scrollTo(0, 0));
    const before = await story.locator('.entry').count();
    await playUntil(clients, table.id, (turn) => turn.phase === 'walk');
    await until(async () => (await story.locator('.entry').count()) > before, 'a new entry');
    check(!(await isAtEnd()), 'the log stays where the player scrolled to');
});

test('a move is undone', async (stage) => {
    const server = await stage.server();
    const {clients, table} = await startTable(server, 'whitehall');
    stage.closing(() => clients.forEach((client) => client.close()));
    await playUntil(clients, table.id, (turn) => turn.phase === 'move');
    const jack = await stage.as(clients[0]);
    await jack.visit(`/table/${table.id}`);
    const before = await jack.waitForTurn();
    await jack.act(clients[0].plan, before);
    await jack.press(jack.locator('[data-act=undo]'));
    const after = await jack.waitForTurn();
    equal([after.phase, after.places], ['move', before.places], 'what Jack may do again');
    equal(await jack.locator('.log .entry.undone').count(), 1, 'entries put aside');
    equal(await jack.locator('.log .entry[data-did=move]:not(.undone)').count(), 0, 'moves left in the story');
    const ann = await connectClient(server, {token: clients[1].token});
    const {view} = await ann.watch(table.id);
    equal([view.phase, view.track.last], ['move', 0], 'the phase and track the police see');
    ann.close();
});
