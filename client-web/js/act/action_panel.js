// action_panel.js: draws the available actions as buttons. Most players choose places on the map; the list of
// them is complete, for players who use a keyboard or screen reader, and folded unless it was opened before.
// Draws the state of action_controller.js (`shown`) and calls its `handlers`.

import {el, svg} from '../core/dom.js';
import {plural, t} from '../core/i18n.js';
import {pawnMark, pawnName} from '../board/pawns.js';
import {button, buttons, steady} from '../core/controls.js';
import {numberOf} from './draft.js';
import {patrolNodes, womanNodes} from '../board/pieces.js';

const LEVELS = ['easy', 'normal', 'medium', 'hard'];
const FEW = 14; // up to this many circles get full labels; more are shown by number only

/** The modes for which the server has suggestions, with the key of its answer. */
export const SUGGESTED = {hideout: 'circle', discoveries: 'circles'};

/** Draws the choice of pawn and action. */
export function actionPanel(shown, handlers) {
    const {state, modes, current, message} = shown;
    const own = modes.filter((mode) => mode.reason === null);
    const mine = own.length > 0;
    return [
        el('h2', {class: 'visually-hidden'}, t(mine ? 'act.your_turn' : 'act.not_your_turn')),
        el(
            'p',
            {class: mine ? 'act-hint' : 'act-wait soft'},
            mine
                ? t('act.hint.' + state.view.phase)
                : state.hidden
                  ? t('act.hidden')
                  : state.waitText,
        ),
        whoRow(shown, handlers, own),
        whatRow(shown, handlers, own, briefChips(shown, handlers)),
        message &&
            el(
                'p',
                {class: message.bad ? 'refusal' : 'note', role: message.bad ? 'alert' : 'status'},
                message.text,
            ),
        current !== null && [trayRow(shown, handlers), suggestRow(shown, handlers)],
    ];
}

/** Draws the list of places, which comes after the button that confirms: it can be long. */
export const placesPanel = (shown, handlers) => shown.current !== null && placesList(shown, handlers);

const TAKING_BACK = ['undo', 'redo', 'takeback'];

/** Returns whether the player can take back or repeat an action, or ask the others to take it back. */
export const canTakeBack = ({turn, takeback}, name) =>
    name === 'takeback' ? Boolean(takeback) : turn[name] === true;

/** Draws the description of the chosen action and the buttons to confirm, cancel and take back. */
export function confirmPanel({state, current, draft, ready, busy, others}, handlers) {
    const {askHint, confirm, confirmWith, cancel, takeBack, showSecrets} = handlers;
    const description = current?.describe(draft);
    return el(
        'div',
        {class: 'act-confirm'},
        current !== null &&
            el(
                'p',
                {
                    class: description ? 'act-description' : 'act-description general',
                    'data-ready': String(ready),
                },
                description || t('act.choose'),
            ),
        el(
            'div',
            {class: 'row'},
            state.hidden &&
                button(
                    {key: 'show-secrets', 'data-act': 'show-secrets', class: 'main', onclick: showSecrets},
                    t('secrets.show'),
                ),
            current !== null && [
                button(
                    {
                        key: 'confirm',
                        'data-act': 'confirm',
                        class: 'main',
                        disabled: !ready || busy,
                        onclick: confirm,
                    },
                    steady(t(busy ? 'act.sending' : 'act.confirm')),
                ),
                // Other policemen who can do the same.
                others.map((mode) =>
                    button(
                        {
                            key: 'with-' + mode.by,
                            'data-with': mode.by,
                            class: 'with',
                            title: mode.describe(draft),
                            'aria-label': mode.describe(draft),
                            disabled: busy,
                            onclick: () => confirmWith(mode),
                        },
                        pawnMark(mode.by),
                    ),
                ),
                button(
                    {key: 'cancel', 'data-act': 'cancel', class: 'bare', disabled: busy, onclick: cancel},
                    t('act.cancel'),
                ),
            ],
            current !== null &&
                state.turn.hint &&
                button(
                    {
                        key: 'hint',
                        'data-act': 'hint',
                        class: 'bare',
                        title: t('hint.about'),
                        disabled: busy,
                        onclick: askHint,
                    },
                    t('hint.ask'),
                ),
            TAKING_BACK.filter((name) => canTakeBack(state, name)).map((name) =>
                button(
                    {
                        key: name,
                        'data-act': name,
                        class: current === null ? null : 'bare',
                        title: t(`act.${name}.about`),
                        disabled: busy,
                        onclick: () => takeBack(name),
                    },
                    t('act.' + name),
                ),
            ),
        ),
    );
}

function whoRow({current, busy}, {choose}, own) {
    const pawns = [...new Set(own.map((mode) => mode.by))];
    const chip = (pawn) =>
        button(
            {
                key: 'who-' + pawn,
                class: 'chip',
                'data-pawn': pawn,
                pressed: current?.by === pawn,
                disabled: busy,
                onclick: () => choose(own.find((mode) => mode.by === pawn)),
            },
            pawnMark(pawn),
            steady(pawnName(pawn)),
        );
    return pawns.length > 1 && buttons('act-who', t('act.who'), pawns.map(chip));
}

/** Returns whether a click was made by a key: Enter on an action that is complete confirms it. */
const isByKey = (event) => event.detail === 0;

function whatRow({modes, current, busy}, {choose, say, confirm}, own, more) {
    const by = current?.by ?? modes[0]?.by;
    const shown = modes.filter((mode) => mode.by === by);
    const chip = (mode) =>
        button(
            {
                key: 'mode-' + mode.id,
                class: mode.reason === null ? 'chip' : 'chip unavailable',
                'data-mode': mode.kind,
                'data-which': mode.which,
                pressed: mode === current,
                'aria-disabled': mode.reason === null ? null : 'true',
                title: mode.reason,
                disabled: busy,
                onclick: (event) => {
                    if (mode.reason !== null) {
                        say(`${mode.label}: ${mode.reason}`);
                    } else if (mode !== current || !isByKey(event) || !confirm()) {
                        choose(mode);
                    }
                },
            },
            steady(mode.label),
            mode.reason !== null && el('span', {class: 'visually-hidden'}, ': ', mode.reason),
        );
    const onlyOne = shown.length === 1 && own.length === 1;
    const chips = [...(onlyOne ? [] : shown.map(chip)), ...more];
    return chips.length > 0 && buttons('act-what', t('act.what'), chips);
}

// Draws pawns, special moves, or tokens to choose from. Tokens can be dragged from here to the map.
function trayRow({current, draft, busy}, {tap, lift, deal}) {
    const {input} = current;
    const options = input.options(draft);
    const isTokens = input.isTokens === true;
    const chip = (one) =>
        button(
            {
                key: 'option-' + one.value,
                class: one.left === 0 ? 'chip token used-up' : 'chip token',
                'data-option': one.value,
                pressed: one.chosen,
                disabled: busy,
                onclick: () => tap(one.value),
                onpointerdown: (event) => isTokens && one.left > 0 && lift(event, one.value, one.value),
            },
            tokenPicture(one.value),
            steady(one.label),
            one.left !== undefined && el('span', {class: 'left'}, '×', one.left),
        );
    const rest = () =>
        button(
            {key: 'deal', class: 'small', disabled: busy || input.left(draft) === 0, onclick: deal},
            t('act.place_rest'),
        );
    return (
        options.length > 0 &&
        buttons('act-tray', t(isTokens ? 'act.tray' : 'act.options'), options.map(chip), isTokens && rest())
    );
}

/** Returns buttons for places with a special meaning, like staying put, which are hard to find on the map. */
function briefChips({current, draft, busy}, {tap}) {
    const chip = ({place, brief, chosen}) =>
        button(
            {
                key: 'brief-' + place,
                class: 'chip',
                'data-brief': place,
                pressed: chosen,
                disabled: busy,
                onclick: () => tap(place),
            },
            steady(brief),
        );
    const targets = current === null ? [] : current.input.targets(draft);
    return targets.filter((target) => target.brief !== undefined).map(chip);
}

/** Draws what a search of this circle would leave. */
function whatIfNote({current, whatIf}, place) {
    const found = current.do === 'search' ? whatIf(numberOf(place)) : null;
    return (
        found !== null && [
            el('small', {class: 'what-if', 'aria-hidden': 'true', title: found.sentence}, found.short),
            el('span', {class: 'visually-hidden'}, ' ', found.sentence),
        ]
    );
}

const isOpen = (event) => event.target.closest('details').open;

function placesList(shown, {tap, hint, openList}) {
    const {current, draft, busy} = shown;
    const targets = current.input.targets(draft);
    const short = targets.length > FEW && targets.every((one) => one.place.startsWith('c'));
    const place = (target) =>
        button(
            {
                key: 'place-' + target.place,
                class: ['place', target.look ?? ''].join(' ').trim(),
                'data-place': target.place,
                pressed: target.chosen,
                'aria-disabled': target.blocked ? 'true' : null,
                'aria-label': short ? target.label : null,
                disabled: busy,
                onclick: () => tap(target.place),
                onpointerenter: () => hint(target.place),
                onpointerleave: () => hint(null),
                onfocus: () => hint(target.place),
                onblur: () => hint(null),
            },
            target.badge && el('span', {class: 'badge'}, target.badge),
            short ? numberOf(target.place) : target.label,
            whatIfNote(shown, target.place),
        );
    return (
        targets.length > 0 &&
        el(
            'details',
            {class: 'act-list', open: shown.listOpen},
            // At a click the list is still as before. The event `toggle` would come too late if it is redrawn.
            el(
                'summary',
                {'data-key': 'list', onclick: (event) => openList(!isOpen(event))},
                plural('act.list', targets.length),
            ),
            buttons(short ? 'act-places many' : 'act-places', t('act.where'), targets.map(place)),
        )
    );
}

function suggestRow({current, busy}, {suggest}) {
    const level = (name) =>
        button(
            {key: 'suggest-' + name, class: 'small', disabled: busy, onclick: () => suggest(name)},
            t('act.level.' + name),
        );
    return (
        current.kind in SUGGESTED &&
        buttons(
            'act-suggest',
            t('act.suggest'),
            el('span', {class: 'soft'}, t('act.suggest')),
            LEVELS.map(level),
        )
    );
}

// ---- Tokens as pictures --------------------------------------------------------------------------------

const PICTURED = new Set(['marked', 'unmarked', 'false', 'yellow', 'red', 'blue', 'green', 'brown']);

export const tokenNodes = (token) =>
    token === 'marked' || token === 'unmarked' ? womanNodes(token) : patrolNodes({face: token, up: true});

export const tokenPicture = (token) =>
    PICTURED.has(token)
        ? svg(
              'svg',
              {class: 'token-picture', viewBox: '-14 -14 28 28', 'aria-hidden': 'true'},
              ...tokenNodes(token),
          )
        : null;
