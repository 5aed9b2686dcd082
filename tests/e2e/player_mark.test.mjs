// player_mark.test.mjs: the marks next to names, which tell players apart whatever they call themselves. Colours and
// texts of the mark without a browser; the marks of a chat with one.

import {test} from 'node:test';
import {hueOf, markedName, markText} from '../../client-web/js/core/player_mark.js';
import {accessible} from './support/axe.mjs';
import {check, equal} from './support/checks.mjs';
import {startTable} from './support/games.mjs';
import {longTest} from './support/testing.mjs';

test('a mark depends on the id alone, and colours spread over the circle', () => {
    equal(markText('k3fabcdefghj'), '#k3f', 'the mark');
    equal(markedName({name: 'Ann', player: 'k3fabcdefghj'}), 'Ann #k3f', 'a name and its mark');
    const letters = [...'23456789abcdefghjkmnpqrstuvwxyz'];
    const hues = letters.flatMap((one) => letters.map((two) => hueOf(`${one}${two}x`)));
    check(hues.every((hue) => hue >= 0 && hue < 360), 'degrees');
    const tenths = new Set(hues.map((hue) => Math.floor(hue / 36)));
    equal(tenths.size, 10, 'parts of the circle that are used');
});

longTest('somebody who takes another name keeps their mark, in the chat and among the spectators', async (stage) => {
    const server = await stage.server({'spectators-seconds': 1});
    const {clients, table} = await startTable(server, 'whitehall');
    stage.closing(() => clients.forEach((client) => client.close()));
    const [, ann, bob] = clients;
    const at = {table: table.id, to: 'table'};
    await bob.once('chat', {...at, text: 'one'});
    await bob.must('rename', {name: 'Robert'});
    await bob.once('chat', {...at, text: 'two'});
    const olga = await stage.person('Olga', {colorScheme: 'light'});
    await olga.visit(`/table/${table.id}`);
    await olga.introduce();
    await olga.openTab('chat');
    await olga.locator('.chat .line').nth(1).waitFor();
    const spoken = await olga.locator('.chat .line strong').allInnerTexts();
    const mark = `#${bob.player.slice(0, 3)}`;
    equal(spoken, [`Bob\u00a0${mark}`, `Robert\u00a0${mark}`], 'who spoke');
    const label = await olga.locator('.chat .player-mark').first().getAttribute('aria-label');
    equal(label, `player ${mark.slice(1)}`, 'what screen readers say');
    await accessible(olga, 'a chat with marks');
    await olga.openTab('table');
    equal(await olga.locator(`.seats [data-player="${ann.player}"] .player-mark`).innerText(), `#${ann.player.slice(0, 3)}`, 'a seat');
    await olga.locator('[data-strip=spectators] .strip-full .player-mark').waitFor();
});
