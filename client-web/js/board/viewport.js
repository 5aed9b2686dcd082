// viewport.js: scrolling and zooming the map by wheel, drag, pinch and keyboard.
//
// Painting the whole map is too slow for every frame of a movement. So the map is painted somewhat larger than
// the visible part and is moved and scaled as an image during a movement, which is cheap. It is painted again,
// sharply, when the movement pauses or the edge of the image would become visible.

const CLOSEST = 0.22; // board units per pixel when fully zoomed in
const DRAG_BEGINS = 6; // pixels; a shorter movement is a tap
const KEY_PAN = 0.15; // fraction of the visible part
const KEY_ZOOM = 1.35;
const GLIDE_MS = 260;
const OVERSCAN = 0.25; // fraction of the visible size, on each side; board.css enlarges the element accordingly
const REST_MS = 140;
const BLURRED = 1.8; // an image scaled by more than this looks bad even in motion

/**
 * @param {SVGSVGElement} svg
 * @param {{x, y, width, height}} bounds  of the whole map
 * @param {{zoomed(unitsPerPixel: number), moved(), sized(), covered(size), claimed(event)}} hooks  zoomed: the
 *        scale has changed; moved: the map is moving; sized: the size is known for the first time; covered:
 *        returns the pixels {top, right, bottom, left} covered by controls on a map of this size; claimed: returns
 *        whether a press is not for panning
 */
export function createViewport(svg, bounds, {zoomed, moved, sized, covered, claimed}) {
    const still = window.matchMedia('(prefers-reduced-motion: reduce)');
    let size = null; // of the element, in pixels; null before layout
    let free = null; // the uncovered part: {width, height}, and {x, y}: the offset of its centre from the map's
    let look = {x: 0, y: 0, scale: 1}; // centre, and board units per pixel
    let wanted = {everything: true}; // until the player moves the map
    let painted = null; // the value of `look` for which the image was painted
    let frame = 0;
    let resting = 0;
    let gliding = null;

    const fit = (box) => Math.max(box.width / free.width, box.height / free.height);
    const farthest = () => fit(bounds);
    /** Returns the `look` that puts a point at the centre of the uncovered part. */
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

    // Moves and scales the image to match `look`, or paints it again.
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
            moved();
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

    /** Returns the point on the board at a position in the window. */
    function pointAt(clientX, clientY) {
        const box = svg.parentElement.getBoundingClientRect();
        return {
            x: look.x + (clientX - box.left - box.width / 2) * look.scale,
            y: look.y + (clientY - box.top - box.height / 2) * look.scale,
        };
    }

    /** Returns where a point of the board is in the map's frame, in pixels. */
    const screenPoint = ({x, y}) => ({
        x: size.width / 2 + (x - look.x) / look.scale,
        y: size.height / 2 + (y - look.y) / look.scale,
    });

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
            fingers.clear(); // forget pointers whose end was never reported
        }
        if (fingers.size === 0) {
            dragged = false; // the first finger on the map, although another may be on a button
        }
        // Some pieces can be dragged themselves, and some tools drag.
        if (
            (event.pointerType === 'mouse' && event.button !== 0) ||
            event.target.closest('[data-lift]') !== null ||
            claimed(event)
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
            svg.setPointerCapture(event.pointerId); // not earlier: capturing would change the target of a tap
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

    /** Returns whether the key was handled. */
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

    /** Scrolls and zooms to a rectangle of the board, but not closer than `least` units per pixel. */
    function showBox(box, least = 0.75) {
        wanted = null;
        if (size !== null) {
            const middle = {x: box.x + box.width / 2, y: box.y + box.height / 2};
            glide(lookAt(middle, Math.min(Math.max(fit(box), least), farthest())));
        }
    }

    /** Scrolls no farther than needed to show a rectangle with a margin (pixels), at a scale (units per pixel). */
    function bringBox({x, y, width, height}, scale, margin) {
        const room = margin * scale;
        const box = {x: x - room, y: y - room, width: width + 2 * room, height: height + 2 * room};
        wanted = null;
        if (size === null) {
            return;
        }
        const into = (value, start, length, half) =>
            length >= half * 2
                ? start + length / 2
                : Math.min(Math.max(value, start + length - half), start + half);
        const middle = {x: look.x + free.x * look.scale, y: look.y + free.y * look.scale};
        const half = {x: (free.width * scale) / 2, y: (free.height * scale) / 2};
        glide(
            lookAt(
                {
                    x: into(middle.x, box.x, box.width, half.x),
                    y: into(middle.y, box.y, box.height, half.y),
                },
                scale,
            ),
        );
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
        bringBox,
        centreOn,
        pointAt,
        screenPoint,
        /** Returns the scale (board units per pixel) at which a rectangle fits, with a margin in pixels. */
        fit: (box, margin) =>
            Math.min(
                Math.max(
                    box.width / Math.max(free.width - 2 * margin, 1),
                    box.height / Math.max(free.height - 2 * margin, 1),
                ),
                farthest(),
            ),
        /** Returns the point in the middle of the uncovered part. */
        get middle() {
            return {x: look.x + free.x * look.scale, y: look.y + free.y * look.scale};
        },
        get unitsPerPixel() {
            return look.scale;
        },
        get size() {
            return size;
        },
        /** Returns whether a place is visible and not covered, including a margin in pixels. */
        isVisible: ({x, y}, margin = 24) =>
            size !== null &&
            Math.abs(x - look.x - free.x * look.scale) < (free.width / 2 - margin) * look.scale &&
            Math.abs(y - look.y - free.y * look.scale) < (free.height / 2 - margin) * look.scale,
        /** Returns whether the last press moved the map, in which case its click is not a tap. */
        wasDragged: () => dragged,
        stop() {
            watcher.disconnect();
            cancelAnimationFrame(frame);
            cancelAnimationFrame(gliding);
            clearTimeout(resting);
        },
    };
}
