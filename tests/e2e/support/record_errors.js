// record_errors.js: loaded before all other scripts in browsers whose driver cannot report what a page logs
// (webkit.mjs): stores errors and warnings, also those of earlier pages in the same window.
(() => {
    const KEY = 'test.troubles';
    const stored = () => JSON.parse(sessionStorage.getItem(KEY) ?? '[]');
    const add = (...texts) => sessionStorage.setItem(KEY, JSON.stringify([...stored(), ...texts]));
    add(); // a window without this list has recorded nothing
    for (const type of ['error', 'warn']) {
        const log = console[type];
        console[type] = (...values) => {
            add(`console ${type}: ${values.map((value) => value?.stack ?? String(value)).join(' ')}`);
            log.apply(console, values);
        };
    }
    // Captured, because a file that could not be loaded reports that to its element only.
    const onError = ({target, message, error}) =>
        add(target === window ? `uncaught: ${message} ${error?.stack}` : `not loaded: ${target.src ?? target.href}`);
    window.addEventListener('error', onError, true);
    window.addEventListener('unhandledrejection', ({reason}) => add(`unhandled: ${reason} ${reason?.stack}`));
    document.addEventListener('securitypolicyviolation', ({violatedDirective, blockedURI}) => {
        add(`content security policy: ${violatedDirective} ${blockedURI}`);
    });
})();
