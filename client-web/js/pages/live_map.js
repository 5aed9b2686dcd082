// live_map.js: a small map of a public game in progress, as spectators see it. It asks for the last position every
// few seconds while the page is visible. It does not watch the table: people on the front page are not spectators.

import {el, fill} from '../core/dom.js';

const AGAIN = 5000; // milliseconds between two requests

/** Loads what draws a map; the front page itself does not need it. */
const loadParts = async (game, {loadBoard, loadGame}) => {
    const [{createBoard, indexBoard, piecesOf}, board] = await Promise.all([loadGame(), loadBoard(game)]);
    const index = indexBoard(board);
    const map = createBoard(index, {});
    return {element: map.element, draw: (view) => map.pieces(piecesOf(view, index))};
};

/** @returns {{update(table?), stop()}}  update() says which table to show, if any */
export function createLiveMap(root, context) {
    const {net, t} = context;
    let shown = null; // {table, map, total}
    let timer = null;
    let stopped = false;

    const isVisible = () => document.visibilityState === 'visible';

    async function look(one) {
        const keys = {table: one.table.id, as: 'public', count: 1};
        const {total} = await net.backgroundRequest('replay', {...keys, from: one.total - 1});
        if (total !== one.total || !one.isDrawn) { // fewer after an undo
            const {steps} = await net.backgroundRequest('replay', {...keys, from: total - 1});
            if (shown === one && steps.length > 0) {
                one.total = total;
                one.isDrawn = true;
                one.map.draw(steps.at(-1).view);
            }
        }
    }

    async function refresh() {
        clearTimeout(timer);
        const one = shown;
        if (stopped || one === null || !isVisible()) {
            return;
        }
        try {
            one.map ??= await loadParts(one.table.game, context);
            await look(one);
            if (shown === one && one.isDrawn && !root.contains(one.map.element)) {
                show(one);
            }
        } catch {
            // The game has ended or the connection is gone: the list of tables will tell.
        }
        if (shown === one && !stopped) {
            timer = setTimeout(refresh, AGAIN);
        }
    }

    function show({table, map}) {
        map.element.inert = true;
        fill(
            root,
            el(
                'a',
                {class: 'live-map', href: `/table/${table.id}`, 'data-live': table.id},
                map.element,
                el('span', {class: 'live-label'}, t('front.live', {game: t(`game.${table.game}`)})),
            ),
        );
    }

    document.addEventListener('visibilitychange', refresh);
    return {
        update(table) {
            if (table?.id === shown?.table.id) {
                return;
            }
            shown = table === undefined ? null : {table, map: null, total: 1, isDrawn: false};
            fill(root);
            refresh();
        },
        stop() {
            stopped = true;
            clearTimeout(timer);
            document.removeEventListener('visibilitychange', refresh);
        },
    };
}
