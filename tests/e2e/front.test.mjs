// front.test.mjs: the front page and the settings of a table: playing at once without a name, a live map, the
// dialogs, and what everyone is told.

import {accessible} from './support/axe.mjs';
import {connectClient} from './support/client.mjs';
import {check, equal, until} from './support/checks.mjs';
import {playUntil, seatTable, startTable} from './support/games.mjs';
import {showsNoKeys} from './support/keys.mjs';
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
    await form.locator('[data-choice=spectator_aids]').uncheck();
    await host.press(form.locator('[type=submit]'));
    await form.waitFor({state: 'hidden'});
    const notice = guest.locator('[data-notice=settings]:not(:empty)');
    await notice.waitFor();
    const text = await notice.textContent();
    for (const part of ['Jack', 'Powers', '2 minutes', 'invite link', 'Spectators can’t use deduction help']) {
        check(text.includes(part), `${part} in: ${text}`);
    }
    await guest.locator('.options li').first().waitFor();
});

longTest('public tables come page by page, can be filtered, and show new names', async (stage) => {
    const server = await stage.server();
    const hosts = [];
    for (let i = 0; i < 6; i++) {
        hosts.push(await connectClient(server, {name: `Host ${i}`}));
    }
    stage.closing(() => hosts.forEach((client) => client.close()));
    for (let i = 0; i < 55; i++) {
        const game = i < 3 ? 'whitehall' : 'whitechapel';
        await hosts[i % 6].once('create', {game, options: [], private: false});
    }
    const lena = await stage.person('Lena', {locale: 'it-IT'});
    await lena.visit('/');
    await lena.introduce();
    const cards = lena.locator('[data-list=public] [data-table]');
    const shows = (count) => until(async () => (await cards.count()) === count, async () => `${count} tables: ${await cards.count()}`);
    await shows(50);
    await accessible(lena, 'a long list of tables');
    await showsNoKeys(lena, 'a long list of tables');
    await lena.press(lena.locator('[data-action=more-tables]'));
    await shows(55);
    equal(await lena.locator('[data-action=more-tables]').count(), 0, 'more tables');
    check(await lena.page.evaluate(() => document.activeElement.dataset.key?.startsWith('table-')), 'the focus is on a new table');

    await lena.locator('[data-panel=public] [data-filter=game]').selectOption('whitehall');
    await shows(3);
    await hosts[0].once('create', {game: 'whitechapel', options: [], private: false}); // not shown
    await hosts[1].once('create', {game: 'whitehall', options: [], private: false});
    await shows(4);
    await lena.locator('[data-panel=public] [data-filter=state]').selectOption('running');
    await shows(0);
    await lena.locator('[data-panel=public] [data-filter=state]').selectOption('');
    await shows(4);
    await hosts[0].must('rename', {name: 'Zoe'});
    await lena.locator('[data-list=public] .sitter-name:has-text("Zoe")').first().waitFor();
});

test('after choosing a name on a phone, the page continues at the top, where a table is created', async (stage) => {
    await stage.server();
    const ann = await stage.person('Ann', {viewport: {width: 390, height: 664}, hasTouch: true, isMobile: true});
    await ann.visit('/');
    const names = await ann.locator('.game-card button').evaluateAll((all) => all.map((one) => one.ariaLabel));
    equal(names, ['Play solo: Letters from Whitechapel', 'Play solo: Whitehall Mystery'], 'what the buttons are called');
    await ann.introduce();
    await ann.locator('[data-action=new-table]:focus').waitFor();
    await until(
        () =>
            ann.page.evaluate(() => {
                const {top, bottom} = document.querySelector('[data-action=new-table]').getBoundingClientRect();
                return top > 0 && bottom < window.innerHeight;
            }),
        'the button to be seen',
    );
});
