// scrubber.js: the replay controls: step, play, speed, and a slider with the nights or rounds marked on it.
// They are created once and updated, because replacing a slider would interrupt dragging it.

import {el, fill} from '../core/dom.js';
import {t} from '../core/i18n.js';

const SPEEDS = [0.5, 1, 2, 4, 8];

/**
 * @param {string} game
 * @param {{jump(where), toggle(), speed(factor)}} hooks  jump: takes a step, or a function from {at, end} to
 *        one
 */
export function createScrubber(game, {jump, toggle, speed}) {
    const control = (name, sign, onclick) =>
        el(
            'button',
            {
                type: 'button',
                class: 'replay-button',
                'data-replay': name,
                'aria-label': t('replay.' + name),
                title: t('replay.' + name),
                onclick,
            },
            el('span', {'aria-hidden': 'true'}, sign),
        );
    const first = control('first', '|◂', () => jump(() => 0));
    const back = control('back', '◂', () => jump(({at}) => at - 1));
    const play = control('play', '▶', toggle);
    const forward = control('forward', '▸', () => jump(({at}) => at + 1));
    const last = control('last', '▸|', () => jump(({end}) => end));
    const slider = el('input', {
        type: 'range',
        min: '0',
        step: '1',
        'aria-label': t('replay.step'),
        'data-replay': 'scrub',
        oninput: () => jump(Number(slider.value)),
    });
    const speeds = el(
        'select',
        {
            'aria-label': t('replay.speed'),
            'data-replay': 'speed',
            onchange: () => speed(Number(speeds.value)),
        },
        SPEEDS.map((one) => el('option', {value: String(one), selected: one === 1}, `${one}×`)),
    );
    const where = el('p', {class: 'replay-at'});
    const loading = el('p', {class: 'replay-coming soft'});
    const marks = el('div', {class: 'scrub-marks'});
    const ticks = el('div', {class: 'scrub-ticks', 'aria-hidden': 'true'}); // the story has them in words
    const problem = el('p', {class: 'refusal', role: 'alert'});
    play.classList.add('main');

    return {
        element: el(
            'div',
            {class: 'replay-controls', role: 'group', 'aria-label': t('replay.controls')},
            el('div', {class: 'replay-buttons'}, first, back, play, forward, last, speeds, loading, where),
            el('div', {class: 'scrubber'}, slider, ticks, marks),
            problem,
        ),

        /**
         * `goal`: the requested step, which may be beyond the steps loaded so far (`have`); `label`: the moment
         * in words, for screen readers.
         */
        update({at, goal, end, have, playing, label, error}) {
            // Not `disabled`, because a disabled button loses the keyboard focus.
            [first, back].forEach((one) => one.setAttribute('aria-disabled', String(at === 0)));
            [forward, last].forEach((one) => one.setAttribute('aria-disabled', String(at === end)));
            const name = playing ? 'pause' : 'play';
            play.dataset.replay = name;
            play.title = t('replay.' + name);
            play.setAttribute('aria-label', play.title);
            play.firstElementChild.textContent = playing ? '❚❚' : '▶';
            slider.max = String(end);
            slider.value = String(goal);
            slider.setAttribute('aria-valuetext', label);
            where.textContent = t('replay.step_of', {step: at, total: end});
            where.dataset.step = at;
            loading.textContent = have < end ? t('replay.coming', {have}) : '';
            problem.textContent = error;
        },

        /** Ticks moments: [{step, look}]. */
        tick(moments, end) {
            fill(
                ticks,
                moments.map(({step, look}) => {
                    const tick = el('span', {class: `scrub-tick ${look}`});
                    tick.style.insetInlineStart = `${(100 * step) / Math.max(end, 1)}%`;
                    return tick;
                }),
            );
        },

        /** Marks the steps at which nights or rounds start. */
        mark(steps, end) {
            const one = (step, i) => {
                const mark = el(
                    'button',
                    {type: 'button', class: 'scrub-mark', 'data-mark': step, onclick: () => jump(step)},
                    t(`replay.round.${game}`, {round: i + 1}),
                );
                mark.style.insetInlineStart = `${(100 * step) / Math.max(end, 1)}%`;
                return mark;
            };
            fill(marks, steps.map(one));
        },
    };
}
