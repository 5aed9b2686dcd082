// chat.test.mjs: unread messages, times, and circles in the chat that lead to the map.

import {equal, until} from './support/checks.mjs';
import {startTable} from './support/games.mjs';
import {longTest} from './support/testing.mjs';

longTest('messages count as unread until they were on screen, and lead to the map', async (stage) => {
    const server = await stage.server();
    const {clients, table} = await startTable(server, 'whitehall');
    const [, annsClient, bob] = clients;
    annsClient.close();
    stage.closing(() => [clients[0], bob].forEach((client) => client.close()));
    const say = (text, to = 'table') => bob.once('chat', {table: table.id, to, text});
    await say('Before she came');
    const ann = await stage.as(annsClient);
    await ann.visit(`/table/${table.id}`);
    await ann.locator('.table-page').waitFor();
    const badge = async () => (await ann.locator('.tab[data-tab=chat] .tab-badge').innerText()).trim();
    const unread = (count) => until(async () => (await badge()) === count, async () => `${count} unread: ${await badge()}`);
    await unread('');
    await say('Look at 57, not 999 or 21:15');
    await say('Quick', 'police');
    await unread('2');
    await ann.openTab('notes');
    await unread('2');
    await ann.openTab('chat');
    await unread('');
    equal(await ann.locator('.chat [data-circle]').allInnerTexts(), ['57'], 'circles that lead to the map');
    await ann.press(ann.locator('.chat [data-circle]'));
    await ann.locator('.layer-flash .flash').waitFor({state: 'attached'});
    equal(/^\d{1,2}:\d\d/.test(await ann.locator('.chat time').first().innerText()), true, 'the time');

    // Own messages do not count; what came in between does, also after reloading the page.
    await ann.locator('#chat-text').fill('On my way');
    await ann.press(ann.locator('.chat-form [type=submit]'));
    await ann.locator('.chat .line >> nth=3').waitFor();
    await ann.openTab('log');
    await say('Hurry');
    await unread('1');
    await ann.page.reload();
    await ann.locator('.table-page').waitFor();
    await unread('1');
    await ann.openTab('chat');
    await unread('');
    await ann.page.reload();
    await ann.locator('.chat .line >> nth=4').waitFor({state: 'attached'});
    equal(await badge(), '', 'unread after reading and reloading');
});
