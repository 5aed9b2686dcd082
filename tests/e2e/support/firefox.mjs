// firefox.mjs: Debian's Firefox, driven over WebDriver BiDi. See visitor.mjs for what a window offers.

import {PATIENCE} from './checks.mjs';

const FIREFOX = process.env.FIREFOX ?? '/usr/bin/firefox-esr';

export async function launchFirefox() {
    const {default: puppeteer} = await import('puppeteer-core');
    const browser = await puppeteer.launch({
        browser: 'firefox',
        executablePath: FIREFOX,
        headless: true,
        timeout: PATIENCE,
        protocolTimeout: PATIENCE,
        extraPrefsFirefox: {'intl.accept_languages': 'en-GB', 'ui.prefersReducedMotion': 1},
    });

    /** Opens a window with a profile of its own. */
    async function openWindow() {
        const context = await browser.createBrowserContext();
        const page = await context.newPage({type: 'window'}); // a tab would be hidden behind the next
        const troubles = [];
        page.setDefaultTimeout(PATIENCE);
        page.on('console', (message) => {
            if (['error', 'warn'].includes(message.type())) {
                troubles.push(`console ${message.type()}: ${message.text()}`);
            }
        });
        page.on('pageerror', (error) => troubles.push(`uncaught: ${error.stack ?? error}`));
        return {
            goto: (url) => page.goto(url, {waitUntil: 'domcontentloaded'}),
            run: (what, ...values) => page.evaluate(what, ...values),
            clickAt: (x, y) => page.mouse.click(x, y),
            type: (text) => page.keyboard.type(text),
            resize: (width, height) => page.setViewport({width, height}),
            picture: (path) => page.screenshot({path}),
            troubles: async () => troubles,
        };
    }

    return {openWindow, webOptions: {}, close: () => browser.close()};
}
