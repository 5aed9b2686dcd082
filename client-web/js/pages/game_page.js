// game_page.js: the page of a running or finished game: the map and the panels next to it. table.js keeps the
// model (what the server has sent so far); everything is drawn from it.
//
// To add something to the page, create it in createGamePage(), give its element a place in layout(), and list it
// in `parts`. A part implements what it needs of:
//     update(state)        something has changed; see stateNow()
//     event(seq, event)    an event of the game, once, in order; update() follows
//     restart()            the server has sent everything again: drop all events
//     secrets()            Jack has hidden or revealed his secrets; update() follows
//     resumed()            the connection is back; update() follows
//     key(event)           a key was pressed outside of fields; returns whether it had an effect
//     leave()              the page is left
// Parts draw what they are given, not the model: while Jack hides his secrets, state and events lack them.

import {el, fill, keepingFocus} from '../core/dom.js';
import {SMALL_WINDOW} from '../core/small_window.js';
import {listed, t} from '../core/i18n.js';
import {createBoard} from '../board/board.js';
import {jackCircle} from '../core/game_terms.js';
import {publicEvent, publicTurn, publicView} from '../core/public_view.js';
import {factsOf} from '../board/facts.js';
import {pawnName} from '../board/pawns.js';
import {piecesOf, trailOf} from '../board/pieces.js';
import {aboutPlace} from '../board/place_about.js';
import {createActionController} from '../act/action_controller.js';
import {createLog} from '../panels/log.js';
import {createLookBack} from '../panels/look_back.js';
import {createChat} from '../panels/chat.js';
import {createNotes} from '../panels/notes.js';
import {createHelp} from '../panels/help.js';
import {createTerms} from '../learn/terms.js';
import {createLesson} from '../panels/lesson.js';
import {createSecrets} from '../panels/secrets.js';
import {createTabs} from '../core/tabs.js';
import {createAnnouncements} from '../announce/announcements.js';
import {createLastSeen} from '../announce/last_seen.js';
import {createReturnCard} from '../announce/return_card.js';
import {createEnding} from '../panels/ending.js';
import {createDeductionRequests} from '../panels/deduction_requests.js';
import {createSearchProspects} from '../panels/search_prospects.js';
import {createDeduction} from '../panels/deduction.js';
import {createAway} from '../panels/away.js';
import {createClock, pausesOf} from '../panels/clock.js';
import {createPlayerStrip} from '../panels/player_strip.js';
import {createPassDevice} from '../panels/pass_device.js';
import {createBotSubstitutes} from '../panels/bot_substitutes.js';
import {createCommentators} from '../panels/commentary.js';
import {createTakeback} from '../panels/takeback.js';
import {withOtherName} from './other_name.js';
import {createSeatVote} from '../panels/seat_vote.js';
import {createTableNotices} from '../panels/table_notices.js';
import {isSubstituted} from '../panels/bots.js';
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

const MANY_TARGETS = 40; // more are spread over the whole map
const TAKE_BACK_KEYS = {u: 'undo', r: 'redo', t: 'takeback'};

/** @param {{table, view, turn, seq, events, chat, marks, resign}} model  see table.js */
export function createGamePage(root, model, index, context) {
    const {net, storage, announce, sounds, where} = context;
    const {game, id} = model.table;
    const me = net.player.player;
    const page = el('div', {class: 'table-page', 'data-game': game, 'data-tab': 'act'});
    const board = createBoard(index, {
        tapped: (place, how) => notes.tap(place) || actions.tap(place, how) || deduction.tap(place),
        sized: () => {
            showRelevantPart();
            if (page.dataset.tab === 'act') {
                bringMapIntoView();
            }
        },
        marked: (circle) => notes.offer(circle),
        arrow: (from, to) => notes.arrow(from, to),
        pinged: (circle) => notes.ping(circle),
        pointed: (circle) => deduction.point(circle),
        about: (place) =>
            aboutPlace(place, {
                view: shownView(),
                facts: factsOf(model.events),
                index,
                more: prospects.lines,
            }),
    });
    const log = createLog(game, {index, board});
    const latest = el('p', {class: 'latest'});
    const chat = createChat({
        net,
        where: () => where,
        send: (work) => withOtherName(work, context),
        storage,
        index,
        board,
        counted: (unread) => tabs.badge('chat', unread),
    });
    const notes = createNotes({net, table: id, index, board, me, storage, announce});
    const help = createHelp();
    const terms = createTerms(game, context.loadGuide);
    const secrets = createSecrets({storage, changed: secretsChanged});
    const deductionRequests = createDeductionRequests({
        net,
        where,
        received(state) {
            deduction.show(state);
            actions.refresh();
        },
    });
    const deduction = createDeduction({
        board,
        index,
        storage,
        changed: deduce,
        waysTo: deductionRequests.waysTo,
    });
    const actions = createActionController({
        net,
        table: id,
        board,
        index,
        storage,
        announce,
        latest,
        changed: drawPieces,
        whatIf: deduction.whatIf,
        isKnownMiss: deduction.isKnownMiss,
        showSecrets: () => secrets.show(),
        lesson: () => lesson,
    });
    const lesson = createLesson({
        index,
        load: context.loadLessons,
        show: (action) => actions.show(action),
        undo: () => actions.takeBack('undo'),
        isHidden: () => secrets.isHidden,
    });
    const prospects = createSearchProspects({
        net,
        where,
        targets: () => actions.targetPlaces(),
        arrived: (place) => board.refreshCard(place),
    });
    const ending = createEnding({
        model,
        context,
        me,
        board,
        index,
        events: () => log.events,
        redraw: () => drawPieces(),
    });
    const botSubstitutes = createBotSubstitutes({model, net, me});
    const commentators = createCommentators();
    const away = createAway({model, net, me});
    const takeback = createTakeback({model, net, me, announce, notice: addNotice});
    const seatVote = createSeatVote({model, net, me, announce, notice: addNotice});
    const notices = createTableNotices({me, show: addNotice, announce});
    const lookBack = createLookBack({game, index, net, where});
    const clock = createClock({announce, ring: () => sounds.play('clock')});
    const returnCard = createReturnCard(lookBack);
    const announcements = createAnnouncements({
        index,
        board,
        sounds,
        say: announce,
        game,
        lastSeen: createLastSeen({storage, table: id, me}),
        card: returnCard,
    });
    const people = context.hotSeats.peopleAt(id); // who share this device, or null
    const players = createPlayerStrip();
    const passDevice = createPassDevice({people, pass: context.hotSeats.take});
    const status = el('div', {class: 'status'});
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
                content: el('div', {class: 'facts-panel'}, seats, away.element, botSubstitutes.controls, seatVote.others, facts),
            },
        ],
        openedTab,
    );
    let drawnStatus = '';
    let lastTurn = '';
    let turnBegins = false;
    let hasEnded = false;

    // In the order in which they are updated and offered keys.
    const parts = [
        lookBack,
        {update: drawFacts},
        {update: ({view}) => help.update(view), key: helpKey},
        {key: secrets.key, leave: secrets.stop},
        {update: ({view, sits, over}) => chat.update({role: view.you.role, sits, over}), leave: chat.stop},
        {
            update: updateNotes,
            restart: () => notes.reset(model.marks),
            resumed: () => notes.reset(model.marks),
            key: ({key}) => key === 'Escape' && notes.cancel(),
        },
        {update: deduce, leave: deduction.stop},
        {
            update: ({view, table, seq}) =>
                prospects.update({isOn: table.aids === 'full' && view.you.role === 'detective', seq}),
        },
        {update: () => ending.update(), leave: ending.stop},
        people === null && {update: () => botSubstitutes.update()},
        people === null && {update: away.update},
        {update: takeback.update},
        people === null && {update: seatVote.update},
        commentators,
        {update: ({table}) => notices.update(table), leave: notices.stop},
        {update: tellReturn},
        passDevice,
        {event: addToStory, restart: clearStory, secrets: retellStory},
        players,
        lesson,
        {update: showStatus},
        {update: updateClock, leave: clock.stop},
        {update: updateActions, key: actionKey, leave: actions.stop},
        {update: () => drawPieces(), leave: board.stop},
        announcements,
        {leave: terms.stop},
        {update: beginTurn},
    ].filter(Boolean);
    const tellParts = (what, ...values) => parts.forEach((part) => part[what]?.(...values));
    let told = 0; // how many of the model's events the parts have received

    // After a reconnect several events arrive at once, in the answer to `watch`.
    function tellNewEvents() {
        secrets.update(model.view);
        for (; told < model.events.length; told++) {
            const {seq, event} = model.events[told];
            tellParts('event', seq, shownEvent(event));
        }
    }

    // ---- Layout ----------------------------------------------------------------------------------------

    function layout() {
        fill(
            page,
            el('h1', {class: 'visually-hidden'}, t('game.' + game)),
            el(
                'section',
                {class: 'map-area', 'aria-label': t('table.map')},
                lesson.element,
                players.element,
                commentators.element,
                el('div', {class: 'map-stack'}, board.element, strip, lookBack.element),
                brief,
                announcements.banner,
            ),
            el(
                'div',
                {class: 'side'},
                el('div', {class: 'status-row'}, status, clock.element, lookBack.opener, secrets.element),
                returnCard.element,
                passDevice.element,
                botSubstitutes.element,
                takeback.element,
                seatVote.element,
                ending.element,
                actions.element,
                tabs.bar,
                tabs.panels,
            ),
            announcements.scene,
            terms.element,
        );
        terms.watch({status, log: log.element, rules: help.element, act: actions.element, lesson: lesson.element});
    }

    // In a small window "Act" is a tab like the others; in a large one it is always visible, with the log next
    // to it.
    const small = window.matchMedia(SMALL_WINDOW);
    const canAct = () => you().length > 0 && model.view.phase !== 'over';
    const chooseTab = () => {
        const act = canAct() && small.matches;
        tabs.hide('act', !act);
        if (tabs.open === null || (tabs.open === 'act' && !act)) {
            tabs.show(act ? 'act' : 'log');
        }
    };
    small.addEventListener('change', chooseTab);

    /** Small windows scroll: what was opened comes into view, with the map if there is room for both. */
    function openedTab(name, isAsked) {
        page.dataset.tab = name;
        if (isAsked && small.matches) {
            if (name === 'act') {
                bringMapIntoView();
            } else {
                tabs.panels.scrollIntoView({block: 'nearest'});
            }
        }
    }

    function bringMapIntoView() {
        if (small.matches) {
            (lesson.element.hidden ? board : lesson).element.scrollIntoView({block: 'start'});
        }
    }

    /** Returns whether the player is writing: nothing may take the field away from them. */
    const isWriting = () =>
        tabs.panels.contains(document.activeElement) && document.activeElement.matches('input, textarea, select');

    // ---- State -----------------------------------------------------------------------------------------

    const you = () => (['jack', 'detective'].includes(model.view.you.role) ? model.view.you.pawns : []);

    /** Returns the pawns the player controls: none while a stand-in bot is playing. */
    function controlled() {
        const mine = model.table.seats.find((seat) => seat.player === me);
        return mine !== undefined && isSubstituted(mine) ? [] : you();
    }

    /** People who share a device are never away, although only one of them is connected. */
    const everyoneHere = (table) => ({
        ...table,
        seats: table.seats.map((seat) => ({...seat, connected: true, absent: undefined})),
    });

    /** Returns what parts are updated with. `mine`: the pawns the player controls. */
    function stateNow() {
        const {seq} = model;
        const table = people === null ? model.table : everyoneHere(model.table);
        const view = shownView();
        const turn = secrets.isHidden ? publicTurn(model.turn) : model.turn;
        const over = view.phase === 'over';
        const sits = table.seats.some((seat) => seat.player === me);
        return {view, table, turn, seq, me, over, sits, mine: controlled()};
    }

    const shownView = () => (secrets.isHidden ? publicView(model.view) : model.view);
    const shownEvent = (event) => (secrets.isHidden ? publicEvent(event, model.view) : event);

    function secretsChanged() {
        announce('');
        board.hideCard();
        tellParts('secrets');
        update();
        if (secrets.isHidden) {
            board.showAll(); // the visible part of the map may be where Jack is
        }
    }

    function update() {
        secrets.update(model.view);
        tellParts('update', stateNow());
        context.title(t('game.' + game));
    }

    // ---- Parts -----------------------------------------------------------------------------------------

    function drawPieces(pawn = actions.pawn) {
        const view = shownView();
        const secret = view.you.role === 'jack' && view.phase !== 'over';
        board.pieces(piecesOf(view, index, {chosen: pawn, facts: factsOf(model.events)}));
        board.trail(view.phase === 'over' ? ending.trailShapes() : trailOf(view, index, secret));
    }

    function drawFacts({view, table, over}) {
        page.dataset.role = view.you.role;
        page.dataset.phase = view.phase;
        fill(strip, trackPanel(view), suppliesPanel(view));
        brief.textContent = briefText(view);
        showCell();
        fill(seats, seatsPanel(view, table, me));
        keepingFocus(facts, () =>
            fill(
                facts,
                !over && sheetPanel(view),
                policePanel(view, index),
                ending.resignRow(),
            ),
        );
    }

    function updateNotes({view, table, over}) {
        notes.update({role: view.you.role, seats: table.seats, over, hidden: secrets.isHidden});
        tabs.hide('notes', !notes.isAllowed);
    }

    function updateClock({view, table, turn, over, mine}) {
        clock.update({
            clock: table.clock,
            ...pausesOf(turn),
            left: over ? undefined : turn?.left,
            receivedAt: turn?.receivedAt,
            mine: view.actors.some((pawn) => mine.includes(pawn)),
        });
    }

    function updateActions({view, table, turn, seq, mine}) {
        actions.element.hidden = !canAct();
        chooseTab();
        actions.update({
            view,
            turn: (mine.length > 0 && turn) || {},
            seq,
            mine: (turn?.pawns ?? []).filter((pawn) => mine.includes(pawn)),
            waitText: actorsText(view, table, mine),
            takeback: takeback.ask,
            hidden: secrets.isHidden && view.actors.some((pawn) => mine.includes(pawn)),
        });
    }

    let story = []; // functions that add a line to the log, to tell it again with secrets or without

    function addLine(add) {
        story.push(add);
        add();
    }

    function addToStory(seq) {
        const {event} = model.events[told];
        addLine(() => log.add(seq, shownEvent(event)));
        latest.textContent = log.latest;
    }

    function addNotice(text) {
        addLine(() => log.notice(text));
    }

    function tellReturn({mine}) {
        if (model.hasReturned && mine.length > 0) {
            model.hasReturned = false;
            const text = t('notice.returned_you', {pawns: listed(mine.map((pawn) => pawnName(pawn)))});
            addNotice(text);
            announce(text);
        }
    }

    function clearStory() {
        story = [];
        log.reset();
        latest.textContent = '';
    }

    function retellStory() {
        log.bulk(() => {
            log.reset();
            story.forEach((add) => add());
        });
        log.toEnd();
        latest.textContent = log.latest;
    }

    function beginTurn({over}) {
        if (over && !hasEnded) {
            hasEnded = true;
            board.showAll(); // with Jack's trail
            if (!isWriting()) {
                bringMapIntoView();
            }
        }
        if (turnBegins) {
            turnBegins = false;
            if (!small.matches) {
                showRelevantPart();
            } else if (isWriting()) {
                tabs.badge('act', 1);
            } else {
                tabs.show('act', {isAsked: true});
                showRelevantPart();
            }
        }
    }

    // Deduction help is for the police and, unless the host turned that off, spectators; when the game is over,
    // for everyone.
    function deduce() {
        const {view, table, seq} = model;
        const {role} = view.you;
        const mayUse = role !== 'jack' && (role !== 'public' || table.spectator_aids);
        const allowed = view.phase === 'over' || (table.aids !== 'off' && mayUse);
        tabs.hide('deduce', !allowed);
        deductionRequests.update({isShown: allowed && deduction.isOn, seq});
    }

    // Scrolls to Jack's current cell if the strip is wider than the screen.
    function showCell() {
        const now = strip.querySelector('.cell.now');
        if (now !== null && strip.scrollWidth > strip.clientWidth) {
            strip.scrollLeft = now.offsetLeft - strip.clientWidth / 2;
        }
    }

    // Redrawn only when it changes, so that screen readers keep their place.
    function showStatus({view, table, sits, mine}) {
        const watching = !sits && table.state === 'running';
        const turn = JSON.stringify([view.round, view.phase, view.actors, mine]);
        const next = JSON.stringify([turn, actorsText(view, table, mine), watching, table.practice]);
        if (next !== drawnStatus) {
            fill(status, statusPanel(view, table, mine, {watching}));
            drawnStatus = next;
        }
        if (turn !== lastTurn) {
            lastTurn = turn;
            turnBegins = view.actors.some((pawn) => mine.includes(pawn));
        }
    }

    // Shows where the player can act, or on a phone, where the whole map is too small to read, the police. After the
    // end the whole map is shown, with Jack's trail.
    function showRelevantPart() {
        const targets = actions.targetPlaces();
        if (model.view.phase === 'over') {
            board.showAll();
        } else if (board.isSmall() && targets.length > 0 && targets.length < MANY_TARGETS) {
            board.show([...targets, ...actingPlace(), ...announcedStart()]);
        } else if (!board.showTargets() && board.isSmall()) {
            board.show(Object.values(model.view.police).map((at) => 'x' + at));
        }
    }

    /** Returns where Jack has just said that he starts, which the police look at while they deploy. */
    const announcedStart = () =>
        model.view.phase !== 'deploy'
            ? []
            : (model.view.discoveries_found ?? []).slice(-1).map((number) => 'c' + number);

    /** Returns where the pawn stands with which the player acts: one place or none. */
    function actingPlace() {
        const view = shownView();
        const [circle, crossing] = [actions.pawn === 'jack' ? jackCircle(view) : null, view.police[actions.pawn]];
        return circle !== null ? ['c' + circle] : crossing !== undefined ? ['x' + crossing] : [];
    }

    // ---- Keys ------------------------------------------------------------------------------------------

    function helpKey({key}) {
        if (key === '?') {
            tabs.show('rules', {isAsked: true});
            help.showKeys();
        }
        return key === '?';
    }

    function actionKey({key, target, ctrlKey, metaKey, altKey}) {
        const onControl = target.closest?.('button, a, summary, [role=button]');
        if (ctrlKey || metaKey || altKey) {
            return false;
        }
        if (key in TAKE_BACK_KEYS) {
            return actions.takeBack(TAKE_BACK_KEYS[key]);
        }
        if (key === '!') {
            return actions.hint();
        }
        return key === 'Escape' ? actions.back() : key === 'Enter' && !onControl && actions.confirm();
    }

    function keys(event) {
        const typing = event.target.closest?.('input, select, textarea, dialog, .settings');
        if (!typing && parts.some((part) => part.key?.(event))) {
            event.preventDefault();
        }
    }

    // ---- Start -----------------------------------------------------------------------------------------

    document.addEventListener('keydown', keys);
    layout();
    tellNewEvents();
    chat.catchUp(model.chat, model.chatMore);
    root.replaceChildren(page);
    notes.reset(model.marks);
    update();
    log.toEnd();

    return {
        update() {
            tellNewEvents();
            chat.catchUp(model.chat, model.chatMore);
            update();
        },
        restart() {
            told = 0;
            tellParts('restart');
        },
        resumed: () => tellParts('resumed'),
        takeback: takeback.push,
        seatVote: seatVote.push,
        event: tellNewEvents,
        chat(line) {
            chat.add(line);
            if (line.player !== me) {
                sounds.play('chat');
            }
        },
        marks: notes.received,
        point: notes.pointed,
        leave() {
            document.removeEventListener('keydown', keys);
            small.removeEventListener('change', chooseTab);
            tellParts('leave');
        },
    };
}
