// i18n.js: the texts in the player's language. A language is one file under texts/: a flat map from key to
// text with {parameters}. English is always at hand: what a translation lacks is said in English.

import english from '../texts/en.js';

/** To add a language: its file under texts/, and a line here. */
export const LANGUAGES = [
    {code: 'en', name: 'English', load: async () => ({default: english})},
    {code: 'it', name: 'Italiano', load: () => import('../texts/it.js')},
];

let current = {code: 'en', texts: english, refusals: {}};
const listeners = new Set();

/** The language spoken now: 'en', 'it', ... */
export const language = () => current.code;

/** The browser's favourite among those we have. */
export function preferredLanguage(wanted = navigator.languages ?? []) {
    const codes = wanted.map((tag) => tag.slice(0, 2).toLowerCase());
    return codes.find((code) => LANGUAGES.some((one) => one.code === code)) ?? 'en';
}

/** Switches and tells everybody who listens. A language that cannot be loaded leaves everything as it was. */
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

/** Whether there is a text for this key. */
export const hasText = (key) => key in current.texts || key in english;

const RIGHT_TO_LEFT = /[\u0590-\u08ff\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufeff]/;

/** A name in another direction must not turn the sentence around it: it gets a direction of its own. */
const isolated = (value) => (RIGHT_TO_LEFT.test(value) ? `\u2068${value}\u2069` : value);

/** The text of a key, its {parameters} filled in. */
export function t(key, parameters = {}) {
    const text = current.texts[key] ?? english[key] ?? key;
    return text.replace(/\{(\w+)\}/g, (whole, name) => isolated(String(parameters[name] ?? whole)));
}

/** The form of a text for a count: keys `KEY.one`, `KEY.other` and whatever else the language has. */
export function plural(key, count, parameters = {}) {
    const form = new Intl.PluralRules(current.code).select(count);
    return t(hasText(`${key}.${form}`) ? `${key}.${form}` : `${key}.other`, {count, ...parameters});
}

/** "a, b and c". */
export function listed(items, type = 'conjunction') {
    return new Intl.ListFormat(current.code, {style: 'long', type}).format(items.map(String));
}

/** The player's own kind of this language: British dates are not American ones. */
function locale() {
    const own = (navigator.languages ?? []).find((tag) => tag.toLowerCase().startsWith(current.code));
    return own ?? (current.code === 'en' ? 'en-GB' : current.code);
}

/** "2 minutes": a count of a unit that Intl knows. */
export function quantity(count, unit) {
    return new Intl.NumberFormat(locale(), {style: 'unit', unit, unitDisplay: 'long'}).format(count);
}

/**
 * A whole number: "12,345", or "214 million" from a million on. Also takes a string, for numbers beyond 2^53.
 */
export function wholeNumber(number) {
    const value = BigInt(number);
    const options =
        value < 1000000n
            ? {}
            : {notation: 'compact', compactDisplay: 'long', maximumSignificantDigits: 3};
    return new Intl.NumberFormat(locale(), options).format(value);
}

/** A part of a whole, from 0 to 1, as per cent: two digits that matter are enough. */
export function percent(part) {
    return new Intl.NumberFormat(locale(), {style: 'percent', maximumSignificantDigits: 2}).format(part);
}

/** A moment in seconds since 1970, as people write it. */
export function moment(seconds) {
    return new Intl.DateTimeFormat(locale(), {dateStyle: 'medium', timeStyle: 'short'}).format(
        new Date(seconds * 1000),
    );
}

// Refusals that come from the page and not from the server.
const OWN_REFUSALS = {other_player: 'net.other_player'};

/** A refusal in words. The server speaks English, and more exactly than one sentence for a code could. */
export function refusalText({code, text}) {
    return code in OWN_REFUSALS ? t(OWN_REFUSALS[code]) : (current.refusals[code] ?? text);
}
