// gestures.js: pointing things out on the map: a right click or long press on a circle, dragging from circle to
// circle with the right button (or, with a tool, with any pointer), and a double click. Panning, zooming and
// tapping (viewport.js, board.js) work as if these did not exist.

const DRAG_BEGINS = 6; // pixels
const LONG_PRESS_MS = 500;
const DOUBLE_MS = 400;

/**
 * @param {SVGSVGElement} map
 * @param {{circleAt(x, y), isTarget(x, y), isArrowTool(), drawArrow(from, x, y), clearArrow()}} parts  circleAt:
 *        returns the circle at a position in the window, or null; isTarget: whether a tap there chooses something;
 *        drawArrow: shows an arrow while it is dragged
 * @param {{marked(circle), arrow(from, to), pinged(circle), held(circle)}} hooks  held: a long press,
 *        with what marked() returned
 * @returns {{claims(event), wasHeld(), clicked(event)}} claims: returns whether a press is the start of an arrow and
 *        not of panning; wasHeld: whether the last press was a long one or an arrow, whose click is not a tap;
 *        clicked: to be called at each click, returns whether it was the second of a double click
 */
export function createGestures(map, parts, hooks) {
    let from = null; // where an arrow begins: {circle, x, y, id, isRight}
    let isDragged = false;
    let press = null; // a press that may become a long one: {circle, x, y, id}
    let timer = null;
    let held = false;
    let last = {circle: null, at: 0}; // the last click

    const isRight = (event) => event.pointerType === 'mouse' && event.button === 2;
    const startsArrow = (event) => isRight(event) || (event.button === 0 && parts.isArrowTool());
    const moved = (start, event) => Math.hypot(event.clientX - start.x, event.clientY - start.y) >= DRAG_BEGINS;

    function down(event) {
        const start = {
            circle: parts.circleAt(event.clientX, event.clientY),
            x: event.clientX,
            y: event.clientY,
            id: event.pointerId,
            isRight: isRight(event),
        };
        held = false;
        if (!event.isPrimary) {
            cancel(); // two fingers zoom
            return;
        }
        if (start.circle !== null && startsArrow(event)) {
            from = start;
            isDragged = false;
        } else if (start.circle !== null && event.pointerType !== 'mouse') {
            press = start;
            timer = setTimeout(hold, LONG_PRESS_MS);
        }
    }

    function hold() {
        const {circle} = press;
        press = null;
        held = true;
        hooks.held(circle, hooks.marked(circle));
    }

    function move(event) {
        if (press?.id === event.pointerId && moved(press, event)) {
            cancelPress();
        }
        if (from?.id === event.pointerId && (isDragged || moved(from, event))) {
            if (!isDragged) {
                isDragged = true;
                map.setPointerCapture(event.pointerId);
            }
            parts.drawArrow(from.circle, event.clientX, event.clientY);
        }
    }

    function up(event) {
        cancelPress();
        if (from === null || from.id !== event.pointerId) {
            return;
        }
        const start = from;
        const to = parts.circleAt(event.clientX, event.clientY);
        const wasDragged = isDragged;
        cancel();
        held = wasDragged;
        if (wasDragged && to !== null && to !== start.circle) {
            hooks.arrow(start.circle, to);
        } else if (start.isRight && (!wasDragged || to === start.circle)) {
            hooks.marked(start.circle);
        }
    }

    function cancelPress() {
        clearTimeout(timer);
        press = null;
    }

    function cancel() {
        cancelPress();
        from = null;
        isDragged = false;
        parts.clearArrow();
    }

    map.addEventListener('pointerdown', down);
    map.addEventListener('pointermove', move);
    map.addEventListener('pointerup', up);
    map.addEventListener('pointercancel', cancel);
    map.addEventListener('contextmenu', (event) => event.preventDefault());

    return {
        claims: (event) =>
            startsArrow(event) && !isRight(event) && parts.circleAt(event.clientX, event.clientY) !== null,
        wasHeld: () => held,
        clicked(event) {
            const circle = parts.isTarget(event.clientX, event.clientY)
                ? null
                : parts.circleAt(event.clientX, event.clientY);
            const isDouble = circle !== null && circle === last.circle && event.timeStamp - last.at < DOUBLE_MS;
            last = isDouble ? {circle: null, at: 0} : {circle, at: event.timeStamp};
            if (isDouble) {
                hooks.pinged(circle);
            }
            return isDouble;
        },
    };
}
