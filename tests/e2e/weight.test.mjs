// weight.test.mjs: the size of the browser client, and that it is painted before the socket is connected.

import {readdirSync, statSync} from 'node:fs';
import {get} from 'node:http';
import {join, relative} from 'node:path';
import {check, until} from './support/checks.mjs';
import {LOST} from './support/person.mjs';
import {startProxy} from './support/proxy.mjs';
import {BUILT} from './support/server.mjs';
import {test} from './support/testing.mjs';

const MOST = 200 * 1024;

function filesUnder(directory) {
    return readdirSync(directory).flatMap((name) => {
        const path = join(directory, name);
        return statSync(path).isDirectory() ? filesUnder(path) : [path];
    });
}

/** Returns the number of bytes of the response body as transferred to a browser. */
function weigh(address) {
    return new Promise((resolve, reject) => {
        get(address, {headers: {'Accept-Encoding': 'gzip, deflate, br'}}, (answer) => {
            let bytes = 0;
            answer.on('data', (part) => {
                bytes += part.length;
            });
            answer.on('end', () =>
                answer.statusCode === 200
                    ? resolve(bytes)
                    : reject(new Error(`${address}: ${answer.statusCode}`)),
            );
        }).on('error', reject);
    });
}

test('the whole client is smaller than 200 KiB', async (stage) => {
    const server = await stage.server();
    let sum = 0;
    // Icons are only loaded when the client is installed.
    for (const file of filesUnder(BUILT).filter((path) => !path.includes('/icons/'))) {
        sum += await weigh(`${server.url}/${relative(BUILT, file)}`);
    }
    check(sum > 50 * 1024, `files were measured: ${sum} bytes`);
    check(sum < MOST, `${sum} bytes, of at most ${MOST}`);
});

test('the page is painted before the socket is connected', async (stage) => {
    const server = await stage.server();
    const proxy = await startProxy(server);
    stage.closing(proxy.close);
    const ann = await stage.person('Ann', {server: proxy});
    await ann.visit('/');
    await ann.introduce();
    await ann.locator('[data-form=solo]').waitFor();

    proxy.weather = 'held';
    let heard = 0; // frames received by the reloaded page; the old one may still receive some
    ann.page.on('websocket', (socket) => socket.on('framereceived', () => (heard += 1)));
    await ann.page.reload();
    await ann.locator('[data-form=solo]').waitFor();
    const painted = await until(
        () => ann.page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime),
        'the first paint',
    );
    check(painted > 0, 'the first paint is recorded');
    check((await ann.locator('#connection').getAttribute('data-state')) !== 'open', 'there is no connection');
    check(heard === 0, 'nothing was received');
    await ann.locator('#connection .words').waitFor();
    proxy.weather = 'fair';
    proxy.cut();
    ann.expect(LOST);
    await ann.locator('#connection[data-state=open]').waitFor({state: 'attached'});
    await until(() => heard > 0, 'messages once there is a connection');
});
