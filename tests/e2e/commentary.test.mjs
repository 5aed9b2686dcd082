// commentary.test.mjs: commentators in the browser: everyone agrees in the lobby, and whoever has the link sees
// everything, with their name shown to everyone.

import {accessible} from './support/axe.mjs';
import {check, equal, until} from './support/checks.mjs';
import {connectClient} from './support/client.mjs';
import {seat} from './support/recorded_games.mjs';
import {longTest} from './support/testing.mjs';

const GAME = {
    game: 'whitehall',
    options: [],
    seats: [
        {name: 'Jill', pawns: ['jack']},
        {name: 'Ann', pawns: ['yellow', 'red', 'blue']},
    ],
};

longTest('with everyone’s consent a commentator sees everything, and everyone sees who it is', async (stage) => {
    const server = await stage.server();
    const {clients, table} = await seat(server, GAME);
    stage.closing(() => clients.forEach((client) => client.close()));
    const host = await stage.as(clients[0]);
    const ann = await stage.as(clients[1], {locale: 'it-IT'});
    for (const person of [host, ann]) {
        await person.visit(`/table/${table.id}`);
        await person.locator('[data-page=lobby]').waitFor();
    }
    equal(await ann.locator('[data-action=consent]').count(), 0, 'before commentators are allowed');
    await host.locator('[data-field=commentary]').check();
    await host.locator('[data-copy=commentary]').waitFor();
    const link = await host.locator('[data-copy=commentary]').inputValue();
    check(link.includes(`/table/${table.id}#commentary=`), link);
    equal(await host.locator('[data-action=start]').isDisabled(), true, 'start without consent');
    const missing = await host.locator('[data-list=missing]').innerText();
    check(missing.includes('Waiting for Jill and Ann to agree to commentators.'), missing);
    await ann.locator('[data-action=consent]').waitFor();
    equal(await ann.locator('[data-copy=commentary]').count(), 0, 'the link is for the host');
    await ann.press(ann.locator('[data-action=consent]'));
    await ann.locator('[data-consent=true]:has-text("Sei d’accordo.")').waitFor();
    await accessible(ann, 'a lobby with commentators');
    await host.press(host.locator('[data-action=consent]'));
    await until(async () => !(await host.locator('[data-action=start]').isDisabled()), 'the start');
    await host.press(host.locator('[data-action=start]'));
    await host.locator('.table-page').waitFor();

    // A player can't use the link; somebody else can.
    const {hash} = new URL(link);
    await ann.visit(`/table/${table.id}${hash}`);
    await ann.locator('.panel:has-text("Hai avuto un posto a questo tavolo")').waitFor();
    await ann.visit(`/table/${table.id}`);
    await ann.locator('.table-page').waitFor();
    const {legal} = clients[0].turns.get(table.id);
    await clients[0].once('act', {
        table: table.id,
        action: {by: 'jack', do: 'discoveries', circles: legal.discoveries.map((part) => part[0])},
    });
    const cleo = await connectClient(server, {name: 'Cleo'});
    stage.closing(() => cleo.close());
    const commentator = await stage.as(cleo);
    await commentator.visit(`/table/${table.id}${hash}`);
    await commentator.locator('.table-page[data-role=all]').waitFor();
    await commentator.locator('.commentator-note:has-text("You are a commentator")').waitFor();
    for (const person of [host, ann, commentator]) {
        await person.locator('[data-strip=commentators]:has-text("Cleo")').waitFor();
    }
    equal(await ann.locator('.commentator-note').isVisible(), false, 'a note for commentators only');
    await commentator.press(commentator.locator('[role=tab][data-tab=chat], [role=tab]:has-text("Chat")').first());
    await commentator.locator('[data-field=chat]').fill('He starts at 1.');
    await commentator.page.keyboard.press('Enter');
    await commentator.locator('.chat .to-commentary').waitFor();
    await clients[1].must('ping');
    equal(await ann.locator('.to-commentary').count(), 0, 'what the players read');
    await accessible(commentator, 'a commentator’s page');
});
