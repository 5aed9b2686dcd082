// webkit.mjs: WebKitGTK's MiniBrowser on an X server without a screen, driven by WebKitWebDriver. See visitor.mjs for
// what a window offers.
//
// The driver takes one session, so each window has a driver, a browser and an X server of its own. It does not report
// what a page logs: a server with webOptions serves a copy of the client that records it (record_errors.js). Pictures
// are taken from the X server, because the driver's own command can hang.

import {execFile, spawn} from 'node:child_process';
import {cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {createServer} from 'node:net';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {promisify} from 'node:util';
import {PATIENCE, until} from './checks.mjs';
import {ROOT, WEB} from './server.mjs';

const LIBRARIES = '/usr/lib';
const DRIVER = 'WebKitWebDriver';
const ERRORS = 'tests/e2e/support/record_errors.js';

/** Debian keeps the browser next to the library, in the directory of the architecture. */
function findBrowser() {
    const found = readdirSync(LIBRARIES)
        .flatMap((name) => ['4.1', '4.0'].map((version) => join(LIBRARIES, name, `webkit2gtk-${version}/MiniBrowser`)))
        .find((path) => existsSync(path));
    if (found === undefined) {
        throw new Error('MiniBrowser is missing; `deploy/install-deps test` installs it');
    }
    return found;
}

/** Copies the client to `home`, with a first script that records errors. */
function copyClient(home) {
    const web = join(home, 'web');
    cpSync(WEB, web, {recursive: true});
    const index = join(web, 'index.html');
    const text = readFileSync(index, 'utf8').replace('<head>', '<head><script src="/record_errors.js"></script>');
    writeFileSync(index, text);
    cpSync(join(ROOT, ERRORS), join(web, 'record_errors.js'));
    return web;
}

const freePort = () =>
    new Promise((resolve, reject) => {
        const listener = createServer().once('error', reject);
        listener.listen(0, '127.0.0.1', () => {
            const {port} = listener.address();
            listener.close(() => resolve(port));
        });
    });

async function startDisplay() {
    // It chooses a free number and writes it to descriptor 3.
    const process = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1440x1000x24', '-nolisten', 'tcp'], {
        stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    });
    const number = await new Promise((resolve, reject) => {
        process.once('error', reject).once('exit', (code) => reject(new Error(`Xvfb ended with ${code}`)));
        process.stdio[3].once('data', (text) => resolve(String(text).trim()));
    });
    return {process, name: `:${number}`};
}

async function startDriver(display, home) {
    // Without the style the toolbar makes the window wider than a phone; the setting reduces motion.
    mkdirSync(join(home, 'gtk-3.0'), {recursive: true});
    writeFileSync(join(home, 'gtk-3.0/gtk.css'), '* { min-width: 0; min-height: 0; padding: 0; margin: 0; }\n');
    writeFileSync(join(home, 'gtk-3.0/settings.ini'), '[Settings]\ngtk-enable-animations=0\n');
    const port = await freePort();
    const child = spawn(DRIVER, ['--host=127.0.0.1', `--port=${port}`], {
        stdio: 'ignore',
        env: {
            ...process.env,
            DISPLAY: display,
            GDK_BACKEND: 'x11',
            LIBGL_ALWAYS_SOFTWARE: '1',
            WEBKIT_SKIA_ENABLE_CPU_RENDERING: '1', // much faster without a graphics card
            LC_ALL: 'C.UTF-8',
            XDG_CONFIG_HOME: home,
            XDG_CACHE_HOME: join(home, 'cache'),
            XDG_DATA_HOME: join(home, 'data'),
        },
    });
    let failure = null;
    child.once('error', (error) => {
        failure = error;
    });
    const url = `http://127.0.0.1:${port}`;
    await until(async () => {
        if (failure !== null || child.exitCode !== null) {
            throw failure ?? new Error(`${DRIVER} ended with ${child.exitCode}`);
        }
        return fetch(`${url}/status`).then(
            (answer) => answer.ok,
            () => false,
        );
    }, `${DRIVER} to answer`);
    return {process: child, url};
}

export async function launchWebKit() {
    const {Builder, Capabilities} = await import('selenium-webdriver').then((all) => all.default ?? all);
    const home = mkdtempSync(join(tmpdir(), 'gaslight-webkit-'));
    const closers = [() => rmSync(home, {recursive: true, force: true, maxRetries: 10, retryDelay: 100})];

    function ending(child) {
        closers.push(async () => {
            if (child.exitCode === null && child.signalCode === null) {
                const gone = new Promise((resolve) => {
                    child.once('exit', resolve);
                });
                child.kill();
                await gone;
            }
        });
        return child;
    }

    async function openWindow() {
        const display = await startDisplay();
        ending(display.process);
        const service = await startDriver(display.name, mkdtempSync(join(home, 'window-')));
        ending(service.process);
        const capabilities = new Capabilities();
        capabilities.setBrowserName('MiniBrowser');
        capabilities.set('webkitgtk:browserOptions', {binary: findBrowser(), args: ['--automation']});
        const driver = await new Builder().usingServer(service.url).withCapabilities(capabilities).build();
        closers.push(() => driver.quit());
        await driver.manage().setTimeouts({script: PATIENCE, pageLoad: PATIENCE});
        const run = (what, ...values) => driver.executeScript(`return (${what})(...arguments)`, ...values);
        return {
            run,
            goto: (url) => driver.get(url),
            clickAt: (x, y) => driver.actions().move({x, y}).click().perform(),
            type: (text) => driver.switchTo().activeElement().sendKeys(text),
            /** Sets the size of the page; the window is higher by its toolbar. */
            async resize(width, height) {
                const size = (outer) => driver.manage().window().setRect({x: 0, y: 0, width, height: outer});
                await size(height);
                await size(2 * height - (await run('() => innerHeight')));
            },
            picture: (path) => promisify(execFile)('import', ['-display', display.name, '-window', 'root', path]),
            troubles: () => run("() => JSON.parse(sessionStorage.getItem('test.troubles'))"),
        };
    }

    return {
        openWindow,
        webOptions: {web: copyClient(home)},
        async close() {
            for (const closer of closers.reverse()) {
                await closer();
            }
        },
    };
}
