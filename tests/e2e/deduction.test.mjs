// deduction.test.mjs: deduction help in the browser: the heat map matches the server's deduction, nothing is
// requested while it is off, players who must not see it do not, what-ifs and trails, and every step of a
// replay.

import {join} from 'node:path';
import {accessible} from './support/axe.mjs';
import {check, equal, until} from './support/checks.mjs';
import {atTurn} from './support/actions.mjs';
import {playUntil, startTable} from './support/games.mjs';
import {showsNoKeys} from './support/keys.mjs';
import {PHONE} from './support/person.mjs';
import {ROOT} from './support/server.mjs';
import {longTest, test} from './support/testing.mjs';
import {boardDistances} from './support/board_distances.mjs';
import {prospectOf} from '../../client-web/js/panels/search_prospects.js';

const asked = (person) => person.sent().filter((text) => JSON.parse(text).do === 'deduce').length;

/** Reads the heat map from the page: each circle's share of all trails. */
async function readHeat(person) {
    return person.locator('[data-heat]').evaluateAll((nodes) =>
        nodes.map(({dataset, r}) => ({
            circle: Number(dataset.heat),
            share: Number(dataset.share),
            radius: r.baseVal.value,
        })),
    );
}

/** Returns the heat map expected for a list of circles and their numbers of trails. */
const sharesOf = (circles, trails, all) =>
    circles.map((circle, i) => ({circle, share: Number(trails[i]) / Number(all)}));

async function heatIs(person, expected, what) {
    const seen = async () => (await readHeat(person)).map(({circle, share}) => ({circle, share}));
    await until(async () => JSON.stringify(await seen()) === JSON.stringify(expected), what);
}

/** Plays a table until a detective can search, and returns that detective. */
async function hunt(stage, game, how) {
    const server = await stage.server();
    const {clients, table} = await startTable(server, game, how);
    stage.closing(() => clients.forEach((client) => client.close()));
    // Wait for the third search: by then Jack may be in more than one place.
    let moves = 0;
    await playUntil(clients, table.id, (turn) => turn.phase === 'move' && (moves += 1) > 2);
    const hunter = await playUntil(clients, table.id, (turn) => turn.phase === 'act');
    return {server, clients, table, hunter};
}

async function visit(person, table) {
    await person.visit(`/table/${table.id}`);
    await person.locator('.table-page').waitFor();
}

const choose = (person, sight) => person.press(person.locator(`[data-overlay=${sight}]`));

for (const [game, register] of [['whitechapel', longTest], ['whitehall', test]]) {
    register(`the heat map of ${game} matches the server's deduction`, async (stage) => {
        const {clients, table, hunter} = await hunt(stage, game, {aids: 'full'});
        const ann = await stage.as(hunter);
        await visit(ann, table);
        await ann.openTab('deduce');
        await playUntil(clients, table.id, (turn, client) => client !== hunter || turn.phase !== 'act');
        await playUntil(clients, table.id, (turn, client) => client === hunter && turn.phase === 'act');
        await atTurn(ann, hunter.turns.get(table.id).seq);
        equal(asked(ann), 0, 'requests while it is off');
        equal(await readHeat(ann), [], 'the map while it is off');

        await choose(ann, 'now');
        const {deduction} = await hunter.must('deduce', {table: table.id});
        const {trails, now, trails_now: trailsNow, visited, trails_visited: trailsVisited} = deduction;
        check(now.length > 1, `places where he may be: ${now}`);
        await heatIs(ann, sharesOf(now, trailsNow, trails), 'where he may be');
        const [likeliest, ...others] = (await readHeat(ann)).sort((a, b) => b.share - a.share);
        check(
            others.every((one) => one.share === likeliest.share || one.radius < likeliest.radius),
            'what is likelier is larger',
        );
        equal(asked(ann), 1, 'requests once it is shown');

        const targets = game === 'whitechapel' ? 'hideouts' : 'discoveries';
        await choose(ann, 'visited');
        await heatIs(ann, sharesOf(visited, trailsVisited, trails), 'where he may have been');
        await choose(ann, 'targets');
        await heatIs(ann, sharesOf(deduction[targets], deduction[`trails_${targets}`], trails), targets);
        equal(asked(ann), 1, 'requests after changing the overlay');

        await checkWhatIfs(ann, deduction);
        await accessible(ann, 'the heat map and its numbers');
        await checkWays(ann, deduction);
        const before = asked(ann);
        await playUntil(clients, table.id, (turn) => turn.seq > deduction.seq);
        await until(() => asked(ann) > before, 'a request after an action');
        await choose(ann, 'off');
        equal(await readHeat(ann), [], 'the map when it is off again');
        const last = asked(ann);
        await playUntil(clients, table.id, (turn, client) => turn.phase === 'act' && client === hunter);
        await atTurn(ann, hunter.turns.get(table.id).seq);
        equal(asked(ann), last, 'requests after it is switched off');
    });
}

/** Checks that each circle that can be searched shows its two numbers, in the list and in the table. */
async function checkWhatIfs(person, deduction) {
    const count = ({trails, now}) => (trails === '0' ? '–' : String(now));
    const sentence = ({yes, no}) =>
        yes.trails === '0'
            ? 'There can’t be a clue.'
            : no.trails === '0'
              ? 'A clue is certain.'
              : `If yes, ${yes.now} of ${deduction.now.length} circles are left; if no, ${no.now}.`;
    const places = await person
        .locator('.act-places [data-place]')
        .evaluateAll((nodes) => nodes.map((node) => [node.dataset.place, node.textContent]));
    for (const [place, text] of places) {
        const search = deduction.searches.find((one) => `c${one.circle}` === place);
        check(text.includes(sentence(search)), `${place}: “${text}” contains “${sentence(search)}”`);
    }
    check(places.length > 0, 'there are circles to search');
    const rows = await person.locator('[data-search]').evaluateAll((nodes) =>
        nodes.map(({dataset, cells}) => [
            Number(dataset.search),
            cells[2].textContent,
            cells[3].textContent,
        ]),
    );
    equal(
        rows,
        deduction.searches.map(({circle, yes, no}) => [circle, count(yes), count(no)]),
        'the table of searches',
    );
}

/** Formats a number of trails as the page does: "12,345" or "214 million". */
const inWords = (count) =>
    BigInt(count).toLocaleString(
        'en-GB',
        BigInt(count) < 1000000n
            ? {}
            : {notation: 'compact', compactDisplay: 'long', maximumSignificantDigits: 3},
    );

/** Checks, by keyboard, a circle's numbers in words, its share on the map, and the trails that lead to it. */
async function checkWays(person, {now, trails, trails_now: counts}) {
    await choose(person, 'now');
    const circle = now.at(-1);
    const chip = person.locator(`[data-spot="${circle}"]`);
    await chip.focus();
    const words = await chip.textContent();
    const numbers = [counts.at(-1), trails].map(inWords);
    check(words.includes(`${numbers[0]} of ${numbers[1]} trails`), `what a screen reader says: ${words}`);
    await person.locator('.layer-tip text').waitFor();
    await person.locator('.layer-ways .way').first().waitFor({state: 'attached'});
    await person.locator('[data-overlay=now]').focus();
    await until(async () => (await person.locator('.way').count()) === 0, 'the trails to disappear');
}

/** Returns how many circles of the heat map are in the visible part of the map. */
const heatInView = (person) =>
    person.locator('.map-frame').evaluate((frame) => {
        const {left, right, top, bottom} = frame.getBoundingClientRect();
        return [...frame.querySelectorAll('[data-heat]')].filter((node) => {
            const box = node.getBoundingClientRect();
            const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
            return x > left && x < right && y > top && y < bottom;
        }).length;
    });

test('on a phone the map scrolls to where Jack may be', async (stage) => {
    const {table, hunter} = await hunt(stage, 'whitehall', {aids: 'full'});
    const {deduction} = await hunter.must('deduce', {table: table.id});
    const {circles} = boardDistances('whitehall');
    const away = ({x, y}) =>
        Math.min(...deduction.now.map((one) => circles.get(`c${one}`)).map((at) => Math.hypot(at.x - x, at.y - y)));
    const [[farthest]] = [...circles].sort(([, one], [, two]) => away(two) - away(one));
    const ann = await stage.as(hunter, PHONE);
    await visit(ann, table);
    await ann.openTab('deduce');
    await choose(ann, 'now');
    await until(async () => (await heatInView(ann)) > 0, 'the heat map is in view');
    await choose(ann, 'off');
    await ann.press(ann.locator('[data-map=find]'));
    await ann.locator('#find-circle').fill(farthest.slice(1));
    await ann.press(ann.locator('.find [type=submit]'));
    await choose(ann, 'now');
    await ann.locator('[data-heat]').first().waitFor({state: 'attached'});
    await until(async () => (await heatInView(ann)) > 0, 'the heat map to be visible again, from the other end of the board');
});

test('deduction help is for detectives and spectators at tables that allow it', async (stage) => {
    const {server, clients, table, hunter} = await hunt(stage, 'whitehall', {aids: 'sets'});
    const keep = {'gaslight.deduction': '"now"'};
    const jack = await stage.as(clients[0], {keep});
    await visit(jack, table);
    equal(await jack.locator('[data-tab=deduce]').isVisible(), false, "Jack's tab");
    const ann = await stage.as(hunter, {keep});
    await visit(ann, table);
    await ann.locator('[data-heat]').first().waitFor();
    check(!ann.received().some((text) => text.includes('"trails')), 'sets alone have no numbers');
    equal(await ann.locator('.what-if').count(), 0, 'what-ifs with sets alone');
    const spectator = await stage.person('Olga', {keep, locale: 'it-IT'});
    await spectator.visit(`/table/${table.id}`);
    await spectator.introduce();
    await spectator.locator('[data-heat]').first().waitFor();
    await spectator.openTab('deduce');
    await showsNoKeys(spectator, 'what a spectator can deduce');

    await clients[0].once('resign', {table: table.id});
    await jack.locator('[data-tab=deduce]').waitFor();
    await jack.locator('[data-heat]').first().waitFor({state: 'attached'});

    const plain = await startTable(server, 'whitehall');
    stage.closing(() => plain.clients.forEach((client) => client.close()));
    await playUntil(plain.clients, plain.table.id, (turn) => turn.phase === 'act');
    await visit(ann, plain.table);
    equal(await ann.locator('[data-tab=deduce]').isVisible(), false, 'the tab at a table without deduction help');

    const forDetectives = {aids: 'full', spectator_aids: false};
    const closed = await startTable(server, 'whitehall', {names: ['Jo', 'Al', 'Bo'], ...forDetectives});
    stage.closing(() => closed.clients.forEach((client) => client.close()));
    await visit(spectator, closed.table);
    equal(await spectator.locator('[data-tab=deduce]').isVisible(), false, 'the tab of a spectator who may not');
    await spectator.openTab('table');
    await spectator.locator('.seats-panel :text("Gli spettatori non possono usarlo.")').waitFor();
});

test('a replay shows the deduction at every step', async (stage) => {
    const server = await stage.server();
    const {clients, table} = await startTable(server, 'whitehall');
    await playUntil(clients, table.id);
    const keys = {table: table.id, as: 'public', from: 0, count: 200, deduce: true};
    const {steps} = await clients[0].must('replay', keys);
    clients.forEach((client) => client.close());
    const rita = await stage.as(clients[1]);
    await rita.visit(`/replay/${table.id}`);
    await rita.openTab('deduce');
    check(!rita.sent().some((text) => text.includes('"deduce"')), 'nothing is deduced while it is off');
    await choose(rita, 'now');
    const hunted = steps.flatMap(({deduction}, i) => (deduction?.now.length > 1 ? [i] : []));
    check(hunted.length > 2, `steps at which he may be in several places: ${hunted.length}`);
    for (const at of [hunted[0], hunted.at(-1), hunted[hunted.length >> 1]]) {
        const {now, trails, trails_now: counts} = steps[at].deduction;
        await rita.locator('[data-replay=scrub]').fill(String(at));
        await heatIs(rita, sharesOf(now, counts, trails), `the deduction at step ${at}`);
    }

    await rita.visit('/replay');
    const file = join(ROOT, 'tests', 'records', 'whitechapel-letters.json');
    await rita.locator('#record-file').setInputFiles(file);
    await rita.locator('.replay-page').waitFor();
    await rita.locator('[data-replay=scrub]').fill('60');
    await rita.locator('[data-heat]').first().waitFor({state: 'attached'});
});

test('a crossing to walk to says what a search from there would rule out', async (stage) => {
    const server = await stage.server();
    const {clients, table} = await startTable(server, 'whitehall', {aids: 'full'});
    stage.closing(() => clients.forEach((client) => client.close()));
    let moves = 0;
    await playUntil(clients, table.id, (turn) => turn.phase === 'move' && (moves += 1) > 2);
    const hunter = await playUntil(clients, table.id, (turn) => turn.phase === 'walk');
    const crossings = Object.values(hunter.turns.get(table.id).legal.walk).flat();
    const ann = await stage.as(hunter);
    await visit(ann, table);
    const targets = ann.locator('svg.map [data-target^=x]');
    await targets.first().waitFor();
    equal(asked(ann), 0, 'requests before a crossing is pointed at');
    await targets.first().focus();
    await ann.page.keyboard.press('ArrowRight'); // now the focus is visible
    const card = ann.locator('.place-card');
    await until(async () => /A search from here rules/.test(await card.innerText()), 'what a search would rule out');
    const number = Number((await card.getAttribute('data-about')).slice(1));
    check(crossings.includes(number), `a crossing to walk to: ${number}`);
    const {deduction} = await hunter.must('deduce', {table: table.id, crossing: number});
    const {most, least, all} = prospectOf(deduction);
    const said = await card.innerText();
    check(
        most === 0
            ? /rules nothing out/.test(said)
            : said.includes(`${most} of ${all}`) && (most === least || said.includes(`${least} at worst`)),
        `${said} / ${most}, ${least}, ${all}`,
    );
    const before = asked(ann);
    await ann.page.keyboard.press('ArrowLeft');
    await ann.page.keyboard.press('ArrowRight');
    await until(async () => (await card.innerText()) === said, 'the same card');
    check(asked(ann) <= before + 1, 'a crossing is asked for once');
});
