// click_recovery.js: a press of the mouse counts even if what is pressed is drawn anew before the button is let go, as happens
// whenever the server has something to tell. Browsers make no click of a press whose element is gone by then. (Of a
// finger they do: a tap is aimed when it ends.)

const PRESSABLE = 'button, a, svg.map';

/** What it is to who presses it: by its key (dom.js), or else by its words. The map is one thing. */
function meaningOf(node) {
    const {localName, dataset, textContent} = node;
    const words = dataset.key === undefined ? textContent : '';
    return node.matches('svg.map')
        ? 'map'
        : JSON.stringify([localName, {...dataset}, node.getAttribute('href'), words]);
}

export function keepPresses() {
    let pressed = null; // {target, meaning}
    let made = false; // the click of this press

    function down({target, button, pointerType}) {
        const node = target.closest?.(PRESSABLE) ?? null;
        const counts = node !== null && button === 0 && pointerType !== 'touch';
        pressed = counts ? {target, meaning: meaningOf(node)} : null;
        made = false;
    }

    function up({target, clientX, clientY, button}) {
        const node = target.closest?.(PRESSABLE) ?? null;
        const isGone = pressed !== null && button === 0 && !pressed.target.isConnected;
        if (isGone && node !== null && meaningOf(node) === pressed.meaning) {
            made = true;
            const how = {bubbles: true, cancelable: true, composed: true, detail: 1, clientX, clientY};
            if (!node.disabled) {
                node.dispatchEvent(new MouseEvent('click', how));
            }
        }
        pressed = null;
    }

    /** A browser that makes one after all; one by key has no detail. */
    function click(event) {
        if (made && event.isTrusted && event.detail !== 0) {
            event.preventDefault();
            event.stopPropagation();
        }
    }

    window.addEventListener('pointerdown', down, {capture: true});
    window.addEventListener('mouseup', up, {capture: true});
    window.addEventListener('click', click, {capture: true});
}
