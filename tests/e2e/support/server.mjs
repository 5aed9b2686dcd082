// server.mjs: runs the real gaslightd on a free loopback port with its own data directory.

import {spawn} from 'node:child_process';
import {cpSync, mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join, resolve} from 'node:path';
import {fileURLToPath} from 'node:url';

export const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
export const BUILD = resolve(process.env.BUILD ?? join(ROOT, 'build'));
const WEB = resolve(process.env.WEB ?? join(ROOT, 'client-web'));

// High limits and timeouts, so that they do not interfere with tests that are not about them, even on a slow
// machine.
const LOOSE = {
    'requests-per-second': 100000,
    'requests-burst': 100000,
    'address-requests-per-second': 1000000,
    'address-requests-burst': 1000000,
    'connections-per-address': 1000,
    'upgrades-per-minute': 1000000,
    'replays-per-minute': 1000,
    'handshake-seconds': 600,
    'hello-seconds': 600,
    'idle-seconds': 3600,
    'code-seconds': 86400,
    'deduce-milliseconds': 600000,
};

/** Returns the port from the first line of output, "… port N; …". */
function portOf(child) {
    return new Promise((resolve, reject) => {
        let said = '';
        let log = '';
        child.stderr.on('data', (text) => {
            log = (log + text).slice(-2000);
        });
        child.stdout.on('data', (text) => {
            said += text;
            const port = / port (\d+)/.exec(said)?.[1];
            if (port !== undefined) {
                resolve(Number(port));
            }
        });
        child.once('exit', (code) => reject(new Error(`gaslightd did not start (${code}): ${log}`)));
        child.once('error', reject);
    });
}

/** @param {{copyOf?: string}} options  copyOf: a data directory to copy; all others are options of gaslightd */
export async function startServer({copyOf, ...options} = {}) {
    const home = mkdtempSync(join(tmpdir(), 'gaslight-e2e-'));
    const data = join(home, 'data');
    if (copyOf !== undefined) {
        cpSync(copyOf, data, {recursive: true});
    }
    let child = null;

    const server = {
        data,
        port: 0,
        get url() {
            return `http://127.0.0.1:${server.port}`;
        },
        start,
        stop,
        close,
        signal: (name) => child.kill(name),
    };

    /** Starts it, on the same port as before if it was running. */
    async function start() {
        const all = {listen: `127.0.0.1:${server.port}`, data, web: WEB, ...LOOSE, ...options};
        const line = Object.entries(all).flatMap(([name, value]) => [`--${name}`, String(value)]);
        child = spawn(join(BUILD, 'gaslightd'), line, {stdio: ['ignore', 'pipe', 'pipe']});
        server.port = await portOf(child);
    }

    async function stop(how = 'SIGTERM') {
        if (child.exitCode === null && child.signalCode === null) {
            const gone = new Promise((resolve) => child.once('exit', resolve));
            child.kill(how);
            await gone;
        }
    }

    async function close() {
        await stop('SIGKILL');
        rmSync(home, {recursive: true, force: true});
    }

    await start();
    return server;
}
