// second_finger.js: while a finger holds a button down (class `hold`), another finger can tap. Browsers send no click for
// it, because with two fingers on the screen nothing counts as a tap. Buttons, links and the map get one from here.

const TAPPABLE = 'button, a, summary, svg.map';
const MOVES = 10; // pixels; a finger that moves farther does not tap
const LASTS = 600; // milliseconds

export function allowSecondFinger() {
    let holder = null; // the pointer that holds a button
    const taps = new Map(); // pointer → {node, x, y, at}

    function down(event) {
        if (event.pointerType !== 'touch') {
            return;
        }
        if (event.target.closest?.('.hold')) {
            holder = event.pointerId;
            return;
        }
        const node = event.target.closest?.(TAPPABLE) ?? null;
        if (holder !== null && !event.isPrimary && node !== null) {
            taps.set(event.pointerId, {node, x: event.clientX, y: event.clientY, at: event.timeStamp});
        }
    }

    function up(event) {
        const tap = taps.get(event.pointerId);
        end(event);
        if (tap === undefined || holder === null || tap.node.disabled) {
            return;
        }
        const {clientX, clientY} = event;
        if (Math.hypot(clientX - tap.x, clientY - tap.y) < MOVES && event.timeStamp - tap.at < LASTS) {
            const how = {bubbles: true, cancelable: true, composed: true, detail: 1, clientX, clientY};
            tap.node.dispatchEvent(new MouseEvent('click', how));
        }
    }

    function end({pointerId}) {
        taps.delete(pointerId);
        if (pointerId === holder) {
            holder = null;
        }
    }

    window.addEventListener('pointerdown', down, {capture: true});
    window.addEventListener('pointerup', up);
    window.addEventListener('pointercancel', end);
}
