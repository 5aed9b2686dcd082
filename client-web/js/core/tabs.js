// tabs.js: tabs of which one panel is visible at a time. Arrow keys move between tabs.

import {steady} from './controls.js';
import {el} from './dom.js';

/**
 * @param {string} label
 * @param {{name, label, content, hidden?, opened?()}[]} list
 * @param {(name: string, isAsked: boolean) => void} changed  isAsked: the player has opened the tab
 */
export function createTabs(label, list, changed = () => {}) {
    const tabs = new Map();
    const bar = el('div', {class: 'tab-bar', role: 'tablist', 'aria-label': label, onkeydown: keys});
    const panels = el('div', {class: 'tab-panels'});
    let open = null;

    for (const {name, label: text, content, opened} of list) {
        const news = el('span', {class: 'tab-badge', hidden: true});
        const tab = el(
            'button',
            {
                type: 'button',
                role: 'tab',
                id: 'tab-' + name,
                'aria-controls': 'panel-' + name,
                class: 'tab',
                'data-tab': name,
                tabindex: '-1',
                'aria-selected': 'false',
                onclick: () => show(name, {isAsked: true}),
            },
            steady(text),
            news,
        );
        const panel = el(
            'div',
            {
                role: 'tabpanel',
                id: 'panel-' + name,
                'aria-labelledby': 'tab-' + name,
                class: 'tab-panel',
                'data-panel': name,
                tabindex: '0',
                hidden: true,
            },
            content,
        );
        bar.append(tab);
        panels.append(panel);
        tabs.set(name, {tab, panel, news, opened});
    }

    function show(name, {focus = false, isAsked = focus} = {}) {
        if (open !== null) {
            const before = tabs.get(open);
            before.tab.setAttribute('aria-selected', 'false');
            before.tab.setAttribute('tabindex', '-1');
            before.panel.hidden = true;
        }
        open = name;
        const {tab, panel, opened} = tabs.get(name);
        tab.setAttribute('aria-selected', 'true');
        tab.setAttribute('tabindex', '0');
        panel.hidden = false;
        badge(name, 0);
        changed(name, isAsked);
        opened?.();
        if (focus) {
            tab.focus();
        }
    }

    function keys(event) {
        const names = [...tabs.keys()].filter(
            (name) => !tabs.get(name).tab.hidden && tabs.get(name).tab.offsetParent !== null,
        );
        const at = names.indexOf(event.target.dataset?.tab);
        const to = {ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: names.length - 1}[event.key];
        if (at >= 0 && to !== undefined) {
            event.preventDefault();
            show(names[(to + names.length) % names.length], {focus: true});
        }
    }

    /** Shows the number of new items on a tab that is not open. */
    function badge(name, count) {
        const node = tabs.get(name).news;
        node.textContent = count > 0 ? String(count) : '';
        node.hidden = count === 0;
    }

    return {
        bar,
        panels,
        show,
        badge,
        hide(name, hidden) {
            tabs.get(name).tab.hidden = hidden;
        },
        get open() {
            return open;
        },
    };
}
