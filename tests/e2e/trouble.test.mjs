// trouble.test.mjs: lost connections, a server that is killed and restarted, two tabs, a tab that wakes up:
// problems are shown, play resumes, and nothing is lost or done twice.

import {execFileSync} from 'node:child_process';
import {join} from 'node:path';
import {accessible} from './support/axe.mjs';
import {check, equal, until} from './support/checks.mjs';
import {connectClient} from './support/client.mjs';
import {playUntil, startTable} from './support/games.mjs';
import {LOST} from './support/person.mjs';
import {startProxy} from './support/proxy.mjs';
import {BUILD} from './support/server.mjs';
import {longTest, test} from './support/testing.mjs';

/** Starts a game at the police's first move, with pages for Ann (yellow and red) and Jack. */
async function atWalk(stage, server, {through = server, prepare = async () => {}} = {}) {
    const {clients, table} = await startTable(server, 'whitehall');
    await playUntil(clients, table.id, (turn) => turn.phase === 'walk');
    clients.forEach((client) => client.close());
    const ann = await stage.as(clients[1], {server: through});
    const jack = await stage.as(clients[0], {server: through});
    for (const person of [ann, jack]) {
        await prepare(person);
        await person.visit(`/table/${table.id}`);
        await person.locator('.table-page').waitFor();
        person.expect(LOST);
    }
    await ann.waitForTurn();
    return {ann, jack, clients, table};
}

/** Counts moves, chat lines and events of a table from its first event on. */
async function tableHistory(server, client, table) {
    const reader = await connectClient(server, {token: client.token});
    const {events, chat} = await reader.must('watch', {table: table.id, since: 0});
    reader.close();
    return {
        walks: events.filter(({event}) => event.did === 'walk').length,
        said: chat.map((line) => line.text),
        entries: events.length,
    };
}

/** Waits until the page's log has all events, each once. */
const logsAll = (person, entries) =>
    until(
        async () => (await person.look()).entries === entries,
        async () => `${person.name}'s log to have ${entries} entries, not ${(await person.look()).entries},`,
    );

const chooseWalk = async (person) => {
    await person.press(person.locator('.act-places [data-place]').first());
    await person.locator('[data-ready=true]').waitFor();
};

test('a game continues after the server is killed and restarted', async (stage) => {
    const server = await stage.server();
    const {ann, jack, clients, table} = await atWalk(stage, server);
    await chooseWalk(ann);
    await server.stop('SIGKILL');
    await ann.locator('#connection .words').waitFor();
    await jack.locator('#connection .words').waitFor();

    await ann.press(ann.locator('[data-act=confirm]')); // while the server is down
    await ann.say('I am on my way', 'police');
    await ann.say('Good evening, Jack', 'table');
    await server.start();
    for (const person of [ann, jack]) {
        await person.locator('.log [data-did=walk]').waitFor({state: 'attached'});
        await person.locator('#connection:empty').waitFor({state: 'attached'});
    }
    await jack.locator('.chat .line').waitFor({state: 'attached'});
    const {walks, said, entries} = await tableHistory(server, clients[1], table);
    equal(walks, 1, 'moves executed');
    equal(said, ['I am on my way', 'Good evening, Jack'], 'chat messages, each once and in order');
    await logsAll(ann, entries);
    await ann.locator('.chat .line').nth(1).waitFor({state: 'attached'});
    equal(await ann.locator('.chat .line').count(), 2, "lines in Ann's chat");
    equal(await jack.locator('.chat .line').count(), 1, "lines in Jack's chat");
    await logsAll(jack, entries);
});

test('a lost answer does not cause a second action', async (stage) => {
    const server = await stage.server();
    const proxy = await startProxy(server);
    stage.closing(proxy.close);
    const {ann, clients, table} = await atWalk(stage, server, {through: proxy});
    await chooseWalk(ann);
    proxy.weather = 'deaf';
    await ann.press(ann.locator('[data-act=confirm]'));
    await until(async () => (await tableHistory(server, clients[1], table)).walks === 1, 'the move to reach the server');
    equal(await ann.locator('.log [data-did=walk]').count(), 0, 'log entries about it');
    proxy.weather = 'fair';
    proxy.cut();
    await ann.locator('.log [data-did=walk]').waitFor({state: 'attached'});
    const busy = ann.locator('.acting [data-act=cancel]:disabled');
    await until(async () => !(await ann.look()).ready && (await busy.count()) === 0, 'the panel to be idle');
    const acts = ann
        .sent()
        .map((text) => JSON.parse(text))
        .filter((one) => one.do === 'act');
    check(acts.length >= 2, `it was sent again: ${acts.length}`);
    equal(new Set(acts.map((one) => one.key)).size, 1, 'keys used for one action');
    equal((await tableHistory(server, clients[1], table)).walks, 1, 'moves executed');
    equal(await ann.locator('.acting .refusal').count(), 0, 'refusals shown');
});

longTest('a tab that wakes up catches up', async (stage) => {
    const server = await stage.server();
    const proxy = await startProxy(server);
    stage.closing(proxy.close);
    // While the tab sleeps its clock stands still, so that it cannot notice by itself, however long the others
    // play.
    const prepare = (person) => person.stopClock();
    const {ann, clients, table} = await atWalk(stage, server, {through: proxy, prepare});
    const before = ann.frames.length;
    proxy.bury(); // simulates sleep: neither side is told that the connection has ended
    const helpers = [];
    for (const client of clients) {
        const again = await connectClient(server, {token: client.token});
        await again.watch(table.id);
        helpers.push(Object.assign(again, {pawns: client.pawns, plan: client.plan}));
    }
    await playUntil(helpers, table.id, (turn) => turn.phase === 'act');
    helpers.forEach((client) => client.close());
    equal((await ann.look()).phase, 'walk', 'what a sleeping tab shows');
    // A push about a player who came or left may have been sent before.
    const isOfGame = ({direction, text}) => direction === 'received' && /^\{"on":"(event|turn)"/.test(text);
    equal(ann.frames.slice(before).filter(isOfGame), [], 'game messages received while asleep');
    await ann.page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await until(async () => {
        await ann.context.clock.runFor(1000);
        return (await ann.look()).phase === 'act';
    }, 'the current state');
    const {entries} = await tableHistory(server, clients[1], table);
    await logsAll(ann, entries);
});

longTest('a server that hangs is detected and the page reconnects', async (stage) => {
    const server = await stage.server();
    const {ann} = await atWalk(stage, server);
    await chooseWalk(ann);
    server.signal('SIGSTOP');
    await ann.press(ann.locator('[data-act=confirm]'));
    await ann.locator('#connection .words').waitFor();
    await ann.say('Anybody here?');
    await ann.locator('.chat-panel .pending li').waitFor();
    const [pending, form] = await ann.page.evaluate(() =>
        ['.pending', '.chat-form'].map((one) => {
            const {paddingLeft} = getComputedStyle(document.querySelector(`.chat-panel ${one}`));
            return paddingLeft;
        }),
    );
    equal(pending, form, 'the left edge of a message on its way');
    server.signal('SIGCONT');
    await ann.locator('.chat .line').waitFor();
    await ann.locator('.log [data-did=walk]').waitFor({state: 'attached'});
    await ann.locator('#connection:empty').waitFor({state: 'attached'});
    equal(await ann.locator('.log [data-did=walk]').count(), 1, 'moves in the log');
});

longTest('a suspended page does not drop its connection', async (stage) => {
    const server = await stage.server();
    const {ann} = await atWalk(stage, server, {prepare: (person) => person.stopClock()});
    let opened = 0;
    ann.page.on('websocket', () => (opened += 1));
    await chooseWalk(ann);
    server.signal('SIGSTOP');
    stage.closing(() => server.signal('SIGCONT'));
    await ann.press(ann.locator('[data-act=confirm]'));
    await ann.context.clock.fastForward(15_000); // the page was suspended: all its timers are late
    server.signal('SIGCONT');
    await until(() => ann.received().some((text) => text.includes('"did":"walk"')), 'the move to reach the page');
    await until(async () => {
        await ann.context.clock.runFor(50);
        return (await ann.locator('.log [data-did=walk]').count()) === 1;
    }, 'the move in the log');
    equal(opened, 0, 'connections opened');
});

longTest('two tabs of one player stay in sync', async (stage) => {
    const server = await stage.server();
    const {ann, table} = await atWalk(stage, server);
    const second = await ann.context.newPage();
    await second.goto(`/table/${table.id}`);
    await second.locator('.act-places [data-place]').first().waitFor();
    await chooseWalk(ann);
    await ann.press(ann.locator('[data-act=confirm]'));
    await second.locator('.log [data-did=walk]').waitFor({state: 'attached'});
    await ann.locator('.log [data-did=walk]').waitFor({state: 'attached'});
    await second.locator('[role=tab][data-tab=chat]').click();
    await second.locator('#chat-text').fill('From the other tab');
    await second.keyboard.press('Enter');
    await ann.locator('.chat .line').waitFor({state: 'attached'});
    await second.goto('/');
    await second.locator('[data-panel=you] [data-field=name]').fill('Anna');
    await second.locator('[data-panel=you] [data-form=name] [type=submit]').click();
    await ann.locator('#who', {hasText: 'Anna'}).waitFor();
    equal(await ann.locator('#connection').innerText(), '', 'the connection banner');
});

test('an unknown token is reported, and the visitor can start as a new player', async (stage) => {
    await stage.server();
    const player = {player: 'nobodynobody', name: 'Nobody', token: 'A'.repeat(43)};
    const nobody = await stage.person('Nobody', {keep: {'gaslight.player': JSON.stringify(player)}});
    await nobody.visit('/');
    await nobody.press(nobody.locator('#connection.bad button'));
    await nobody.introduce();
    await nobody.locator('[data-form=solo]').waitFor();
});

/** Runs a command of the operator. */
const admin = (server, ...words) => execFileSync(join(BUILD, 'gaslightd'), ['admin', '--data', server.data, ...words]);

longTest('somebody who is banned gets one page that says so, and no endless reconnecting', async (stage) => {
    const server = await stage.server();
    const mallory = await stage.person('Mallory');
    mallory.expect(/403/);
    await mallory.visit('/');
    await mallory.introduce();
    await mallory.locator('[data-form=solo]').waitFor();
    const {player} = await mallory.page.evaluate(() => JSON.parse(window.localStorage.getItem('gaslight.player')));
    const banned = () => mallory.locator('h1:has-text("You can’t use this server any more")').waitFor();
    admin(server, 'ban', player);
    await banned(); // the connection was closed
    equal(await mallory.locator('#connection').innerText(), '', 'the connection banner');
    await accessible(mallory, 'the page for the banned');
    await mallory.page.reload();
    await banned(); // hello was refused

    // A banned address cannot connect at all, with a name or without.
    admin(server, 'unban', player);
    await mallory.page.reload();
    await mallory.locator('[data-form=solo]').waitFor();
    admin(server, 'ban', '127.0.0.1');
    await banned();
    await mallory.page.reload();
    await banned();
    const visitor = await stage.person('Vera');
    visitor.expect(/403/);
    await visitor.visit('/table/aaaaaaaaaa');
    await visitor.locator('h1:has-text("You can’t use this server any more")').waitFor();
});

longTest('visitors with and without a name read that a table is damaged', async (stage) => {
    const server = await stage.server();
    const {clients, table} = await startTable(server, 'whitehall');
    clients.forEach((client) => client.close());
    await server.stop();
    const damage =
        "import sqlite3, sys; db = sqlite3.connect(sys.argv[1]); db.execute('DELETE FROM actions'); " +
        'db.execute("UPDATE tables SET lobby = json_remove(lobby, \'$.setup\')"); db.commit()';
    execFileSync('python3', ['-c', damage, join(server.data, 'gaslight.db')]);
    await server.start();
    const people = [await stage.person('Vera'), await stage.person('Vito', {locale: 'it-IT'}), await stage.as(clients[1])];
    const texts = [];
    for (const person of people) {
        await person.visit(`/table/${table.id}`);
        texts.push(await person.locator('[data-problem] p').innerText());
    }
    const damaged = "This table's data is damaged. The operator has been notified.";
    equal(texts, [damaged, 'I dati di questo tavolo sono danneggiati. Il gestore è stato avvisato.', damaged], 'texts');
});
