// secrets.test.mjs: a page must not know more than its player. Plays pairs of games that differ only in a
// secret: what the pages of detectives and spectators receive, show and store must be identical, byte for byte,
// as long as the rules keep it secret. Jack's own pages must differ, which shows that the comparison works.

import {check, equal} from './support/checks.mjs';
import {makeOrigin, openPair, startFor} from './support/pairs.mjs';
import {tourist} from './support/plans.mjs';
import {soundsOf} from './support/sounds.mjs';
import {longTest} from './support/testing.mjs';

const number = (place) => Number(place.slice(1));
const BLIND = ['ann', 'bob', 'olga'];

/**
 * Returns a policeman's action with the same outcome on both sides. One of them searches, which is enough to
 * cover a search.
 */
function publicAction({legal: [legal]}, [one, two], searcher) {
    const agreed = (circle) => one.includes(circle) === two.includes(circle);
    if (legal.deploy !== undefined) {
        return {do: 'deploy', crossing: legal.deploy[0]};
    }
    if (legal.walk !== undefined) {
        const [[by, places]] = Object.entries(legal.walk);
        return {by, do: 'walk', to: places[Math.floor(places.length / 2)]};
    }
    const [by, circles] = Object.entries(legal.search ?? {}).find(([pawn]) => pawn === searcher) ?? [];
    return by !== undefined && circles.every(agreed)
        ? {by, do: 'search', circle: circles[0]}
        : {by: legal.pass[0], do: 'pass'};
}

/**
 * Plays the police's turns until it is Jack's: Ann on her pages, Bob without a page. Compares every page each
 * time.
 */
async function policeTurns(pair) {
    for (let turn = pair.legal(); turn.name !== 'jack'; turn = pair.legal()) {
        equal(turn.legal[0], turn.legal[1], "the police's legal actions");
        const action = {
            by: turn.pawns.find((pawn) => pair.sides[0].lines[turn.name].pawns.includes(pawn)),
            ...publicAction(turn, pair.rows(), 'yellow'),
        };
        await (turn.name === 'ann'
            ? pair.actThroughPages('ann', action)
            : pair.act(turn.name, [action, action]));
        await pair.checkIdentical(...BLIND);
    }
}

/** Moves Jack to different circles that trigger no announcement. */
async function jackMoves(pair, avoid) {
    const {legal} = pair.legal();
    const moves = legal.map(({move}) => move.filter((circle) => !avoid.includes(circle)));
    const to = [moves[0][0], moves[1].filter((circle) => circle !== moves[0][0]).at(-1) ?? moves[1][0]];
    await pair.act(
        'jack',
        to.map((circle) => ({by: 'jack', do: 'move', to: circle})),
    );
    await pair.checkIdentical(...BLIND);
}

/** Chat, a reload and a visit to other pages: none of them reveals the secret. */
async function disturb(pair, blind = BLIND) {
    await pair.reloads('bob', (bob) => bob.locator('.table-page').waitFor());
    await pair.lets('ann', (ann) => ann.say('Where is he?', 'police'));
    await pair.lets('olga', (olga) => olga.say('I know nothing'));
    await pair.lets('ann', (ann) => ann.openTab('table'));
    await pair.lets('olga', (olga) => olga.openTab('rules'));
    await pair.checkIdentical(...blind);
}

async function jackCanTell(pair) {
    const parts = await pair.differingParts('jack');
    check(parts.includes('received') && parts.includes('html'), `Jack's own pages differ: ${parts}`);
    check(!parts.includes('storage'), "Jack's secrets are not stored in the browser");
    for (const {
        people: {jack},
    } of pair.sides.slice(0, 1)) {
        await jack.page.evaluate(() => localStorage.setItem('planted', '1'));
    }
    check((await pair.differingParts('jack')).includes('storage'), 'the comparison detects a difference in storage');
}

/** Runs in the page: a sound that depends on where Jack is, as a leak would play it. */
function playWhereJackIs(circle) {
    const audio = new AudioContext();
    const tone = audio.createOscillator();
    tone.frequency.setValueAtTime(200 + circle, audio.currentTime);
    tone.connect(audio.destination);
    tone.start();
}

/** Sounds were heard, and one that depends on Jack's position would be noticed. */
async function soundsAreCompared(pair) {
    for (const name of BLIND) {
        const heard = await soundsOf(pair.sides[0].people[name]);
        check(heard.length > 0, `${name} hears something`);
    }
    await pair.checkIdentical('olga');
    const circles = pair.rows().map((row) => row.at(-1));
    for (const [i, {people}] of pair.sides.entries()) {
        await people.olga.page.evaluate(playWhereJackIs, circles[i]);
    }
    equal(await pair.differingParts('olga'), ['sounds'], 'what gives a leaking sound away');
}

/** The card of the circle where Jack is says nothing about it, and one that did would be noticed. */
async function cardsAreCompared(pair) {
    const pointing = ['ann', 'olga'];
    const [one, two] = pair.rows().map((row) => row.at(-1));
    const point = async (person) => {
        await person.press(person.locator('[data-map=whole]'));
        await person.context.clock.runFor(1000);
        const {x, y, width, height} = await person.locator(`.circle[data-place=c${one}]`).boundingBox();
        await person.page.mouse.move(x + width / 2, y + height / 2);
        await person.context.clock.runFor(1000);
        await person.locator('.place-card').waitFor();
    };
    for (const name of pointing) {
        await pair.lets(name, point);
    }
    await pair.checkIdentical(...pointing);
    for (const [i, {people}] of pair.sides.entries()) {
        await people.olga
            .locator('.place-card')
            .evaluate((card, text) => card.append(text), `Jack is on ${[one, two][i]}.`);
    }
    equal(await pair.differingParts('olga'), ['html'], 'what gives a leaking card away');
    for (const name of pointing) {
        await pair.lets(name, async (person) => {
            await person.page.mouse.move(1, 1);
            await person.locator('.place-card').waitFor({state: 'hidden'});
            await person.locator('.place-card').evaluate((card) => card.replaceChildren());
        });
    }
}

/** The short version of jackHides(). */
async function jackHidesOnce(pair) {
    const press = (jack) => jack.page.keyboard.press('h');
    await pair.lets('jack', (jack) => jack.openTab('table'));
    check((await pair.differingParts('jack')).includes('html'), 'Jack sees himself');
    await pair.lets('jack', (jack) => press(jack).then(() => jack.locator('[data-secrets=hold]').waitFor()));
    await pair.checkScreens('jack', 'what depends on hidden secrets');
    await pair.lets('jack', press);
}

/**
 * While Jack hides his secrets, nothing on his screen depends on them, the visible part of the map included. As
 * soon as he reveals them it does, which shows that the comparison would notice.
 */
async function jackHides(pair) {
    const onScreen = () => pair.differingParts('jack');
    const moveMap = (jack) => jack.press(jack.locator('[data-map=targets]'));
    const hidden = (jack) => jack.locator('[data-act=show-secrets]').waitFor();
    /** Marks a circle, another one on each side, or removes the mark. */
    const note = async (key) => {
        for (const [i, {people}] of pair.sides.entries()) {
            await people.jack.openTab('notes');
            await people.jack.locator('#note-circles').fill(String(20 + i));
            await people.jack.press(people.jack.locator(`.note-form [data-key=${key}]`));
            await people.jack.locator('#note-circles').fill('');
        }
    };
    await pair.lets('jack', moveMap);
    await note('note-suspect');
    check((await onScreen()).includes('html'), 'Jack sees himself');
    await pair.lets('jack', async (jack) => {
        await jack.openTab('table');
        await jack.page.keyboard.press('h');
        await hidden(jack);
    });
    await pair.checkScreens('jack', 'what depends on hidden secrets');
    await pair.reloads('jack', hidden);
    await pair.lets('jack', (jack) => jack.openTab('log'));
    await pair.checkScreens('jack', 'what depends on hidden secrets after a reload');
    await pair.lets('jack', async (jack) => {
        await jack.locator('[data-secrets=hold]').focus();
        await jack.page.keyboard.down('Space');
        await jack.locator('.piece.jack').waitFor();
    });
    check((await onScreen()).includes('html'), 'holding the button reveals them');
    await pair.lets('jack', async (jack) => {
        await jack.page.keyboard.up('Space');
        await hidden(jack);
    });
    await pair.checkScreens('jack', 'what depends on secrets that were revealed for a moment');
    await pair.lets('jack', (jack) => jack.press(jack.locator('[data-act=show-secrets]')));
    check((await onScreen()).includes('html'), 'they are shown again');
    await note('note-erase');
}

const FACES = ['yellow', 'red', 'blue', 'green', 'brown', 'false', 'false'];

/** Places the women on the first circles; `order` determines which of them are marked. */
function womenOn({marked, unmarked, circles}, order = (list) => list) {
    const chosen = order(circles.slice(0, marked + unmarked));
    return {by: 'jack', do: 'women', marked: chosen.slice(0, marked), unmarked: chosen.slice(marked)};
}

const patrolsOn = ({fixed, choose, free}, by, faces) => ({
    by,
    do: 'patrols',
    place: [...fixed, ...free.slice(0, choose)].map((crossing, i) => [crossing, faces[i]]),
});

const reversed = (list) => [...list].reverse();

/** The same action on both sides. */
const alike = (action) => [action, action];

longTest('pages do not know the women, the patrols, the hideout or the trail', async (stage) => {
    const origin = await makeOrigin(stage, async (server, players) => {
        const tables = {};
        for (const name of ['women', 'patrols', 'route']) {
            tables[name] = await startFor(players, 'whitechapel');
        }
        for (const table of [tables.women, tables.patrols]) {
            await players.jack.once('act', {table, action: {by: 'jack', do: 'hideout', circle: 66}});
        }
        return tables;
    });
    const pair = await openPair(stage, origin);

    // Secret: which women are marked.
    await pair.goTo(origin.tables.women);
    await pair.checkIdentical(...BLIND, 'jack');
    const {women} = pair.legal().legal[0];
    await pair.act('jack', [womenOn(women), womenOn(women, reversed)]);
    await pair.checkIdentical(...BLIND);
    await disturb(pair);

    // Secret: which patrols are real; only the Head knows.
    await pair.goTo(origin.tables.patrols);
    await pair.act('jack', alike(womenOn(women)));
    const head = pair.legal();
    const place = (faces) => patrolsOn(head.legal[0].patrols, head.pawns[0], faces);
    await pair.act(head.name, [place(FACES), place(reversed(FACES))]);
    equal(pair.legal().phase, 'kill', 'what comes after the patrols');
    await disturb(
        pair,
        ['jack', ...BLIND].filter((name) => name !== head.name),
    );
    const seen = await pair.differingParts(head.name);
    check(seen.includes('received') && seen.includes('html'), `the Head's own pages differ: ${seen}`);

    // Secret: Jack's hideout and trail.
    await pair.goTo(origin.tables.route);
    const {hideout} = pair.legal().legal[0];
    const homes = [hideout[0], hideout.at(-1)];
    await pair.act(
        'jack',
        homes.map((circle) => ({by: 'jack', do: 'hideout', circle})),
    );
    await pair.checkIdentical(...BLIND);
    await pair.act('jack', alike(womenOn(women)));
    const {name, pawns, legal} = pair.legal();
    await pair.act(name, alike(patrolsOn(legal[0].patrols, pawns[0], FACES)));
    await pair.act('jack', alike({by: 'jack', do: 'kill', circles: [pair.legal().legal[0].kill.circles[0]]}));
    await jackMoves(pair, homes);
    await policeTurns(pair);
    await jackMoves(pair, homes);
    await disturb(pair);
    await policeTurns(pair);
    await jackHides(pair);
    await jackCanTell(pair);
});

longTest('pages do not know the discoveries or the trail', async (stage) => {
    const origin = await makeOrigin(stage, async (server, players) => ({
        route: await startFor(players, 'whitehall'),
    }));
    const pair = await openPair(stage, origin);
    await pair.goTo(origin.tables.route);
    await pair.checkIdentical(...BLIND, 'jack');
    const one = tourist().discoveries.map(number);
    const two = pair
        .legal()
        .legal[1].discoveries.map((list, i) => (i === 0 ? one[0] : list.find((circle) => circle !== one[i])));
    await pair.act(
        'jack',
        [one, two].map((circles) => ({by: 'jack', do: 'discoveries', circles})),
    );
    await pair.checkIdentical(...BLIND);
    const start = {by: 'jack', do: 'start', circle: one[0]};
    await pair.act('jack', [start, start]);
    await policeTurns(pair); // they are deployed
    await jackMoves(pair, [...one, ...two]);
    await policeTurns(pair);
    await jackMoves(pair, [...one, ...two]);
    await disturb(pair);
    await cardsAreCompared(pair);
    await jackHidesOnce(pair);
    await soundsAreCompared(pair);
    await jackCanTell(pair);
});

longTest('nobody learns anything from who is absent, or from a vote about it', async (stage) => {
    const origin = await makeOrigin(stage, async (server, players) => ({
        route: await startFor(players, 'whitehall'),
    }));
    const pair = await openPair(stage, origin, {'absent-minutes': 0, 'spectators-seconds': 1});
    await pair.goTo(origin.tables.route);
    const one = tourist().discoveries.map(number);
    const two = pair
        .legal()
        .legal[1].discoveries.map((list, i) => (i === 0 ? one[0] : list.find((circle) => circle !== one[i])));
    await pair.act(
        'jack',
        [one, two].map((circles) => ({by: 'jack', do: 'discoveries', circles})),
    );
    await pair.act('jack', alike({by: 'jack', do: 'start', circle: one[0]}));
    await policeTurns(pair);
    await jackMoves(pair, [...one, ...two]);

    await pair.leaves('ann');
    await pair.checkIdentical('bob', 'olga');
    const olga = pair.sides[0].lines.olga.player;
    await pair.lets('bob', async (bob) => {
        await bob.press(bob.locator('[data-offer] summary'));
        await bob.locator('[data-field=seat-to]').selectOption(olga);
    });
    await pair.checkIdentical('bob', 'olga');
    await pair.lets('bob', (bob) => bob.press(bob.locator('[data-act=propose]')));
    for (const {people} of pair.sides) {
        await people.olga.locator('.table-page[data-role=detective]').waitFor();
    }
    await pair.checkIdentical('bob', 'olga');
    const circles = pair.rows().map((row) => row.at(-1));
    for (const [i, {people}] of pair.sides.entries()) {
        await people.olga.locator('.player-strip').evaluate((strip, text) => strip.append(text), `for ${circles[i]}`);
    }
    equal(await pair.differingParts('olga'), ['html'], 'what gives a leaking strip away');
});
