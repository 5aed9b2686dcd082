// storage.js: what this browser keeps: who the player is (with the token) and the settings. Never anything of
// a game: a page that is opened again asks the server.
//
// Where the browser allows no storage everything still works until the page is closed.

const PREFIX = 'gaslight.';

function inMemory() {
    const kept = new Map();
    return {
        getItem: (key) => kept.get(key) ?? null,
        setItem: (key, value) => void kept.set(key, value),
        removeItem: (key) => void kept.delete(key),
    };
}

function browserStorage() {
    try {
        const probe = `${PREFIX}probe`;
        window.localStorage.setItem(probe, '1');
        window.localStorage.removeItem(probe);
        return window.localStorage;
    } catch {
        return inMemory();
    }
}

function parse(text) {
    try {
        return text === null ? null : JSON.parse(text);
    } catch {
        return null;
    }
}

/** get(key, otherwise), set(key, value), remove(key); on(key, fn) hears changes made by other tabs. */
export function createStorage(kept = browserStorage()) {
    return {
        get: (key, otherwise = null) => parse(kept.getItem(PREFIX + key)) ?? otherwise,
        set(key, value) {
            try {
                kept.setItem(PREFIX + key, JSON.stringify(value));
            } catch {
                // Full, or forbidden meanwhile: the setting lasts as long as the page.
            }
        },
        remove: (key) => kept.removeItem(PREFIX + key),
        on(key, fn) {
            const listener = (event) => {
                if (event.storageArea === kept && event.key === PREFIX + key) {
                    fn(parse(event.newValue));
                }
            };
            window.addEventListener('storage', listener);
            return () => window.removeEventListener('storage', listener);
        },
    };
}
