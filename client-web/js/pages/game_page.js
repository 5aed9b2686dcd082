// game_page.js: the page of a table whose game has begun: the map with everything beside it. table.js keeps
// the model, what the server has told so far; the parts are drawn from there.

import {el, fill, keepingFocus} from '../core/dom.js';
import {t} from '../core/i18n.js';
import {createBoard} from '../board/board.js';
import {piecesOf, trailOf} from '../board/pieces.js';
import {createActionController} from '../act/action_controller.js';
import {createLog} from '../panels/log.js';
import {createChat} from '../panels/chat.js';
import {createNotes} from '../panels/notes.js';
import {createHelp} from '../panels/help.js';
import {createSecrets} from '../panels/secrets.js';
import {createTabs} from '../core/tabs.js';
import {createEnding} from '../panels/ending.js';
import {createDeducing} from '../panels/deduction_requests.js';
import {createDeduction} from '../panels/deduction.js';
import {createClock} from '../panels/clock.js';
import {createStandIns} from '../panels/bot_substitutes.js';
import {createAsides} from '../panels/table_notices.js';
import {isStoodInFor} from '../panels/bots.js';
import {
    actorsText,
    briefText,
    policePanel,
    seatsPanel,
    sheetPanel,
    statusPanel,
    suppliesPanel,
    trackPanel,
} from '../panels/game_panels.js';

/** @param {{table, view, turn, seq, events, chat, marks, resign}} model  of table.js */
export function createGamePage(root, model, index, context) {
    const {net, storage, announce, where} = context;
    const {game, id} = model.table;
    const me = net.player.player;
    const page = el('div', {class: 'table-page', 'data-game': game, 'data-tab': 'act'});
    const board = createBoard(index, {
        tapped: (place) => notes.tap(place) || acting.tap(place) || deduction.tap(place),
        sized: showWhatMatters,
        pointed: (circle) => deduction.point(circle),
    });
    const log = createLog(game);
    const chat = createChat({net, where: () => where});
    const notes = createNotes({net, table: id, index, board, me});
    const help = createHelp();
    const secrets = createSecrets({root: page, storage});
    const deducing = createDeducing({
        net,
        where,
        told(state) {
            deduction.show(state);
            acting.refresh();
        },
    });
    const deduction = createDeduction({board, index, storage, changed: deduce, waysTo: deducing.waysTo});
    const acting = createActionController({
        net,
        table: id,
        board,
        index,
        announce,
        changed: drawPieces,
        whatIf: deduction.whatIf,
    });
    const ending = createEnding({model, context, me});
    const standIns = createStandIns({model, net, me});
    const asides = createAsides({me, tell: log.aside});
    const clock = createClock({announce});
    const status = el('div', {class: 'status', role: 'status', 'aria-live': 'polite'});
    const strip = el('div', {class: 'strip', tabindex: '0', role: 'group', 'aria-label': t('panel.strip')});
    const brief = el('p', {class: 'brief'});
    const seats = el('div');
    const facts = el('div');
    const tabs = createTabs(
        t('table.panels'),
        [
            {name: 'act', label: t('table.tab.act'), content: null},
            {name: 'log', label: t('table.tab.log'), content: log.element, opened: log.toEnd},
            {name: 'chat', label: t('table.tab.chat'), content: chat.element, opened: chat.seen},
            {name: 'notes', label: t('table.tab.notes'), content: notes.element},
            {name: 'deduce', label: t('table.tab.deduce'), content: deduction.element},
            {name: 'rules', label: t('table.tab.rules'), content: help.element},
            {
                name: 'table',
                label: t('table.tab.table'),
                content: el('div', {class: 'facts-panel'}, seats, standIns.host, facts),
            },
        ],
        (name) => {
            page.dataset.tab = name;
        },
    );
    let drawnStatus = '';
    let lastTurn = '';
    let turnBegins = false;

    fill(
        page,
        el('h1', {class: 'unseen'}, t('game.' + game)),
        el('section', {class: 'map-area', 'aria-label': t('table.map')}, board.element, strip),
        el(
            'div',
            {class: 'side'},
            el('div', {class: 'status-row'}, status, clock.element),
            brief,
            standIns.element,
            secrets.element,
            ending.element,
            acting.element,
            tabs.bar,
            tabs.panels,
        ),
    );

    // On a small screen "act" is a panel like the others; on a large one it is always there, and the log
    // beside it.
    const wide = window.matchMedia('(min-width: 40.01rem)');
    const canAct = () => you().length > 0 && model.view.phase !== 'over';
    const chooseTab = () => {
        const act = canAct() && !wide.matches;
        tabs.hide('act', !act);
        if (tabs.open === null || (tabs.open === 'act' && !act)) {
            tabs.show(act ? 'act' : 'log');
        }
    };
    wide.addEventListener('change', chooseTab);

    /** What one plays oneself: nothing while a bot stands in. */
    function played() {
        const mine = model.table.seats.find((seat) => seat.player === me);
        return mine !== undefined && isStoodInFor(mine) ? [] : you();
    }

    const you = () => (['jack', 'detective'].includes(model.view.you.role) ? model.view.you.pawns : []);

    function drawPieces(pawn = acting.pawn) {
        const {view} = model;
        const secret = view.you.role === 'jack' && view.phase !== 'over';
        board.pieces(piecesOf(view, index, {chosen: pawn}));
        board.trail(trailOf(view, index, secret, {all: view.phase === 'over'}));
    }

    function update() {
        const {view, table, turn, seq} = model;
        const over = view.phase === 'over';
        const sits = table.seats.some((seat) => seat.player === me);
        page.dataset.role = view.you.role;
        page.dataset.phase = view.phase;
        fill(strip, trackPanel(view), suppliesPanel(view));
        brief.textContent = briefText(view);
        showCell();
        fill(seats, seatsPanel(view, table, me));
        keepingFocus(facts, () =>
            fill(
                facts,
                ending.handOver(),
                !over && sheetPanel(view),
                policePanel(view),
                ending.resignRow(),
            ),
        );
        help.update(view);
        secrets.update(view);
        chat.update({role: view.you.role, sits, over});
        notes.update({role: view.you.role, seats: table.seats, over});
        tabs.hide('notes', !notes.isAllowed);
        deduce();
        ending.update();
        standIns.update();
        asides.update(table);
        tellTurn(view, table, !sits && table.state === 'running');
        clock.update({
            clock: table.clock,
            left: over ? undefined : turn?.left,
            heard: turn?.heard,
            mine: view.actors.some((pawn) => played().includes(pawn)),
        });
        acting.element.hidden = !canAct();
        chooseTab();
        acting.update({
            view,
            turn: (played().length > 0 && turn) || {},
            seq,
            mine: (turn?.pawns ?? []).filter((pawn) => played().includes(pawn)),
            waitText: actorsText(view, table, played()),
            undoable: undoable(),
        });
        drawPieces();
        if (turnBegins) {
            turnBegins = false;
            if (!wide.matches) {
                tabs.show('act');
            }
            showWhatMatters();
        }
        context.title(t('game.' + game));
    }

    // Aids are for who hunts or looks on; when the game is over, for everybody.
    function deduce() {
        const {view, table, seq} = model;
        const allowed = view.phase === 'over' || (table.aids !== 'off' && view.you.role !== 'jack');
        tabs.hide('deduce', !allowed);
        deducing.update({isShown: allowed && deduction.isOn, seq});
    }

    // Where the strip is wider than the screen: the cell Jack is at.
    function showCell() {
        const now = strip.querySelector('.cell.now');
        if (now !== null && strip.scrollWidth > strip.clientWidth) {
            strip.scrollLeft = now.offsetLeft - strip.clientWidth / 2;
        }
    }

    function undoable() {
        const last = log.lastUndoable();
        return last !== null && you().includes(last.by) && model.view.phase !== 'over';
    }

    // The status is a live region: written anew only when it says something else.
    function tellTurn(view, table, watching) {
        const turn = JSON.stringify([view.round, view.phase, view.actors, played()]);
        const next = JSON.stringify([turn, actorsText(view, table, played()), watching]);
        if (next !== drawnStatus) {
            fill(status, statusPanel(view, table, played(), {watching}));
            drawnStatus = next;
        }
        if (turn !== lastTurn) {
            lastTurn = turn;
            turnBegins = view.actors.some((pawn) => played().includes(pawn));
        }
    }

    function keys(event) {
        const target = event.target;
        const typing = target.closest?.('input, select, textarea, dialog, .settings');
        if (event.key === 'Escape' && !typing) {
            if (notes.cancel() || acting.cancel()) {
                event.preventDefault();
            }
        } else if (
            event.key === 'Enter' &&
            !typing &&
            !target.closest?.('button, a, summary, [role=button]')
        ) {
            if (acting.confirm()) {
                event.preventDefault();
            }
        }
    }

    document.addEventListener('keydown', keys);
    model.events.forEach(({seq, event}) => log.add(seq, event));
    chat.catchUp(model.chat);
    root.replaceChildren(page);
    chat.seen();
    notes.reset(model.marks);
    update();
    log.toEnd();

    // The whole town is too small to read on a phone: begin where something is going on.
    function showWhatMatters() {
        if (!board.isSmall()) {
            return;
        }
        const targets = acting.targetPlaces();
        board.show(
            targets.length > 0 && targets.length < 40
                ? targets
                : Object.values(model.view.police).map((at) => 'x' + at),
        );
    }

    return {
        update() {
            // After a break several events come at once, with the answer to `watch`.
            model.events.slice(log.length).forEach(({seq, event}) => log.add(seq, event));
            chat.catchUp(model.chat);
            update();
        },
        restart() {
            log.reset();
            notes.reset(model.marks);
        },
        resumed: () => notes.reset(model.marks),
        event: log.add,
        chat(line) {
            chat.add(line);
            if (tabs.open === 'chat') {
                chat.seen();
            }
            tabs.badge('chat', chat.unread);
        },
        marks: notes.received,
        leave() {
            document.removeEventListener('keydown', keys);
            wide.removeEventListener('change', chooseTab);
            secrets.stop();
            asides.stop();
            clock.stop();
            deduction.stop();
            board.stop();
        },
    };
}
