// terms.js: terms of the games in the texts of a game page. Each is a button where it first appears in a panel; it
// opens a small explanation over the page. Nothing is a button until the glossary has been loaded.

import {createDialog} from '../core/dialog.js';
import {button} from '../core/controls.js';
import {el} from '../core/dom.js';
import {t} from '../core/i18n.js';
import {termAddress} from './text.js';

const SKIPPED = 'a, button, summary, label, input, select, textarea, dialog, .term, .visually-hidden';
const escaped = (form) => form.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Returns a pattern that finds the forms of all terms of a game, the longest first, and a Map from form to term. */
export function matcherOf({glossary}, game) {
    const terms = glossary.terms.filter((term) => (term.game ?? game) === game);
    const byForm = new Map(terms.flatMap((term) => (term.forms ?? []).map((form) => [form, term])));
    const forms = [...byForm.keys()].sort((a, b) => b.length - a.length).map(escaped);
    return {pattern: new RegExp(`(?<![\\p{L}\\d])(${forms.join('|')})(?![\\p{L}\\d])`, 'u'), byForm};
}

/**
 * @param {string} game
 * @param {function} loadGuide  returns a promise of the texts in the current language
 * @returns {{element, watch(panels), stop()}}  element: the dialog, which must be in the page
 */
export function createTerms(game, loadGuide) {
    const dialog = createDialog({title: t('learn.term'), name: 'term'}, {t});
    const panels = new Map(); // name → Map: id of a term → the text in which it first appeared
    const waiting = new Map(); // name → panel that was drawn before the glossary was there
    let matcher = null;

    loadGuide().then(
        (guide) => {
            matcher = matcherOf(guide, game);
            waiting.forEach((panel, name) => link(panel, name));
            waiting.clear();
        },
        () => {}, // the game is complete without it
    );

    function open(term) {
        dialog.open(
            el('p', {class: 'term-name'}, el('strong', {}, term.term)),
            el('p', {}, term.text),
            el('p', {}, el('a', {href: termAddress(term), target: '_blank', rel: 'noopener'}, t('learn.more'))),
        );
    }

    const termButton = (term, words) =>
        button(
            {
                key: 'term-' + term.id,
                class: 'term',
                'data-term': term.id,
                'aria-haspopup': 'dialog',
                onclick: (event) => {
                    event.stopPropagation();
                    open(term);
                },
            },
            words,
        );

    /** Splits a text node around the terms that appear here first. */
    function linkText(node, seen) {
        const whole = node.textContent;
        const parts = [];
        for (let rest = whole; rest !== '';) {
            const found = matcher.pattern.exec(rest);
            if (found === null) {
                parts.push(rest);
                break;
            }
            const term = matcher.byForm.get(found[1]);
            const isFirst = !seen.has(term.id) || (seen.get(term.id) === whole && !parts.some((one) => one.term === term));
            parts.push(rest.slice(0, found.index));
            parts.push(isFirst ? {term, words: found[1]} : found[1]);
            seen.set(term.id, seen.get(term.id) ?? whole);
            rest = rest.slice(found.index + found[1].length);
        }
        if (parts.some((part) => part.term)) {
            node.replaceWith(...parts.map((part) => (part.term ? termButton(part.term, part.words) : part)));
        }
    }

    /** Makes buttons of the terms that first appear in this panel. */
    function link(panel, name) {
        if (matcher === null) {
            waiting.set(name, panel);
            return;
        }
        if (!panels.has(name)) {
            panels.set(name, new Map());
        }
        const walker = document.createTreeWalker(panel, NodeFilter.SHOW_TEXT);
        const nodes = [];
        while (walker.nextNode()) {
            nodes.push(walker.currentNode);
        }
        nodes
            .filter((node) => matcher.pattern.test(node.textContent) && node.parentElement.closest(SKIPPED) === null)
            .forEach((node) => linkText(node, panels.get(name)));
    }

    const observers = [];

    return {
        element: dialog.element,
        /** Makes buttons of the terms in these panels, by name, now and whenever they are redrawn. */
        watch(watched) {
            for (const [name, panel] of Object.entries(watched)) {
                const observer = new MutationObserver(() => link(panel, name));
                observer.observe(panel, {childList: true, characterData: true, subtree: true});
                observers.push(observer);
                link(panel, name);
            }
        },
        stop: () => observers.forEach((observer) => observer.disconnect()),
    };
}
