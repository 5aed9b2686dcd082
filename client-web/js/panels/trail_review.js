// trail_review.js: Jack's trail after the end: one night or round at a time, all of them, or played as a short
// animation on the map.

import {el, fill, keepingFocus} from '../core/dom.js';
import {button, buttons} from '../core/controls.js';
import {t} from '../core/i18n.js';
import {cellName} from '../core/game_terms.js';
import {trailOf} from '../board/pieces.js';

const WHOLE_MS = 14000; // about how long the whole trail takes
const STEP_MS = {min: 160, max: 600};

/** @param {{board, index, redraw()}} parts  redraw: draws pieces and trail again */
export function createTrailReview({board, index, redraw}) {
    const element = el('section', {class: 'trail-review', 'aria-label': t('trail.label'), hidden: true});
    const caption = el('p', {class: 'trail-caption soft', role: 'status'});
    let view = null;
    let chosen = null; // index of a night or round; null for all
    let playing = null;

    const rows = () => view?.rows ?? [];
    /** All rows, of which only the chosen ones have cells. */
    const chosenRows = () => rows().map((row, i) => (chosen === null || i === chosen ? row : []));
    const nameOf = (row) => t(`panel.round.${view.game}`, {round: row + 1});

    function choose(row) {
        stop();
        chosen = row;
        redraw();
        render();
        board.show((row === null ? rows().flat() : rows()[row]).map((cell) => 'c' + cell.circle));
    }

    function stop() {
        playing?.stop();
        playing = null;
        caption.textContent = '';
    }

    async function play() {
        if (playing !== null) {
            stop();
            redraw();
            render();
            return;
        }
        const part = chosenRows();
        const steps = part.flat().length;
        const ms = Math.min(Math.max(WHOLE_MS / Math.max(steps, 1), STEP_MS.min), STEP_MS.max);
        board.show(part.flat().map((cell) => 'c' + cell.circle));
        const mine = board.playTrail(part, {ms, onStep: tell});
        playing = mine;
        redraw();
        render();
        await mine.done;
        if (playing === mine) {
            stop();
            redraw();
            render();
        }
    }

    function tell({row, cell}) {
        caption.textContent = t('trail.step', {
            round: nameOf(row),
            cell: cellName(cell.cell, view.game),
            circle: cell.circle,
        });
    }

    function render() {
        const chip = (row, text) =>
            button(
                {
                    key: 'trail-' + (row ?? 'all'),
                    class: 'chip',
                    'data-trail': row === null ? 'all' : row + 1,
                    pressed: chosen === row,
                    onclick: () => choose(row),
                },
                text,
            );
        element.hidden = rows().length === 0;
        keepingFocus(element, () =>
            fill(
                element,
                el('h3', {}, t('trail.title')),
                buttons(
                    'trail-nights',
                    t('trail.nights'),
                    rows().length > 1 && chip(null, t('trail.all')),
                    rows().map((row, i) =>
                        chip(i, [
                            el('span', {class: `night-dot night-${i + 1}`}),
                            nameOf(i),
                        ]),
                    ),
                    button(
                        {key: 'trail-play', class: 'trail-play', 'data-act': 'play-trail', onclick: play},
                        el('span', {'aria-hidden': 'true'}, playing === null ? '▶ ' : '■ '),
                        t(playing === null ? 'trail.play' : 'trail.stop'),
                    ),
                    caption,
                ),
            ),
        );
    }

    return {
        element,
        update(next) {
            const begins = view === null;
            view = next;
            if (begins) {
                chosen = rows().length === 1 ? 0 : null;
                render();
                board.showAll(); // the last choice may have left a small part of the map in view
            }
        },
        stop,
        /** Returns what to draw instead of the usual trail: lines and spots. */
        shapes() {
            if (view === null || playing !== null) {
                return {lines: [], spots: []};
            }
            const last = chosen ?? rows().length - 1;
            return trailOf({...view, rows: chosenRows().slice(0, last + 1)}, index, false, {all: true});
        },
    };
}
