// hints.test.mjs: "Hint" selects what a bot would do, with its reason, and sends nothing; on the map, by key, on a phone.

import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {accessible} from './support/axe.mjs';
import {check, equal, until} from './support/checks.mjs';
import {showsNoKeys} from './support/keys.mjs';
import {gameAt} from './support/recorded_games.mjs';
import {ROOT} from './support/server.mjs';
import {longTest, test} from './support/testing.mjs';

const record = JSON.parse(readFileSync(join(ROOT, 'tests', 'records', 'whitehall-powers.json'), 'utf8'));
const SMALL = {viewport: {width: 390, height: 664}, isMobile: true, hasTouch: true};

const note = (person) => person.locator('.act-body .note');
const hintShown = async (person) => {
    await note(person).waitFor();
    return note(person).innerText();
};

test('a detective is told what a bot would do and why, and decides alone', async (stage) => {
    const server = await stage.server();
    const {clients, holder, table} = await gameAt(server, record, 9, {aids: 'full'});
    stage.closing(() => clients.forEach((client) => client.close()));
    const turn = holder('jack').turns.get(table.id);
    const acting = holder(turn.pawns[0]);
    const cy = await stage.as(acting);
    await cy.visit(`/table/${table.id}`);
    await cy.locator('[data-act=hint]').waitFor();
    const {hint} = await acting.must('hint', {table: table.id});
    await cy.press(cy.locator('[data-act=hint]'));
    const text = await hintShown(cy);
    check(text.startsWith('Hint: '), text);
    const place = hint.action.circle ?? hint.action.to;
    if (place !== undefined) {
        const kind = hint.action.do === 'walk' ? 'x' : 'c';
        await cy.locator(`[data-place="${kind}${place}"][aria-pressed=true]`).first().waitFor({state: 'attached'});
    }
    await cy.locator('[data-act=confirm]:not([disabled])').waitFor();
    equal(holder('jack').turns.get(table.id).seq, turn.seq, 'nothing was sent');
    await showsNoKeys(cy);
    await accessible(cy, 'a hint');
    await cy.press(cy.locator('[data-act=confirm]'));
    await until(() => holder('jack').turns.get(table.id).seq > turn.seq, 'the action');
    check(JSON.stringify(hint.action).includes(`"by":"${turn.pawns[0]}"`) || turn.pawns.length > 1, 'whose it is');
});

async function playSolo(person, game, side) {
    await person.visit('/');
    await person.introduce();
    await person.locator('[data-field=solo-game]').selectOption(game);
    await person.locator('[data-field=solo-side]').selectOption(side);
    await person.locator('[data-field=solo-level]').selectOption('easy');
    await person.press(person.locator('[data-form=solo] [data-more] > summary'));
    await person.locator('[data-field=solo-pace]').selectOption('quick');
    await person.press(person.locator('[data-form=solo] [type=submit]'));
}

/** Plays what hints say, `most` times or to the end. */
async function playByHints(person, most) {
    for (let i = 0; i < most; i++) {
        await person.locator('[data-act=hint]:not([disabled]), .ending:not([hidden])').first().waitFor();
        if ((await person.locator('.ending:not([hidden])').count()) > 0) {
            return;
        }
        await person.press(person.locator('[data-act=hint]'));
        const text = await hintShown(person);
        check(!/[{}]|hint\.|act\./.test(text), text);
        await person.locator('[data-act=confirm]:not([disabled])').waitFor();
        const before = await person.locator('.log .entry').count();
        await person.press(person.locator('[data-act=confirm]'));
        await until(async () => (await person.locator('.log .entry').count()) > before, 'what happened');
        await until(async () => (await note(person).count()) === 0, 'the hint to go');
    }
}

for (const [game, side] of [
    ['whitechapel', 'jack'],
    ['whitechapel', 'police'],
    ['whitehall', 'jack'],
]) {
    longTest(`alone against bots, ${game} can be played by hints as the ${side}`, async (stage) => {
        await stage.server();
        const ann = await stage.person('Ann', side === 'police' ? SMALL : {});
        await playSolo(ann, game, side);
        await playByHints(ann, 5);
    });
}
