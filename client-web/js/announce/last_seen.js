// last_seen.js: up to which event a player has seen each game. Remembered in this browser, so that a page that was closed
// for days can tell what is new.

const STORAGE_KEY = 'events.seen';
const TABLES_MAX = 40; // remembered at a time; the ones seen longest ago are dropped

/** @param {{storage, table: string, me: string}} parts  me: several people may share a device */
export function createLastSeen({storage, table, me}) {
    const key = `${table}.${me}`;
    const stored = () => new Map(Object.entries(storage.get(STORAGE_KEY, {})));
    let last = stored().get(key) ?? null;
    return {
        /** Returns the number of the last event that was seen, or null at the first visit. */
        get: () => last,
        set(seq) {
            if (seq === last) {
                return;
            }
            last = seq;
            const all = stored();
            all.delete(key);
            storage.set(STORAGE_KEY, Object.fromEntries([...all, [key, seq]].slice(-TABLES_MAX)));
        },
    };
}
