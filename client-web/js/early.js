// early.js: runs before the first paint, so that the page never flashes in the wrong theme. After that main.js
// takes over; the storage keys are those of storage.js.
(() => {
    const read = (key) => {
        try {
            return JSON.parse(localStorage.getItem(`gaslight.${key}`));
        } catch {
            return null;
        }
    };
    const dark = matchMedia('(prefers-color-scheme: dark)').matches;
    const theme = read('theme');
    const chosen = theme === 'light' || theme === 'dark';
    document.documentElement.dataset.theme = chosen ? theme : dark ? 'dark' : 'light';
})();
