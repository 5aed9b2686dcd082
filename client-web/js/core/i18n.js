// i18n.js: texts in the player's language. A language is one file in texts/: a flat map from keys to texts with
// {parameters}. English is always loaded and is used for texts that a translation lacks.

import english from '../texts/en.js';

/** To add a language, add its file to texts/ and a line here. */
export const LANGUAGES = [
    {code: 'en', name: 'English', load: async () => ({default: english})},
    {code: 'it', name: 'Italiano', load: () => import('../texts/it.js')},
];

let current = {code: 'en', texts: english, refusals: {}};
const listeners = new Set();

/** Returns the code of the current language: 'en', 'it', ... */
export const language = () => current.code;

/** Returns the first of the browser's preferred languages that is available. */
export function preferredLanguage(wanted = navigator.languages ?? []) {
    const codes = wanted.map((tag) => tag.slice(0, 2).toLowerCase());
    return codes.find((code) => LANGUAGES.some((one) => one.code === code)) ?? 'en';
}

/**
 * Switches the language and notifies all listeners. Rejects and changes nothing if the language cannot be
 * loaded.
 */
export async function setLanguage(code) {
    const wanted = LANGUAGES.find((one) => one.code === code);
    if (wanted === undefined || wanted.code === current.code) {
        return;
    }
    const loaded = await wanted.load();
    current = {code, texts: loaded.default, refusals: loaded.refusals ?? {}};
    document.documentElement.lang = code;
    listeners.forEach((listener) => listener(code));
}

export function onLanguage(listener) {
    listeners.add(listener);
    return () => listeners.delete(listener);
}

/** Returns whether there is a text for this key. */
export const hasText = (key) => key in current.texts || key in english;

const RIGHT_TO_LEFT = /[\u0590-\u08ff\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufeff]/;

/**
 * Wraps a right-to-left name in isolates, so that it does not change the direction of the sentence around it.
 */
const isolated = (value) => (RIGHT_TO_LEFT.test(value) ? `\u2068${value}\u2069` : value);

/** Returns the text for a key with its {parameters} filled in. */
export function t(key, parameters = {}) {
    const text = current.texts[key] ?? english[key] ?? key;
    return text.replace(/\{(\w+)\}/g, (whole, name) => isolated(String(parameters[name] ?? whole)));
}

/** Returns the plural form of a text for a count: `KEY.one`, `KEY.other` or another form the language has. */
export function plural(key, count, parameters = {}) {
    const form = new Intl.PluralRules(current.code).select(count);
    return t(hasText(`${key}.${form}`) ? `${key}.${form}` : `${key}.other`, {count, ...parameters});
}

/** Joins items into "a, b and c". */
export function listed(items, type = 'conjunction') {
    return new Intl.ListFormat(locale(), {style: 'long', type}).format(items.map(String));
}

/** Returns the player's regional variant of the language: British and American dates differ. */
function locale() {
    const own = (navigator.languages ?? []).find((tag) => tag.toLowerCase().startsWith(current.code));
    return own ?? (current.code === 'en' ? 'en-GB' : current.code);
}

/** Formats a count of a unit known to Intl: "2 minutes". */
export function quantity(count, unit) {
    return new Intl.NumberFormat(locale(), {style: 'unit', unit, unitDisplay: 'long'}).format(count);
}

/** The same, shorter: "2 hrs", or "2h" if it is narrow. */
export function shortQuantity(count, unit, unitDisplay = 'short') {
    return new Intl.NumberFormat(locale(), {style: 'unit', unit, unitDisplay}).format(count);
}

/**
 * Formats a whole number: "12,345", or "214 million" from a million on. Takes a string for numbers beyond 2^53.
 */
export function wholeNumber(number) {
    const value = BigInt(number);
    const options =
        value < 1000000n ? {} : {notation: 'compact', compactDisplay: 'long', maximumSignificantDigits: 3};
    return new Intl.NumberFormat(locale(), options).format(value);
}

/** Formats a share from 0 to 1 as a percentage with two significant digits. */
export function percent(part) {
    return new Intl.NumberFormat(locale(), {style: 'percent', maximumSignificantDigits: 2}).format(part);
}

/** Formats a time given in seconds since 1970. */
export function moment(seconds) {
    return new Intl.DateTimeFormat(locale(), {dateStyle: 'medium', timeStyle: 'short'}).format(
        new Date(seconds * 1000),
    );
}

/** Formats a time of day given in seconds since 1970; with the date if it was not today. */
export function timeOfDay(seconds, today = new Date()) {
    const date = new Date(seconds * 1000);
    const options = date.toDateString() === today.toDateString() ? {} : {day: 'numeric', month: 'short'};
    return new Intl.DateTimeFormat(locale(), {hour: '2-digit', minute: '2-digit', ...options}).format(date);
}

// Refusals created by the page rather than by the server.
const OWN_REFUSALS = {other_player: 'net.other_player', connection_lost: 'net.lost'};

/**
 * Returns the text of a refusal: the translation of the server's English text, which may be more specific than the
 * code, or that of the code, or else the English text.
 */
export function refusalText({code, text}) {
    return code in OWN_REFUSALS
        ? t(OWN_REFUSALS[code])
        : (current.refusals[text] ?? current.refusals[code] ?? text);
}
