// browser.mjs: Debian's Chromium, started once per test file, with contexts that record everything a page does: console
// messages, errors, violations of the content security policy, and every WebSocket frame.

import {existsSync} from 'node:fs';
import {PATIENCE} from './checks.mjs';

const {chromium} = await import('playwright-core').catch((error) => {
    throw new Error('the packages are missing: tests/e2e/run installs them', {cause: error});
});
// The headless shell is the same engine without a user interface and needs much less CPU.
const CHROMIUM =
    process.env.CHROMIUM ??
    ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find((path) => existsSync(path));
const ARGUMENTS = [
    '--headless',
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--ignore-certificate-errors', // or every connection to a server with a test's certificate is made twice
];

// Chromium's message when the page abandons a slow connection attempt (net.js), and playwright's when it wants to install
// its service worker. Only tests that are about it let it: requests that it answers cannot be watched.
const HARMLESS = ['WebSocket is closed before the connection is established', 'Service Worker registration blocked'];

let launched = null;

export function launchBrowser() {
    launched ??= chromium.launch({executablePath: CHROMIUM, args: ARGUMENTS, timeout: PATIENCE});
    return launched;
}

export async function closeBrowser() {
    await (await launched)?.close();
}

/** Runs in every page before its own scripts. */
function reportViolations() {
    document.addEventListener('securitypolicyviolation', (event) => {
        console.error(`content security policy: ${event.violatedDirective} ${event.blockedURI}`);
    });
}

/**
 * Creates a context and records what happens in it: {context, troubles, frames, requests}. troubles: messages
 * about things no page should do; frames: {direction, text} in order; requests: the requested addresses.
 */
export async function recordingContext(options) {
    const context = await (await launchBrowser()).newContext({serviceWorkers: 'block', ...options});
    const heard = {context, troubles: [], frames: [], requests: []};
    const trouble = (text) => heard.troubles.push(text);
    await context.addInitScript(reportViolations);
    context.on('console', (message) => {
        const isBad = message.type() === 'error' || message.type() === 'warning';
        if (isBad && !HARMLESS.some((text) => message.text().includes(text))) {
            trouble(`console ${message.type()}: ${message.text()}`);
        }
    });
    context.on('weberror', (error) => trouble(`uncaught: ${error.error().stack ?? error.error()}`));
    context.on('request', (request) => heard.requests.push(`${request.method()} ${request.url()}`));
    context.on('requestfailed', (request) => {
        const why = request.failure().errorText;
        // Requests are aborted when the page is left.
        if (why !== 'net::ERR_ABORTED') {
            trouble(`request failed: ${request.url()} ${why}`);
        }
    });
    context.on('response', (response) => {
        if (response.status() >= 400) {
            trouble(`answer ${response.status()}: ${response.url()}`);
        }
    });
    context.on('page', (page) => {
        page.on('crash', () => trouble('the page crashed'));
        page.on('websocket', (socket) => {
            socket.on('framesent', ({payload}) =>
                heard.frames.push({direction: 'sent', text: String(payload)}),
            );
            socket.on('framereceived', ({payload}) =>
                heard.frames.push({direction: 'received', text: String(payload)}),
            );
        });
    });
    return heard;
}
