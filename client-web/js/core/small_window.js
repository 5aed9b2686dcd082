// small_window.js: which windows are small: they show one panel at a time.

/** A media query, the same as in table.css and panels.css. */
export const SMALL_WINDOW = '(max-width: 40rem), (max-height: 32rem)';
