// browsers.test.mjs: the same journey in Firefox and WebKit: an invite, both sides, a cut connection, the end, the
// replay, at the width of a phone and of a desktop. Nothing may be logged as an error.

import {execFile} from 'node:child_process';
import {mkdirSync} from 'node:fs';
import {join} from 'node:path';
import {promisify} from 'node:util';
import {check, equal, until} from './support/checks.mjs';
import {launchFirefox} from './support/firefox.mjs';
import {LOST} from './support/person.mjs';
import {startProxy} from './support/proxy.mjs';
import {BUILD} from './support/server.mjs';
import {longTest} from './support/testing.mjs';
import {createVisitor} from './support/visitor.mjs';
import {launchWebKit} from './support/webkit.mjs';

const PHONE = [390, 664];
const DESKTOP = [1200, 800];
const PICTURES = join(BUILD, 'e2e');
const COLOURS = 200; // a page whose map is not drawn has far fewer
// How these browsers report a connection that was cut.
const CUT = /can’t establish a connection|connection to ws:|was interrupted|network connection was lost/i;

/** Runs in the page: returns a random target on the visible part of the map that is not chosen yet, or null. */
function openTarget() {
    const map = document.querySelector('svg.map');
    const nodes = [...document.querySelectorAll('svg.map [data-target]:not(.own):not(.chosen)')];
    const isVisible = (node) => {
        const {x, y, width, height} = node.querySelector('.ring').getBoundingClientRect();
        return map.contains(document.elementFromPoint(x + width / 2, y + height / 2));
    };
    const visible = nodes.filter(isVisible);
    return visible[Math.floor(Math.random() * visible.length)]?.dataset.target ?? null;
}

/**
 * Chooses places on the map until the action is complete, and confirms it. Returns its phase. A click may miss because a
 * message about the connection moves the map at that moment, so each step looks at the page again.
 */
async function actOnMap(visitor, {phase, entries}) {
    // A second click confirms an action of one place.
    const isOne = ['walk', 'act', 'move', 'deploy'].includes(phase);
    const confirmation = isOne ? 'svg.map .chosen[data-target]' : '[data-act=confirm]';
    await until(async () => {
        const now = await visitor.look();
        if (now.entries > entries) {
            return true;
        }
        if (now.mine) {
            await visitor.mapAtRest();
            const target = `svg.map [data-target=${await visitor.run(openTarget)}]`;
            await visitor.tryToPress(now.ready ? confirmation : target);
        }
        return false;
    }, `${visitor.name}: the action in the story`);
    return phase;
}

/** Plays until there(phases played so far) returns true. */
async function play(visitors, there) {
    const phases = [];
    while (!there(phases)) {
        const [visitor, seen] = await until(async () => {
            for (const one of visitors) {
                const turn = await one.turn();
                if (turn !== null) {
                    return [one, turn];
                }
            }
            return null;
        }, "anybody's turn");
        phases.push(await actOnMap(visitor, seen));
    }
}

/** Takes a picture and checks that the page is drawn, not blank. */
async function checkPicture(visitor, name) {
    const path = join(PICTURES, `${name}.png`);
    await visitor.picture(path);
    const {stdout} = await promisify(execFile)('identify', ['-format', '%k', path]);
    check(Number(stdout) > COLOURS, `${name} has ${stdout} colours`);
}

const isFlat = ({run}) => run(() => document.documentElement.scrollWidth <= window.innerWidth);

async function journey(stage, name, launch) {
    const browser = await launch();
    stage.closing(browser.close);
    const visitors = [];
    mkdirSync(PICTURES, {recursive: true});
    try {
        await travel(stage, name, browser, visitors);
    } catch (error) {
        for (const visitor of visitors) {
            await visitor.picture(join(PICTURES, `${name}-failed-${visitor.name.toLowerCase()}.png`)).catch(() => {});
        }
        throw error;
    }
}

async function travel(stage, name, browser, visitors) {
    const server = await stage.server(browser.webOptions);
    const proxy = await startProxy(server);
    stage.closing(proxy.close);
    const at = (path) => proxy.url + path;
    const arrive = async (person, size) => {
        const visitor = createVisitor(person, await browser.openWindow());
        visitors.push(visitor);
        await visitor.resize(...size);
        return visitor;
    };

    // An invite, and seats.
    const jack = await arrive('Jack', DESKTOP);
    await jack.goto(at('/'));
    await jack.introduce();
    await jack.press('[data-action=new-table]');
    await jack.press('[data-form=create] [data-choice=whitehall]');
    await jack.press('[data-form=create] [data-choice=private]');
    await jack.press('[data-form=create] [type=submit]');
    await jack.waitFor('[data-copy=invite]');
    const invite = await jack.valueOf('[data-copy=invite]');
    const ann = await arrive('Ann', PHONE);
    equal(await ann.run(() => [window.innerWidth, window.innerHeight]), PHONE, "the size of Ann's window");
    await ann.goto(invite);
    await ann.introduce();
    await ann.waitFor('[data-page=lobby] [data-action=leave]');
    await jack.press('[data-page=lobby] [data-pawn=jack]');
    await ann.waitFor('[data-pawn=jack]:disabled');
    await ann.press('[data-action=take-rest]');
    await jack.press('[data-action=start]:enabled');

    // Both sides.
    const played = (phases, phase) => phases.filter((one) => one === phase).length;
    await play(visitors, (phases) => played(phases, 'act') > 0 && played(phases, 'move') > 0);
    check(await ann.has('.log [data-did=search]'), 'a search in the story');
    check(await isFlat(ann), 'nothing is cut off on the right');
    await checkPicture(ann, `${name}-phone`);
    await checkPicture(jack, `${name}-desktop`);

    // A cut connection: both pages resume and the game continues.
    const [before] = await Promise.all(visitors.map(async (one) => (await one.look()).entries));
    proxy.cut();
    await play(visitors, (phases) => phases.length >= 2);
    for (const visitor of visitors) {
        await until(async () => (await visitor.look()).entries >= before + 2, `${visitor.name}'s story`);
    }
    equal((await ann.look()).entries, (await jack.look()).entries, 'both have the same story');

    // A message, the end and the replay.
    await ann.openTab('chat');
    await ann.fill('#chat-text', 'Well played');
    await ann.press('.chat-form [type=submit]');
    await jack.openTab('chat');
    await jack.until(() => document.querySelector('.chat')?.textContent.includes('Well played'));
    await jack.openTab('table');
    await jack.press('[data-act=resign]');
    await jack.press('[data-act=resign-sure]');
    for (const visitor of visitors) {
        await visitor.waitFor('.ending .result[data-winner=police]');
    }
    const id = (await jack.run(() => window.location.pathname)).split('/').pop();
    for (const visitor of visitors) {
        await visitor.goto(at(`/replay/${id}?as=all`));
        await visitor.waitFor('.replay-at[data-step="0"]');
        await visitor.press('[data-replay=forward]');
        await visitor.waitFor('.replay-at[data-step="1"]');
        await visitor.press('[data-replay=last]');
        await visitor.waitFor('.status-panel[data-phase=over]');
        await visitor.until(() => document.querySelectorAll('.layer-steps .spot').length > 0);
        check(await isFlat(visitor), 'nothing is cut off on the right of the replay');
        await checkPicture(visitor, `${name}-replay-${visitor.name.toLowerCase()}`);
    }
    for (const visitor of visitors) {
        const isExpected = (text) => LOST.test(text) || CUT.test(text);
        const troubles = async () => (await visitor.troubles()).filter((text) => !isExpected(text));
        equal(await troubles(), [], `what ${visitor.name}'s pages have logged`);
        await visitor.run(() => console.error('planted'));
        await until(async () => (await troubles()).length === 1, 'an error that is logged is noticed');
    }
}

longTest('Firefox: an invite, both sides, a cut connection, the end and the replay', (stage) =>
    journey(stage, 'firefox', launchFirefox),
);

longTest('WebKit: an invite, both sides, a cut connection, the end and the replay', (stage) =>
    journey(stage, 'webkit', launchWebKit),
);
