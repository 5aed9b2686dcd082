// games.test.mjs: whole games of each kind in four browsers: Jack, two detectives and a spectator. Every action
// goes through the pages.

import {check, equal} from './support/checks.mjs';
import {SHARES, jackOf} from './support/games.mjs';
import {playPages} from './support/person.mjs';
import {policeman} from './support/plans.mjs';
import {longTest} from './support/testing.mjs';

const SMALL = {viewport: {width: 1000, height: 640}};

/** Reads Jack's sheet from a page: a list of circles for each night or round. */
const readSheet = (page) =>
    page
        .locator('.ending .sheet tr')
        .evaluateAll((rows) =>
            rows.map((row) =>
                [...row.querySelectorAll('.sheet-cell')].map((cell) =>
                    Number(/ (\d+)/.exec(cell.textContent)[1]),
                ),
            ),
        );

async function wholeGame(stage, game, {options, plan}) {
    await stage.server();
    const people = [
        await stage.person('Jack'),
        await stage.person('Ann', SMALL),
        await stage.person('Bob', SMALL),
    ];
    const spectator = await stage.person('Olga', {...SMALL, locale: 'it-IT'});
    const [jack, ann, bob] = people;
    await jack.visit('/');
    await jack.introduce();
    const invite = await jack.createTable({game, options});
    await ann.sit(invite);
    await bob.sit(invite);
    await spectator.watch(invite);
    for (const [i, person] of people.entries()) {
        await person.takePawns(...SHARES[game][i]);
    }
    await jack.press(jack.locator('[data-action=start]'));
    const plans = [plan, policeman({hunts: [1]}), policeman({hunts: [1]})];
    await playPages(people.map((person, i) => ({person, plan: plans[i]})));
    return {people: [...people, spectator], spectator};
}

async function checkEnd({people, spectator}, {winner, rounds}) {
    const sheets = [];
    for (const {page, name} of people) {
        await page.locator(`.ending .result[data-winner=${winner}]`).waitFor();
        sheets.push(await readSheet(page));
        equal(sheets.at(-1), sheets[0], `${name} sees Jack's sheet`);
    }
    equal(sheets[0].length, rounds, 'rounds on the sheet');
    check(
        sheets[0].every((row) => row.length > 1),
        `every round has moves: ${JSON.stringify(sheets[0])}`,
    );
    equal(await spectator.page.locator('html').getAttribute('lang'), 'it', "the spectator's language");
    const early = spectator.received().filter((text) => text.includes('"rows"'));
    check(early.length > 0, 'the spectator sees the sheet at the end');
    check(
        early.every((text) => text.includes('"phase":"over"') || text.includes('"did":"sheet"')),
        'but not before',
    );
}

longTest('a whole game of Whitechapel in four browsers', async (stage) => {
    const plan = jackOf('whitechapel', {waits: 1});
    await checkEnd(await wholeGame(stage, 'whitechapel', {options: ['rushing'], plan}), {
        winner: 'jack',
        rounds: 4,
    });
});

longTest('a whole game of Whitehall in four browsers', async (stage) => {
    const plan = jackOf('whitehall', {coaches: true});
    await checkEnd(await wholeGame(stage, 'whitehall', {options: ['powers', 'smoker'], plan}), {
        winner: 'jack',
        rounds: 3,
    });
});
