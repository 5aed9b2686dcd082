// storage.js: what is stored in this browser: the player's identity (with the token), those of people who share
// this device, the settings, how far a chat was read, and Jack's private notes. Never anything else about a game: a
// reloaded page asks the server.
//
// If the browser allows no storage, everything works until the page is closed.

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

/**
 * Methods: get(key, otherwise), set(key, value), remove(key); on(key, fn) calls fn when another tab changes the
 * value.
 */
export function createStorage(kept = browserStorage()) {
    return {
        get: (key, otherwise = null) => parse(kept.getItem(PREFIX + key)) ?? otherwise,
        set(key, value) {
            try {
                kept.setItem(PREFIX + key, JSON.stringify(value));
            } catch {
                // Storage is full or has been disabled: the setting lasts until the page is closed.
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
