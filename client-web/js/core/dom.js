// dom.js: making elements. Every page builds its tree with el() and svg(); texts are always text nodes, never
// markup, so nothing a player typed can become part of the page.

const SVG = 'http://www.w3.org/2000/svg';

// What a form control holds now is a property; the attribute of that name is only what it began with.
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
 * An HTML element. `on…` attributes are listeners; null, undefined and false leave an attribute out.
 * Children are nodes, strings, numbers or lists of them; null, undefined and false are left out.
 */
export function el(tag, attributes, ...children) {
    return make(document.createElement(tag), attributes, children);
}

/** The same for SVG. */
export function svg(tag, attributes, ...children) {
    return make(document.createElementNS(SVG, tag), attributes, children);
}

/** Appends children as el() takes them. */
export function add(element, ...children) {
    for (const child of children.flat(Infinity)) {
        if (child !== null && child !== undefined && child !== false) {
            element.append(child instanceof Node ? child : String(child));
        }
    }
    return element;
}

/** Empties it. */
export function clear(element) {
    element.replaceChildren();
    return element;
}

/** Empties it and appends these. */
export function fill(element, ...children) {
    return add(clear(element), ...children);
}

/**
 * Runs `rebuild`, which replaces what is inside `root`, and gives the keyboard focus back to the element with
 * the same `data-key`, or to the first there is: whoever works by keyboard must not be thrown out by
 * anybody's move.
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

/** An id nobody else has, to tie a label to its control. */
export function newId(prefix = 'id') {
    labels += 1;
    return `${prefix}-${labels}`;
}
