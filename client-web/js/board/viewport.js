// viewport.js: looking at the map: by wheel, drag, pinch and keys.
//
// Painting the whole town takes too long to be done for every frame of a movement. So the picture is painted
// a little larger than what is seen, moved and scaled as a picture while the hand moves (which costs
// nothing), and painted anew, sharp, when the hand rests or the edge of the picture would come into sight.

const CLOSEST = 0.22; // board units a pixel when fully zoomed in
const DRAG_BEGINS = 6; // pixels; less is a tap with an unsteady finger
const KEY_PAN = 0.15; // of what is visible
const KEY_ZOOM = 1.35;
const GLIDE_MS = 260;
const OVERSCAN = 0.25; // of the visible size, on every side; board.css makes the element that much larger
const REST_MS = 140;
const BLURRED = 1.8; // a picture scaled more than this looks poor even in motion

/**
 * @param {SVGSVGElement} svg
 * @param {{x, y, width, height}} bounds  what the whole map is
 * @param {{zoomed(unitsPerPixel: number), sized(), covered(size)}} hooks  another scale; the size is known at
 *        last; the pixels {top, right, bottom, left} where something lies on the map, for a map of this size
 */
export function createViewport(svg, bounds, {zoomed, sized, covered}) {
    const still = window.matchMedia('(prefers-reduced-motion: reduce)');
    let size = null; // of the element, in pixels; null before it is laid out
    let free = null; // what of it nothing lies on: {width, height}, and how far its middle is from the map's
    let look = {x: 0, y: 0, scale: 1}; // centre, and board units a pixel
    let wanted = {everything: true}; // until the player has moved the map himself
    let painted = null; // the look the picture was painted for
    let frame = 0;
    let resting = 0;
    let gliding = null;

    const fit = (box) => Math.max(box.width / free.width, box.height / free.height);
    const farthest = () => fit(bounds);
    /** What to look at for a point to be in the middle of what is free. */
    const lookAt = ({x, y}, scale) => ({x: x - free.x * scale, y: y - free.y * scale, scale});
    const everything = () =>
        lookAt({x: bounds.x + bounds.width / 2, y: bounds.y + bounds.height / 2}, farthest());

    function measure(next) {
        const {top, right, bottom, left} = covered(next);
        size = next;
        free = {
            width: Math.max(size.width - left - right, 1),
            height: Math.max(size.height - top - bottom, 1),
            x: (left - right) / 2,
            y: (top - bottom) / 2,
        };
    }

    function held(next) {
        const scale = Math.min(Math.max(next.scale, Math.min(CLOSEST, farthest())), farthest());
        const half = {x: (free.width * scale) / 2, y: (free.height * scale) / 2};
        const middle = {x: next.x + free.x * scale, y: next.y + free.y * scale};
        const hold = (value, start, length, part) =>
            part * 2 >= length
                ? start + length / 2
                : Math.min(Math.max(value, start + part), start + length - part);
        return lookAt(
            {
                x: hold(middle.x, bounds.x, bounds.width, half.x),
                y: hold(middle.y, bounds.y, bounds.height, half.y),
            },
            scale,
        );
    }

    function paint() {
        const width = size.width * (1 + 2 * OVERSCAN) * look.scale;
        const height = size.height * (1 + 2 * OVERSCAN) * look.scale;
        if (painted?.scale !== look.scale) {
            zoomed(look.scale);
        }
        painted = look;
        svg.setAttribute('viewBox', `${look.x - width / 2} ${look.y - height / 2} ${width} ${height}`);
        svg.style.transform = '';
    }

    // Where the picture must go to show what is looked at.
    function show() {
        frame = 0;
        const grown = painted === null ? Infinity : painted.scale / look.scale;
        const dx = painted === null ? 0 : (painted.x - look.x) / look.scale;
        const dy = painted === null ? 0 : (painted.y - look.y) / look.scale;
        const spare = (length) => (length / 2) * ((1 + 2 * OVERSCAN) * grown - 1);
        if (
            grown > BLURRED ||
            grown < 1 / BLURRED ||
            Math.abs(dx) > spare(size.width) ||
            Math.abs(dy) > spare(size.height)
        ) {
            paint();
            return;
        }
        svg.style.transform = `translate(${dx}px, ${dy}px) scale(${grown})`;
        clearTimeout(resting);
        resting = setTimeout(paint, REST_MS);
    }

    function set(next) {
        if (size !== null) {
            look = held(next);
            frame ||= requestAnimationFrame(show);
        }
    }

    function glide(next) {
        if (size === null) {
            return;
        }
        cancelAnimationFrame(gliding);
        const from = look;
        const to = held(next);
        if (still.matches) {
            set(to);
            return;
        }
        const begun = performance.now();
        const step = (now) => {
            const part = Math.min((now - begun) / GLIDE_MS, 1);
            const eased = part * (2 - part);
            const mix = (a, b) => a + (b - a) * eased;
            set({x: mix(from.x, to.x), y: mix(from.y, to.y), scale: mix(from.scale, to.scale)});
            gliding = part < 1 ? requestAnimationFrame(step) : null;
        };
        gliding = requestAnimationFrame(step);
    }

    /** The board point under a pixel of the window. */
    function pointAt(clientX, clientY) {
        const box = svg.parentElement.getBoundingClientRect();
        return {
            x: look.x + (clientX - box.left - box.width / 2) * look.scale,
            y: look.y + (clientY - box.top - box.height / 2) * look.scale,
        };
    }

    function zoomAt(clientX, clientY, factor) {
        const point = pointAt(clientX, clientY);
        const scale = held({...look, scale: look.scale / factor}).scale;
        const part = scale / look.scale;
        set({scale, x: point.x + (look.x - point.x) * part, y: point.y + (look.y - point.y) * part});
    }

    function byHand() {
        wanted = null;
        cancelAnimationFrame(gliding);
    }

    // ---- Pointers: one drags, two pinch -----------------------------------------------------------

    const fingers = new Map(); // id → {x, y}
    let dragged = false;

    function pointerDown(event) {
        if (event.isPrimary) {
            fingers.clear(); // one whose end was never told is not still there
            dragged = false;
        }
        // Some pieces are there to be dragged themselves.
        if (
            (event.pointerType === 'mouse' && event.button !== 0) ||
            event.target.closest('[data-lift]') !== null
        ) {
            return;
        }
        fingers.set(event.pointerId, {
            x: event.clientX,
            y: event.clientY,
            startX: event.clientX,
            startY: event.clientY,
        });
    }

    function pointerMove(event) {
        const finger = fingers.get(event.pointerId);
        if (finger === undefined) {
            return;
        }
        const others = [...fingers.entries()].filter(([id]) => id !== event.pointerId);
        if (
            !dragged &&
            others.length === 0 &&
            Math.hypot(event.clientX - finger.startX, event.clientY - finger.startY) < DRAG_BEGINS
        ) {
            return;
        }
        if (!dragged) {
            dragged = true;
            byHand();
            svg.setPointerCapture(event.pointerId); // only now: a captured tap would lose its target
            svg.classList.add('dragging');
        }
        if (others.length === 0) {
            set({
                ...look,
                x: look.x - (event.clientX - finger.x) * look.scale,
                y: look.y - (event.clientY - finger.y) * look.scale,
            });
        } else {
            pinch(others[0][1], finger, event);
        }
        finger.x = event.clientX;
        finger.y = event.clientY;
    }

    function pinch(other, before, event) {
        const apartBefore = Math.hypot(before.x - other.x, before.y - other.y) || 1;
        const apartNow = Math.hypot(event.clientX - other.x, event.clientY - other.y) || 1;
        set({
            ...look,
            x: look.x - ((event.clientX - before.x) / 2) * look.scale,
            y: look.y - ((event.clientY - before.y) / 2) * look.scale,
        });
        zoomAt((event.clientX + other.x) / 2, (event.clientY + other.y) / 2, apartNow / apartBefore);
    }

    function pointerUp(event) {
        fingers.delete(event.pointerId);
        if (fingers.size === 0) {
            svg.classList.remove('dragging');
        }
    }

    function wheel(event) {
        event.preventDefault();
        byHand();
        const lines = event.deltaMode === 1 ? 16 : 1;
        zoomAt(
            event.clientX,
            event.clientY,
            Math.exp(-event.deltaY * lines * (event.ctrlKey ? 0.01 : 0.0016)),
        );
    }

    // ---- Keys ---------------------------------------------------------------------------------------

    const arrows = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1]};

    function zoomBy(factor) {
        byHand();
        glide({...look, scale: look.scale / factor});
    }

    /** True if the key was one of the map's. */
    function key(event) {
        if (event.ctrlKey || event.metaKey || event.altKey) {
            return false;
        }
        if (event.key in arrows) {
            const [dx, dy] = arrows[event.key];
            byHand();
            set({
                ...look,
                x: look.x + dx * size.width * look.scale * KEY_PAN,
                y: look.y + dy * size.height * look.scale * KEY_PAN,
            });
        } else if (event.key === '+' || event.key === '=') {
            zoomBy(KEY_ZOOM);
        } else if (event.key === '-' || event.key === '_') {
            zoomBy(1 / KEY_ZOOM);
        } else if (event.key === '0') {
            showAll();
        } else {
            return false;
        }
        event.preventDefault();
        return true;
    }

    function showAll() {
        wanted = {everything: true};
        if (size === null) {
            return;
        }
        glide(everything());
    }

    /** A rectangle of the board into view, never closer than `least` units a pixel. */
    function showBox(box, least = 0.75) {
        wanted = null;
        if (size !== null) {
            const middle = {x: box.x + box.width / 2, y: box.y + box.height / 2};
            glide(lookAt(middle, Math.min(Math.max(fit(box), least), farthest())));
        }
    }

    function centreOn(point, scale = look.scale) {
        wanted = null;
        if (size !== null) {
            glide(lookAt(point, Math.min(scale, look.scale)));
        }
    }

    const watcher = new ResizeObserver(([entry]) => {
        const {width, height} = entry.contentRect;
        if (width === 0 || height === 0) {
            return;
        }
        const first = size === null;
        measure({width, height});
        look = held(wanted?.everything ? everything() : look);
        painted = null;
        paint();
        if (first) {
            sized();
        }
    });
    watcher.observe(svg.parentElement);

    svg.addEventListener('pointerdown', pointerDown);
    svg.addEventListener('pointermove', pointerMove);
    svg.addEventListener('pointerup', pointerUp);
    svg.addEventListener('pointercancel', pointerUp);
    svg.addEventListener('wheel', wheel, {passive: false});

    return {
        key,
        zoomBy,
        showAll,
        showBox,
        centreOn,
        pointAt,
        get unitsPerPixel() {
            return look.scale;
        },
        get size() {
            return size;
        },
        /** Whether a place can be seen, with some pixels around it, and nothing lies on it. */
        isVisible: ({x, y}, margin = 24) =>
            size !== null &&
            Math.abs(x - look.x - free.x * look.scale) < (free.width / 2 - margin) * look.scale &&
            Math.abs(y - look.y - free.y * look.scale) < (free.height / 2 - margin) * look.scale,
        /** Whether the last press moved the map: then its click is no tap. */
        wasDragged: () => dragged,
        stop() {
            watcher.disconnect();
            cancelAnimationFrame(frame);
            cancelAnimationFrame(gliding);
            clearTimeout(resting);
        },
    };
}
