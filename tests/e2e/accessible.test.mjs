// accessible.test.mjs: runs axe-core on every kind of page in both themes and expects no serious violations.
// What axe cannot check (keyboard use, meaning not carried by colour alone) is tested elsewhere or by hand.

import {accessible} from './support/axe.mjs';
import {playUntil, seatTable, startTable} from './support/games.mjs';
import {PHONE} from './support/person.mjs';
import {longTest, test} from './support/testing.mjs';

async function open(person, path, ready) {
    await person.visit(path);
    await person.locator(ready).first().waitFor();
    return person;
}

test('axe finds no serious violations before the game', async (stage) => {
    const server = await stage.server();
    const nobody = await open(await stage.person('Nobody'), '/', '[data-field=name]');
    await accessible(nobody, 'front page of a new visitor');
    const {clients, table} = await seatTable(server, 'whitechapel', {options: ['letters', 'address']});
    stage.closing(() => clients.forEach((client) => client.close()));
    const host = await open(await stage.as(clients[0]), '/', '[data-list=mine] [data-table]');
    await host.press(host.locator('[data-action=settings]'));
    await host.press(host.locator('[data-action=code]'));
    await host.locator('[data-copy=code]').waitFor();
    await accessible(host, 'front page');
    await host.press(host.locator('[data-action=settings]'));
    await host.press(host.locator('[data-action=new-table]'));
    await host.press(host.locator('[data-form=create] [data-more] > summary'));
    await accessible(host, 'dialog of a new table');
    await open(nobody, `/table/${table.id}`, '[data-page=welcome] [data-action=go]');
    await accessible(nobody, 'first screen of a link');
    await open(host, `/table/${table.id}`, '[data-page=lobby]');
    await host.locator('[data-field=chat]').fill('Hello');
    await host.page.keyboard.press('Enter');
    await host.locator('.chat .line').waitFor();
    await accessible(host, 'lobby of the host');
    const guest = await open(await stage.as(clients[1], PHONE), `/table/${table.id}`, '[data-page=lobby]');
    await accessible(guest, 'lobby on a phone');
});

longTest('axe finds no serious violations during the game', async (stage) => {
    const server = await stage.server();
    const {clients, table} = await startTable(server, 'whitechapel', {options: ['letters', 'false_clues']});
    stage.closing(() => clients.forEach((client) => client.close()));
    const jack = await open(await stage.as(clients[0]), `/table/${table.id}`, '.acting [data-place]');
    await accessible(jack, 'Jack chooses his hideout');
    await playUntil(clients, table.id, (turn) => turn.phase === 'move');
    await jack.locator('.table-page[data-phase=move]').waitFor();
    await jack.press(jack.locator('.act-places [data-place]').first());
    await accessible(jack, 'Jack moves, his secrets shown');
    await jack.page.keyboard.press('h');
    await jack.locator('[data-act=show-secrets]').waitFor();
    await accessible(jack, 'Jack has hidden his secrets');
    const {pawns} = await playUntil(clients, table.id, (turn) => turn.phase === 'act');
    const hunter = clients.find((client) => client.pawns === pawns);
    const ann = await open(await stage.as(hunter), `/table/${table.id}`, '.acting [data-place]');
    for (const tab of ['log', 'chat', 'notes', 'rules', 'table']) {
        await ann.openTab(tab);
        await accessible(ann, `a detective searches, tab ${tab}`);
    }
    const small = await open(await stage.as(hunter, PHONE), `/table/${table.id}`, '.acting [data-place]');
    await accessible(small, 'a detective on a phone');
});

longTest('axe finds no serious violations after the game', async (stage) => {
    const server = await stage.server();
    const {clients, table} = await startTable(server, 'whitehall');
    await playUntil(clients, table.id);
    clients.forEach((client) => client.close());
    const ann = await open(await stage.as(clients[1]), `/table/${table.id}`, '.ending .sheet');
    await accessible(ann, 'a finished table');
    await open(ann, '/archive', '[data-game]');
    await accessible(ann, 'the archive');
    await open(ann, `/replay/${table.id}?step=20`, '.replay-page');
    await accessible(ann, 'a replay');
    await open(ann, '/replay', '#record-file');
    await accessible(ann, 'the page for opening a record');
    await open(ann, '/table/nosuchtabl', '#main h1');
    await accessible(ann, 'a table that does not exist');
});
