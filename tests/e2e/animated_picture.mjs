// animated_picture.mjs: creates docs/pictures/hunt.webp, the moving picture in the README: the last turns of a
// hunt as a detective sees them in the browser. Not a test: `node tests/e2e/animated_picture.mjs`. Needs img2webp
// from Debian's package webp.
//
// Bots play games until one of them is a short hunt with clues and an arrest; its actions are then played on a
// real server while the page of one detective is recorded.

import {execFileSync} from 'node:child_process';
import {mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {closeBrowser} from './support/browser.mjs';
import {gameAt, playAction} from './support/recorded_games.mjs';
import {BUILD, ROOT} from './support/server.mjs';
import {createStage} from './support/stage.mjs';

const OUTPUT = join(ROOT, 'docs', 'pictures', 'hunt.webp');
const PAGE = {width: 1200, height: 750};
const WIDTH = 800; // of the picture
const ACTIONS = 15; // how many of the last actions are shown
const PAUSE_MS = 1300; // after each action
const LAST_MS = 4000; // how long the last frame stays
const SHORTEST_MS = 180; // frames that follow sooner than this are left out
const NAMES = {jack: 'Bob', police: 'Ann'};

const pause = (ms) =>
    new Promise((done) => {
        setTimeout(done, ms);
    });

/** Returns the record of a short hunt between bots that ends with an arrest. */
function findHunt(folder) {
    execFileSync(join(BUILD, 'gaslight'), [
        ...['arena', '--game', 'whitehall', '--jack', 'normal', '--police', 'hard'],
        ...['--games', '60', '--save', folder],
    ]);
    const records = readdirSync(folder)
        .sort()
        .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')));
    const searches = ({actions}) => actions.filter((action) => action.do === 'search').length;
    const hunt = records.find(
        (record) =>
            record.result.reason === 'arrest' && record.actions.length <= 40 && searches(record) >= 10,
    );
    const seats = hunt.seats.map(({pawns}) => ({
        name: pawns.includes('jack') ? NAMES.jack : NAMES.police,
        pawns,
    }));
    return {...hunt, seats};
}

/** Records what the page shows from now on; frames() returns [{png, at}] so far, `at` in milliseconds. */
async function record(page) {
    const frames = [];
    const devtools = await page.context().newCDPSession(page);
    devtools.on('Page.screencastFrame', async ({data, sessionId}) => {
        frames.push({png: Buffer.from(data, 'base64'), at: performance.now()});
        await devtools.send('Page.screencastFrameAck', {sessionId});
    });
    await devtools.send('Page.startScreencast', {format: 'png', maxWidth: WIDTH});
    return {frames: () => frames, stop: () => devtools.send('Page.stopScreencast')};
}

/** Leaves out frames that are replaced too soon to be noticed. Each frame gets the time it is shown. */
function withDurations(frames) {
    const kept = [];
    for (const frame of frames) {
        if (kept.length > 0 && frame.at - kept.at(-1).at < SHORTEST_MS) {
            kept.at(-1).png = frame.png;
        } else {
            kept.push({...frame});
        }
    }
    return kept.map(({png, at}, i) => ({
        png,
        ms: Math.round(Math.min((kept[i + 1]?.at ?? at + LAST_MS) - at, LAST_MS)),
    }));
}

function write(frames, folder) {
    const files = frames.flatMap(({png, ms}, i) => {
        const name = join(folder, `frame-${String(i).padStart(4, '0')}.png`);
        writeFileSync(name, png);
        return ['-d', String(ms), name];
    });
    const how = ['-loop', '0', '-lossy', '-q', '35', '-m', '6'];
    execFileSync('img2webp', [...how, ...files, '-o', OUTPUT]);
}

const folder = mkdtempSync(join(tmpdir(), 'hunt-'));
const stage = createStage('hunt');
try {
    const hunt = findHunt(folder);
    const first = Math.max(hunt.actions.length - ACTIONS, 0);
    const game = await gameAt(await stage.server(), hunt, first, {aids: 'full'});
    const person = await stage.as(game.holder('yellow'), {
        viewport: PAGE,
        reducedMotion: 'no-preference',
        colorScheme: 'dark',
    });
    await person.visit(`/table/${game.table.id}`);
    await person.locator('svg.map [data-piece]').first().waitFor();
    const recording = await record(person.page);
    for (const action of hunt.actions.slice(first)) {
        await pause(PAUSE_MS);
        await playAction(game, action);
    }
    await pause(LAST_MS);
    await recording.stop();
    const frames = withDurations(recording.frames());
    write(frames, folder);
    console.log(`${OUTPUT}: ${frames.length} frames, ${readFileSync(OUTPUT).length} bytes`);
    await person.close();
} finally {
    await stage.close();
    await closeBrowser();
    rmSync(folder, {recursive: true});
}
process.exit();
