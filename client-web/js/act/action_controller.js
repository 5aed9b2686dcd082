// action_controller.js: lets the player choose an action and sends it. Holds the selected mode (legal_modes.js)
// and a draft of the action, which grows with taps on the map and in the panel (action_panel.js), and sends the
// action when it is confirmed.

import {el, fill, keepingFocus} from '../core/dom.js';
import {t, refusalText} from '../core/i18n.js';
import {pawnName} from '../board/pawns.js';
import {
    actionPanel,
    canTakeBack,
    confirmPanel,
    placesPanel,
    SUGGESTED,
    tokenNodes,
    tokenPicture,
} from './action_panel.js';
import {numberOf} from './draft.js';
import {modesOf} from './legal_modes.js';
import {createAutoSearch} from './auto_search.js';
import {createForcedSteps} from './forced_steps.js';
import {choiceOf, reasonText} from './hints.js';
import {startDrag} from '../core/drag.js';

const PREFERRED = ['search', 'walk', 'escape', 'move', 'kill', 'patrols'];

const LIST_KEY = 'act.list';
const ONE_TAP_KEY = 'act.one_tap'; // set in core/settings.js
const UNDOABLE = ['walk', 'move']; // what can be undone as long as nobody else has acted
const SHARED = ['walk', 'search']; // what several policemen may be able to do at the same place

const isSameAction = (one, other) =>
    one !== null && Object.keys(other).every((key) => JSON.stringify(one[key]) === JSON.stringify(other[key]));

/**
 * @param {{net, table: string, board, index, storage, announce, latest, changed(), whatIf(circle),
 *        isKnownMiss(circle), showSecrets(), lesson()}} parts  latest: an element with the latest event; changed: the acting pawn
 *        has changed; whatIf: what a search would leave, if that is to be shown; isKnownMiss: whether the player is
 *        shown that it finds nothing; lesson: of a guided game, see panels/lesson.js
 */
export function createActionController({
    net,
    table,
    board,
    index,
    storage,
    announce,
    latest,
    changed,
    whatIf,
    isKnownMiss,
    showSecrets,
    lesson,
}) {
    const body = el('div', {class: 'act-body'});
    const confirmation = el('div');
    const list = el('div', {class: 'act-more'}); // shown above the confirmation, which comes before it for keyboards
    const element = el(
        'section',
        {class: 'acting', 'aria-label': t('act.label'), tabindex: '-1'},
        body,
        el('div', {class: 'act-footer'}, latest, confirmation),
        list,
    );
    let state = null; // {view, turn, seq, mine, waitText, takeback, hidden}
    let modes = [];
    let current = null; // the selected mode
    let draft = null;
    let steps = []; // earlier drafts of this choice, to go back one step
    let isLifted = false; // whether the player has selected the policeman on the map: the next tap moves him
    let listOpen = storage.get(LIST_KEY, false);
    let message = null; // {text, bad}
    let sentSeq = null; // null: nothing pending; Infinity: sent; a number: waiting for the turn with this seq
    let sentCount = 0; // counts requests: only the answer to the latest one clears the pending state
    let waiting = false;
    const autoSearch = createAutoSearch({index, send: (action) => submit(action)});
    const forcedSteps = createForcedSteps({storage, isKnownMiss, play: playForced});

    // ---- State -----------------------------------------------------------------------------------------

    /** Sets a new turn, or a new view of it. The draft is kept if the choices are the same. */
    function update(next) {
        const same =
            state !== null &&
            current !== null &&
            JSON.stringify([state.turn.legal, state.mine]) === JSON.stringify([next.turn.legal, next.mine]);
        state = next;
        if (sentSeq !== null && next.seq >= sentSeq) {
            sentSeq = null;
        }
        modes = next.hidden ? [] : modesOf(next.turn.legal, {view: next.view, index, pawns: next.mine});
        if (!same) {
            message = null;
            choose(bestMode(), {quiet: true});
        } else {
            current = modes.find((mode) => mode.id === current.id) ?? null;
        }
        autoSearch.update(next);
        forcedSteps.update(next, usable());
        render();
    }

    const usable = () => modes.filter((mode) => mode.reason === null);

    // Returns the mode to select by default: the most common action, preferably with the policeman selected
    // before.
    function bestMode() {
        const own = usable();
        const rank = (mode) => (mode.by === current?.by ? 0 : 100) + (PREFERRED.indexOf(mode.kind) + 1 || 50);
        return own.toSorted((a, b) => rank(a) - rank(b))[0] ?? null;
    }

    function choose(mode, {quiet = false} = {}) {
        current = mode;
        draft = mode?.input?.begin() ?? null;
        steps = [];
        isLifted = false;
        if (!quiet) {
            message = null;
            render();
        }
    }

    // ---- Input -----------------------------------------------------------------------------------------

    const action = () => (current === null || draft === null ? null : current.action(draft));

    /**
     * Handles a tap on the map or in the list. Returns whether it had an effect. No walk, search or move costs more than
     * two: a second tap on the chosen place confirms; a policeman who was selected by a tap walks at the next one; and
     * circles that only another policeman can search select him.
     * @param {{isPointer?: boolean}} how  isPointer: on the map, by a finger or mouse
     */
    function tap(value, {isPointer = false} = {}) {
        if (state === null || current === null || busy()) {
            return false;
        }
        const target = current.input.targets(draft).find((one) => one.place === value);
        if (target?.blocked) {
            say(target.label, true);
            return true;
        }
        const other = modeOfPawnAt(value);
        if (target === undefined && other !== undefined) {
            choose(other);
            isLifted = isPointer;
            return true;
        }
        if (target === undefined && searchersOf(value).length > 0) {
            chooseAt(searchersOf(value)[0], value);
            return true;
        }
        if (current.input.oneTap && action() !== null && isFinal(value)) {
            confirm();
            return true;
        }
        change(current.input.pick(draft, value));
        if (target !== undefined && isUndoable() && (isLifted || storage.get(ONE_TAP_KEY, false))) {
            confirm();
        }
        return target !== undefined;
    }

    /** Returns whether what is chosen can be undone: one tap may be enough. */
    function isUndoable() {
        const ready = current.input.oneTap ? action() : null;
        return ready !== null && UNDOABLE.includes(ready.do) && !ready.escape;
    }

    /** Returns the modes in which other policemen of the player can do the same at this place. */
    const othersAt = (place) =>
        usable().filter(
            (mode) =>
                mode.kind === current?.kind &&
                mode.by !== current.by &&
                SHARED.includes(mode.kind) &&
                mode.input.targets(mode.input.begin()).some((target) => target.place === place),
        );

    const searchersOf = (place) => (current.kind === 'search' ? othersAt(place) : []);

    /** Selects another policeman for this place. The map does not move: the next tap may be on the same place. */
    function chooseAt(mode, place) {
        choose(mode, {quiet: true});
        draft = mode.input.pick(draft, place);
        message = null;
        render({isStill: true});
        announce(mode.describe(draft));
    }

    const isFinal = (value) => [draft.place, draft.second, draft.value].includes(value);

    function change(next) {
        if (next !== draft) {
            steps.push(draft);
            draft = next;
            message = null;
            render();
            announce(current.describe(draft) ?? '');
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

    const isStarted = () =>
        current !== null && JSON.stringify(draft) !== JSON.stringify(current.input.begin());

    /** Returns the draft of a mode that amounts to this action, and the places it names; or undefined. */
    function draftOf({input, action: actionOf}, wanted) {
        const {by, do: kind, ...parts} = wanted;
        const places = [];
        let made = input.begin();
        for (const number of Object.values(parts).flat()) {
            const target = input.targets(made).find(({place}) => numberOf(place) === number);
            if (target !== undefined) {
                made = input.pick(made, target.place);
                places.push(target.place);
            }
        }
        return isSameAction(actionOf(made), {by, do: kind, ...parts}) ? {made, places} : undefined;
    }

    /** Chooses an action, so that the player only has to confirm it. */
    function show(wanted) {
        for (const mode of busy() ? [] : usable()) {
            const found = draftOf(mode, wanted);
            if (found !== undefined) {
                choose(mode, {quiet: true});
                draft = found.made;
                message = null;
                render();
                bringIntoView(found.places);
                announce(mode.describe(draft) ?? mode.label);
                return;
            }
        }
    }

    /** Discards the whole choice. Returns whether there was one. */
    function cancel() {
        if (busy() || !isStarted()) {
            return false;
        }
        draft = current.input.begin();
        steps = [];
        message = null;
        render();
        announce(t('act.cancelled'));
        return true;
    }

    /** Takes back the last step of the choice. Returns whether there was one. */
    function back() {
        if (busy() || !isStarted()) {
            return false;
        }
        draft = steps.pop() ?? current.input.begin();
        message = null;
        render();
        announce((isStarted() && current.describe(draft)) || t('act.cancelled'));
        return true;
    }

    function confirm() {
        const ready = action();
        if (ready === null || busy()) {
            return false;
        }
        forcedSteps.resume();
        submit(ready);
        return true;
    }

    // ---- Sending ---------------------------------------------------------------------------------------

    const busy = () => sentSeq !== null || waiting;

    /**
     * Sends a request that changes the game, and blocks input until the turn after it arrives. The request
     * carries the turn at which it was chosen, so that it is not executed at a later one if it is delayed.
     */
    async function send(verb, keys) {
        const mine = ++sentCount;
        let until = null;
        sentSeq = Infinity;
        message = null;
        render();
        try {
            const {seq} = await net.requestOnce(verb, {table, ...keys, seq: state.seq});
            until = state.seq >= seq ? null : seq;
        } catch (refusal) {
            autoSearch.stop();
            message = {text: lesson().refused(refusal, keys.action) ?? refusalText(refusal), bad: true};
        }
        if (mine === sentCount) {
            sentSeq = until;
        }
        render();
    }

    const submit = (ready) => send('act', {action: ready, ...(lesson().isFollowed && {lesson: true})});

    /** Plays the only step that was possible, unless the player was faster. */
    function playForced({action: step, text}) {
        if (!busy() && !isStarted() && state.turn.legal !== undefined) {
            announce(t('act.forced', {step: text}));
            submit(step);
            message = {text: t('act.forced', {step: text}), bad: false};
        }
    }

    /** Undoes, redoes or asks to take back (`takeback`). Returns whether that is possible now. */
    function takeBack(name) {
        if (state === null || busy() || !canTakeBack(state, name)) {
            return false;
        }
        forcedSteps.pause();
        if (name === 'takeback') {
            state.takeback();
        } else {
            send(name);
        }
        return true;
    }

    async function blockInput(what) {
        waiting = true;
        render();
        try {
            await what();
        } catch (refusal) {
            say(refusalText(refusal), true);
        }
        waiting = false;
        render();
    }

    const suggest = (level) =>
        blockInput(async () => {
            const key = SUGGESTED[current.kind];
            const asked = current;
            const answer = await net.request('suggest', {table, what: current.kind, level});
            if (current === asked) {
                steps.push(draft);
                draft = [answer[key]]
                    .flat()
                    .reduce((made, number) => current.input.pick(made, 'c' + number), current.input.begin());
                message = null;
                bringIntoView([answer[key]].flat().map((number) => 'c' + number));
            }
        });

    /** Asks what a bot would do, and selects that without sending it. Returns whether the player may ask now. */
    function hint() {
        if (state?.turn.hint !== true || current === null || busy()) {
            return false;
        }
        const {seq} = state;
        blockInput(async () => {
            const answer = (await net.request('hint', {table})).hint;
            const choice = choiceOf(usable(), answer.action);
            if (state.seq !== seq || answer.seq !== seq || choice === undefined) {
                return;
            }
            choose(choice.mode, {quiet: true});
            draft = choice.draft;
            message = {text: t('hint.text', {reason: reasonText(answer)}), bad: false};
            announce(current.describe(draft) ?? '');
            bringIntoView(chosenPlaces());
        });
        return true;
    }

    const chosenPlaces = () =>
        current.input
            .targets(draft)
            .filter((target) => target.chosen)
            .map((target) => target.place);

    /** Scrolls the map only if one of these places cannot be seen. */
    function bringIntoView(places) {
        if (!places.every(board.sees)) {
            board.show(places);
        }
    }

    function say(text, bad = false) {
        message = {text, bad};
        render();
    }

    // ---- Drawing ---------------------------------------------------------------------------------------

    function render({isStill = false} = {}) {
        if (state === null) {
            return;
        }
        const shown = {
            state,
            modes,
            current,
            draft,
            message,
            busy: busy(),
            ready: action() !== null,
            listOpen,
            whatIf,
            others: draft?.place ? othersAt(draft.place) : [],
        };
        const focused = element.contains(document.activeElement);
        element.classList.toggle('with-list', listOpen);
        keepingFocus(element, () => {
            fill(body, actionPanel(shown, handlers));
            fill(confirmation, confirmPanel(shown, handlers));
            fill(list, autoSearch.row(current, state, busy(), render), placesPanel(shown, handlers));
        });
        if (focused && !element.contains(document.activeElement)) {
            element.focus({preventScroll: true}); // the focused button is gone: keep the focus in the panel
        }
        drawOnMap(isStill);
        changed(current?.by ?? null);
    }

    // Handlers for the panel's buttons.
    const handlers = {
        choose,
        tap(value) {
            tap(value);
            board.bring(value); // scroll the map to what was chosen in the list
        },
        say,
        suggest,
        askHint: hint,
        confirm,
        confirmWith(mode) {
            chooseAt(mode, draft.place);
            confirm();
        },
        cancel,
        takeBack,
        showSecrets,
        lift,
        openList(open) {
            if (open !== listOpen) {
                listOpen = open;
                storage.set(LIST_KEY, open);
                element.classList.toggle('with-list', open);
            }
        },
        hint: board.hint,
        deal: () => change(current.input.rest(draft)),
    };

    /** Starts dragging a token from the tray or from its place on the map. */
    function lift(event, from, token) {
        startDrag(event, {
            ghost: () => tokenPicture(token),
            dropped: (x, y) => {
                const place = board.placeUnder(x, y);
                if (place !== null && current?.input.drop) {
                    change(current.input.drop(draft, from, place));
                }
            },
        });
    }

    // Returns the player's other policemen who may act, and the circles that they can search, as targets that select them.
    function colleagues() {
        const pawns = new Set(usable().map((mode) => mode.by));
        const police = Object.entries(state.view.police)
            .filter(([pawn]) => pawns.has(pawn) && pawn !== current.by)
            .map(([pawn, at]) => ({
                place: 'x' + at,
                label: t('act.take_pawn', {pawn: pawnName(pawn)}),
                look: 'own',
            }));
        const searches = usable()
            .filter((mode) => current.kind === 'search' && mode.kind === 'search' && mode.by !== current.by)
            .flatMap((mode) =>
                mode.input.targets(mode.input.begin()).map(({place}) => ({
                    place,
                    label: t('act.search_with', {number: numberOf(place), pawn: pawnName(mode.by)}),
                    look: 'own',
                })),
            );
        return [...police, ...new Map(searches.map((target) => [target.place, target])).values()];
    }

    function drawOnMap(isStill) {
        if (current === null || draft === null || busy()) {
            board.targets([]);
            board.preview(current !== null && draft !== null ? current.preview(draft) : {});
            return;
        }
        const targets = current.input.targets(draft).map(({token, ...target}) => ({
            ...target,
            ...(token !== undefined && {
                draw: () => tokenNodes(token),
                lift: (event) => lift(event, target.place, token),
            }),
        }));
        const taken = new Set(targets.map((target) => target.place));
        board.targets([...targets, ...colleagues().filter((one) => !taken.has(one.place))], {isStill});
        board.preview(current.preview(draft));
    }

    return {
        element,
        update,
        tap,
        back,
        takeBack,
        hint,
        confirm,
        show,
        /** More has been deduced. */
        refresh() {
            if (state !== null) {
                forcedSteps.update(state, usable());
            }
            render();
        },
        stop: forcedSteps.stop,
        get pawn() {
            return current?.by ?? null;
        },
        targetPlaces: () =>
            current === null ? [] : current.input.targets(draft).map((target) => target.place),
    };
}
