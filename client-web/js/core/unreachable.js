// unreachable.js: a page that the service worker has shown from the last visit, because the server could not be reached
// (worker.js). Asks for the server until it is back, and then continues, in its current version.

import {reloadIfOutdated} from './version.js';

const AGAIN_FIRST = 2_000; // milliseconds between two attempts, doubled each time
const AGAIN_MAX = 20_000;

/** `changed` is called when the server is back. */
export function createUnreachable({changed}) {
    const page = document.documentElement;
    let pause = AGAIN_FIRST;
    let timer = null;

    const unreachable = {
        get isOn() {
            return 'unreachable' in page.dataset;
        },
        probe,
    };

    async function probe() {
        clearTimeout(timer);
        if (!unreachable.isOn) {
            return;
        }
        const isBack = await fetch('/livez', {cache: 'no-store'}).then(
            (answer) => answer.ok,
            () => false,
        );
        if (!unreachable.isOn) {
            return; // another attempt was faster
        }
        if (!isBack) {
            clearTimeout(timer);
            timer = setTimeout(probe, pause);
            pause = Math.min(AGAIN_MAX, 2 * pause);
            return;
        }
        delete page.dataset.unreachable;
        if (!(await reloadIfOutdated())) {
            changed();
        }
    }

    if (unreachable.isOn) {
        timer = setTimeout(probe, pause);
        window.addEventListener('online', probe);
    }
    return unreachable;
}

/** Installs the service worker, in the built client only: it stores its parts by their names. */
export function installWorker() {
    const path = document.querySelector('meta[name=gaslight-worker]')?.content;
    if (path !== undefined && navigator.serviceWorker !== undefined) {
        navigator.serviceWorker.register(path, {updateViaCache: 'none'}).catch(() => {});
    }
}
