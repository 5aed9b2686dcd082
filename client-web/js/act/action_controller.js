// action_controller.js: acting. Keeps what one has set out to do (a mode of legal_modes.js) and how far it has been gathered
// (a draft), from taps on the map and in the panel (action_panel.js), and sends the action when it is confirmed.

import {el, fill, keepingFocus} from '../core/dom.js';
import {t, refusalText} from '../core/i18n.js';
import {pawnName} from '../board/pawns.js';
import {actConfirm, actPanel, SUGGESTED, tokenNodes, tokenPicture} from './action_panel.js';
import {modesOf} from './legal_modes.js';
import {createSearching} from './auto_search.js';
import {startDrag} from '../core/drag.js';

const USUAL = ['search', 'walk', 'escape', 'move', 'kill', 'patrols'];

/**
 * @param {{net, table: string, board, index, announce, changed(), whatIf(circle)}} parts  changed: one acts
 *        with another pawn; whatIf: what a search would leave, if that is to be shown
 */
export function createActing({net, table, board, index, announce, changed, whatIf}) {
    const element = el('section', {class: 'acting', 'aria-label': t('act.label'), tabindex: '-1'});
    let state = null; // {view, turn, mine, undoable}
    let modes = [];
    let current = null; // the mode one is in
    let draft = null;
    let message = null; // {text, bad}
    let sentSeq = null; // null: nothing under way; Infinity: sent; a number: wait for that turn
    let sendings = 0; // counts what was sent: only the answer to the last says that nothing is under way
    let doing = false;
    const searching = createSearching({index, send: (action) => submit(action)});

    // ---- The state of things ---------------------------------------------------------------------------

    /** A new turn, or a new view of it. What was being gathered stays if the choices are the same. */
    function update(next) {
        const same =
            state !== null &&
            current !== null &&
            JSON.stringify([state.turn.legal, state.mine]) === JSON.stringify([next.turn.legal, next.mine]);
        state = next;
        if (sentSeq !== null && next.seq >= sentSeq) {
            sentSeq = null;
        }
        modes = modesOf(next.turn.legal, {view: next.view, index, pawns: next.mine});
        if (!same) {
            message = null;
            choose(bestMode(), {quiet: true});
        } else {
            current = modes.find((mode) => mode.id === current.id) ?? null;
        }
        searching.update(next);
        render();
    }

    const usable = () => modes.filter((mode) => mode.why === null);

    // The one thing there is to do; otherwise what one most often does, with the policeman in hand if he
    // still may.
    function bestMode() {
        const own = usable();
        const rank = (mode) => (mode.by === current?.by ? 0 : 100) + (USUAL.indexOf(mode.kind) + 1 || 50);
        return own.toSorted((a, b) => rank(a) - rank(b))[0] ?? null;
    }

    function choose(mode, {quiet = false} = {}) {
        current = mode;
        draft = mode?.gather?.begin() ?? null;
        if (!quiet) {
            message = null;
            render();
        }
    }

    // ---- Gathering -------------------------------------------------------------------------------------

    const action = () => (current === null || draft === null ? null : current.action(draft));

    /** A tap on the map or in the list. True if it meant something here. */
    function tap(value) {
        if (state === null || current === null || busy()) {
            return false;
        }
        const target = current.gather.targets(draft).find((one) => one.place === value);
        if (target?.blocked) {
            say(target.label, true);
            return true;
        }
        const other = modeOfPawnAt(value);
        if (target === undefined && other !== undefined) {
            choose(other);
            return true;
        }
        if (current.gather.oneTap && action() !== null && isFinal(value)) {
            confirm();
            return true;
        }
        change(current.gather.pick(draft, value));
        return target !== undefined;
    }

    const isFinal = (value) => [draft.place, draft.second, draft.value].includes(value);

    function change(next) {
        if (next !== draft) {
            draft = next;
            message = null;
            render();
            announce(current.says(draft) ?? '');
        }
    }

    function modeOfPawnAt(place) {
        const pawn = Object.keys(state.view.police).find(
            (colour) => 'x' + state.view.police[colour] === place,
        );
        return pawn === undefined
            ? undefined
            : usable().find((mode) => mode.by === pawn && mode.kind !== 'pass');
    }

    function cancel() {
        if (current === null || busy() || JSON.stringify(draft) === JSON.stringify(current.gather.begin())) {
            return false;
        }
        draft = current.gather.begin();
        message = null;
        render();
        announce(t('act.cancelled'));
        return true;
    }

    function confirm() {
        const ready = action();
        if (ready === null || busy()) {
            return false;
        }
        submit(ready);
        return true;
    }

    // ---- Sending ---------------------------------------------------------------------------------------

    const busy = () => sentSeq !== null || doing;

    /**
     * What changes the game: one is busy until the turn after it is there. With the turn it was chosen at: should it
     * be held up on the way, it is not done at another.
     */
    async function send(verb, keys) {
        const mine = ++sendings;
        let until = null;
        sentSeq = Infinity;
        message = null;
        render();
        try {
            const {seq} = await net.requestOnce(verb, {table, ...keys, seq: state.seq});
            until = state.seq >= seq ? null : seq;
        } catch (refusal) {
            searching.stop();
            message = {text: refusalText(refusal), bad: true};
        }
        if (mine === sendings) {
            sentSeq = until;
        }
        render();
    }

    const submit = (ready) => send('act', {action: ready});
    const undo = () => send('undo');

    async function during(what) {
        doing = true;
        render();
        try {
            await what();
        } catch (refusal) {
            say(refusalText(refusal), true);
        }
        doing = false;
        render();
    }

    const suggest = (level) =>
        during(async () => {
            const key = SUGGESTED[current.kind];
            const asked = current;
            const answer = await net.request('suggest', {table, what: current.kind, level});
            if (current === asked) {
                draft = [answer[key]]
                    .flat()
                    .reduce(
                        (made, number) => current.gather.pick(made, 'c' + number),
                        current.gather.begin(),
                    );
                message = null;
                board.show([answer[key]].flat().map((number) => 'c' + number));
            }
        });

    function say(text, bad = false) {
        message = {text, bad};
        render();
    }

    // ---- Drawing ---------------------------------------------------------------------------------------

    function render() {
        if (state === null) {
            return;
        }
        const shown = {state, modes, current, draft, message, busy: busy(), ready: action() !== null, whatIf};
        const focused = element.contains(document.activeElement);
        element.classList.toggle('idle', modes.length === 0 && !state.undoable && message === null);
        keepingFocus(element, () =>
            fill(
                element,
                actPanel(shown, hands),
                searching.row(current, state, busy(), render),
                actConfirm(shown, hands),
            ),
        );
        if (focused && !element.contains(document.activeElement)) {
            element.focus({preventScroll: true}); // the button that was used is gone: at least not to the top
        }
        drawOnMap();
        changed(current?.by ?? null);
    }

    // What the panel's buttons do.
    const hands = {
        choose,
        tap(value) {
            tap(value);
            board.bring(value); // what is chosen in the list is to be seen
        },
        say,
        suggest,
        confirm,
        cancel,
        undo,
        lift,
        hint: board.hint,
        deal: () => change(current.gather.rest(draft)),
    };

    /** A token is taken up, from the tray or from where it lies, to be dragged. */
    function lift(event, from, token) {
        startDrag(event, {
            ghost: () => tokenPicture(token),
            dropped: (x, y) => {
                const place = board.placeUnder(x, y);
                if (place !== null && current?.gather.drop) {
                    change(current.gather.drop(draft, from, place));
                }
            },
        });
    }

    // Policemen of one's own that may act too can be taken on the map.
    function colleagues() {
        const pawns = new Set(usable().map((mode) => mode.by));
        return Object.entries(state.view.police)
            .filter(([pawn]) => pawns.has(pawn) && pawn !== current.by)
            .map(([pawn, at]) => ({
                place: 'x' + at,
                label: t('act.take_pawn', {pawn: pawnName(pawn)}),
                look: 'own',
            }));
    }

    function drawOnMap() {
        if (current === null || draft === null || busy()) {
            board.targets([]);
            board.preview(current !== null && draft !== null ? current.picture(draft) : {});
            return;
        }
        const targets = current.gather
            .targets(draft)
            .map(({token, ...target}) => ({
                ...target,
                ...(token !== undefined && {
                    draw: () => tokenNodes(token),
                    lift: (event) => lift(event, target.place, token),
                }),
            }));
        const taken = new Set(targets.map((target) => target.place));
        board.targets([...targets, ...colleagues().filter((one) => !taken.has(one.place))]);
        board.preview(current.picture(draft));
    }

    return {
        element,
        update,
        tap,
        cancel,
        confirm,
        refresh: render,
        get pawn() {
            return current?.by ?? null;
        },
        targetPlaces: () =>
            current === null ? [] : current.gather.targets(draft).map((target) => target.place),
    };
}
