// read_mark.js: how far a player has read the chat of a table. Remembered in this browser, by the time of the last
// message read, so that messages that came while the page was closed count as unread. A player's own messages never
// do.

const STORAGE_KEY = 'chat.read';
const TABLES_MAX = 40; // remembered at a time; the ones read longest ago are dropped

/** @param {{storage, table: string, me: string}} parts */
export function createReadMark({storage, table, me}) {
    const stored = () => new Map(Object.entries(storage.get(STORAGE_KEY, {})));
    const storedTime = () => stored().get(table) ?? Infinity; // at the first visit nothing is new
    let readUntil = storedTime();
    let begun = false; // what comes after the first list is new whatever its time, which is in seconds
    let lines = []; // those of others, as they came
    let read = 0; // how many of them
    let last = 0; // time of the last line of anyone

    return {
        add({player, at = 0}) {
            last = Math.max(last, at);
            if (player !== me) {
                lines.push(at);
                read += !begun && at <= readUntil ? 1 : 0;
            }
        },
        /** Call after the lines so far have been added. */
        begin() {
            begun = true;
            if (lines.length === read) {
                this.readAll();
            }
        },
        readAll() {
            read = lines.length;
            const all = stored();
            if (all.get(table) !== last) {
                all.delete(table);
                const kept = [...all, [table, last]].slice(-TABLES_MAX);
                storage.set(STORAGE_KEY, Object.fromEntries(kept));
            }
        },
        restart() {
            lines = [];
            read = 0;
            begun = false;
            readUntil = storedTime();
        },
        get unread() {
            return lines.length - read;
        },
    };
}
