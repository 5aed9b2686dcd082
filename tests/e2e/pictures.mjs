// pictures.mjs: creates the screenshots in docs/pictures: the main screens in three sizes and both themes. Not
// a test: `node tests/e2e/pictures.mjs [NAME...]` creates all of them, or those whose name contains an
// argument.
//
// The games are records from tests/records, replayed on a real server, so the pictures are reproducible except
// for the ids in links.

import {mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {closeBrowser} from './support/browser.mjs';
import {withFewColours} from './support/palette.mjs';
import {DESKTOP, PHONE, TABLET} from './support/person.mjs';
import {gameAt, seat} from './support/recorded_games.mjs';
import {ROOT} from './support/server.mjs';
import {createStage} from './support/stage.mjs';

// Parts of the names to create; all if empty.
const WANTED = process.argv.slice(2);

const PICTURES = join(ROOT, 'docs', 'pictures');
const SIZES = {desktop: DESKTOP, tablet: TABLET, phone: PHONE};
const THEMES = ['dark', 'light'];

const readRecord = (name) => JSON.parse(readFileSync(join(ROOT, 'tests', 'records', `${name}.json`), 'utf8'));

// ---- Screens: who looks at which page, and how it is prepared -------------------------------------------

async function frontScreen(server) {
    const {clients} = await gameAt(server, readRecord('whitehall-powers'), 74);
    await seat(server, {
        ...readRecord('whitechapel-letters'),
        seats: [
            {name: 'Edith', pawns: ['jack']},
            {name: 'Finn', pawns: ['yellow', 'blue']},
        ],
    });
    await gameAt(server, readRecord('whitehall-smoker'), 30);
    return {who: clients[0], path: '/', ready: '[data-list=public] [data-table] >> nth=1'};
}

/** What a friend sees first. */
async function inviteScreen(server) {
    const {table} = await seat(
        server,
        {
            game: 'whitehall',
            options: [],
            seats: [
                {name: 'Ann', pawns: ['yellow']},
                {name: 'Bob', pawns: ['jack']},
            ],
        },
        {private: true},
    );
    return {path: `/invite#${table.invite}`, ready: '[data-field=name]'};
}

async function lobbyScreen(server) {
    const {
        clients: [ann, bob],
        table,
    } = await seat(
        server,
        {
            game: 'whitechapel',
            options: ['letters', 'false_clues'],
            seats: [
                {name: 'Ann', pawns: ['yellow', 'red']},
                {name: 'Bob', pawns: ['jack']},
                {name: 'Cy', pawns: ['blue']},
            ],
        },
        {private: true},
    );
    await bob.once('chat', {table: table.id, to: 'table', text: 'I will be Jack, if nobody minds.'});
    await ann.once('chat', {table: table.id, to: 'table', text: 'Dora is on her way.'});
    return {who: ann, path: `/table/${table.id}`, ready: '.chat .line >> nth=1'};
}

async function huntingScreen(server) {
    const {
        clients,
        holder,
        table: {id},
    } = await gameAt(server, readRecord('whitechapel-all-options'), 106, {aids: 'sets'});
    const hunter = clients.find((client) => client.turns.get(id).legal !== undefined);
    const colleague = clients.find((client) => client !== hunter && client !== holder('jack'));
    await colleague.once('chat', {table: id, to: 'police', text: 'He is north of you, I am sure.'});
    await colleague.must('marks', {
        table: id,
        marks: [
            {circle: 47, mark: 'suspect'},
            {circle: 30, mark: 'cleared'},
        ],
    });
    return {who: hunter, path: `/table/${id}`, ready: 'svg.map [data-target]'};
}

async function jackScreen(server) {
    const {
        holder,
        table: {id},
    } = await gameAt(server, readRecord('whitechapel-all-options'), 111);
    return {
        who: holder('jack'),
        path: `/table/${id}`,
        ready: 'svg.map [data-target]',
        async prepare(person) {
            await person.locator('svg.map [data-target]').first().press('Enter');
            await person.locator('[data-ready=true]').waitFor();
        },
    };
}

async function finishedScreen(server) {
    const {
        clients: [who],
        table,
    } = await gameAt(server, readRecord('whitehall-plain'));
    return {who, path: `/table/${table.id}`, ready: '.ending .sheet'};
}

async function replayScreen(server) {
    const {
        clients: [who],
        table,
    } = await gameAt(server, readRecord('whitehall-powers'));
    return {who, path: `/replay/${table.id}?as=all&step=78`, ready: '.replay-page'};
}

const SCREENS = {
    front: frontScreen,
    invite: inviteScreen,
    lobby: lobbyScreen,
    hunting: huntingScreen,
    jack: jackScreen,
    finished: finishedScreen,
    replay: replayScreen,
};

// ---- Screenshots ----------------------------------------------------------------------------------------

async function picture(stage, {who, path, ready, prepare = async () => {}}, {name, size, theme}) {
    const how = {...SIZES[size], colorScheme: theme, keep: {'gaslight.act.list': 'false'}};
    const person = await (who === undefined ? stage.person('Visitor', how) : stage.as(who, how));
    await person.visit(path);
    await person.locator(ready).first().waitFor();
    await prepare(person);
    await person.page.evaluate(
        () =>
            new Promise((done) => {
                requestAnimationFrame(() => requestAnimationFrame(done));
            }),
    );
    await person.page.evaluate(() => document.querySelector('.banners')?.replaceChildren()); // what was missed
    writeFileSync(join(PICTURES, `${name}.png`), withFewColours(await person.page.screenshot()));
    await person.close();
}

mkdirSync(PICTURES, {recursive: true});
for (const [screen, make] of Object.entries(SCREENS)) {
    const wanted = Object.keys(SIZES)
        .flatMap((size) => THEMES.map((theme) => ({name: `web-${screen}-${size}-${theme}`, size, theme})))
        .filter(({name}) => WANTED.length === 0 || WANTED.some((part) => name.includes(part)));
    if (wanted.length > 0) {
        const stage = createStage(screen);
        const scene = await make(await stage.server());
        for (const one of wanted) {
            await picture(stage, scene, one);
            console.log(`${one.name}.png`);
        }
        stage.complain();
        await stage.close();
    }
}
await closeBrowser();
process.exit();
