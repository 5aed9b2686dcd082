// notes_panel.js: draws the notes panel: the tools, a form to use instead of the map, and all marks in words.
// Draws the state of notes.js (`notes`) and calls its `handlers`.

import {el} from '../core/dom.js';
import {t, listed} from '../core/i18n.js';
import {pawnName} from '../board/pawns.js';
import {button, buttons} from '../core/controls.js';

export const SIGNS = {suspect: '?', cleared: '×', route: '~', arrow: '→', ping: '◎', erase: '–'};

/** Returns the tools in order. Jack has nobody to point out a place to. */
export const toolsFor = (isPrivate) =>
    ['suspect', 'cleared', 'arrow', 'route', 'ping', 'erase'].filter((tool) => !isPrivate || tool !== 'ping');

/**
 * Draws the marking tools.
 * @param {{tool, drawing, own, others: {player, owner?: {name, pawn}, marks}[], shown, problem}} notes
 * @param {{pick(tool), finishRoute(), type(tool, circles), show(now), clear()}} handlers
 */
export function notesTools(notes, handlers) {
    return [
        el('p', {class: 'soft'}, t(notes.isPrivate ? 'notes.about_private' : 'notes.about')),
        el(
            'p',
            {class: 'soft'},
            t('notes.gestures'),
            !notes.isPrivate && ' ' + t('notes.gestures_police'),
        ),
        toolRow(notes, handlers),
        notes.tool !== null && el('p', {role: 'status'}, t('notes.hint.' + notes.tool)),
        notes.drawing !== null && notes.tool !== 'arrow' && routeInProgress(notes, handlers),
    ];
}

/** Describes all marks in words. */
export function notesWords(notes, handlers) {
    return [
        notes.problem && el('p', {class: 'refusal', role: 'alert'}, notes.problem),
        inWords(t('notes.own'), notes.own, notes.isPrivate ? {class: 'secret'} : {}),
        notes.others.map(({player, owner, marks}) =>
            inWords(
                owner ? t('notes.of', {name: owner.name, pawn: pawnName(owner.pawn)}) : t('notes.of_gone'),
                marks,
                {'data-owner': player},
            ),
        ),
        lastRow(notes, handlers),
    ];
}

function toolRow({tool, isPrivate}, {pick}) {
    const chip = (name) =>
        button(
            {
                key: 'tool-' + name,
                class: 'chip note-' + name,
                'data-tool': name,
                pressed: tool === name,
                onclick: () => pick(name),
            },
            el('span', {class: 'note-sign', 'aria-hidden': 'true'}, SIGNS[name]),
            t('notes.tool.' + name),
        );
    return buttons('note-tools', t('notes.tools'), toolsFor(isPrivate).map(chip));
}

function routeInProgress({drawing}, {finishRoute}) {
    return el(
        'p',
        {},
        t('notes.drawing', {circles: drawing.join(' – ')}),
        ' ',
        button({key: 'finish-route', class: 'small', onclick: finishRoute}, t('notes.finish')),
    );
}

/**
 * Creates the form to use instead of the map: type one or more circles for a mark, several for a route. Created
 * only once, so that the input survives when a colleague marks something.
 */
export function notesForm({type}, tools) {
    const field = el('input', {type: 'text', inputmode: 'numeric', id: 'note-circles', autocomplete: 'off'});
    const use = (how) => type(how, (field.value.match(/\d+/g) ?? []).map(Number));
    const submit = (event) => {
        event.preventDefault();
        use('suspect');
    };
    return el(
        'form',
        {class: 'note-form', onsubmit: submit},
        el('label', {for: 'note-circles'}, t('notes.circles')),
        field,
        el(
            'div',
            {class: 'row'},
            tools.map((how) =>
                button({key: 'note-' + how, class: 'small', onclick: () => use(how)}, t('notes.tool.' + how)),
            ),
        ),
    );
}

/** Returns a list of marks as sentences with a heading, or nothing if there are none. */
function inWords(title, marks, attributes = {}) {
    const circles = (mark) =>
        marks
            .filter((one) => one.mark === mark)
            .map((one) => one.circle)
            .sort((a, b) => a - b);
    const routes = marks.filter((one) => one.route !== undefined);
    const arrows = marks.filter((one) => one.from !== undefined);
    const lines = [
        circles('suspect').length > 0 && t('notes.suspects', {circles: listed(circles('suspect'))}),
        circles('cleared').length > 0 && t('notes.cleared', {circles: listed(circles('cleared'))}),
        ...routes.map((one) => t('notes.route', {circles: one.route.join(' – ')})),
        ...arrows.map((one) => t('notes.arrow', one)),
    ].filter(Boolean);
    const items = lines.map((line) => el('li', {}, line));
    return lines.length > 0 && el('section', attributes, el('h2', {}, title), el('ul', {}, items));
}

function lastRow({shown, own}, {show, clear}) {
    return el(
        'div',
        {class: 'row'},
        button(
            {key: 'notes-shown', class: 'small', pressed: shown, onclick: () => show(!shown)},
            t(shown ? 'notes.hide' : 'notes.show'),
        ),
        button(
            {key: 'notes-clear', class: 'small', disabled: own.length === 0, onclick: clear},
            t('notes.clear'),
        ),
    );
}
