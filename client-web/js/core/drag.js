// drag.js: dragging a token from the tray, or from where it lies, onto the map. Whoever cannot or does not
// want to drag taps instead; everything can be done both ways.

import {el} from './dom.js';

const BEGINS = 6; // pixels

/**
 * @param {PointerEvent} down  the press that may become a drag
 * @param {{ghost(): Node, dropped(x: number, y: number), begun?()}} hooks
 */
export function startDrag(down, {ghost, dropped, begun = () => {}}) {
    let carried = null;

    function move(event) {
        if (event.pointerId !== down.pointerId) {
            return;
        }
        if (carried === null) {
            if (Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) < BEGINS) {
                return;
            }
            carried = el('div', {class: 'drag-ghost', 'aria-hidden': 'true'}, ghost());
            document.body.append(carried);
            begun();
        }
        event.preventDefault();
        carried.style.transform = `translate(${event.clientX}px, ${event.clientY}px)`;
    }

    function end(event) {
        if (event.pointerId !== down.pointerId) {
            return;
        }
        window.removeEventListener('pointermove', move);
        window.removeEventListener('pointerup', end);
        window.removeEventListener('pointercancel', end);
        if (carried === null) {
            return;
        }
        carried.remove();
        if (event.type === 'pointerup') {
            // The click that follows a drag is not a tap on whatever lies there.
            window.addEventListener('click', swallow, {capture: true, once: true});
            setTimeout(() => window.removeEventListener('click', swallow, {capture: true}), 0);
            dropped(event.clientX, event.clientY);
        }
    }

    window.addEventListener('pointermove', move, {passive: false});
    window.addEventListener('pointerup', end);
    window.addEventListener('pointercancel', end);
}

function swallow(event) {
    event.preventDefault();
    event.stopPropagation();
}
