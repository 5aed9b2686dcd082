// review.js: the review of a finished game: a summary, a curve of what was possible at each step, and the decisive
// moments. It is requested when the panel is opened for the first time.

import {el, fill, svg} from '../core/dom.js';
import {refusalText, t} from '../core/i18n.js';
import {decisionTexts, momentText, noteText, possibleText} from './review_words.js';

const HEIGHT = 100; // of the curve, in its own units; its width is the number of steps

/** Returns the points of a curve, as steps: the number after an action holds until the next one. */
function stepsOf(numbers, most) {
    const y = (number) => HEIGHT - (HEIGHT * number) / most;
    return numbers.map((number, step) => `${step},${y(number)} ${step + 1},${y(number)}`).join(' ');
}

/**
 * @param {{game: string, load(): Promise, jump(step: number)}} hooks
 * @returns {{element, opened(), show(step: number)}}  opened: the player sees the panel
 */
export function createReview({game, load, jump}) {
    const element = el('div', {class: 'review'});
    const now = el('p', {class: 'review-now'});
    const worth = el('p', {class: 'review-worth soft'});
    const cursor = svg('line', {class: 'review-cursor', y1: 0, y2: HEIGHT});
    let review = null;
    let moments = []; // {step, button}
    let state = 'new'; // new, loading, failed, ready
    let at = 0;

    /** Draws the curves. The scrubber does the same with the keyboard, so this is only for the pointer. */
    function curve() {
        const targets = review.hideouts ?? review.discoveries;
        const most = Math.max(...review.circles, ...targets, 1);
        const picture = svg(
            'svg',
            {
                class: 'review-curve',
                viewBox: `0 0 ${review.total} ${HEIGHT}`,
                preserveAspectRatio: 'none',
                role: 'img',
                'aria-label': t('review.curve'),
            },
            svg('polygon', {
                class: 'review-circles',
                points: `0,${HEIGHT} ${stepsOf(review.circles, most)} ${review.total},${HEIGHT}`,
            }),
            svg('polyline', {class: 'review-targets', points: stepsOf(targets, most)}),
            cursor,
        );
        const stepUnder = (event) => {
            const {left, width} = picture.getBoundingClientRect();
            return Math.floor(((event.clientX - left) / Math.max(width, 1)) * review.total);
        };
        const scrub = (event) => jump(Math.min(Math.max(stepUnder(event), 0), review.total - 1));
        picture.addEventListener('pointerdown', (event) => {
            picture.setPointerCapture(event.pointerId);
            scrub(event);
        });
        picture.addEventListener('pointermove', (event) => {
            if (picture.hasPointerCapture(event.pointerId)) {
                scrub(event);
            }
        });
        return picture;
    }

    function momentLine(note) {
        const button = el(
            'button',
            {type: 'button', class: 'review-moment', 'data-step': note.step, onclick: () => jump(note.step)},
            el('span', {class: 'review-where'}, momentText(note, game)),
            el('span', {}, noteText(note, game)),
        );
        moments.push({step: note.step, button});
        return el('li', {}, button);
    }

    function build() {
        moments = [];
        const targets = review.hideouts === undefined ? 'review.legend.discoveries' : 'review.legend.hideouts';
        fill(
            element,
            el(
                'figure',
                {class: 'review-figure'},
                curve(),
                el(
                    'figcaption',
                    {class: 'soft'},
                    el('span', {class: 'review-key circles'}, t('review.legend.circles')),
                    el('span', {class: 'review-key targets'}, t(targets)),
                ),
            ),
            now,
            worth,
            el('h2', {}, t('review.summary')),
            el(
                'ul',
                {class: 'review-summary'},
                review.summary.map((note) => el('li', {}, noteText(note, game))),
            ),
            el('h2', {}, t('review.moments')),
            review.moments.length === 0
                ? el('p', {}, t('review.no_moments'))
                : el('ol', {class: 'review-moments'}, review.moments.map(momentLine)),
            el('p', {class: 'soft'}, t('review.about')),
        );
    }

    function draw() {
        if (state !== 'ready') {
            return;
        }
        const step = Math.min(at, review.total - 1);
        const decision = review.decisions.find((one) => one.step === step);
        cursor.setAttribute('x1', step + 0.5);
        cursor.setAttribute('x2', step + 0.5);
        now.textContent = t('review.now', {step, possible: possibleText(review, step)});
        worth.textContent = decision === undefined ? '' : decisionTexts(decision).join(' ');
        moments.forEach((one) =>
            one.step === step
                ? one.button.setAttribute('aria-current', 'step')
                : one.button.removeAttribute('aria-current'),
        );
    }

    async function opened() {
        if (state === 'loading' || state === 'ready') {
            return;
        }
        state = 'loading';
        fill(element, el('p', {role: 'status'}, t('review.loading')));
        try {
            review = await load();
            state = 'ready';
            build();
            draw();
        } catch (refusal) {
            state = 'failed'; // opening the panel again retries
            const why = refusal.code === 'wrong_state' ? t('review.unfinished') : refusalText(refusal);
            fill(element, el('p', {class: 'refusal', role: 'alert'}, why));
        }
    }

    return {
        element,
        opened,
        show(step) {
            at = step;
            draw();
        },
    };
}
