// cluster.mjs: three nodes behind HAProxy (tests/support/run_cluster.py), of which a test can kill any.

import {spawn} from 'node:child_process';
import {join} from 'node:path';
import {createInterface} from 'node:readline';
import {BUILD, ROOT} from './server.mjs';

/** Starts a cluster. Its `url` and `port` are those of the proxy. */
export async function startCluster() {
    const child = spawn('/usr/bin/python3', [join(ROOT, 'tests/support/run_cluster.py')], {
        stdio: ['pipe', 'pipe', 'inherit'],
        env: {...process.env, BUILD},
    });
    const lines = createInterface({input: child.stdout})[Symbol.asyncIterator]();

    async function nextLine() {
        const {value, done} = await lines.next();
        if (done) {
            throw new Error('the cluster has ended');
        }
        return value;
    }

    async function command(line) {
        child.stdin.write(line + '\n');
        return nextLine();
    }

    async function close() {
        const gone = new Promise((resolve) => child.once('exit', resolve));
        child.stdin.end();
        await gone;
    }

    const port = Number((await nextLine()).split(' ')[1]);
    return {
        port,
        url: `http://127.0.0.1:${port}`,
        kill: (node) => command(`kill ${node}`),
        start: (node) => command(`start ${node}`),
        /** Returns the name of the node that owns a table, or 'none'. */
        owner: (table) => command(`owner ${table}`),
        close,
    };
}
