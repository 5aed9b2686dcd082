// clock.js: the time left for an action, beside whose turn it is. The server says how much is left with each
// turn; from there it is counted down here. It is a `timer` to screen readers: read when asked for, and said
// aloud once when little is left.

import {el} from '../core/dom.js';
import {plural, t} from '../core/i18n.js';

const LOW = 0.2; // of the whole time
const LOW_AT_LEAST = 10; // seconds
const LOW_AT_MOST = 60;

/** From when on it is urgent, for a clock of so many seconds. */
export const lowFrom = (seconds) => Math.min(Math.max(seconds * LOW, LOW_AT_LEAST), LOW_AT_MOST);

const two = (number) => String(number).padStart(2, '0');

/** "0:09", "12:30", "3:00:00". */
export function clockFace(seconds) {
    const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
    return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/**
 * @returns {{element, update(state), stop()}} state: {clock, left, heard, mine}; no `left`: no clock
 */
export function createClock({announce}) {
    const face = el('span', {class: 'clock-face'});
    const attributes = {class: 'clock', role: 'timer', 'aria-label': t('clock.label'), hidden: true};
    const element = el('div', attributes, face);
    let end = null; // when it runs out, by performance.now()
    let state = {};
    let timer = null;
    let warned = null; // the end that was warned of

    function tick() {
        const left = Math.max(end - performance.now(), 0);
        const seconds = Math.ceil(left / 1000);
        const low = seconds <= lowFrom(state.clock);
        face.textContent = clockFace(seconds);
        element.classList.toggle('low', low);
        if (low && state.mine && warned !== end && seconds > 0) {
            warned = end;
            announce(plural('clock.low', seconds));
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
            end = element.hidden ? null : next.heard + next.left;
            if (!element.hidden) {
                tick();
            }
        },
        stop: () => clearTimeout(timer),
    };
}
