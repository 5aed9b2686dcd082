// first_visit.mjs: the first visit of somebody who has got an invite link, over a shaped line (shaper.mjs).

import {execFileSync} from 'node:child_process';
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {seatTable} from './games.mjs';
import {startShaper} from './shaper.mjs';

/** Runs in the page before its scripts: records when the name field and the lobby appear. */
function recordMoments() {
    const wanted = {name: '[data-form=name] input', lobby: '[data-page=lobby]'};
    window.moments = {};
    new MutationObserver(() => {
        for (const [key, selector] of Object.entries(wanted)) {
            if (!(key in window.moments) && document.querySelector(selector) !== null) {
                window.moments[key] = performance.timeOrigin + performance.now();
            }
        }
    }).observe(document, {subtree: true, childList: true});
}

/** Creates a certificate that nobody trusts, for as long as the test runs. Returns options of gaslightd. */
export function certificate(stage) {
    const home = mkdtempSync(join(tmpdir(), 'gaslight-tls-'));
    stage.closing(() => rmSync(home, {recursive: true, force: true}));
    const [cert, key] = ['cert.pem', 'key.pem'].map((name) => join(home, name));
    const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256'];
    const line = ['req', '-x509', ...curve, '-nodes', '-subj', '/CN=localhost', '-days', '2', '-out', cert, '-keyout', key];
    execFileSync('openssl', line, {stdio: 'ignore'});
    return {'tls-cert': cert, 'tls-key': key};
}

/**
 * Follows an invite, types a name as soon as there is a field and waits for the lobby.
 * @returns {{name, lobby}}  what it took until then: {connections, requests, bytes, trips, seconds}
 */
export async function firstVisit(stage, {isSecure = false, locale = 'en-GB', ...line} = {}) {
    const server = await stage.server(isSecure ? certificate(stage) : {});
    const {clients, table} = await seatTable({port: server.port, isSecure}, 'whitehall', {names: ['Jack', 'Ann']});
    stage.closing(() => clients.forEach((client) => client.close()));
    const shaper = await startShaper(server, {isSecure, ...line});
    stage.closing(shaper.close);
    const dora = await stage.person('Dora', {server: shaper, locale});
    await dora.context.addInitScript(recordMoments);
    await dora.visit(`/invite#${table.invite}`);
    const field = dora.locator('[data-form=name] input');
    await field.fill('Dora');
    await field.press('Enter');
    await dora.locator('[data-page=lobby]').waitFor();
    const {moments, begun} = await dora.page.evaluate(() => ({
        moments: window.moments,
        begun: performance.timeOrigin,
    }));
    const until = (time) => ({...shaper.until(time), seconds: (time - begun) / 1000});
    return {name: until(moments.name), lobby: until(moments.lobby), person: dora};
}
