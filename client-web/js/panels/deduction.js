// deduction.js: what can be known of Jack, on the map and beside it: which sight is shown, the heat map, the
// numbers, and for the circle one points at its share and the ways that lead there. It draws what it is
// given; who asks the server, and when, is deduction_requests.js (a table) or replay.js.

import {el, fill, keepingFocus} from '../core/dom.js';
import {percent} from '../core/i18n.js';
import {deductionPanel, whatIfText} from './deduction_panel.js';
import {heatNodes, SIGHTS, spotsOf, wayLines} from '../board/heat_map.js';

const KEEP = 'deduction';
const REST_MS = 120; // a pointer that only passes asks nothing

/**
 * @param {{board, index, storage, changed(), waysTo?(circle)}} parts  changed: another sight was chosen;
 *        waysTo: a promise of ways (lists of circles) that end on a circle, if there is somebody to ask
 * @returns {{element, isOn, show(state), point(circle), tap(place), whatIf(circle), stop()}}
 */
export function createDeduction({board, index, storage, changed, waysTo}) {
    const element = el('div', {class: 'deduction-panel'});
    const kept = storage.get(KEEP, 'off');
    let sight = SIGHTS.includes(kept) ? kept : 'off';
    let state = {deduction: null, problem: ''};
    let spots = [];
    let isNew = false; // another sight was chosen, and has not been on the map yet
    let pointed = null;
    let resting = null;

    // ---- What is shown ---------------------------------------------------------------------------------

    function choose(next) {
        sight = next;
        isNew = true;
        storage.set(KEEP, next);
        changed();
        draw();
    }

    /** @param {{deduction: object|null, problem?: string}} next  null: not told, or not ours to know */
    function show(next) {
        state = next;
        draw();
    }

    function draw() {
        const {deduction} = state;
        const told = sight !== 'off' && deduction !== null;
        spots = told ? spotsOf(deduction, sight, index.game) : [];
        board.heat(heatNodes(spots, index));
        bringIntoView();
        keepingFocus(element, () =>
            fill(
                element,
                deductionPanel({...state, deduction: told ? deduction : null, sight, spots, index}, hands),
            ),
        );
        drawPointed();
    }

    /** On a phone the map is near: who asks where Jack can be is led there if nothing of it is to be seen. */
    function bringIntoView() {
        const places = spots.map(({circle}) => 'c' + circle);
        if (isNew && places.length > 0) {
            isNew = false;
            if (!places.some(board.sees)) {
                board.show(places);
            }
        }
    }

    const hands = {choose, point, find: (circle) => board.find('c' + circle)};

    // ---- The circle one points at ----------------------------------------------------------------------

    const spotAt = (circle) => spots.find((spot) => spot.circle === circle);

    /** Its share beside it, and the ways to it. Null: none any more. */
    function point(circle) {
        pointed = circle;
        drawPointed();
    }

    function drawPointed() {
        const spot = spotAt(pointed);
        clearTimeout(resting);
        board.tip(spot === undefined ? null : 'c' + pointed, tipText(spot));
        board.ways([]);
        const full = waysTo !== undefined && state.deduction?.trails !== undefined;
        if (full && spot !== undefined && state.deduction.now.includes(pointed)) {
            resting = setTimeout(drawWays, REST_MS, pointed, state.deduction);
        }
    }

    const tipText = (spot) => (spot?.share === undefined ? '' : percent(spot.share));

    async function drawWays(circle, deduction) {
        const ways = await waysTo(circle).catch(() => []);
        if (pointed === circle && state.deduction === deduction && sight !== 'off') {
            board.ways(wayLines(ways, index));
        }
    }

    /** What a search of this circle would leave: {short, sentence}; null if that is not shown. */
    function whatIf(circle) {
        const {deduction} = state;
        const searches = (sight !== 'off' && deduction?.searches) || [];
        const search = searches.find((one) => one.circle === circle);
        return search === undefined ? null : whatIfText(search, deduction);
    }

    draw();
    return {
        element,
        get isOn() {
            return sight !== 'off';
        },
        show,
        point,
        /** On a screen without a pointer one points by tapping. */
        tap(place) {
            const isSpot = place.startsWith('c') && spotAt(Number(place.slice(1))) !== undefined;
            point(isSpot ? Number(place.slice(1)) : null);
            return isSpot;
        },
        whatIf,
        stop: () => clearTimeout(resting),
    };
}
