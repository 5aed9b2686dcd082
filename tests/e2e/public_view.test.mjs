// public_view.test.mjs: what Jack's page shows while his secrets are hidden is exactly what the public gets from
// the server, at any moment of games with all options. Without a browser.

import {execFileSync} from 'node:child_process';
import {join} from 'node:path';
import {test} from 'node:test';
import {publicEvent, publicTurn, publicView} from '../../client-web/js/core/public_view.js';
import {check, equal} from './support/checks.mjs';
import {BUILD, ROOT} from './support/server.mjs';

const run = (name, what, ...more) =>
    execFileSync(join(BUILD, 'gaslight'), [
        'record',
        what,
        join(ROOT, 'tests', 'records', `${name}.json`),
        ...more,
    ]).toString();
const viewOf = (name, who, step) => JSON.parse(run(name, 'view', '--as', who, '--at', String(step)));
const streamOf = (name, who) => run(name, 'stream', '--as', who).trim().split('\n').map((line) => JSON.parse(line));

const sorted = (object) => JSON.stringify(Object.entries(object).sort(([a], [b]) => (a < b ? -1 : 1)));

for (const name of ['whitechapel-all-options', 'whitehall-all-options', 'whitehall-hidden-reclaims']) {
    test(`Jack's hidden secrets are those the public does not know: ${name}`, () => {
        let secrets = 0;
        for (let step = 1; step <= 120; step += 17) {
            const [own, open] = ['jack', 'public'].map((who) => viewOf(name, who, step));
            const {you, ...shown} = publicView(own);
            equal(you.role, 'jack', 'the viewer');
            delete open.you;
            equal(sorted(shown), sorted(open), `the view after ${step} actions`);
            secrets += sorted(publicView(own)) === sorted(own) ? 0 : 1;
        }
        check(secrets > 5, `views with secrets: ${secrets}`);
        const view = viewOf(name, 'jack', 1);
        const [own, open] = ['jack', 'public'].map((who) => streamOf(name, who));
        equal(own.length, open.length, 'the number of events');
        own.forEach((event, i) => equal(sorted(publicEvent(event, view)), sorted(open[i]), `event ${i}`));
        check(own.some((event, i) => sorted(event) !== sorted(open[i])), 'there are events with secrets');
    });
}

test('an undone action hides the view before it', () => {
    const view = viewOf('whitehall-all-options', 'jack', 52);
    const undo = {did: 'undo', by: 'jack', from: 12, view};
    equal(sorted(publicEvent(undo, view).view), sorted(publicView(view)), 'the view of the event');
});

test('a turn without secrets has no choices', () => {
    const turn = {seq: 4, pawns: ['jack'], left: 90, receivedAt: 12, legal: {move: [3]}, view: {}, undo: true};
    equal(publicTurn(turn), {seq: 4, pawns: ['jack'], left: 90, receivedAt: 12}, 'the turn');
    const paused = {...turn, resumes: 5, runs_out: 95};
    equal(publicTurn(paused), {seq: 4, pawns: ['jack'], left: 90, receivedAt: 12, resumes: 5, runs_out: 95}, 'paused');
    equal(publicTurn(null), null, 'no turn');
});
