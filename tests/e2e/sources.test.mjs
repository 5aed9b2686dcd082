// sources.test.mjs: the sources of the browser client work without being bundled: `gaslightd --web client-web`.

import {check, equal, until} from './support/checks.mjs';
import {seatTable} from './support/games.mjs';
import {SOURCES} from './support/server.mjs';
import {test} from './support/testing.mjs';

test('an invite leads to the lobby and a game to its map, from the sources', async (stage) => {
    const server = await stage.server({web: SOURCES});
    const {clients, table} = await seatTable(server, 'whitehall');
    stage.closing(() => clients.forEach((client) => client.close()));
    const bob = await stage.person('Bob');
    await bob.visit(`/invite#${table.invite}`);
    await bob.locator('[data-form=name] input').waitFor();
    await bob.introduce();
    await bob.locator('[data-page=lobby]').waitFor();
    check(
        bob.requests.some((one) => one.endsWith('/js/pages/lobby.js')),
        'the modules are requested one by one',
    );
    await bob.visit('/');
    await bob.press(bob.locator('[data-form=solo] button[type=submit]'));
    await bob.locator('.table-page .board').waitFor();
    await until(() => bob.requests.some((one) => one.endsWith('/style/board.css')), 'its style sheet');
    equal(await bob.locator('main .coming').count(), 0, 'loading texts');
});
