// auto_search.js: "Search all, nearest first": after each miss it searches the next circle, until a hit, the
// last circle, or the player stops it. Each search is a separate action, as if the player had chosen it.

import {el} from '../core/dom.js';
import {t, plural} from '../core/i18n.js';
import {button} from '../core/controls.js';
import {reachLength} from '../board/geometry.js';

export function createAutoSearch({index, send}) {
    let running = null; // {pawn, asked, seq}; asked: number of searches so far

    const nearest = (view, pawn, circles) =>
        circles.toSorted(
            (a, b) =>
                reachLength(index, view.police[pawn], a) - reachLength(index, view.police[pawn], b) || a - b,
        )[0];

    function searchNext({view, turn}) {
        const circles = turn.legal?.search?.[running.pawn];
        if (circles === undefined || (running.asked > 0 && view.searching !== running.pawn)) {
            running = null; // a clue was found, or no circle is left
            return;
        }
        running.asked += 1;
        send({by: running.pawn, do: 'search', circle: nearest(view, running.pawn, circles)});
    }

    return {
        stop() {
            running = null;
        },
        /** Sets a new turn, and sends the next search if one is running. */
        update(state) {
            if (running !== null && state.seq > running.seq) {
                running.seq = state.seq;
                searchNext(state);
            }
        },
        row(mode, state, busy, changed) {
            const circles = mode?.kind === 'search' ? (state.turn.legal?.search?.[mode.by] ?? []) : [];
            const start = () => {
                running = {pawn: mode.by, asked: 0, seq: state.seq};
                searchNext(state);
            };
            const stop = () => {
                running = null;
                changed();
            };
            if (running !== null) {
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
