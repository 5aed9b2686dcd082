// private_notes.js: Jack's notes. They are stored in this browser only, for each table, and never sent to anyone.

const STORAGE_KEY = 'notes.jack';
const TABLES_MAX = 10; // the ones changed longest ago are dropped

export function createPrivateNotes({storage, table}) {
    const all = () => new Map(Object.entries(storage.get(STORAGE_KEY, {})));
    const store = (notes) => storage.set(STORAGE_KEY, Object.fromEntries([...notes].slice(-TABLES_MAX)));

    return {
        load: () => all().get(table) ?? [],
        save(marks) {
            const notes = all();
            notes.delete(table);
            store([...notes, [table, marks]]);
        },
        forget() {
            const notes = all();
            if (notes.delete(table)) {
                store(notes);
            }
        },
    };
}
