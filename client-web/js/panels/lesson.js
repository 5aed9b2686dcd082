// lesson.js: the guide of a guided game, above the map: what to do now and why, an answer to a wrong try, and the way back
// for a player who leaves the lesson. The server says at which step the game is (`lesson` of a turn) and which actions the
// step accepts; what is said comes from common/learn, and the terminal client says the same.
//
// While the lesson is followed, actions are sent with "lesson": the server refuses those that the step does not expect.

import {button} from '../core/controls.js';
import {el, fill, keepingFocus} from '../core/dom.js';
import {crossingName} from '../board/geometry.js';

const REFUSED = 'not_in_lesson';

/** Fills in {names} of a text. */
const filled = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name]);

/**
 * @param {{index, load, show(action), undo(), isHidden()}} parts  load: returns a promise of the texts in the current language; show:
 *        chooses an action for the player, who only has to confirm it; isHidden: whether Jack hides his secrets, of which
 *        the lesson speaks
 */
export function createLesson({index, load, show, undo, isHidden}) {
    const head = el('p', {class: 'lesson-head'});
    const said = el('div', {class: 'lesson-said', 'aria-live': 'polite'});
    const choices = el('div', {class: 'lesson-choices'});
    const element = el('section', {class: 'lesson', hidden: true}, head, said, choices);
    let texts = null; // {words, lessons}
    let lesson = null; // the texts of this one
    let name = null;
    let now = null; // {state, step, accepts} of the turn; or {state: 'won' | 'lost'}
    let isOwnWay = false; // the next action may be any
    let wrong = null; // what is said about the last try
    let drawn = '';

    /** Crossings have no numbers on screen: {x82} becomes a name. */
    function place(text) {
        return text.replace(/\{x(\d+)\}/g, (_, number) =>
            filled(texts.words.crossing, {name: crossingName(index, Number(number))}),
        );
    }

    function begin(wanted) {
        name = wanted;
        load().then(
            (loaded) => {
                texts = loaded;
                lesson = loaded.lessons.find(({id}) => id === wanted) ?? null;
                element.setAttribute('aria-label', loaded.words.label);
                draw();
            },
            () => (name = null), // the next update tries again; the game goes on without it
        );
    }

    function text() {
        const {state, step} = now;
        if (state === 'step') {
            return isOwnWay ? texts.words.own_text : place(lesson.steps[step].say);
        }
        return lesson[state];
    }

    function stepName() {
        const steps = Object.keys(lesson.steps);
        const at = steps.indexOf(now.step) + 1;
        const counted = now.state === 'step' ? ' · ' + filled(texts.words.step, {at, of: steps.length}) : '';
        return lesson.title + counted;
    }

    const choice = (key, onclick, look = '') =>
        button({key: 'lesson-' + key, class: `small ${look}`, 'data-lesson': key, onclick}, texts.words[key]);

    const link = (key, href, look = '') =>
        el('a', {class: `button small ${look}`, 'data-lesson': key, href}, texts.words[key]);

    function setOwnWay(value) {
        isOwnWay = value;
        wrong = null;
        draw();
    }

    function choicesNow() {
        switch (now.state) {
            case 'step':
                return isOwnWay
                    ? choice('follow', () => setOwnWay(false))
                    : [choice('show', () => show(now.accepts[0])), choice('own', () => setOwnWay(true))];
            case 'left':
                return choice('undo', undo);
            case 'won':
            case 'lost':
                return [link('whole', '/', 'main'), link('again', '/learn/first-game')];
            default:
                return null;
        }
    }

    function draw() {
        element.hidden = lesson === null || now === null || isHidden();
        const next = JSON.stringify([lesson?.id, now, isOwnWay, wrong]);
        if (element.hidden || next === drawn) {
            return;
        }
        drawn = next;
        element.dataset.state = now.state;
        element.dataset.step = now.step ?? '';
        head.textContent = stepName();
        fill(
            said,
            wrong !== null && el('p', {class: 'lesson-wrong'}, wrong),
            wrong === null && el('p', {class: 'lesson-say'}, text()),
        );
        keepingFocus(choices, () => fill(choices, choicesNow()));
    }

    function update({view, table, turn, over, sits}) {
        if (table.lesson === undefined || !sits) {
            return;
        }
        if (isHidden()) {
            draw();
            return;
        }
        if (name === null) {
            begin(table.lesson);
        }
        const won = (table.result?.winner === 'jack') === (view.you.role === 'jack');
        const next = over ? table.result && {state: won ? 'won' : 'lost'} : (turn?.lesson ?? null);
        if (JSON.stringify(next) !== JSON.stringify(now)) {
            now = next ?? now;
            isOwnWay = false;
            wrong = null;
        }
        draw();
    }

    return {
        element,
        update,
        /** Whether an action that the step does not expect is to be refused. */
        get isFollowed() {
            return lesson !== null && now?.state === 'step' && !isOwnWay;
        },
        /** Answers a wrong try. Returns what is said where the action was chosen, or undefined if it is another refusal. */
        refused({code}, action) {
            if (code !== REFUSED || lesson === null || now?.state !== 'step') {
                return undefined;
            }
            const step = lesson.steps[now.step];
            wrong = place(step.instead?.[action.do] ?? step.wrong);
            drawn = ''; // also if it is the same as the last time: it is announced again
            draw();
            return texts.words.not_this;
        },
    };
}
