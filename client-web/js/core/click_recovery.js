// click_recovery.js: makes a mouse click count even if the clicked element is redrawn between button down and
// button up, as happens whenever the server pushes something. Browsers send no click event if the pressed
// element is gone by then. (Touch is not affected: the target of a tap is determined when it ends.)

const PRESSABLE = 'button, a, svg.map';

/**
 * Identifies an element across redraws: by its attributes and key (dom.js), or without a key by its text. The
 * map counts as a single element.
 */
function identityOf(node) {
    const {localName, dataset, textContent} = node;
    const words = dataset.key === undefined ? textContent : '';
    return node.matches('svg.map')
        ? 'map'
        : JSON.stringify([localName, {...dataset}, node.getAttribute('href'), words]);
}

export function recoverClicks() {
    let pressed = null; // {target, meaning}
    let dispatched = false; // whether up() dispatched the click itself

    function down({target, button, pointerType}) {
        const node = target.closest?.(PRESSABLE) ?? null;
        const counts = node !== null && button === 0 && pointerType !== 'touch';
        pressed = counts ? {target, identity: identityOf(node)} : null;
        dispatched = false;
    }

    function up({target, clientX, clientY, button}) {
        const node = target.closest?.(PRESSABLE) ?? null;
        const isGone = pressed !== null && button === 0 && !pressed.target.isConnected;
        if (isGone && node !== null && identityOf(node) === pressed.identity) {
            dispatched = true;
            const how = {bubbles: true, cancelable: true, composed: true, detail: 1, clientX, clientY};
            if (!node.disabled) {
                node.dispatchEvent(new MouseEvent('click', how));
            }
        }
        pressed = null;
    }

    /**
     * Suppresses the browser's own click if up() has already dispatched one. Clicks by keyboard have detail 0.
     */
    function click(event) {
        if (dispatched && event.isTrusted && event.detail !== 0) {
            event.preventDefault();
            event.stopPropagation();
        }
    }

    window.addEventListener('pointerdown', down, {capture: true});
    window.addEventListener('mouseup', up, {capture: true});
    window.addEventListener('click', click, {capture: true});
}
