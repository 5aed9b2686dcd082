// notes.test.mjs: a detective's marks appear on the other detective's page and nowhere else.

import {check, equal} from './support/checks.mjs';
import {connectClient} from './support/client.mjs';
import {playUntil, startTable} from './support/games.mjs';
import {test} from './support/testing.mjs';

test("a detective's marks reach other detectives only", async (stage) => {
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

    // Players who arrive later get the marks too, and deleted marks disappear.
    await bob.page.reload();
    await bob.openTab('notes');
    await shared.nth(2).waitFor();
    await ann.press(ann.locator('[data-key=notes-clear]'));
    await shared.first().waitFor({state: 'detached'});

    for (const person of [jack, spectator]) {
        equal(await person.locator('.layer-notes > *').count(), 0, `marks on ${person.name}'s map`);
        check(
            !(await person.locator('[role=tab][data-tab=notes]').isVisible()),
            `${person.name} has no notes`,
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
