// puzzles.test.mjs: puzzles need no name, are answered on the map or in the form, say what the terminal says, and the
// puzzle of a day is the same in both clients.

import {execFileSync} from 'node:child_process';
import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {dayOf, puzzleOfDay} from '../../client-web/js/puzzles/day.js';
import {accessible} from './support/axe.mjs';
import {check, equal, until} from './support/checks.mjs';
import {PHONE} from './support/person.mjs';
import {SOURCES} from './support/server.mjs';
import {longTest, test} from './support/testing.mjs';

const ROOT = join(SOURCES, '..');
const LIST = readFileSync(join(ROOT, 'common', 'puzzles', 'puzzles.txt'), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => line.split(' ', 3));
const TEXTS = Object.fromEntries(
    ['en', 'it'].map((code) => [code, JSON.parse(readFileSync(join(ROOT, 'common', 'puzzles', `puzzles_${code}.json`), 'utf8'))]),
);
const KINDS = ['locate', 'search', 'trap', 'hide'];
const SMALL_PHONE = {...PHONE, viewport: {width: 390, height: 664}};

/** Runs the terminal client with what is typed, and returns what it prints. */
const terminal = (words, input = '') =>
    execFileSync(join(ROOT, 'build', 'gaslight'), ['case', ...words], {
        encoding: 'utf8',
        input,
        env: {...process.env, LC_ALL: 'C.UTF-8'},
    });

const puzzleOf = (number) => JSON.parse(terminal(['play', String(number), '--json']));
const firstOf = (kind, game) => LIST.findIndex((one) => one[1] === kind && (game ?? one[0]) === one[0]) + 1;

async function openPuzzle(person, number) {
    await person.visit(`/puzzles/${number}`);
    await person.locator(`[data-page=puzzles][data-number="${number}"] h1`).waitFor();
}

/** Answers in the form. */
async function answer(person, kind, place) {
    if (kind === 'locate') {
        await person.locator('.puzzle-answer input').fill(String(place));
    } else {
        await person.locator('.puzzle-answer select').selectOption(String(place));
    }
    await person.press(person.locator('[data-puzzle=check]'));
}

const feedback = (person) => person.locator('[data-puzzle=feedback]');

/** Returns a choice, or for `locate` a circle that Jack may have passed, that is not the answer. */
const wrongOf = ({answer: right, choices, passed}) => [...choices.map(({place}) => place), ...passed].find((place) => place !== right);

test('a puzzle is tried, solved on the map and counted, without a name', async (stage) => {
    const server = await stage.server();
    const number = firstOf('search', 'whitehall');
    const puzzle = puzzleOf(number);
    const nobody = await stage.person('Nobody', {server});
    await nobody.visit('/');
    await nobody.press(nobody.locator('[data-action=puzzles]').first());
    const today = puzzleOfDay(dayOf(new Date(await nobody.page.evaluate(() => Date.now()))), LIST.length);
    await nobody.locator(`[data-page=puzzles][data-number="${today}"]`).waitFor();

    await openPuzzle(nobody, number);
    const target = (place) => nobody.locator(`[data-target=c${place}]`);
    await target(wrongOf(puzzle)).focus();
    await nobody.page.keyboard.press('Enter');
    await until(async () => (await feedback(nobody).textContent()).startsWith('Not quite'), 'a kind word');
    await nobody.press(nobody.locator('[data-puzzle=earlier]'));
    await until(async () => (await nobody.locator('.layer-targets [data-target]').count()) === 0, 'no choices earlier');
    await nobody.press(nobody.locator('[data-puzzle=later]'));
    await target(puzzle.answer).focus();
    await nobody.page.keyboard.press('Enter');
    const right = puzzle.choices.find(({place}) => place === puzzle.answer);
    const words = `if yes: ${right.first} left, if no: ${right.second} left`;
    await until(async () => (await feedback(nobody).textContent()).includes(words), words);
    equal(await nobody.locator('[data-puzzle=scores]').textContent(), 'Solved: 1', 'what is stored');
    await nobody.press(feedback(nobody).locator('a'));
    await nobody.locator(`[data-page=puzzles][data-number="${(number % LIST.length) + 1}"]`).waitFor();
});

test('the puzzle of a day is the same in both clients', async () => {
    const dates = ['1970-01-01', '1999-12-31', '2000-02-29', '2026-11-18', '2027-03-01', '2031-12-31'];
    for (const date of dates) {
        const day = dayOf(new Date(`${date}T23:59:59Z`));
        equal(puzzleOfDay(day, LIST.length), JSON.parse(terminal(['today', '--date', date, '--json'])).number, date);
    }
});

longTest('every kind is answered by form on a phone, accessible, in both languages, with the words of the terminal', async (stage) => {
    await stage.server();
    for (const [code, locale] of [['en', 'en-GB'], ['it', 'it-IT']]) {
        const reader = await stage.person('Reader', {...SMALL_PHONE, locale});
        for (const kind of KINDS) {
            const number = firstOf(kind);
            const puzzle = puzzleOf(number);
            await openPuzzle(reader, number);
            equal(await reader.locator('h1').textContent(), TEXTS[code][`kind.${kind}`], 'the question');
            if (code === 'en' && kind === 'search') {
                await accessible(reader, 'a puzzle');
            }
            await answer(reader, kind, wrongOf(puzzle));
            await until(async () => (await feedback(reader).textContent()).length > 10, 'a kind word');
            equal(await reader.locator('.puzzle-right').count(), 0, 'not right');
            const [inside, outside] = await reader.page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth]);
            check(inside <= outside, `${kind}: ${inside} pixels in ${outside}`);
            await answer(reader, kind, puzzle.answer);
            await reader.locator('.puzzle-right').waitFor();
            equal(await reader.page.evaluate(() => document.activeElement.dataset.puzzle), 'feedback', 'the focus');
            if (code === 'en') {
                await accessible(reader, `${kind}, solved`);
            }
            if (kind === 'trap') {
                continue; // crossings have numbers in the terminal, and names here
            }
            const printed = terminal([String(number), '--language', code], `${puzzle.answer}\n`).replace(/\s+/g, ' ');
            for (const text of await feedback(reader).locator('p:not(:has(a)):not(.puzzle-right), li').allTextContents()) {
                check(printed.includes(text), `${kind}: the terminal does not say: ${text}`);
            }
        }
        await reader.close();
    }
});

longTest('the filter, other puzzles and days in a row', async (stage) => {
    await stage.server();
    const player = await stage.person('Player');
    const now = new Date(await player.page.evaluate(() => Date.now()));
    const today = dayOf(now);
    await openPuzzle(player, 1);
    await player.page.evaluate((day) => localStorage.setItem('gaslight.puzzles', JSON.stringify({solved: [2], day: day - 1, row: 4})), today);
    await player.visit('/puzzles');
    const number = puzzleOfDay(today, LIST.length);
    await player.locator(`[data-page=puzzles][data-number="${number}"] h1`).waitFor();
    equal(await player.locator('[data-puzzle=scores]').textContent(), 'Days in a row: 4 · Solved: 1', 'until today');
    const puzzle = puzzleOf(number);
    await answer(player, puzzle.kind, puzzle.answer);
    await until(
        async () => (await player.locator('[data-puzzle=scores]').textContent()) === 'Days in a row: 5 · Solved: 2',
        'one more day',
    );
    await player.locator('[data-filter=game]').selectOption('whitehall');
    await player.locator('[data-filter=grade]').selectOption('hard');
    for (let i = 0; i < 3; i++) {
        const before = Number(await player.locator('[data-page=puzzles]').getAttribute('data-number'));
        await player.press(player.locator('.puzzle-links [data-puzzle=next]'));
        await player.locator(`[data-page=puzzles]:not([data-number="${before}"]) h1`).waitFor();
        const at = Number(await player.locator('[data-page=puzzles]').getAttribute('data-number'));
        equal([LIST[at - 1][0], LIST[at - 1][2]], ['whitehall', 'hard'], 'what the filter lets through');
    }
    await player.press(player.locator('[data-puzzle=today]'));
    await player.locator(`[data-page=puzzles][data-number="${number}"] h1`).waitFor();
});

longTest('a puzzle that cannot be loaded can be tried again', async (stage) => {
    await stage.server();
    const player = await stage.person('Player');
    await player.visit('/puzzles/99999');
    const again = player.locator('[data-action=again]');
    await again.waitFor();
    await player.press(again);
    await again.waitFor();
});
