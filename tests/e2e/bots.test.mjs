// bots.test.mjs: bots in the browser: a whole solo game of each kind, adding and removing bots, stand-in bots
// for absent players, and the clock that triggers them.

import {accessible} from './support/axe.mjs';
import {check, equal, until} from './support/checks.mjs';
import {connectClient} from './support/client.mjs';
import {jackOf, seatTable, startTable} from './support/games.mjs';
import {showsNoKeys} from './support/keys.mjs';
import {playPages} from './support/person.mjs';
import {longTest, test} from './support/testing.mjs';

const AT_ONCE = {'bot-pace': 0};

const requests = (person, verb) =>
    person
        .sent()
        .map((text) => JSON.parse(text))
        .filter((one) => one.do === verb);

// ---- Solo games -----------------------------------------------------------------------------------------

/**
 * Runs in the page: plays to the end, always choosing the first available kind in `wanted` and the last place
 * in its list. Sending a hundred actions from outside, click by click, would be too slow; clicking is tested
 * elsewhere.
 */
function playHere(wanted) {
    const find = (selector) => document.querySelector(selector);
    const isOpen = '.act-places [data-place]:not([aria-pressed=true], [aria-disabled=true])';
    function step() {
        const kind = wanted.find((one) => find(`.act-what [data-mode=${one}]:not([aria-disabled=true])`));
        const chip = kind && find(`.act-what [data-mode=${kind}]`);
        const confirm = find('[data-act=confirm]:not(:disabled)');
        if (find('.acting .chip:disabled, .acting .place:disabled')) {
            return; // the last action is still pending
        }
        if (chip && chip.ariaPressed !== 'true') {
            chip.click();
        } else if (confirm) {
            confirm.click();
        } else {
            [...document.querySelectorAll(isOpen)].at(-1)?.click();
        }
    }
    return new Promise((resolve) => {
        const timer = setInterval(() => {
            if (find('.table-page').dataset.phase === 'over') {
                clearInterval(timer);
                resolve();
            } else if (find('.status-panel').dataset.turn === 'mine') {
                step();
            }
        }, 5);
    });
}

async function startSolo(stage, {game, side}) {
    await stage.server(AT_ONCE);
    const ann = await stage.person('Ann');
    await ann.visit('/');
    await ann.introduce();
    await ann.locator('[data-field=solo-game]').selectOption(game);
    await ann.locator('[data-field=solo-side]').selectOption(side);
    await ann.locator('[data-field=solo-level]').selectOption('novice');
    await ann.press(ann.locator('[data-form=solo] [data-more] > summary'));
    await ann.locator('[data-field=solo-pace]').selectOption('quick');
    await ann.press(ann.locator('[data-form=solo] [type=submit]'));
    await ann.locator('.table-page').waitFor();
    return ann;
}

async function checkEnd(person) {
    await person.locator('.ending .result').waitFor();
    check((await person.locator('.ending .sheet-cell').count()) > 0, "Jack's sheet is shown");
}

longTest('a solo game of Whitehall as the police', async (stage) => {
    const ann = await startSolo(stage, {game: 'whitehall', side: 'police'});
    await ann.page.evaluate(playHere, ['walk', 'search', 'pass']);
    await checkEnd(ann);
    const [{key, id, ...create}] = requests(ann, 'create');
    check(key !== undefined && id !== undefined, 'the table is created once');
    equal(
        create,
        {
            do: 'create',
            game: 'whitehall',
            options: [],
            private: true,
            aids: 'sets',
            pace: 'quick',
            level: 'novice',
        },
        'the table',
    );
    await ann.openTab('table');
    equal(
        (await ann.locator('.seat-name').allInnerTexts()).map((text) => text.replace(/#\w{3}/, '#…')),
        ['Ann #… (you)', 'Bot 1, novice'],
        'who sat at the table',
    );
});

longTest('a solo game of Whitechapel as Jack', async (stage) => {
    const ann = await startSolo(stage, {game: 'whitechapel', side: 'jack'});
    await playPages([{person: ann, plan: jackOf('whitechapel')}]);
    await checkEnd(ann);
    equal(requests(ann, 'deduce'), [], 'deductions requested');
});

// ---- Lobby ----------------------------------------------------------------------------------------------

/** The names of the seats, without the marks of their players. */
const sitters = async (person) =>
    (await person.locator('[data-list=seats] .sitter-name').allInnerTexts()).map((text) => text.replace(/ #\w{3}$/, ''));
const seated = (person, names) =>
    until(async () => String(await sitters(person)) === String(names), () => sitters(person));

longTest('the host adds, changes and removes bots and watches them play', async (stage) => {
    await stage.server(AT_ONCE);
    const ann = await stage.person('Ann');
    await ann.visit('/');
    await ann.introduce();
    const settings = {pace: 'quick', clock: '60'};
    const invite = await ann.createTable({game: 'whitehall', settings});
    check((await ann.locator('[data-list=how]').innerText()).includes('1 minute'), 'the settings name the time limit');
    const bob = await stage.person('Bob', {locale: 'it-IT'});
    await bob.sit(invite);
    equal(await bob.locator('[data-bot]').count(), 0, 'bots a guest can add');
    await showsNoKeys(bob, 'a lobby with a clock');

    await ann.locator('[data-field=bot-level]').selectOption('hard');
    await ann.press(ann.locator('[data-bot=red]'));
    await seated(ann, ['Ann', 'Bob', 'Bot 1, hard']);
    await seated(bob, ['Ann', 'Bob', 'Bot 1, difficile']);
    equal(await ann.locator('[data-pawn=red]').isDisabled(), true, 'the pawn of a bot');
    await ann.locator('[data-action=level]').selectOption('easy');
    await seated(bob, ['Ann', 'Bob', 'Bot 1, facile']);
    await ann.press(ann.locator('[data-action=remove-bot]'));
    await seated(bob, ['Ann', 'Bob']);
    equal(await bob.locator('[data-pawn=red]').isDisabled(), false, 'the pawn is free again');

    await bob.press(bob.locator('[data-action=leave]'));
    await seated(ann, ['Ann']);
    await ann.locator('[data-field=bot-level]').selectOption('novice');
    await ann.press(ann.locator('[data-action=bots-all]'));
    await ann.locator('[data-ready]').waitFor();
    await accessible(ann, 'a lobby with bots');
    equal((await sitters(ann)).length, 3, 'seats: the host, and a bot for each side');
    await ann.press(ann.locator('[data-action=start]'));
    await ann.locator('.log .entry').nth(12).waitFor(); // the bots are playing
    equal(await ann.locator('.acting').isVisible(), false, 'a spectator has no actions');
});

// ---- Stand-in bots --------------------------------------------------------------------------------------

test('a stand-in bot plays for an absent player until they return', async (stage) => {
    const server = await stage.server({...AT_ONCE, 'absent-minutes': 0});
    const {clients, table} = await startTable(server, 'whitehall');
    stage.closing(() => clients.forEach((client) => client.close()));
    const [, ann, bob] = clients;
    const page = await stage.as(ann); // a detective: they decide about detectives
    await page.visit(`/table/${table.id}`);
    await page.openTab('table');
    equal(await page.locator('[data-act=stand-in]').count(), 0, 'stand-in buttons while all players are present');
    bob.close();
    await page.press(page.locator('[data-act=stand-in]'));
    const marked = `Bob #${bob.player.slice(0, 3)}`;
    const names = () => page.locator('.seat-name').allInnerTexts();
    await until(async () => (await names()).includes(`a normal stand-in bot for ${marked}`), names);
    await page.press(page.locator('[data-act=give-back]'));
    await until(async () => (await names()).includes(marked), names);
    await page.press(page.locator('[data-act=stand-in]'));
    await until(async () => (await names()).includes(`a normal stand-in bot for ${marked}`), names);
    await accessible(page, 'a table with a stand-in bot');

    const back = await stage.as(bob);
    await back.visit(`/table/${table.id}`);
    await back.locator('.table-page').waitFor();
    await until(async () => (await names()).includes(marked), names);
    await back.locator('.stand-in').waitFor({state: 'hidden'}); // a returning player gets the seat back
});

/** Runs in the page: reads the clock and the last announcement. */
function readClock() {
    const clock = document.querySelector('.status-row .clock:not([hidden])');
    const text = clock?.textContent.match(/\d+:(\d\d)/)?.[1];
    return {
        seconds: text && Number(text),
        isLow: clock?.classList.contains('low') ?? false,
        said: document.getElementById('announcer').textContent,
    };
}

longTest('when the clock runs out a bot takes one action for a player who is present', async (stage) => {
    const server = await stage.server(AT_ONCE);
    const {clients, table} = await seatTable(server, 'whitehall', {clock: 10, level: 'easy'});
    stage.closing(() => clients.forEach((client) => client.close()));
    const jack = await stage.as(clients[0]);
    await jack.visit(`/table/${table.id}`);
    await jack.locator('[data-action=start]').waitFor();
    const shown = await jack.watchFor(readClock); // records changes, because ten seconds may have passed before we look
    await jack.press(jack.locator('[data-action=start]'));
    await until(async () => (await shown()).some(({isLow}) => isLow), 'a clock with little time left');
    equal(await jack.locator('.status-row .clock').getAttribute('role'), 'timer', 'the clock for screen readers');
    await accessible(jack, 'a clock with little time left');
    const faces = async () => (await shown()).flatMap(({seconds}) => seconds ?? []);
    await until(async () => (await faces()).some((one, i, all) => one < all[i - 1]), 'the clock to count down');
    const [first] = await faces();
    check(first >= 1 && first <= 10, `seconds at first: ${first}`);
    await until(async () => (await shown()).some(({said}) => /seconds? left/.test(said)), 'the warning');

    // The bot takes one action; the player is present and keeps the seat.
    await jack.locator('.table-page:not([data-phase=discoveries])').waitFor();
    await until(async () => (await jack.look()).mine, "Jack's next turn");
    equal(await jack.locator('.stand-in').isVisible(), false, 'a bot stands in');
    equal(requests(jack, 'bot').length, 0, 'requests to get the seat back');
});

// ---- Notices --------------------------------------------------------------------------------------------

const notices = (person) => person.locator('.log .log-notice').allInnerTexts();
const hasNotice = (person, line) => until(async () => (await notices(person)).includes(line), () => notices(person));

test('players who leave are shown as away until they return', async (stage) => {
    const server = await stage.server({...AT_ONCE, 'absent-minutes': 1440});
    const {clients, table} = await startTable(server, 'whitehall');
    stage.closing(() => clients.forEach((client) => client.close()));
    const ann = await stage.as(clients[1]);
    await ann.visit(`/table/${table.id}`);
    const status = () => ann.locator('.status-actors > span:last-child').innerText();
    await until(async () => (await status()) === 'Waiting for Jack (Jack).', status);
    clients[0].close();
    await until(async () => (await status()) === 'Waiting for Jack (Jack), who is away.', status);
    await hasNotice(ann, 'Jack is away.');
    const jack = await stage.as(clients[0]);
    await jack.visit(`/table/${table.id}`);
    await hasNotice(ann, 'Jack is back.');
    await until(async () => (await status()) === 'Waiting for Jack (Jack).', status);

    // The other detective learns that a stand-in bot will be possible, but not yet.
    clients[2].close();
    await ann.openTab('table');
    await ann.locator('.bots-panel :text("Bob is away. If they stay away, a bot can play for them.")').waitFor();
    equal(await ann.locator('[data-act=stand-in]').count(), 0, 'stand-in buttons before Bob is absent');
});

test('a notice is shown when the level of a bot changes', async (stage) => {
    const server = await stage.server();
    const {clients, table} = await seatTable(server, 'whitehall', {names: ['Jack'], pace: 'slow'});
    const watcher = await connectClient(server, {name: 'Ann'});
    stage.closing(() => [...clients, watcher].forEach((client) => client.close()));
    const police = {table: table.id, pawns: ['yellow', 'red', 'blue']};
    await clients[0].must('bot', {...police, level: 'hard'});
    await clients[0].must('start', {table: table.id});
    const ann = await stage.as(watcher);
    await ann.visit(`/table/${table.id}`);
    await ann.locator('.table-page').waitFor();
    await clients[0].must('bot', {...police, level: 'novice'}); // Jack plays with bots only
    await hasNotice(ann, 'The level of Bot 1 is now novice.');
    equal(await ann.locator('.log .log-notice').count(), 1, 'number of notices');
});

test('spectators see that they are watching', async (stage) => {
    const server = await stage.server();
    const {clients, table} = await startTable(server, 'whitehall', {private: true});
    stage.closing(() => clients.forEach((client) => client.close()));
    const eve = await stage.person('Eve');
    await eve.visit(`/invite#${table.invite}`);
    await eve.introduce();
    await eve.locator('.table-page').waitFor();
    check((await eve.locator('.status').innerText()).includes('You are watching.'), 'the status says that Eve is watching');
    const ann = await stage.as(clients[1]);
    await ann.visit(`/table/${table.id}`);
    await ann.locator('.table-page').waitFor();
    equal(await ann.locator('.watching').count(), 0, 'badges for a player');
});
