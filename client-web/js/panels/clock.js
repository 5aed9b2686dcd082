// clock.js: the time left for an action. The server sends it with each turn, and it is counted down here. It
// has the role `timer`: screen readers read it on request, and it is announced once when little time is left.

import {el} from '../core/dom.js';
import {plural, t} from '../core/i18n.js';

const LOW = 0.2; // fraction of the time limit
const LOW_MIN = 10; // seconds
const LOW_MAX = 60;

/** Returns the number of seconds left at which a clock of `seconds` becomes urgent. */
export const lowThreshold = (seconds) => Math.min(Math.max(seconds * LOW, LOW_MIN), LOW_MAX);

const two = (number) => String(number).padStart(2, '0');

/** "0:09", "12:30", "3:00:00". */
export function clockText(seconds) {
    const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
    return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/**
 * @param {{announce(text: string), ring?()}} parts  ring: plays a sound when little time is left
 * @returns {{element, update(state), stop()}} state: {clock, left, receivedAt, mine}; without `left` there is
 *        no clock
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
        face.textContent = clockText(seconds);
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
            end = element.hidden ? null : next.receivedAt + next.left;
            if (!element.hidden) {
                tick();
            }
        },
        stop: () => clearTimeout(timer),
    };
}
