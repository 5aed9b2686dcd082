// dom.js: creating elements. Every page builds its tree with el() and svg(). Texts are always text nodes, never
// markup, so nothing a player typed can become part of the page.

const SVG = 'http://www.w3.org/2000/svg';

// These are set as properties: the attribute would only set a form control's initial value.
const PROPERTIES = new Set(['value', 'checked', 'disabled', 'selected', 'hidden', 'htmlFor']);

function setAttribute(element, name, value) {
    if (value === null || value === undefined || value === false) {
        return;
    }
    if (name.startsWith('on')) {
        element.addEventListener(name.slice(2), value);
    } else if (PROPERTIES.has(name) && name in element) {
        element[name] = value;
    } else {
        element.setAttribute(name, value === true ? '' : String(value));
    }
}

function make(element, attributes, children) {
    for (const [name, value] of Object.entries(attributes ?? {})) {
        setAttribute(element, name, value);
    }
    add(element, ...children);
    return element;
}

/**
 * Creates an HTML element. Attributes starting with `on` are listeners; null, undefined and false omit an
 * attribute. Children are nodes, strings, numbers or lists of them; null, undefined and false are skipped.
 */
export function el(tag, attributes, ...children) {
    return make(document.createElement(tag), attributes, children);
}

/** Creates an SVG element; the arguments are those of el(). */
export function svg(tag, attributes, ...children) {
    return make(document.createElementNS(SVG, tag), attributes, children);
}

/** Appends children, which are given as for el(). */
export function add(element, ...children) {
    for (const child of children.flat(Infinity)) {
        if (child !== null && child !== undefined && child !== false) {
            element.append(child instanceof Node ? child : String(child));
        }
    }
    return element;
}

/** Removes all children. */
export function clear(element) {
    element.replaceChildren();
    return element;
}

/** Replaces all children. */
export function fill(element, ...children) {
    return add(clear(element), ...children);
}

/**
 * Runs `rebuild`, which replaces the contents of `root`, and then restores the keyboard focus to the element
 * with the same `data-key`, or else to the first element with a key. Keyboard users must not lose their place
 * because another player moved.
 */
export function keepingFocus(root, rebuild) {
    const active = document.activeElement;
    const key = root.contains(active) ? active.closest('[data-key]')?.dataset.key : undefined;
    rebuild();
    if (key !== undefined && !root.contains(document.activeElement)) {
        const same = root.querySelector(`[data-key="${CSS.escape(key)}"]:not(:disabled)`);
        (same ?? root.querySelector('[data-key]:not(:disabled)'))?.focus({preventScroll: true});
    }
}

let labels = 0;

/** Returns a unique id, to connect a label with its control. */
export function newId(prefix = 'id') {
    labels += 1;
    return `${prefix}-${labels}`;
}
