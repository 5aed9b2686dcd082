// time_zone.js: the time zone of this browser.

/** Returns its name in the IANA database, such as Europe/Rome. */
export const ownZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone ?? 'UTC';
