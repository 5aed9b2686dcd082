// save_picture.test.mjs: "Save picture" downloads a finished game as a PNG, which the browser makes of the server's SVG.

import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {check, equal} from './support/checks.mjs';
import {finishedGame} from './support/games.mjs';
import {showsNoKeys} from './support/keys.mjs';
import {ROOT} from './support/server.mjs';
import {longTest, test} from './support/testing.mjs';

const FILE = join(ROOT, 'tests', 'records', 'whitehall-plain.json');
const SMALL = {viewport: {width: 390, height: 664}, isMobile: true, hasTouch: true};

/** Presses the button and returns the name, the bytes, and the size in pixels of the PNG that is downloaded. */
async function save(person) {
    const [download] = await Promise.all([
        person.page.waitForEvent('download'),
        person.press(person.locator('[data-act=picture]')),
    ]);
    const bytes = readFileSync(await download.path());
    equal(bytes.subarray(0, 8).toString('latin1'), '\x89PNG\r\n\x1a\n', 'a PNG');
    return {
        name: download.suggestedFilename(),
        bytes,
        size: [bytes.readUInt32BE(16), bytes.readUInt32BE(20)],
    };
}

test('the picture of a record file is saved as a PNG', async (stage) => {
    await stage.server();
    const rita = await stage.person('Rita', {...SMALL, locale: 'it-IT'});
    await rita.visit('/replay');
    await rita.locator('#record-file').setInputFiles(FILE);
    await rita.locator('.replay-page').waitFor();
    await rita.openTab('share');
    equal(await rita.locator('[data-act=picture]').innerText(), 'Salva immagine');
    const {name, bytes, size} = await save(rita);
    check(name.endsWith('.png') && name.startsWith('gaslight-whitehall-'), name);
    check(size[0] > 1500 && size[1] > size[0], `${size}`);
    check(bytes.length > 200_000, `${bytes.length} bytes: it shows a map`);
    await showsNoKeys(rita);
});

longTest('players save the picture of a private game when it is over', async (stage) => {
    const server = await stage.server();
    const {clients, table} = await finishedGame(server, 'whitechapel', {private: true});
    stage.closing(() => clients.forEach((client) => client.close()));
    const ann = await stage.as(clients[1]);
    await ann.visit(`/table/${table.id}`);
    const {name} = await save(ann);
    equal(name, `gaslight-whitechapel-${table.id}.png`);
});
