// early.js: runs before the first paint, so that the page never flashes in the wrong theme or language, and begins to
// connect. After that main.js takes over; the storage keys are those of storage.js.
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
    // As in i18n.js, which knows more than this page needs.
    const languages = [read('language'), ...(navigator.languages ?? [])].map((tag) => String(tag).slice(0, 2));
    document.documentElement.lang = languages.find((code) => code === 'en' || code === 'it') ?? 'en';
    // The page is useless without its script. It may be that of another version if the server was updated just now.
    const retry = ({target}) => target.tagName === 'SCRIPT' && setTimeout(() => location.reload(), 3000);
    addEventListener('error', retry, true);
    // Players need a connection on every page, visitors only to see a table. net/socket.js takes it from here.
    if (read('player') !== null || /^\/(table\/|replay\/|invite)/.test(location.pathname)) {
        const scheme = location.protocol === 'https:' ? 'wss:' : 'ws:';
        window.gaslightSocket = new WebSocket(`${scheme}//${location.host}/ws`, 'gaslight.v1');
    }
})();
