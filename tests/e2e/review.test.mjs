// review.test.mjs: the review beside a replay: its numbers are those of `gaslight record review`, the curve and the
// moments lead to their steps, on a phone and in both languages.

import {execFileSync} from 'node:child_process';
import {join} from 'node:path';
import {accessible} from './support/axe.mjs';
import {check, equal, until} from './support/checks.mjs';
import {finishedGame} from './support/games.mjs';
import {showsNoKeys} from './support/keys.mjs';
import {ROOT} from './support/server.mjs';
import {test} from './support/testing.mjs';

const FILE = join(ROOT, 'tests', 'records', 'whitechapel-false-clues.json');
const PROGRAM = process.env.GASLIGHT ?? join(ROOT, 'build', 'gaslight');
const SMALL = {viewport: {width: 390, height: 664}, isMobile: true, hasTouch: true};

const printed = (...words) =>
    execFileSync(PROGRAM, [...words, 'record', 'review', FILE], {encoding: 'utf8', env: {LC_ALL: 'C.UTF-8'}});
const numbers = JSON.parse(
    execFileSync(PROGRAM, ['record', 'review', FILE, '--json'], {encoding: 'utf8', env: {LC_ALL: 'C.UTF-8'}}),
);

const atStep = (person, step) => person.locator(`.replay-at[data-step="${step}"]`).waitFor();

async function openFile(person) {
    await person.visit('/replay');
    await person.locator('#record-file').setInputFiles(FILE);
    await person.locator('.replay-page').waitFor();
    await person.openTab('review');
    await person.locator('.review-moments').waitFor();
}

/** Returns the lines of the summary as the terminal prints them: after the result, up to the empty line. */
const summaryLines = (text) => text.split('\n\n')[0].split('\n').slice(1);

test('the review of a record has the numbers and words of the terminal', async (stage) => {
    await stage.server();
    const rita = await stage.person('Rita');
    await openFile(rita);
    equal(await rita.locator('.review-summary li').allInnerTexts(), summaryLines(printed()), 'the summary');
    const moments = rita.locator('.review-moment');
    equal(await moments.count(), numbers.moments.length, 'moments');
    const steps = await moments.evaluateAll((all) => all.map((one) => Number(one.dataset.step)));
    equal(
        steps,
        numbers.moments.map(({step}) => step),
        'their steps',
    );

    // A moment leads to its step, where the panel says what was possible.
    const chosen = numbers.moments.findIndex(({note}) => note === 'best_search');
    const {step} = numbers.moments[chosen];
    await rita.press(moments.nth(chosen));
    await atStep(rita, step);
    const now = await rita.locator('.review-now').innerText();
    check(now.startsWith(`Step ${step}: ${numbers.circles[step]} circle`), now);
    equal(await moments.nth(chosen).getAttribute('aria-current'), 'step', 'the moment is marked');

    // The curve leads to the step under the pointer, and follows the slider.
    const box = await rita.locator('.review-curve').boundingBox();
    await rita.page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    const middle = Math.floor(numbers.total / 2);
    await until(async () => {
        const at = Number(await rita.locator('.replay-at').getAttribute('data-step'));
        return Math.abs(at - middle) <= 3;
    }, 'the middle of the curve');
    await rita.locator('[data-replay=scrub]').fill('300');
    await until(
        async () => (await rita.locator('.review-now').innerText()).startsWith('Step 300:'),
        'the step of the slider',
    );
    await showsNoKeys(rita);
    await accessible(rita, 'the review');
});

test('the review fits a phone and speaks Italian', async (stage) => {
    await stage.server();
    const pia = await stage.person('Pia', {...SMALL, locale: 'it-IT'});
    await openFile(pia);
    equal(
        await pia.locator('.review-summary li').allInnerTexts(),
        summaryLines(printed('--language', 'it')),
        'the summary',
    );
    const wide = await pia.page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    equal(wide, 0, 'pixels beyond the screen');
    const {width} = await pia.locator('.review-curve').boundingBox();
    check(width > 250 && width <= 390, `the curve is ${width} pixels wide`);
    await pia.press(pia.locator('.review-moment').first());
    await atStep(pia, numbers.moments[0].step);
    await showsNoKeys(pia);
});

test('a game of the archive has its review, without a name', async (stage) => {
    const server = await stage.server();
    const {table} = await finishedGame(server, 'whitehall');
    const visitor = await stage.person('Vic');
    await visitor.visit(`/replay/${table.id}`);
    await visitor.locator('.replay-page').waitFor();
    await visitor.openTab('review');
    await visitor.locator('.review-curve').waitFor();
    check((await visitor.locator('.review-summary li').count()) > 0, 'a summary');
});
