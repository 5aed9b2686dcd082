// progress.js: which puzzles were solved in this browser, and on how many days in a row that of the day.

const KEY = 'puzzles';
const NOTHING = {solved: [], day: null, row: 0};

/** @returns {{solved(number) → boolean, count, row(today), solve(number, today, isDaily)}} */
export function createProgress(storage) {
    const get = () => ({...NOTHING, ...storage.get(KEY, NOTHING)});
    return {
        solved: (number) => get().solved.includes(number),
        get count() {
            return get().solved.length;
        },
        /** Returns the number of days in a row: today's puzzle may still be open. */
        row(today) {
            const {day, row} = get();
            return day === today || day === today - 1 ? row : 0;
        },
        solve(number, today, isDaily) {
            const {solved, day, row} = get();
            const isNext = isDaily && day !== today;
            storage.set(KEY, {
                solved: solved.includes(number) ? solved : [...solved, number],
                day: isDaily ? today : day,
                row: isNext ? (day === today - 1 ? row : 0) + 1 : row,
            });
        },
    };
}
