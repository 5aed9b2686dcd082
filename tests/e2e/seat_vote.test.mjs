// seat_vote.test.mjs: who plays an absent detective's pawns: the detectives' vote, what everybody sees of it, and the
// player's return.

import {accessible} from './support/axe.mjs';
import {check, equal, until} from './support/checks.mjs';
import {connectClient} from './support/client.mjs';
import {startTable} from './support/games.mjs';
import {showsNoKeys} from './support/keys.mjs';
import {PHONE} from './support/person.mjs';
import {longTest} from './support/testing.mjs';

const said = (person) => person.locator('#announcer').textContent();
const notice = (person, text) =>
    person.locator(`.log-notice:has-text("${text}")`).first().waitFor({state: 'attached'});

/** A running game of Jack, Ann (Yellow and Red) and Bob (Blue); Ann is absent. Jack hosts. */
async function withAnnAbsent(stage) {
    const server = await stage.server({'absent-minutes': 0, 'spectators-seconds': 1});
    const {clients, table} = await startTable(server, 'whitehall');
    const [jack, ann, bob] = clients;
    stage.closing(() => clients.forEach((client) => client.close()));
    ann.close();
    const open = async (person) => {
        await person.visit(`/table/${table.id}`);
        await person.locator('.table-page').waitFor();
        return person;
    };
    return {server, table, jack, ann, bob, open};
}

longTest('detectives decide who plays for an absent one, and give the pawns back', async (stage) => {
    const {table, jack, ann, bob, open} = await withAnnAbsent(stage);
    const olga = await stage.person('Olga', {locale: 'it-IT'});
    await olga.visit(`/table/${table.id}`);
    await olga.introduce();
    await olga.locator('.table-page').waitFor();
    const [bobPage, jackPage] = [await open(await stage.as(bob, PHONE)), await open(await stage.as(jack))];

    // Ann is shown as absent; only the detective is asked.
    const offer = bobPage.locator('[data-offer]');
    await offer.waitFor();
    const question = 'Ann has been away for a while. Who plays Yellow and Red until they return?';
    equal(await offer.locator('summary').innerText(), question, 'the question');
    check((await bobPage.locator('.player-strip').innerText()).includes('away for a while'), 'Ann in the strip');
    for (const person of [jackPage, olga]) {
        equal(await person.locator('.seat-vote').isVisible(), false, 'what Jack and spectators are asked');
    }
    await jackPage.openTab('table');
    equal(await jackPage.locator('[data-act=stand-in]').count(), 0, 'a bot that Jack can send');

    // It can be opened while it is drawn again, and closed.
    const isOpen = () => bobPage.page.evaluate(() => document.querySelector('[data-offer]').open);
    await bobPage.page.evaluate(() => {
        document.querySelector('[data-offer] summary').click();
        document.querySelector('[data-field=seat-to]').dispatchEvent(new Event('change'));
    });
    check(await isOpen(), 'the question is open after it was drawn again');
    await bobPage.press(offer.locator('summary'));
    check(!(await isOpen()), 'it is closed again');

    // Bob, the only detective, lets Olga play: her page becomes a detective's.
    await bobPage.press(offer.locator('summary'));
    await accessible(bobPage, 'the question who plays');
    const olgas = bobPage.locator('[data-field=seat-to] option:has-text("Olga")');
    await olgas.waitFor({state: 'attached'});
    check(/^Olga #\w{3} \(spectator\)$/.test(await olgas.textContent()), await olgas.textContent());
    await bobPage.locator('[data-field=seat-to]').selectOption(await olgas.getAttribute('value'));
    equal(await bobPage.locator('[data-act=propose]').innerText(), 'Choose', 'the button of a detective who is alone');
    await bobPage.press(bobPage.locator('[data-act=propose]'));
    await notice(bobPage, 'Olga plays Yellow and Red until Ann returns.');
    await notice(olga, 'Giochi giallo e rosso fino al ritorno di Ann.');
    await olga.locator('.table-page[data-role=detective]').waitFor();
    await showsNoKeys(olga, 'a spectator who plays for somebody');
    await until(async () => (await bobPage.locator('.player-strip').innerText()).includes('for Ann'), 'for whom Olga plays');
    equal(await bobPage.locator('.seats li:has-text("Olga") > small').textContent(), 'for Ann', 'in the list');
    equal(await bobPage.locator('.seat-vote').isVisible(), false, 'the question afterwards');

    // Ann returns and has everything back.
    const annPage = await open(await stage.as(ann));
    await annPage.locator('.table-page[data-role=detective]').waitFor();
    await notice(annPage, 'You have your pawns back: Yellow and Red.');
    await notice(olga, 'Ann è di nuovo qui e gioca giallo e rosso. Grazie per la sostituzione.');
    await notice(bobPage, 'Ann is back and plays Yellow and Red again.');
    check((await said(olga)).includes('Grazie'), 'what screen readers say');
    await olga.locator('.table-page[data-role=public]').waitFor();
});

longTest('several detectives vote, and Jack and spectators only read it', async (stage) => {
    const server = await stage.server({'absent-minutes': 0});
    const clients = [];
    for (const [name, pawn] of Object.entries({Jack: 'jack', Ann: 'yellow', Bob: 'red', Cy: 'blue'})) {
        clients.push(Object.assign(await connectClient(server, {name}), {pawns: [pawn]}));
    }
    stage.closing(() => clients.forEach((client) => client.close()));
    const [jack, ann, bob, cy] = clients;
    const {table} = await jack.once('create', {game: 'whitehall', options: [], private: false});
    const at = {table: table.id};
    for (const client of clients) {
        await client.must(client === jack ? 'pawns' : 'join', {...at, pawns: client.pawns});
    }
    await jack.must('start', at);
    ann.close();
    const [bobPage, jackPage] = [await stage.as(bob), await stage.as(jack, {locale: 'it-IT'})];
    for (const person of [bobPage, jackPage]) {
        await person.visit(`/table/${table.id}`);
    }
    const vote = (person) => person.locator('.seat-vote');

    await bobPage.press(bobPage.locator('[data-offer] summary'));
    equal(await bobPage.locator('[data-act=propose]').innerText(), 'Propose', 'the button');
    await bobPage.press(bobPage.locator('[data-act=propose]'));
    await bobPage.locator('.seat-vote [data-act=withdraw]').waitFor();
    equal(
        (await vote(bobPage).locator('p').allInnerTexts()).join(' '),
        'You offered to play Yellow until Ann returns. Waiting for Cy.',
        'what the proposer reads',
    );
    await vote(jackPage).waitFor();
    equal(
        await vote(jackPage).locator('.vote-text').innerText(),
        'Bob si offre di giocare Giallo fino al ritorno di Ann.',
        'what Jack reads',
    );
    equal(await vote(jackPage).locator('button').count(), 0, "Jack's buttons");
    await cy.must('seat', {...at, agree: false});
    await notice(bobPage, 'The detectives did not agree on who plays Yellow.');
    await bobPage.locator('[data-offer]').waitFor();

    // Cy's page: he is asked about a spectator; the question survives a reload.
    const eve = await connectClient(server, {name: 'Eve'});
    stage.closing(eve.close);
    await eve.watch(table.id);
    await bob.must('seat', {...at, pawns: ['yellow'], player: eve.player});
    const cyPage = await stage.as(cy);
    await cyPage.visit(`/table/${table.id}`);
    await vote(cyPage).locator('[data-act=agree]').waitFor();
    const asked = 'Bob proposes that Eve plays Yellow until Ann returns.';
    equal(await vote(cyPage).locator('.vote-text').innerText(), asked, 'the question');
    await accessible(cyPage, 'a vote');
    await cyPage.press(vote(cyPage).locator('[data-act=agree]'));
    for (const person of [bobPage, cyPage]) {
        await notice(person, 'Eve plays Yellow until Ann returns.');
        await vote(person).waitFor({state: 'hidden'});
    }
});

longTest('a detective lets a bot play at the level of the table', async (stage) => {
    const {bob, open} = await withAnnAbsent(stage);
    const page = await open(await stage.as(bob));
    await page.press(page.locator('[data-offer] summary'));
    await page.locator('[data-field=seat-to]').selectOption('bot');
    await page.press(page.locator('[data-act=propose]'));
    await notice(page, 'A stand-in bot (normal) is playing for Ann.');
    await page.locator('.seat-vote').waitFor({state: 'hidden'});

    // Later he plays for her himself.
    await page.openTab('table');
    await page.press(page.locator('.facts-panel [data-offer] summary'));
    equal(await page.locator('[data-field=seat-to] option').allTextContents(), ['You'], 'who else can play');
    await page.press(page.locator('[data-act=propose]'));
    await notice(page, 'You play Yellow and Red until Ann returns.');
});
