// notifications.test.mjs: the panel on the front page where players choose how they are notified, and the page of the link
// in an e-mail.

import {createServer} from 'node:http';
import {accessible} from './support/axe.mjs';
import {check, equal, until} from './support/checks.mjs';
import {connectClient} from './support/client.mjs';
import {PHONE} from './support/person.mjs';
import {test} from './support/testing.mjs';

const ON = {
    'public-url': 'https://gaslight.example',
    'notify-private': true,
    'smtp-url': 'smtp://127.0.0.1:9',
    'smtp-plain': true,
    'mail-from': 'games@gaslight.example',
};

async function webhook(stage) {
    const got = [];
    const server = createServer(async (request, response) => {
        let text = '';
        for await (const piece of request) {
            text += piece;
        }
        got.push(JSON.parse(text));
        response.end();
    });
    await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
    stage.closing(() => server.close());
    return {got, url: `http://127.0.0.1:${server.address().port}/hook`};
}

test('a player chooses where and when to be notified, on a phone', async (stage) => {
    const server = await stage.server(ON);
    const hook = await webhook(stage);
    const client = await connectClient(server, {name: 'Ann'});
    const ann = await stage.as(client, {...PHONE, timezoneId: 'Pacific/Kiritimati'});
    await ann.visit('/');
    await ann.press(ann.locator('.notifications summary'));
    await ann.locator('.notifications input[type=url]').fill(hook.url);
    await ann.locator('.notifications select').selectOption('slack');
    await ann.press(ann.locator('[data-action=add-webhook]'));
    await ann.locator('[data-channel=webhook]').waitFor();
    await until(() => hook.got.length === 1, 'the first message');
    check(hook.got[0].text.startsWith('You will get notifications from Gaslight here.'), hook.got[0].text);
    await ann.locator('.notifications input[type=email]').fill('ann@example.org');
    await ann.press(ann.locator('[data-action=add-mail]'));
    await ann.locator('[data-channel=mail] input').fill('AAAA-AAAA');
    await ann.press(ann.locator('[data-action=confirm]'));
    await ann.locator('.notifications .error:has-text("That code is wrong")').waitFor();
    await ann.press(ann.locator('[data-notify=chat]'));
    await ann.press(ann.locator('[data-notify=quiet]'));
    await ann.locator('[data-notify=quiet-from]').fill('23:30');
    await until(async () => (await client.must('notify')).quiet.from === 23 * 60 + 30, 'the quiet hours');
    const state = await client.must('notify');
    equal(state.events, ['turn', 'invite', 'over', 'clock'], 'the events');
    equal([state.channels.length, state.language, state.quiet.until], [2, 'en', 8 * 60], 'the rest');
    equal(state.quiet.time_zone, 'Pacific/Kiritimati', 'the time zone of the browser');
    await accessible(ann, 'the notifications');
    await ann.press(ann.locator('[data-channel=mail] [data-action=remove-channel]'));
    await until(async () => (await ann.locator('.channels li').count()) === 1, 'one channel to remain');
    client.close();
});

test('on a first visit this browser is offered once its worker is installed', async (stage) => {
    const server = await stage.server(ON);
    const client = await connectClient(server, {name: 'Ann'});
    const ann = await stage.as(client, {serviceWorkers: 'allow'});
    await ann.visit('/');
    await ann.press(ann.locator('.notifications summary'));
    await ann.locator('.notifications input[type=email]').fill('ann@');
    await ann.locator('[data-action=add-push]').waitFor();
    equal(await ann.locator('.notifications input[type=email]').inputValue(), 'ann@', 'what was typed');
    client.close();
});

test('quick choices of events are all kept', async (stage) => {
    const server = await stage.server(ON);
    const hook = await webhook(stage);
    const client = await connectClient(server, {name: 'Ann'});
    await client.must('subscribe', {kind: 'webhook', address: hook.url, format: 'slack'});
    const ann = await stage.as(client);
    await ann.visit('/');
    await ann.press(ann.locator('.notifications summary'));
    const boxes = ann.locator('[data-notify=chat], [data-notify=over]');
    await boxes.first().waitFor();
    const atOnce = await boxes.evaluateAll((all) => {
        all[0].focus();
        all.forEach((box) => box.click());
        return all.map(({checked}) => checked);
    });
    equal(atOnce, [false, true], 'the second click has no effect while the first is sent');
    await ann.locator('[data-notify=over]:enabled:focus').waitFor();
    await ann.press(ann.locator('[data-notify=chat]'));
    await until(async () => (await client.must('notify')).events.join() === 'turn,invite,clock', 'both choices');
    client.close();
});

test('quiet hours of a player who has travelled move to the new time zone', async (stage) => {
    const server = await stage.server(ON);
    const hook = await webhook(stage);
    const client = await connectClient(server, {name: 'Ann'});
    await client.must('subscribe', {kind: 'webhook', address: hook.url, format: 'slack'});
    await client.must('notify', {quiet: {from: 1320, until: 480, zone: 60}}); // as older clients did
    const ann = await stage.as(client, {timezoneId: 'Asia/Tokyo'});
    await ann.visit('/');
    await until(async () => (await client.must('notify')).quiet.time_zone !== undefined, 'the new zone');
    const {quiet} = await client.must('notify');
    equal(quiet, {from: 1320, until: 480, zone: 9 * 60, time_zone: 'Asia/Tokyo'}, 'the quiet hours');
    client.close();
});

test('without notifications there is no panel', async (stage) => {
    const server = await stage.server();
    const client = await connectClient(server, {name: 'Ann'});
    const ann = await stage.as(client);
    await ann.visit('/');
    await ann.locator('.notifications').waitFor({state: 'attached'});
    await ann.locator('.notifications-body .channels').waitFor({state: 'attached'}); // the server has answered
    equal(await ann.locator('.notifications').isVisible(), false, 'the panel');
    client.close();
});

test('the link in an e-mail unsubscribes only after a press', async (stage) => {
    const server = await stage.server(ON);
    const hook = await webhook(stage);
    const client = await connectClient(server, {name: 'Ann'});
    const {channels} = await client.must('subscribe', {kind: 'webhook', address: hook.url, format: 'slack'});
    const visitor = await stage.person('Vic', {locale: 'it-IT'});
    await visitor.visit(`/unsubscribe/${channels[0].channel}`);
    await visitor.locator('[data-action=unsubscribe]').waitFor();
    equal((await client.must('notify')).channels.length, 1, 'channels');
    await visitor.press(visitor.locator('[data-action=unsubscribe]'));
    await visitor.locator('text=Fatto.').waitFor();
    equal((await client.must('notify')).channels.length, 0, 'channels');
    client.close();
});

test('a player whose page is hidden is notified, and not while they look', async (stage) => {
    const server = await stage.server(ON);
    const hook = await webhook(stage);
    const ann = await connectClient(server, {name: 'Ann'});
    const bob = await connectClient(server, {name: 'Bob'});
    await ann.must('subscribe', {kind: 'webhook', address: hook.url});
    const {table} = await ann.must('create', {key: 'k'.repeat(20), game: 'whitehall'});
    await bob.must('join', {table: table.id});
    await until(() => hook.got.length === 2, 'somebody joined');
    const page = await stage.as(ann);
    await page.visit(`/table/${table.id}`);
    await page.locator('text=Bob').first().waitFor(); // the table is watched
    const say = (text) => bob.once('chat', {table: table.id, to: 'table', text});
    await say('one');
    await page.page.evaluate(() => {
        Object.defineProperty(document, 'hidden', {value: true, configurable: true});
        document.dispatchEvent(new Event('visibilitychange'));
    });
    let count = 0;
    await until(async () => {
        await say(`two ${count++}`); // the page's request and this one are on different connections
        return hook.got.length === 3;
    }, 'a notification');
    equal(hook.got.map(({event}) => event), ['test', 'joined', 'chat'], 'the notifications');
    ann.close();
    bob.close();
});
