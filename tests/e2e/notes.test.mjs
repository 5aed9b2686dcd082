// notes.test.mjs: a detective's marks appear on the other detective's page and nowhere else.

import {check, equal, until} from './support/checks.mjs';
import {connectClient} from './support/client.mjs';
import {playUntil, startTable} from './support/games.mjs';
import {longTest} from './support/testing.mjs';

longTest("a detective's marks reach other detectives only", async (stage) => {
    const server = await stage.server();
    const {clients, table} = await startTable(server, 'whitehall');
    const olga = await connectClient(server, {name: 'Olga'});
    await playUntil(clients, table.id, (turn) => turn.phase === 'walk');
    [...clients, olga].forEach((client) => client.close());
    const people = [];
    for (const client of [...clients, olga]) {
        const person = await stage.as(client);
        await person.visit(`/table/${table.id}`);
        await person.locator('.table-page').waitFor();
        people.push(person);
    }
    const [jack, ann, bob, spectator] = people;

    await ann.openTab('notes');
    await ann.press(ann.locator('[data-tool=suspect]'));
    await ann.press(ann.locator('svg.map [data-place=c57]'));
    await ann.press(ann.locator('[data-tool=cleared]'));
    await ann.press(ann.locator('svg.map [data-place=c102]'));
    await ann.locator('#note-circles').fill('3 18 17');
    await ann.press(ann.locator('[data-key=note-route]'));
    await bob.openTab('notes');
    const shared = bob.locator(`[data-owner="${clients[1].player}"] li`);
    await shared.nth(2).waitFor();
    equal(
        (await shared.allInnerTexts()).map((text) => text.match(/\d+/g).map(Number)),
        [[57], [102], [3, 18, 17]],
        "Ann's marks at Bob's",
    );
    equal(await bob.locator('.layer-notes .spot.other').count(), 2, "spots on Bob's map");
    equal(await bob.locator('.layer-notes .line.other').count(), 1, "lines on Bob's map");

    // The same by gestures on the map: a right click offers the marks, the right button drags an arrow.
    await ann.page.keyboard.press('Escape');
    await ann.locator('svg.map [data-place=c30]').click({button: 'right'});
    await ann.press(ann.locator('.note-palette [data-note=suspect]'));
    await ann.locator('.layer-notes .spot.own.suspect >> nth=1').waitFor({state: 'attached'});
    await ann.locator('svg.map [data-place=c30]').click({button: 'right'});
    await ann.page.keyboard.press('Escape');
    equal(await ann.locator('.note-palette').isVisible(), false, 'the marks that are offered after Esc');
    await ann.locator('svg.map [data-place=c30]').click({button: 'right'});
    await ann.press(ann.locator('.note-palette [data-note=suspect]'));
    await until(
        async () => (await ann.locator('.layer-notes .spot.own.suspect').count()) === 1,
        'the mark to be removed',
    );
    await ann.locator('svg.map [data-place=c30]').dblclick();
    await bob.locator('.layer-effects [data-pulse=ping][data-at=c30]').waitFor({state: 'attached'});

    // Arrows, and pings, which are not stored.
    await ann.press(ann.locator('[data-tool=arrow]'));
    await ann.press(ann.locator('svg.map [data-place=c57]'));
    await ann.press(ann.locator('svg.map [data-place=c102]'));
    await shared.nth(3).waitFor();
    equal(await shared.nth(3).innerText(), 'Arrow from 57 to 102.', "Ann's arrow at Bob's");
    equal(await bob.locator('.layer-notes .arrow.other').count(), 1, "arrows on Bob's map");
    await ann.locator('#note-circles').fill('57');
    await ann.press(ann.locator('[data-key=note-ping]'));
    await bob.locator('.layer-effects [data-pulse=ping][data-at=c57]').waitFor({state: 'attached'});
    await until(
        async () => (await bob.locator('#announcer').innerText()) === `${clients[1].name} points to 57.`,
        'the ping in words',
    );

    // Players who arrive later get the marks too, and deleted marks disappear.
    await bob.page.reload();
    await bob.openTab('notes');
    await shared.nth(3).waitFor();
    await ann.press(ann.locator('[data-key=notes-clear]'));
    await shared.first().waitFor({state: 'detached'});

    for (const person of [jack, spectator]) {
        equal(await person.locator('.layer-notes > *').count(), 0, `marks on ${person.name}'s map`);
        equal(
            await person.locator('[role=tab][data-tab=notes]').isVisible(),
            person === jack,
            `${person.name} has notes`,
        );
        equal(
            person.received().filter((text) => text.includes('"on":"point"')),
            [],
            `${person.name} gets no pings`,
        );
        const frames = person.received().filter((text) => text.includes('"marks"'));
        check(
            frames.every((text) => text.includes('"marks":[]')),
            `${person.name} receives no marks: ${frames}`,
        );
        check(
            frames.every((text) => !text.includes('"on":"marks"')),
            `${person.name} gets no push`,
        );
    }
});

longTest("Jack's notes stay in his browser, and are hidden with his other secrets", async (stage) => {
    const server = await stage.server();
    const {clients, table} = await startTable(server, 'whitehall');
    await playUntil(clients, table.id, (turn) => turn.phase === 'walk');
    clients.forEach((client) => client.close());
    const jack = await stage.as(clients[0]);
    await jack.visit(`/table/${table.id}`);
    await jack.openTab('notes');
    equal(await jack.locator('[data-tool=ping]').count(), 0, 'tools to point with');
    await jack.locator('#note-circles').fill('57 102');
    await jack.press(jack.locator('[data-key=note-suspect]'));
    await jack.press(jack.locator('[data-key=note-arrow]'));
    const shown = async () => [await jack.locator('.layer-notes > *').count(), await jack.locator('.notes-panel li').count()];
    equal(await shown(), [3, 2], 'marks on the map and in words');
    await jack.press(jack.locator('[data-secrets=toggle]'));
    equal(await shown(), [0, 0], 'marks while secrets are hidden');
    await jack.press(jack.locator('[data-secrets=toggle]'));
    equal(await shown(), [3, 2], 'marks afterwards');
    await jack.page.reload();
    await jack.openTab('notes');
    await jack.locator('.layer-notes > * >> nth=2').waitFor({state: 'attached'});
    equal(
        jack.sent().filter((text) => /"(marks|point)"/.test(text)),
        [],
        'requests about notes',
    );
});
