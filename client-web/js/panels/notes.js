// notes.js: marks on the map: suspect, cleared, routes, arrows. A detective's are shared with the other detectives
// only, whose marks are drawn with the letter of their pawn; Jack and spectators see none of this. Jack's own notes
// never leave the browser (private_notes.js). Detectives can also point to a place for a moment. The panel is in
// notes_panel.js, the menu next to a circle in notes_palette.js.

import {el, fill, keepingFocus} from '../core/dom.js';
import {t, refusalText} from '../core/i18n.js';
import {pawnLetter} from '../board/pawns.js';
import {circleRoute, crossingName} from '../board/geometry.js';
import {notesForm, notesTools, notesWords, SIGNS, toolsFor} from './notes_panel.js';
import {createPalette} from './notes_palette.js';
import {createPrivateNotes} from './private_notes.js';

const ROUTE_MAX = 20; // circles
const MARKS_MAX = 400;

/** @param {{net, table: string, index, board, me: string, storage, announce(text)}} parts */
export function createNotes({net, table, index, board, me, storage, announce}) {
    const tools = el('div');
    const words = el('div');
    let own = new Map(); // circle → 'suspect' | 'cleared'
    let routes = []; // [[circle, …], …]
    let arrows = []; // [{from, to}, …]
    let drawing = null; // the route or arrow being drawn
    let others = new Map(); // player → marks
    let owners = new Map(); // player → {name, pawn}
    let tool = null;
    let once = false; // the tool was chosen for one route or arrow, in the palette
    let allowed = false;
    let isJack = false; // whose notes are private
    let isHidden = false;
    const privateNotes = createPrivateNotes({storage, table});
    const palette = createPalette({chosen: (how, circle) => use(how, circle)});
    let problem = '';
    let shown = true;
    let sending = false;
    let changed = false; // the marks have changed since the last request was sent

    const marks = () =>
        [
            ...[...own].map(([circle, mark]) => ({circle, mark})),
            ...routes.map((route) => ({route})),
            ...arrows,
        ].slice(0, MARKS_MAX);

    // ---- Sharing ---------------------------------------------------------------------------------------

    // Sends one request at a time, always with the complete list: the last one counts.
    async function share() {
        render();
        if (isJack) {
            privateNotes.save(marks());
            return;
        }
        if (sending) {
            changed = true;
            return;
        }
        sending = true;
        do {
            changed = false;
            try {
                await net.request('marks', {table, marks: marks()});
                problem = '';
            } catch (refusal) {
                problem = refusalText(refusal);
            }
        } while (changed);
        sending = false;
        render();
    }

    function setOwn(list) {
        own = new Map(list.filter((one) => one.circle !== undefined).map((one) => [one.circle, one.mark]));
        routes = list.filter((one) => one.route !== undefined).map((one) => one.route);
        arrows = list.filter((one) => one.from !== undefined).map(({from, to}) => ({from, to}));
    }

    /**
     * Sets the server's marks after the first answer or a reconnect. The server loses marks when it restarts;
     * in that case we send ours again.
     */
    function reset(all = []) {
        const mine = all.find((one) => one.player === me);
        others = new Map(all.filter((one) => one.player !== me).map((one) => [one.player, one.marks]));
        if (isJack) {
            return;
        }
        if (mine !== undefined && marks().length === 0) {
            setOwn(mine.marks);
        } else if (mine === undefined && marks().length > 0) {
            share();
        }
        render();
    }

    function received({player, marks: list}) {
        if (player !== me) {
            others.set(player, list);
        } else if (!sending) {
            setOwn(list); // from another tab of this player
        }
        render();
    }

    // ---- Input -----------------------------------------------------------------------------------------

    /** Handles a tap on the map. Returns whether a tool is selected, in which case the tap is not an action. */
    function tap(place) {
        if (!allowed || tool === null) {
            return false;
        }
        if (place[0] === 'c') {
            put(tool, Number(place.slice(1)));
        }
        return true;
    }

    function put(how, circle) {
        if (how === 'ping') {
            ping(circle);
            return;
        }
        if (how === 'route' || how === 'arrow') {
            extend(circle);
            return;
        }
        if (how === 'erase') {
            erase(circle);
        } else if (own.get(circle) === how) {
            own.delete(circle);
        } else {
            own.set(circle, how);
        }
        share();
    }

    function erase(circle) {
        own.delete(circle);
        routes = routes.filter((route) => !route.includes(circle));
        arrows = arrows.filter(({from, to}) => from !== circle && to !== circle);
    }

    /** Draws an arrow, or removes it if it is there already. */
    function toggleArrow(from, to) {
        const others = arrows.filter((one) => one.from !== from || one.to !== to);
        arrows = others.length < arrows.length ? others : [...arrows, {from, to}];
        share();
    }

    function extend(circle) {
        if (tool === 'arrow' && drawing !== null) {
            const [from] = drawing;
            drawing = null;
            putAway();
            if (from !== circle) {
                toggleArrow(from, circle);
            } else {
                render();
            }
            return;
        }
        if (drawing === null) {
            drawing = [circle];
        } else if (drawing.at(-1) === circle) {
            finishRoute();
            return;
        } else if (drawing.length < ROUTE_MAX) {
            drawing = [...drawing, circle];
        }
        render();
    }

    function putAway() {
        tool = once ? null : tool;
        once = false;
    }

    function finishRoute() {
        const route = tool === 'arrow' ? null : drawing;
        drawing = null;
        putAway();
        if (route !== null && route.length >= 2) {
            routes = [...routes, route];
            share();
        } else {
            render();
        }
    }

    // Handlers for the panel's controls.
    const handlers = {
        finishRoute,
        pick(next) {
            finishRoute();
            tool = tool === next ? null : next;
            once = false;
            render();
        },
        type(how, typed) {
            const circles = typed.filter((one) => index.places.has('c' + one));
            const few = ['route', 'arrow'].includes(how) && circles.length < 2;
            if (circles.length === 0 || few || (how === 'arrow' && circles[0] === circles[1])) {
                problem = t('notes.bad');
                render();
                return;
            }
            problem = '';
            if (how === 'ping') {
                ping(circles[0]);
                return;
            }
            if (how === 'arrow') {
                toggleArrow(circles[0], circles[1]);
                return;
            }
            if (how === 'route') {
                routes = [...routes, circles.slice(0, ROUTE_MAX)];
            } else {
                circles.forEach((circle) => (how === 'erase' ? erase(circle) : own.set(circle, how)));
            }
            share();
        },
        show(now) {
            shown = now;
            render();
        },
        clear() {
            own = new Map();
            routes = [];
            arrows = [];
            drawing = null;
            share();
        },
    };

    const forms = {false: notesForm(handlers, toolsFor(false)), true: notesForm(handlers, toolsFor(true))};
    const formArea = el('div');
    const element = el('div', {class: 'notes-panel'}, tools, formArea, words);
    board.element.append(palette.element);

    // ---- Gestures on the map ---------------------------------------------------------------------------

    /** Offers the marks for a circle next to it. Returns the menu, so that nothing else covers it. */
    function offer(circle) {
        const node = board.map.querySelector(`[data-place="c${circle}"]`);
        if (allowed && node !== null) {
            const {left, top, width, height} = node.getBoundingClientRect();
            palette.open(circle, {x: left + width / 2, y: top + height / 2}, toolsFor(isJack));
        }
        return palette.element;
    }

    /** Carries out a choice of the palette. */
    function use(how, circle) {
        if (how === 'route' || how === 'arrow') {
            tool = how; // continues with taps on the map
            once = true;
            drawing = [circle];
            render();
        } else {
            put(how, circle);
        }
    }

    function arrow(from, to) {
        if (allowed && from !== to) {
            toggleArrow(from, to);
        }
    }

    /** Shows a circle to the other detectives. */
    async function ping(circle) {
        if (!allowed || isJack) {
            return;
        }
        board.pulse(['c' + circle], 'ping');
        try {
            await net.request('point', {table, circle});
            problem = '';
        } catch (refusal) {
            problem = refusalText(refusal);
        }
        render();
    }

    /** Another detective points to a place. */
    function pointed({name, circle, crossing}) {
        const place = circle === undefined ? 'x' + crossing : 'c' + circle;
        board.bring(place);
        board.pulse([place], 'ping');
        announce(
            circle === undefined
                ? t('notes.pointed_crossing', {name, crossing: crossingName(index, crossing)})
                : t('notes.pointed', {name, circle}),
        );
    }

    function cancel() {
        if (palette.close()) {
            return true;
        }
        if (tool === null) {
            return false;
        }
        if (drawing !== null) {
            drawing = drawing.length > 1 ? drawing.slice(0, -1) : null; // one step back
        } else {
            tool = null;
        }
        render();
        return true;
    }

    // ---- Drawing ---------------------------------------------------------------------------------------

    function routeLine(route, look) {
        const points = [];
        for (let i = 1; i < route.length; i++) {
            const line = circleRoute(index, route[i - 1], route[i])?.line ?? [
                index.places.get('c' + route[i - 1]),
                index.places.get('c' + route[i]),
            ];
            points.push(...(i === 1 ? line : line.slice(1)));
        }
        return {points, look: look + ' route-note'};
    }

    function shapesOf(list, owner) {
        const look = owner === null ? 'note own' : `note other of-${owner.pawn}`;
        const sign = (mark) => SIGNS[mark] + (owner === null ? '' : pawnLetter(owner.pawn));
        return {
            lines: list.filter((one) => one.route).map((one) => ({...routeLine(one.route, look), secret: isJack})),
            arrows: list
                .filter((one) => one.from)
                .map(({from, to}) => ({from: 'c' + from, to: 'c' + to, look, secret: isJack})),
            spots: list
                .filter((one) => one.mark)
                .map((one) => ({
                    place: 'c' + one.circle,
                    look: `${look} ${one.mark}`,
                    text: sign(one.mark),
                    secret: isJack,
                    ...(owner !== null && {dx: -12, dy: -12}),
                })),
        };
    }

    function routeInProgress() {
        return {
            arrows: [],
            lines: [routeLine(drawing, 'note own')],
            spots: drawing.map((circle) => ({place: 'c' + circle, look: 'note own drawing'})),
        };
    }

    function drawOnMap() {
        const ownerOf = (player) => owners.get(player) ?? {name: '', pawn: 'yellow'};
        const all =
            allowed && shown
                ? [
                      ...[...others].map(([player, list]) => shapesOf(list, ownerOf(player))),
                      shapesOf(marks(), null),
                      ...(drawing === null ? [] : [routeInProgress()]),
                  ]
                : [];
        const gather = (kind) => all.flatMap((one) => one[kind]);
        board.notes({lines: gather('lines'), arrows: gather('arrows'), spots: gather('spots')});
        board.setNoting(allowed && tool !== null, {arrows: tool === 'arrow'});
    }

    function render() {
        drawOnMap();
        const theirs = [...others].map(([player, list]) => ({
            player,
            owner: owners.get(player),
            marks: list,
        }));
        const notes = {tool, drawing, own: marks(), others: theirs, shown, problem, isPrivate: isJack};
        const form = forms[isJack];
        if (formArea.firstChild !== form) {
            fill(formArea, form);
        }
        form.hidden = !allowed;
        keepingFocus(tools, () =>
            fill(
                tools,
                allowed
                    ? notesTools(notes, handlers)
                    : el('p', {class: 'soft'}, t(isHidden ? 'notes.hidden' : 'notes.none')),
            ),
        );
        keepingFocus(words, () => fill(words, allowed && notesWords(notes, handlers)));
    }

    return {
        element,
        tap,
        cancel,
        reset,
        received,
        offer,
        arrow,
        ping,
        pointed,
        /** `hidden`: Jack has hidden his secrets, and his notes with them. */
        update({role, seats, over, hidden = false}) {
            isHidden = hidden;
            allowed = ['detective', 'jack'].includes(role) && !over && !hidden;
            if (role === 'jack' && !isJack) {
                isJack = true;
                setOwn(privateNotes.load());
            }
            if (isJack && over) {
                privateNotes.forget();
            }
            owners = new Map(
                seats
                    .filter((seat) => seat.pawns.length > 0)
                    .map((seat) => [seat.player, {name: seat.name, pawn: seat.pawns[0]}]),
            );
            tool = allowed ? tool : null;
            render();
        },
        get isAllowed() {
            return allowed || isHidden;
        },
    };
}
