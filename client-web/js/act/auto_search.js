// auto_search.js: "search all, nearest first": goes on after each miss by itself, until a hit, the last circle,
// or the player says stop. Every question is an action of its own, as if he had asked it himself.

import {el} from '../core/dom.js';
import {t, plural} from '../core/i18n.js';
import {button} from '../core/controls.js';
import {reachLength} from '../board/geometry.js';

export function createSearching({index, send}) {
    let under = null; // {pawn, asked}: how many questions so far

    const nearest = (view, pawn, circles) =>
        circles.toSorted(
            (a, b) =>
                reachLength(index, view.police[pawn], a) - reachLength(index, view.police[pawn], b) || a - b,
        )[0];

    function ask({view, turn}) {
        const circles = turn.legal?.search?.[under.pawn];
        if (circles === undefined || (under.asked > 0 && view.searching !== under.pawn)) {
            under = null; // a hit, or nothing left
            return;
        }
        under.asked += 1;
        send({by: under.pawn, do: 'search', circle: nearest(view, under.pawn, circles)});
    }

    return {
        stop() {
            under = null;
        },
        /** A new turn: the next question, if we are at it. */
        update(state) {
            if (under !== null && state.seq > under.seq) {
                under.seq = state.seq;
                ask(state);
            }
        },
        row(mode, state, busy, changed) {
            const circles = mode?.kind === 'search' ? (state.turn.legal?.search?.[mode.by] ?? []) : [];
            const start = () => {
                under = {pawn: mode.by, asked: 0, seq: state.seq};
                ask(state);
            };
            const stop = () => {
                under = null;
                changed();
            };
            if (under !== null) {
                return el(
                    'div',
                    {class: 'act-searching'},
                    el('p', {role: 'status'}, t('act.searching')),
                    button(
                        {key: 'stop-search', 'data-act': 'stop-search', class: 'danger', onclick: stop},
                        t('act.stop_search'),
                    ),
                );
            }
            return (
                circles.length > 0 &&
                el(
                    'div',
                    {class: 'act-searching'},
                    el('p', {class: 'soft'}, plural('act.circles_left', circles.length)),
                    circles.length > 1 &&
                        button(
                            {key: 'search-all', 'data-act': 'search-all', disabled: busy, onclick: start},
                            t('act.search_all'),
                        ),
                )
            );
        },
    };
}
