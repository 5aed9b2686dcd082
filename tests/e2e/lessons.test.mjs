// lessons.test.mjs: the guided first game: it says what to do, answers wrong tries, can be left and taken up again, and
// ends in a hunt that is played to its end.

import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {accessible} from './support/axe.mjs';
import {check, equal, until} from './support/checks.mjs';
import {PHONE} from './support/person.mjs';
import {SOURCES} from './support/server.mjs';
import {longTest, test} from './support/testing.mjs';

const COMMON = join(SOURCES, '..', 'common');
const read = (...path) => JSON.parse(readFileSync(join(COMMON, ...path), 'utf8'));
const TEXTS = {en: read('learn', 'lessons_en.json'), it: read('learn', 'lessons_it.json')};
const LESSON = read('lessons', 'whitehall-police.json');
const JACK = read('lessons', 'whitehall-jack.json');
const OWN = LESSON.record.actions.filter(({by}) => by !== 'jack');
const SMALL_PHONE = {...PHONE, viewport: {width: 390, height: 664}};

const textsOf = (language, {lesson} = LESSON) => TEXTS[language].lessons.find(({id}) => id === lesson);

/** Returns whether a text is shown, whatever is in the place of {x82}. */
function says(shown, text) {
    let from = 0;
    return text.split(/\{x\d+\}/).every((part) => {
        const found = shown.indexOf(part, from);
        from = found + part.length;
        return found >= 0;
    });
}

/** Starts the lesson from the front page, as somebody who has never been there. */
async function begin(person, lesson = LESSON) {
    await person.visit('/');
    await person.press(person.locator('[data-action=first-game]'));
    await person.press(person.locator(`[data-lesson-start=${lesson.lesson}]`));
    await atStep(person, 0, lesson);
}

const atStep = (person, at, {steps} = LESSON) =>
    person.locator(`.lesson[data-state=step][data-step=${steps[at].step}]`).waitFor();
const said = (person) => person.locator('.lesson-said').textContent();
const lessonButton = (person, key) => person.locator(`[data-lesson=${key}]`);

test('a wrong try is answered, and the lesson can be left and taken up again', async (stage) => {
    const server = await stage.server({'bot-pace': 0});
    const learner = await stage.person('Learner', {server});
    const texts = textsOf('en');
    await begin(learner);
    const first = texts.steps['deploy-yellow'];
    check(says(await said(learner), first.say), 'the first step is explained');
    check(!/\{/.test(await said(learner)), 'places have names');

    await learner.perform({by: 'yellow', do: 'deploy', crossing: 96});
    await learner.locator('.lesson-wrong').waitFor();
    check(says(await said(learner), first.wrong), 'the answer to a wrong try');
    equal((await learner.look()).refusal, TEXTS.en.words.not_this, 'what is said next to the button');

    await learner.press(lessonButton(learner, 'show'));
    await learner.press(learner.locator('[data-act=confirm]'));
    await atStep(learner, 1);

    await learner.press(lessonButton(learner, 'own'));
    await learner.perform({by: 'blue', do: 'deploy', crossing: 96});
    await learner.locator('.lesson[data-state=left]').waitFor();
    equal(await said(learner), texts.left, 'what is said to those who left');
    await learner.press(lessonButton(learner, 'undo'));
    await atStep(learner, 1);
    await learner.perform(OWN[1]);
    await atStep(learner, 2);
});

/** Arrests where the lesson says that Jack is. */
const CATCH = [
    {by: 'yellow', do: 'walk', to: 11},
    {by: 'blue', do: 'walk', to: 36},
    {by: 'red', do: 'walk', to: 23},
    {by: 'yellow', do: 'arrest', circle: 5},
    {by: 'blue', do: 'arrest', circle: 41},
];

/** Checks that the guide covers no part of the map, and that both fit the window together with the button. */
async function fits(person, what) {
    const boxes = await person.page.evaluate(() =>
        Object.fromEntries(
            ['.lesson', '.map-frame', '.acting'].map((one) => {
                const {top, bottom} = document.querySelector(one).getBoundingClientRect();
                return [one, {top, bottom}];
            }),
        ),
    );
    const [guide, map, acting] = [boxes['.lesson'], boxes['.map-frame'], boxes['.acting']];
    check(guide.top >= -1, `${what}: the guide is in sight: ${JSON.stringify(boxes)}`);
    check(map.top >= guide.bottom - 1, `${what}: the guide does not cover the map: ${JSON.stringify(boxes)}`);
    check(Math.min(map.bottom, acting.top) - map.top >= 150, `${what}: the map is in sight: ${JSON.stringify(boxes)}`);
}

/** Plays a lesson up to the hunt by "Show me" and the button that confirms. */
async function follow(learner, lesson, texts) {
    for (const [at, {step}] of lesson.steps.entries()) {
        await atStep(learner, at, lesson);
        await learner.waitForTurn();
        const text = texts.steps[step].say;
        await until(async () => says(await said(learner), text), `${step}: ${text}`);
        await fits(learner, step);
        await learner.press(lessonButton(learner, 'show'));
        await learner.press(learner.locator('[data-act=confirm]:not(:disabled)'));
    }
    await learner.locator('.lesson[data-state=hunt]').waitFor();
    equal(await said(learner), texts.hunt, 'the hunt is explained');
}

longTest('the lesson for Jack on a phone, whose guide is hidden with his secrets', async (stage) => {
    const server = await stage.server({'bot-pace': 0});
    const learner = await stage.person('Learner', {server, ...SMALL_PHONE, keep: {'gaslight.act.list': 'false'}});
    await begin(learner, JACK);
    await follow(learner, JACK, textsOf('en', JACK));
    await learner.press(learner.locator('.secrets button').first());
    await learner.locator('.lesson').waitFor({state: 'hidden'});
    await learner.press(learner.locator('.secrets button').first());
    await learner.locator('.lesson').waitFor();
});

longTest('the whole lesson on a phone, by touch, in both languages', async (stage) => {
    const server = await stage.server({'bot-pace': 0});
    for (const [language, locale] of Object.entries({en: 'en-GB', it: 'it-IT'})) {
        const learner = await stage.person(`Learner ${language}`, {
            server,
            ...SMALL_PHONE,
            locale,
            keep: {'gaslight.act.list': 'false'},
        });
        const texts = textsOf(language);
        await learner.visit('/learn/first-game');
        await learner.locator('[data-lesson-start]').first().waitFor();
        await accessible(learner);
        await begin(learner);
        await follow(learner, LESSON, texts);
        for (const action of CATCH) {
            await show(learner, action);
        }
        await learner.locator('.lesson[data-state=won]').waitFor();
        equal(await said(learner), texts.won, 'the end');
        await accessible(learner);
        await learner.close();
    }
});

/** Performs an action through the list, which is folded on this phone. */
async function show(person, action) {
    await person.waitForTurn();
    const list = person.locator('.act-list');
    if ((await list.getAttribute('open')) === null) {
        await person.press(list.locator('summary'));
    }
    await person.perform(action);
}
