// drag.js: dragging a token from the tray, or from its place on the map, to the map. Tapping is always an
// alternative.

import {el} from './dom.js';

const DRAG_DISTANCE = 6; // pixels the pointer must move before a drag starts

/**
 * @param {PointerEvent} down  the press that may become a drag
 * @param {{ghost(): Node, dropped(x: number, y: number), begun?()}} hooks  ghost: what is drawn at the pointer
 */
export function startDrag(down, {ghost, dropped, begun = () => {}}) {
    let ghostElement = null;

    function move(event) {
        if (event.pointerId !== down.pointerId) {
            return;
        }
        if (ghostElement === null) {
            if (Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) < DRAG_DISTANCE) {
                return;
            }
            ghostElement = el('div', {class: 'drag-ghost', 'aria-hidden': 'true'}, ghost());
            document.body.append(ghostElement);
            begun();
        }
        event.preventDefault();
        ghostElement.style.transform = `translate(${event.clientX}px, ${event.clientY}px)`;
    }

    function end(event) {
        if (event.pointerId !== down.pointerId) {
            return;
        }
        window.removeEventListener('pointermove', move);
        window.removeEventListener('pointerup', end);
        window.removeEventListener('pointercancel', end);
        if (ghostElement === null) {
            return;
        }
        ghostElement.remove();
        if (event.type === 'pointerup') {
            // The click that follows a drag must not count as a tap on the element under the pointer.
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
