// sounds.mjs: records which sounds a page plays. Knows them by the frequencies that the page gives to the browser.

import {SOUNDS} from '../../../client-web/js/core/sounds.js';

// Longest first, because one sound may begin like another.
const NAMES = Object.entries(SOUNDS)
    .map(([name, parts]) => ({name, frequencies: parts.map(({from}) => from)}))
    .sort((one, two) => two.frequencies.length - one.frequencies.length);

/** Runs in the page before its own scripts: records when each part of a sound is played, and its frequency. */
function recordParts() {
    window.soundParts = [];
    const set = AudioParam.prototype.setValueAtTime;
    AudioParam.prototype.setValueAtTime = function noted(value, at) {
        if (value > 20) {
            window.soundParts.push([Date.now(), value]); // smaller ones are loudnesses
        }
        return set.call(this, value, at);
    };
    const {suspend} = AudioContext.prototype;
    AudioContext.prototype.suspend = function noted() {
        window.releasedSound = true;
        return suspend.call(this);
    };
}

/** Records the sounds of all pages that this person opens from now on. */
export const recordSounds = (person) => person.context.addInitScript(recordParts);

/** Forgets what a page has played so far. */
export const forgetSounds = (person) => person.page.evaluate(() => void (window.soundParts = []));

/** Returns what a page has played: [{name, at}], with the time of the page's clock. */
export async function soundsOf(person) {
    const parts = await person.page.evaluate(() => window.soundParts);
    const sounds = [];
    for (let i = 0; i < parts.length; ) {
        const found = NAMES.find(({frequencies}) => frequencies.every((one, k) => parts[i + k]?.[1] === one));
        sounds.push({name: found?.name ?? `${parts[i][1]} Hz`, at: parts[i][0]});
        i += found?.frequencies.length ?? 1;
    }
    return sounds;
}

/** Returns whether a page has released the audio hardware. */
export const hasReleasedSound = (person) => person.page.evaluate(() => window.releasedSound === true);
