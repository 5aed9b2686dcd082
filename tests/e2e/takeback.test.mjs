// takeback.test.mjs: asking everyone to take back an action that revealed something.

import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {accessible} from './support/axe.mjs';
import {check, equal, until} from './support/checks.mjs';
import {gameAt} from './support/recorded_games.mjs';
import {ROOT} from './support/server.mjs';
import {longTest} from './support/testing.mjs';

const record = JSON.parse(readFileSync(join(ROOT, 'tests', 'records', 'whitehall-powers.json'), 'utf8'));

longTest('an action is taken back if everyone agrees, and not if somebody refuses', async (stage) => {
    const server = await stage.server();
    const {clients, holder, table} = await gameAt(server, record, 10); // yellow has just searched 109
    stage.closing(() => clients.forEach((client) => client.close()));
    const cy = await stage.as(holder('yellow'));
    const bob = await stage.as(holder('red'), {locale: 'it-IT'});
    for (const person of [cy, bob]) {
        await person.visit(`/table/${table.id}`);
        await person.locator('.acting').waitFor();
    }
    equal(await bob.locator('[data-act=takeback]').count(), 0, 'another player cannot ask');
    equal(await cy.locator('.takeback').isVisible(), false, 'the panel before anybody asks');
    await cy.press(cy.locator('[data-act=takeback]'));
    await cy.locator('.takeback [data-act=withdraw]').waitFor();
    const text = await cy.locator('.takeback').innerText();
    check(text.includes('You asked to take back') && text.includes('109'), text);
    check(text.includes('Waiting for Ann, Bob and Dora.'), text);
    await bob.locator('.takeback [data-act=agree]').waitFor();
    const asked = await bob.locator('.vote-text').innerText();
    check(asked.startsWith('Cy chiede di annullare:') && asked.includes('109'), asked);
    await accessible(bob, 'a request to take something back');
    await bob.press(bob.locator('[data-act=refuse]'));
    await until(async () => !(await cy.locator('.takeback').isVisible()), 'the panel to close');
    await cy.locator('.log-notice:has-text("Bob refused the takeback.")').waitFor({state: 'attached'});
    equal(await cy.locator('.log .undone').count(), 0, 'what was taken back');

    // The next search, which everyone allows to be taken back.
    await holder('yellow').once('act', {table: table.id, action: record.actions[10]});
    await cy.press(cy.locator('[data-act=takeback]'));
    await bob.locator('[data-act=agree]').waitFor();
    await bob.page.reload(); // the question is still there
    await bob.locator('[data-act=agree]').waitFor();
    await holder('jack').must('takeback', {table: table.id, agree: true});
    await bob.press(bob.locator('[data-act=agree]'));
    await bob.locator('.vote-waiting:has-text("In attesa di Dora.")').waitFor();
    await holder('blue').must('takeback', {table: table.id, agree: true});
    for (const person of [cy, bob]) {
        await until(async () => !(await person.locator('.takeback').isVisible()), 'the panel to close');
        await person.locator('.log [data-did=undo]').waitFor({state: 'attached'});
    }
});
