// deduction.js: deduction help on and next to the map: the chosen overlay, the heat map, the numbers, and the
// share of the circle under the pointer with the trails that lead there. Draws what it is given;
// deduction_requests.js (for a table) or replay.js get it from the server.

import {el, fill, keepingFocus} from '../core/dom.js';
import {percent} from '../core/i18n.js';
import {deductionPanel, whatIfText} from './deduction_panel.js';
import {heatNodes, OVERLAYS, spotsOf, wayLines} from '../board/heat_map.js';

const STORAGE_KEY = 'deduction';
const REST_MS = 120; // milliseconds the pointer must rest on a circle before its trails are requested

/**
 * @param {{board, index, storage, changed(), waysTo?(circle)}} parts  changed: another overlay was chosen;
 *        waysTo: returns a promise of trails (lists of circles) that end on a circle, if they are available
 * @returns {{element, isOn, show(state), point(circle), tap(place), whatIf(circle), isKnownMiss(circle), stop()}}
 */
export function createDeduction({board, index, storage, changed, waysTo}) {
    const element = el('div', {class: 'deduction-panel'});
    const stored = storage.get(STORAGE_KEY, 'off');
    let overlay = OVERLAYS.includes(stored) ? stored : 'off';
    let state = {deduction: null, problem: ''};
    let spots = [];
    let isNew = false; // another overlay was chosen and has not been drawn yet
    let pointed = null;
    let resting = null;

    // ---- Overlay ---------------------------------------------------------------------------------------

    function choose(next) {
        overlay = next;
        isNew = true;
        storage.set(STORAGE_KEY, next);
        changed();
        draw();
    }

    /**
     * @param {{deduction: object|null, problem?: string}} next  deduction: null if unknown or not available to
     *        this player
     */
    function show(next) {
        state = next;
        draw();
    }

    function draw() {
        const {deduction} = state;
        const isShown = overlay !== 'off' && deduction !== null;
        spots = isShown ? spotsOf(deduction, overlay, index.game) : [];
        board.heat(heatNodes(spots, index));
        bringIntoView();
        keepingFocus(element, () =>
            fill(
                element,
                deductionPanel(
                    {...state, deduction: isShown ? deduction : null, overlay, spots, index},
                    handlers,
                ),
            ),
        );
        drawPointed();
    }

    /** Scrolls the map to the new overlay if no part of it is visible, which is common on phones. */
    function bringIntoView() {
        const places = spots.map(({circle}) => 'c' + circle);
        if (isNew && places.length > 0) {
            isNew = false;
            if (!places.some(board.sees)) {
                board.show(places);
            }
        }
    }

    const handlers = {choose, point, find: (circle) => board.find('c' + circle)};

    // ---- Circle under the pointer ----------------------------------------------------------------------

    const spotAt = (circle) => spots.find((spot) => spot.circle === circle);

    /** Shows a circle's share and the trails to it, or none (null). */
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
        if (pointed === circle && state.deduction === deduction && overlay !== 'off') {
            board.ways(wayLines(ways, index));
        }
    }

    /** Returns what a search of this circle would leave: {short, sentence}, or null if that is not shown. */
    function whatIf(circle) {
        const {deduction} = state;
        const searches = (overlay !== 'off' && deduction?.searches) || [];
        const search = searches.find((one) => one.circle === circle);
        return search === undefined ? null : whatIfText(search, deduction);
    }

    /** Returns whether the player is shown that a search of this circle finds nothing. */
    function isKnownMiss(circle) {
        const searches = (overlay !== 'off' && state.deduction?.searches) || [];
        return searches.some((one) => one.circle === circle && one.yes.trails === '0');
    }

    draw();
    return {
        element,
        isKnownMiss,
        get isOn() {
            return overlay !== 'off';
        },
        show,
        point,
        /** On a touch screen, a tap replaces pointing. */
        tap(place) {
            const isSpot = place.startsWith('c') && spotAt(Number(place.slice(1))) !== undefined;
            point(isSpot ? Number(place.slice(1)) : null);
            return isSpot;
        },
        whatIf,
        stop: () => clearTimeout(resting),
    };
}
