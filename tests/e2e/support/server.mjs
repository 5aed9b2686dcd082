// server.mjs: runs the real gaslightd on a free loopback port with its own data directory.

import {spawn} from 'node:child_process';
import {randomInt} from 'node:crypto';
import {cpSync, mkdtempSync, readFileSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join, resolve} from 'node:path';
import {fileURLToPath} from 'node:url';

export const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
export const BUILD = resolve(process.env.BUILD ?? join(ROOT, 'build'));
/** The client as built and installed, which servers serve by default, and its readable sources. */
export const BUILT = join(ROOT, 'build', 'web');
export const SOURCES = join(ROOT, 'client-web');
export const WEB = resolve(process.env.WEB ?? BUILT);

// High limits and timeouts, so that they do not interfere with tests that are not about them, even on a slow
// machine.
const LOOSE = {
    'requests-per-second': 100000,
    'requests-burst': 100000,
    'address-requests-per-second': 1000000,
    'address-requests-burst': 1000000,
    'connections-per-address': 1000,
    'creations-per-minute': 1000000,
    'chats-per-minute': 1000000,
    'tables-per-address': 1000000,
    'upgrades-per-minute': 1000000,
    'replays-per-minute': 1000,
    'handshake-seconds': 600,
    'hello-seconds': 600,
    'idle-seconds': 3600,
    'code-seconds': 86400,
    'deduce-milliseconds': 600000,
    'listed-actions': 0,
    'listed-per-hour': 100000,
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

/**
 * Returns a port that the system gives nobody who does not name it, so that it is still free when the server is started
 * again; 0 if there are none. Browsers refuse some below 11000.
 */
function choosePort() {
    const [least] = readFileSync('/proc/sys/net/ipv4/ip_local_port_range', 'utf8').split(/\s+/).map(Number);
    return least > 20000 ? randomInt(11000, least) : 0;
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
        web: WEB, // the client's directory, from the next start on
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
        if (server.port !== 0) {
            await startAt(server.port);
            return;
        }
        for (let tries = 1; server.port === 0; tries++) {
            try {
                await startAt(choosePort());
            } catch (error) {
                if (tries === 5) {
                    throw error;
                }
            }
        }
    }

    async function startAt(port) {
        const all = {listen: `127.0.0.1:${port}`, data, web: server.web, ...LOOSE, ...options};
        const line = Object.entries(all).flatMap(([name, value]) =>
            value === true ? [`--${name}`] : [`--${name}`, String(value)],
        );
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
