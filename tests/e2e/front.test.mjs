// front.test.mjs: the front page and the settings of a table: playing at once without a name, a live map, the
// dialogs, and what everyone is told.

import {connectClient} from './support/client.mjs';
import {check, equal, until} from './support/checks.mjs';
import {playUntil, seatTable, startTable} from './support/games.mjs';
import {PHONE} from './support/person.mjs';
import {longTest, test} from './support/testing.mjs';

test('a visitor sees both games and plays one alone at once, as a guest', async (stage) => {
    await stage.server();
    const visitor = await stage.person('Vic', PHONE);
    await visitor.visit('/');
    for (const game of ['whitechapel', 'whitehall']) {
        await visitor.locator(`[data-game-card=${game}] [data-art=${game}]`).waitFor();
    }
    equal(visitor.sent().length, 0, 'nothing is sent before the visitor decides');
    await visitor.press(visitor.locator('[data-action=solo-whitehall]'));
    await visitor.locator('.table-page[data-role=detective]').waitFor();
    check(/^Guest \d{3}$/.test(await visitor.locator('#who').textContent()), 'the name of a guest');
    const keys = JSON.parse(visitor.sent().find((text) => text.includes('"create"')));
    equal([keys.game, keys.aids, keys.private], ['whitehall', 'sets', true], 'the settings');

    await visitor.visit('/');
    await visitor.locator('[data-list=mine] [data-state=running]').waitFor();
    await visitor.locator('[data-field=solo-side]').selectOption('jack');
    await visitor.press(visitor.locator('[data-form=solo] [data-more] > summary'));
    await visitor.locator('[data-field=solo-pace]').selectOption('quick');
    await visitor.locator('[data-form=solo] [data-choice=smoker]').check();
    await visitor.press(visitor.locator('[data-form=solo] [type=submit]'));
    await visitor.locator('.table-page[data-role=jack]').waitFor();
    await visitor.visit('/');
    equal(await visitor.locator('[data-field=solo-side]').inputValue(), 'jack', 'the last choice');
    check(await visitor.locator('[data-form=solo] [data-choice=smoker]').isChecked(), 'the last variants');
});

longTest('a public game is shown live, with its spectators, to people who do not watch it', async (stage) => {
    const server = await stage.server();
    const {clients, table} = await startTable(server, 'whitehall');
    stage.closing(() => clients.forEach((client) => client.close()));
    const lena = await stage.person('Lena');
    await lena.visit('/');
    await lena.introduce();
    const map = lena.locator(`[data-live="${table.id}"]`);
    await map.locator('svg.map').waitFor();
    await playUntil(clients, table.id, ({phase}) => phase === 'walk');
    await until(async () => (await map.locator('.pawn').count()) >= 3, 'the pawns on the live map');
    equal(lena.sent().filter((text) => text.includes('"watch"')).length, 0, 'she is no spectator');
    const sam = await connectClient(server, {name: 'Sam'});
    stage.closing(sam.close);
    await sam.watch(table.id);
    await lena.locator(`[data-table="${table.id}"]:has-text("1 spectator")`).waitFor();
    await lena.press(map);
    await lena.locator('.table-page[data-role=public]').waitFor();
});

test('the host changes the settings before the start, and everyone is told', async (stage) => {
    const server = await stage.server();
    const {clients, table} = await seatTable(server, 'whitehall');
    stage.closing(() => clients.forEach((client) => client.close()));
    const host = await stage.as(clients[0]);
    const guest = await stage.as(clients[1]);
    for (const person of [host, guest]) {
        await person.visit(`/table/${table.id}`);
        await person.locator('[data-page=lobby]').waitFor();
    }
    equal(await guest.locator('[data-action=change-settings]').count(), 0, 'only the host changes settings');
    await host.press(host.locator('[data-action=change-settings]'));
    const form = host.locator('[data-form=settings]');
    await form.locator('[data-choice=powers]').check();
    await form.locator('[data-field=settings-clock]').selectOption('120');
    await form.locator('[data-choice=private]').check();
    await host.press(form.locator('[type=submit]'));
    await form.waitFor({state: 'hidden'});
    const notice = guest.locator('[data-notice=settings]:not(:empty)');
    await notice.waitFor();
    const text = await notice.textContent();
    for (const part of ['Jack', 'Powers', '2 minutes', 'invite link']) {
        check(text.includes(part), `${part} in: ${text}`);
    }
    await guest.locator('.options li').first().waitFor();
});
