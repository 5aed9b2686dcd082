// measure_first_visit.mjs: prints what a first visit by an invite link costs, also in seconds on a slow line:
//
//     node tests/e2e/measure_first_visit.mjs
//
// Environment: BUILD, the directory of gaslightd; WEB, that of the client (build/web); DELAY, milliseconds in each direction
// (150); RATE, bits per second (1600000).

import {closeBrowser} from './support/browser.mjs';
import {firstVisit} from './support/first_visit.mjs';
import {createStage} from './support/stage.mjs';

const delay = Number(process.env.DELAY ?? 150);
const rate = Number(process.env.RATE ?? 1_600_000);

for (const isSecure of [false, true]) {
    const stage = createStage('measure');
    const {name, lobby} = await firstVisit(stage, {isSecure, delay, rate});
    const tell = (what, {trips, requests, connections, bytes, seconds}) =>
        console.log(
            `${isSecure ? 'TLS' : 'plain'}, ${what}: ${trips} round trips, ` +
                `${isSecure ? '' : `${requests} requests, `}${connections} connections, ` +
                `${Math.round(bytes / 1000)} KB, ${seconds.toFixed(1)} s`,
        );
    tell('name field', name);
    tell('lobby', lobby);
    await stage.close();
}
await closeBrowser();
