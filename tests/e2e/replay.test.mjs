// replay.test.mjs: finished games: the archive, every way of navigating a replay, each point of view, a link to
// a moment, downloading a record and opening it.

import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {check, equal, until} from './support/checks.mjs';
import {finishedGame, startTable} from './support/games.mjs';
import {ROOT} from './support/server.mjs';
import {longTest, test} from './support/testing.mjs';

const stepOf = async (person) => Number(await person.locator('.replay-at').getAttribute('data-step'));
const lastOf = async (person) => Number(await person.locator('[data-replay=scrub]').getAttribute('max'));
const atStep = (person, step) => person.locator(`.replay-at[data-step="${step}"]`).waitFor();

longTest('a game is found in the archive and replayed', async (stage) => {
    const server = await stage.server();
    const {table, record} = await finishedGame(server, 'whitehall');
    await finishedGame(server, 'whitechapel');
    const rita = await stage.person('Rita');
    await rita.visit('/archive');
    await rita.introduce();
    await rita.locator('[data-list=archive] [data-game]').nth(1).waitFor();
    await rita.locator('[data-filter=game]').selectOption('whitehall');
    await until(
        async () => (await rita.locator('[data-list=archive] [data-game]').count()) === 1,
        'the filter',
    );
    await rita.press(rita.locator(`[data-game="${table.id}"] a.button`));
    await rita.locator('.replay-page').waitFor();

    const last = await lastOf(rita);
    equal(last, record.actions.length, 'steps of the replay');
    equal(await stepOf(rita), 0, 'the beginning');
    await rita.press(rita.locator('[data-replay=forward]'));
    await atStep(rita, 1);
    await rita.press(rita.locator('[data-replay=last]'));
    await atStep(rita, last);
    await rita.locator('.status-panel[data-phase=over]').waitFor();
    await rita.press(rita.locator('[data-replay=back]'));
    await atStep(rita, last - 1);
    await rita.locator('[data-replay=scrub]').fill('20');
    await atStep(rita, 20);
    await rita.page.keyboard.press('Home'); // the slider has the focus and handles its own keys
    await rita.press(rita.locator('[data-mark]').nth(1));
    const second = await stepOf(rita);
    check(second > 20, 'a mark leads to the second round');
    await rita.press(rita.locator('[data-replay=play]'));
    await rita.press(rita.locator('[data-replay=pause]'));
    await rita.locator('[data-replay=speed]').selectOption('8');
    await rita.press(rita.locator('[data-replay=play]'));
    await atStep(rita, last);
    await rita.locator('[data-replay=play]').waitFor(); // it stops at the end

    await rita.locator('[data-replay=scrub]').fill('30');
    await atStep(rita, 30);
    const trail = () => rita.locator('.layer-steps .spot').count();
    check((await trail()) > 0, "the full view shows Jack's trail");
    await rita.locator('#replay-as').selectOption('police');
    await until(async () => (await trail()) === 0, "the police's view");
    equal(await stepOf(rita), 30, 'the step after another view');
    for (const as of ['public', 'yellow', 'jack']) {
        await rita.locator('#replay-as').selectOption(as);
        await until(() => rita.page.url().includes(`as=${as}`), `the view of ${as}`);
    }
    const soFar = (person) => person.locator('.log .entry:not(.later)').allInnerTexts();
    const there = await soFar(rita);

    // The view chosen last is shown even if the answer for another one arrives later.
    server.signal('SIGSTOP');
    await rita.locator('#replay-as').selectOption('blue');
    await rita.locator('#replay-as').selectOption('jack');
    const replayAnswers = () => rita.received().filter((text) => text.includes('"steps":')).length;
    const before = replayAnswers();
    server.signal('SIGCONT');
    await until(() => replayAnswers() > before, "the answer for Blue's view");
    check((await trail()) > 0, "it is still Jack's view");
    equal(await soFar(rita), there, 'the log is unchanged');

    await rita.openTab('share');
    const link = await rita.locator('[data-copy=moment]').inputValue();
    const other = await stage.person('Otto');
    await other.visit(link);
    await atStep(other, 30);
    equal(await other.locator('#replay-as').inputValue(), 'jack', 'the view of the link');
    equal(await soFar(other), there, 'the log so far');

    // A line of the story leads to its moment, also with the keyboard.
    const search = other.locator('.log [data-did=search]').first();
    const step = Number(await search.getAttribute('data-seq'));
    await other.press(search);
    await atStep(other, step);
    await other.locator(`.log .entry.now[data-seq="${step}"]`).first().waitFor();
    await search.focus();
    await other.page.keyboard.press('ArrowUp');
    await other.page.keyboard.press('Enter');
    await until(async () => (await stepOf(other)) <= step, 'the line before');

    const [download] = await Promise.all([
        rita.page.waitForEvent('download'),
        rita.press(rita.locator('[data-act=record]')),
    ]);
    equal(JSON.parse(readFileSync(await download.path(), 'utf8')), record, 'the record that was downloaded');
});

test('a record file is opened and replayed', async (stage) => {
    await stage.server();
    const rita = await stage.person('Rita');
    await rita.visit('/replay');
    const file = join(ROOT, 'tests', 'records', 'whitechapel-letters.json');
    const record = JSON.parse(readFileSync(file, 'utf8'));
    await rita.locator('#record-file').setInputFiles(file);
    await rita.locator('.replay-page').waitFor();
    equal(await lastOf(rita), record.actions.length, 'steps of the file');
    await rita.press(rita.locator('[data-replay=last]'));
    await rita.locator('.status-panel[data-phase=over]').waitFor();
    await rita.locator('#replay-as').selectOption('public');
    await until(async () => (await rita.locator('.log .entry').count()) > 0, 'the public view');
    equal(await stepOf(rita), record.actions.length, 'the step after another view');

    await rita.visit('/replay');
    rita.expect(/400/);
    const bad = {name: 'bad.json', mimeType: 'application/json', buffer: Buffer.from('{"not":"a record"}')};
    await rita.locator('#record-file').setInputFiles(bad);
    await rita.locator('.replay-open .refusal').waitFor();
    const shown = await rita.locator('.replay-open .refusal').innerText();
    check(!/header:|line \d+ column|[a-z]_[a-z]/.test(shown), `parser internals: ${shown}`);
});

test('a player opens a private game to anyone with the link', async (stage) => {
    const server = await stage.server();
    const {clients, table} = await startTable(server, 'whitehall', {private: true});
    stage.closing(() => clients.forEach((client) => client.close()));
    await clients[0].once('resign', {table: table.id});
    const visitor = await stage.person('Vic');
    await visitor.visit(`/replay/${table.id}`);
    await visitor.locator('[data-problem]').waitFor();
    const ann = await stage.as(clients[1]);
    await ann.visit(`/replay/${table.id}`);
    await ann.locator('.replay-page').waitFor();
    await ann.openTab('share');
    await ann.locator('[data-share=players]').waitFor();
    await ann.press(ann.locator('[data-action=share]'));
    await ann.locator('[data-share=shared]').waitFor();
    await visitor.visit(await ann.locator('[data-copy=moment]').inputValue());
    await visitor.locator('.replay-page').waitFor();
    await visitor.openTab('share');
    await visitor.locator('[data-share=shared]').waitFor();
    equal(await visitor.locator('[data-action=unshare]').count(), 0, 'only players stop sharing');
    await ann.press(ann.locator('[data-action=unshare]'));
    await ann.locator('[data-share=players]').waitFor();
    await visitor.page.reload();
    await visitor.locator('[data-problem]').waitFor();
});
