// clock.js: the time left for an action. The server sends it with each turn, and it is counted down here. It
// has the role `timer`: screen readers read it on request, and it is announced once when little time is left.

import {el} from '../core/dom.js';
import {plural, shortQuantity, t, timeOfDay} from '../core/i18n.js';

const LOW = 0.2; // fraction of the time limit
const LOW_MIN = 10; // seconds
const LOW_MAX = 60;

/** Seconds per action from which players need to know at what time of day it runs out. */
export const LONG = 3600;

/** Returns the number of seconds left at which a clock of `seconds` becomes urgent. */
export const lowThreshold = (seconds) => Math.min(Math.max(seconds * LOW, LOW_MIN), LOW_MAX);

/** Returns what a turn says about pauses of its clock. */
export const pausesOf = (turn) => ({resumes: turn?.resumes, runs_out: turn?.runs_out});

const two = (number) => String(number).padStart(2, '0');

/** "0:09", "12:30", "3:00:00". */
export function clockText(seconds) {
    const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
    return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** Returns a time left in words: "2 days 3 hrs", "5 hrs 12 mins", "under a minute"; or "2d 3h" if it is narrow. */
export function timeLeftText(milliseconds, look = 'short') {
    const minutes = Math.floor(milliseconds / 60000);
    const parts = [
        [Math.floor(minutes / 1440), 'day'],
        [Math.floor(minutes / 60) % 24, 'hour'],
        [minutes % 60, 'minute'],
    ];
    const first = parts.findIndex(([count]) => count > 0);
    return first < 0
        ? t('clock.minute')
        : parts
              .slice(first, first + 2)
              .filter(([count]) => count > 0)
              .map(([count, unit]) => shortQuantity(count, unit, look))
              .join(' ');
}

/**
 * Returns what to say about a clock that has `left` milliseconds: when it goes on if it stands still, and when it runs
 * out; both in milliseconds from `receivedAt` (as performance.now(); otherwise from now), or undefined.
 */
export function clockFacts({left, resumes, runs_out: runsOut = left, receivedAt = performance.now()}) {
    const start = Date.now() - (performance.now() - receivedAt);
    const at = (milliseconds) => timeOfDay((start + milliseconds) / 1000);
    return [
        resumes !== undefined && t('clock.resumes', {time: at(resumes)}),
        t('clock.runs_out', {time: at(runsOut)}),
    ].filter(Boolean);
}

const DAY = 86400; // seconds

/**
 * @param {{announce(text: string), ring?()}} parts  ring: plays a sound when little time is left
 * @returns {{element, update(state), stop()}} state: {clock, left, resumes, runs_out, receivedAt, mine}; without
 *        `left` there is no clock, and with `resumes` it stands still
 */
export function createClock({announce, ring = () => {}}) {
    const face = el('span', {class: 'clock-face'});
    const attributes = {class: 'clock', role: 'timer', 'aria-label': t('clock.label'), hidden: true};
    const element = el('div', attributes, face);
    let end = null; // when the time runs out, as performance.now()
    let state = {};
    let timer = null;
    let warned = null; // the value of `end` for which a warning was given

    function tick() {
        const left = Math.max(end - performance.now(), 0);
        const seconds = Math.ceil(left / 1000);
        const low = seconds <= lowThreshold(state.clock);
        face.textContent = seconds >= DAY ? timeLeftText(left, 'narrow') : clockText(seconds);
        element.classList.toggle('low', low);
        if (low && state.mine && warned !== end && seconds > 0) {
            warned = end;
            announce(plural('clock.low', seconds));
            ring();
        }
        timer = left > 0 ? setTimeout(tick, left - (seconds - 1) * 1000) : null;
    }

    return {
        element,
        update(next) {
            state = next;
            clearTimeout(timer);
            timer = null;
            element.hidden = next.left === undefined;
            element.classList.toggle('paused', next.resumes !== undefined);
            end = element.hidden ? null : next.receivedAt + next.left;
            if (element.hidden) {
                return;
            }
            element.title = next.clock >= LONG ? clockFacts(next).join(' ') : '';
            if (next.resumes === undefined) {
                tick();
            } else {
                element.classList.remove('low');
                face.textContent = t('clock.paused', {time: timeLeftText(next.left, 'narrow')});
            }
        },
        stop: () => clearTimeout(timer),
    };
}
