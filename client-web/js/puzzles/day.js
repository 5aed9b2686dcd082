// day.js: which puzzle belongs to which day. The terminal client has the same (puzzle_of_day() in common/puzzles).

const MS_PER_DAY = 24 * 60 * 60 * 1000;
const STRIDE = 137; // a prime, so that neighbouring days have puzzles far apart

/** Returns the days from 1970-01-01 to a moment, in UTC. */
export const dayOf = (date) => Math.floor(date.getTime() / MS_PER_DAY);

/** Returns the number, from 1, of the puzzle of a day. */
export const puzzleOfDay = (day, count) => ((((day * STRIDE) % count) + count) % count) + 1;
