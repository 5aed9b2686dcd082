// forced_steps.test.mjs: which steps count as forced, and when they are played. Without a browser.

import {mock, test} from 'node:test';
import {confirmOnly, pair, single} from '../../client-web/js/act/draft.js';
import {createForcedSteps, forcedStep} from '../../client-web/js/act/forced_steps.js';
import {equal} from './support/checks.mjs';

const mode = (kind, by, input) => ({
    kind,
    by,
    input,
    action: (draft) => input.parts(draft) && {by, do: kind, ...input.parts(draft)},
    describe: () => `${by} ${kind}`,
});
const walk = (by, ...places) => mode('walk', by, single({key: 'to', places, label: String}));
const pass = (by) => mode('pass', by, confirmOnly());
const actionOf = (...modes) => forcedStep(modes)?.action ?? null;

test('a step is forced if nothing else can be done', () => {
    equal(actionOf(walk('red', 'x7')), {by: 'red', do: 'walk', to: 7}, 'one place');
    equal(actionOf(walk('red', 'x7', 'x8')), null, 'two places');
    equal(actionOf(pass('red')), {by: 'red', do: 'pass'}, 'a pass');
    equal(actionOf(pass('red'), pass('blue')), {by: 'red', do: 'pass'}, 'two who can only pass');
    equal(actionOf(walk('red', 'x7'), walk('blue', 'x9')), null, 'an order to choose');
    equal(actionOf(pass('red'), walk('red', 'x7')), null, 'a pass or something else');
    equal(actionOf(), null, 'nothing');
    const two = pair({keys: ['from', 'to'], choices: [['c1', ['c2', 'c3']]], labelFirst: String, labelSecond: String});
    equal(actionOf(mode('wretched', 'red', two)), null, 'one place and then two');
});

test('a search that can only go on in vain is over', () => {
    const search = mode('search', 'red', single({key: 'circle', places: ['c4', 'c5'], label: String}));
    const arrest = mode('arrest', 'red', single({key: 'circle', places: ['c4'], label: String}));
    const known = (...circles) => (circle) => circles.includes(circle);
    equal(forcedStep([search, pass('red')], known(4, 5))?.action, {by: 'red', do: 'pass'}, 'nothing to find');
    equal(forcedStep([search, pass('red')], known(4)), null, 'something to find');
    equal(forcedStep([search, arrest, pass('red')], known(4, 5)), null, 'an arrest is possible');
});

test('no step of Jack is ever played for him', () => {
    equal(actionOf(mode('move', 'jack', single({key: 'to', places: ['c7'], label: String}))), null, 'his only move');
    equal(actionOf(pass('jack')), null, 'his pass');
});

test('forced steps are played after a moment, if the player wants that, and not after an undo', () => {
    mock.timers.enable({apis: ['setTimeout']});
    const played = [];
    const settings = new Map();
    const storage = {get: (key, otherwise) => settings.get(key) ?? otherwise};
    const steps = createForcedSteps({storage, isKnownMiss: () => false, play: ({action}) => played.push(action.to)});
    const turn = (seq, place) => {
        steps.update({seq}, [walk('red', place)]);
        mock.timers.tick(5000);
    };
    turn(1, 'x1');
    equal(played, [], 'off by default');
    settings.set('act.forced', true);
    turn(2, 'x2');
    turn(2, 'x2');
    equal(played, [2], 'once a turn');
    steps.pause();
    turn(3, 'x3');
    equal(played, [2], 'after something was taken back');
    steps.resume();
    turn(4, 'x4');
    equal(played, [2, 4], 'after the player acted');
    steps.update({seq: 5}, [walk('red', 'x5')]);
    steps.stop();
    mock.timers.tick(5000);
    equal(played, [2, 4], 'after the page was left');
    mock.timers.reset();
});
