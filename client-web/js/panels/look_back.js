// look_back.js: looking back at earlier moments of a running game, as everyone could see them, while it goes on. The
// moments cover the map; the page behind it stays live, and the way back says how much is new there.

import {el, fill} from '../core/dom.js';
import {SMALL_WINDOW} from '../core/small_window.js';
import {plural, refusalText, t} from '../core/i18n.js';
import {createBoard} from '../board/board.js';
import {piecesOf} from '../board/pieces.js';
import {roundName, statusPanel, suppliesPanel, trackPanel} from './game_panels.js';
import {createScrubber} from './scrubber.js';

const PART = 30; // steps per request
const STEP_MS = 1200;

/** Loads the public steps of a running game, in parts as they are needed. */
function createSteps({net, where}) {
    const parts = new Map(); // number of the part → promise of its steps
    const ask = (from, count) => net.request('replay', {...where, as: 'public', from, count});

    return {
        /** Returns how many steps there are now. */
        total: async () => (await ask(2 ** 30, 1)).total,
        /** Returns a step, or undefined if it is not there any more because an action was undone. */
        async get(step) {
            const part = Math.floor(step / PART);
            if (!parts.has(part)) {
                const loading = ask(part * PART, PART);
                loading.catch(() => parts.delete(part));
                parts.set(part, loading);
            }
            return (await parts.get(part)).steps[step % PART];
        },
    };
}

/** Two maps are in the page: gives this one's controls other ids than those of the live one. */
function renameIds({element, map}) {
    const other = (id) => `${id}-earlier`;
    element.querySelectorAll('input[id], p[id]').forEach((node) => {
        element.querySelector(`label[for="${node.id}"]`)?.setAttribute('for', other(node.id));
        node.id = other(node.id);
    });
    map.setAttribute('aria-describedby', other(map.getAttribute('aria-describedby')));
    map.setAttribute('aria-label', t('lookback.title'));
}

/** @param {{game: string, index, net, where: {table, invite?}}} parts */
export function createLookBack({game, index, net, where}) {
    const openerText = el('span', {}, t('lookback.open'));
    const opener = el(
        'button',
        {
            type: 'button',
            class: 'small look-back-open',
            'data-act': 'look-back',
            title: t('lookback.open'),
            onclick: () => (offersMissed() ? replay(missed) : open()),
            hidden: true,
        },
        el('span', {'aria-hidden': 'true'}, '◂◂ '),
        openerText,
    );
    const small = window.matchMedia(SMALL_WINDOW);
    const live = el('button', {type: 'button', class: 'main', 'data-act': 'live', onclick: close}, t('lookback.live'));
    const news = el('span', {class: 'soft', role: 'status', 'data-news': '0'});
    const status = el('div', {class: 'status'});
    const body = el('div', {class: 'look-back-map'});
    const strip = el('div', {class: 'strip'});
    const element = el('section', {class: 'look-back', 'aria-label': t('lookback.title'), hidden: true});
    let board = null;
    let scrubber = null;
    let steps = null; // loaded anew each time
    let [at, end] = [0, 0];
    let drawn = null; // the step on screen
    let since = 0; // events when looking back began
    let seq = 0;
    let timer = null;
    let speed = 1;
    let missed = 0; // events that the player has not seen
    let returns = false; // to the live map after the last step, unless the player does anything

    const isOpen = () => !element.hidden;
    const offersMissed = () => missed > 0 && small.matches;

    /** In a small window, the button offers what the player has missed, in place of a card (return_card.js). */
    function labelOpener() {
        const label = t(offersMissed() ? 'summary.replay' : 'lookback.open');
        openerText.textContent = label;
        opener.title = label;
        opener.classList.toggle('main', offersMissed());
    }

    function setMissed(events) {
        missed = events;
        labelOpener();
    }
    small.addEventListener('change', labelOpener);

    function open() {
        openAt(async () => end - 1);
    }

    /** Plays the last actions, which had so many events, and returns to the live map. */
    async function replay(events) {
        await openAt(async () => {
            let first = end;
            for (let left = events; first > 0 && left > 0; first--) {
                left -= (await steps.get(first))?.events.length ?? 0;
            }
            return first;
        });
        if (isOpen() && drawn !== null) {
            returns = true;
            play();
        }
    }

    /** `firstStep`: returns the first step to show, once it is known how many there are. */
    async function openAt(firstStep) {
        if (isOpen()) {
            return;
        }
        returns = false;
        board = createBoard(index, {tapped: () => {}});
        renameIds(board);
        scrubber = createScrubber(game, {
            jump,
            toggle: () => {
                returns = false;
                return timer === null ? play() : pause();
            },
            speed: (factor) => {
                speed = factor;
            },
        });
        fill(body, board.element);
        fill(
            element,
            el('div', {class: 'look-back-head'}, status, news, live),
            body,
            strip,
            scrubber.element,
        );
        cover(true);
        steps = createSteps({net, where});
        since = seq;
        drawn = null;
        showNews();
        live.focus({preventScroll: true});
        try {
            end = (await steps.total()) - 1;
            const first = await firstStep();
            if (isOpen()) {
                pause();
                await go(first);
            }
        } catch (refusal) {
            showProblem(refusal);
        }
    }

    /** Shows or hides this in place of the live map, which keyboard users cannot reach meanwhile. */
    function cover(now) {
        element.hidden = !now;
        [...element.parentElement.children].forEach((other) => {
            other.inert = now && other !== element;
        });
    }

    function close() {
        pause();
        cover(false);
        board?.stop();
        board = null;
        fill(element);
        opener.focus({preventScroll: true});
    }

    /** `to`: a step, or a function from {at, end} to one. */
    function jump(to) {
        returns = false;
        pause();
        go(typeof to === 'function' ? to({at, end}) : to);
    }

    async function go(step) {
        const mine = steps;
        at = Math.min(Math.max(step, 0), end);
        control();
        try {
            const wanted = at;
            const loaded = await steps.get(wanted);
            if (isOpen() && mine === steps && wanted === at && loaded !== undefined) {
                const isFirst = drawn === null;
                drawn = loaded;
                draw();
                if (isFirst && board.isSmall()) {
                    board.show(Object.values(drawn.view.police).map((crossing) => 'x' + crossing));
                }
            }
        } catch (refusal) {
            showProblem(refusal);
        }
    }

    function play() {
        const tick = () => {
            if (at === end && returns) {
                close();
                return;
            }
            timer = at < end || returns ? setTimeout(tick, STEP_MS / speed) : null;
            go(at + 1);
        };
        at = at === end ? 0 : at;
        timer = setTimeout(tick, STEP_MS / speed);
        control();
    }

    function pause() {
        clearTimeout(timer);
        timer = null;
    }

    // ---- Drawing -------------------------------------------------------------------------------------------

    function draw() {
        const {view} = drawn;
        fill(status, statusPanel(view, null, []));
        fill(strip, trackPanel(view), suppliesPanel(view));
        board.pieces(piecesOf(view, index));
        control();
    }

    function control(error = '') {
        const view = drawn?.view;
        const label =
            view === undefined
                ? ''
                : t('replay.at', {
                      step: at,
                      total: end,
                      round: roundName(view),
                      phase: t('phase.' + view.phase),
                  });
        scrubber.update({at, goal: at, end, have: end, playing: timer !== null, label, error});
    }

    function showProblem(refusal) {
        if (isOpen()) {
            control(refusal.code === undefined ? t('replay.broken') : refusalText(refusal));
        }
    }

    function showNews() {
        const count = seq - since;
        news.dataset.news = count;
        news.textContent = count > 0 ? plural('lookback.new', count) : '';
    }

    return {
        opener,
        element,
        replay,
        setMissed,
        update({seq: now, table}) {
            seq = now;
            opener.hidden = table.state !== 'running' || seq === 0;
            if (isOpen()) {
                showNews();
            }
        },
        key(event) {
            if (!isOpen() || event.target.closest?.('svg') || event.altKey || event.ctrlKey || event.metaKey) {
                return false;
            }
            const to = {ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: end}[event.key];
            if (event.key === 'Escape') {
                close();
            } else if (to !== undefined) {
                jump(to);
            }
            return event.key === 'Escape' || to !== undefined;
        },
        leave() {
            small.removeEventListener('change', labelOpener);
            pause();
            board?.stop();
        },
    };
}
