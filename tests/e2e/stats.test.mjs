// stats.test.mjs: statistics: the page of a player and of the server, reached from names, the archive and the lobby; for
// visitors too, on a phone and in Italian; and the setting that makes a private game count.

import {accessible} from './support/axe.mjs';
import {check, equal, until} from './support/checks.mjs';
import {startTable} from './support/games.mjs';
import {showsNoKeys} from './support/keys.mjs';
import {longTest, test} from './support/testing.mjs';

const SMALL = {viewport: {width: 390, height: 664}, isMobile: true, hasTouch: true};

/** Ends a game: Jack gives up. Waits until the last client's statistics have so many games. */
async function resign(clients, table, games) {
    await clients[0].once('resign', {table});
    const {player} = clients.at(-1);
    await until(async () => {
        const found = await clients[0].must('stats', {player}).catch(() => ({standings: []}));
        return found.standings.reduce((sum, row) => sum + row.games, 0) === games;
    }, `${games} games are counted`);
}

const cells = (person, row) => person.locator('.stats-table tbody tr').nth(row).locator('th, td').allInnerTexts();

test('a player’s results are found from the archive, and those of others from there', async (stage) => {
    const server = await stage.server();
    const {clients, table} = await startTable(server, 'whitehall', {options: ['powers']});
    await resign(clients, table.id, 1);
    const ann = await stage.as(clients[1]);
    await ann.visit('/archive');
    await ann.press(ann.locator('.sitters button:has-text("Ann")'));
    await ann.press(ann.locator('[data-action=stats]'));
    await ann.locator('.stats-table').first().waitFor();
    const [role, games, won, rating, streak, caught] = await cells(ann, 0);
    equal([role, games, won, streak, caught], ['Police', '1', '1 (100%)', '1 (best 1)', '0']);
    check(/^16\d\d ± \d{3}$/.test(rating), rating);
    await accessible(ann);
    await showsNoKeys(ann);
    await ann.press(ann.locator('.stats-table a:has-text("Bob")'));
    await ann.locator('h1:has-text("Bob")').waitFor();

    await ann.press(ann.locator('a[href="/stats"]'));
    await ann.locator('[data-page=stats] .stats-table').waitFor();
    equal((await cells(ann, 0)).slice(0, 4), ['All games', '1', '0 (0%)', '1 (100%)']);
    equal((await cells(ann, 1))[1], '1', 'the games with a variant');

    // Visitors without a name may look, on a phone too, but there is nothing about somebody who has not played.
    const vic = await stage.person('Vic', {...SMALL, locale: 'it-IT'});
    await vic.visit(`/player/${clients[0].player}`);
    await vic.locator('.stats-table').first().waitFor();
    equal((await cells(vic, 0)).slice(0, 2), ['Jack', '1']);
    await accessible(vic);
    await showsNoKeys(vic);
    const wide = await vic.page.evaluate(() => document.documentElement.scrollWidth);
    check(wide <= 390, `the page is ${wide} pixels wide`);
    await vic.visit('/player/222222222222');
    await vic.locator('.error:has-text("Non ci sono statistiche")').waitFor();
});

longTest('a private game counts when its host says so, and everyone is told before the start', async (stage) => {
    const server = await stage.server();
    const ann = await stage.person('Ann');
    await ann.visit('/');
    await ann.introduce();
    await ann.press(ann.locator('[data-action=new-table]'));
    const form = ann.locator('[data-form=create]');
    check(!(await form.locator('[name=counts]').isChecked()), 'off at first');
    await form.locator('[type=submit]').click();
    await ann.locator('[data-page=lobby], .lobby').first().waitFor();
    equal(await ann.locator('[data-counts]').count(), 0);
    await ann.press(ann.locator('[data-action=change-settings]'));
    await ann.locator('[data-form=settings] [name=counts]').check();
    await ann.press(ann.locator('[data-form=settings] [type=submit]'));
    await ann.locator('[data-counts]').waitFor();

    // The player themselves sees the numbers of a private game that does not count.
    const {clients, table} = await startTable(server, 'whitehall', {private: true});
    await clients[0].once('resign', {table: table.id});
    await until(async () => {
        const {private: own} = await clients[1].must('stats', {player: clients[1].player});
        return own.length === 1;
    }, 'it is counted');
    const bob = await stage.as(clients[1]);
    await bob.visit(`/player/${clients[1].player}`);
    await bob.locator('h2:has-text("Private games")').waitFor();
    equal((await cells(bob, 0)).slice(0, 3), ['Police', '1', '1 (100%)']);
});
