// read_mark.js: how far a player has read the chat of a table. Remembered in this browser, so that messages that came
// while the page was closed count as unread. A player's own messages never do.
//
// Messages have a time, in seconds, and no number. The mark is the time of the last message read, and how many messages
// of that second were read.

const STORAGE_KEY = 'chat.read';
const TABLES_MAX = 40; // remembered at a time; the ones read longest ago are dropped
const EVERYTHING = [Infinity, 0]; // at the first visit nothing is new

/** @param {{storage, table: string, me: string}} parts */
export function createReadMark({storage, table, me}) {
    const stored = () => new Map(Object.entries(storage.get(STORAGE_KEY, {})));
    let mark = stored().get(table) ?? EVERYTHING;
    let begun = false; // what comes after the first list is new
    let times = []; // of the messages of others, as they came
    let read = 0; // how many of them

    function wasRead(at) {
        const [until, count] = mark;
        return at < until || (at === until && times.filter((time) => time === at).length <= count);
    }

    function readAll() {
        const last = times.at(-1) ?? 0;
        read = times.length;
        mark = [last, times.filter((time) => time === last).length];
        const all = stored();
        if (JSON.stringify(all.get(table)) !== JSON.stringify(mark)) {
            all.delete(table);
            storage.set(STORAGE_KEY, Object.fromEntries([...all, [table, mark]].slice(-TABLES_MAX)));
        }
    }

    return {
        add({player, at = 0}) {
            if (player !== me) {
                times.push(at);
                read += !begun && wasRead(at) ? 1 : 0;
            }
        },
        /** Call after the messages so far have been added. */
        begin() {
            begun = true;
            if (read === times.length) {
                readAll();
            }
        },
        readAll,
        /** Call before all messages are added again. */
        restart() {
            begun = false;
            times = [];
            read = 0;
        },
        get unread() {
            return times.length - read;
        },
    };
}
