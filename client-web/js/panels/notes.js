// notes.js: a detective's marks on the map: suspect, cleared, routes. They are shared with the other detectives
// only; theirs are drawn with the letter of their pawn. Jack and spectators see none of this. The panel is in
// notes_panel.js.

import {el, fill, keepingFocus} from '../core/dom.js';
import {t, refusalText} from '../core/i18n.js';
import {pawnLetter} from '../board/pawns.js';
import {circleRoute} from '../board/geometry.js';
import {notesForm, notesTools, notesWords, SIGNS} from './notes_panel.js';

const ROUTE_MAX = 20; // circles
const MARKS_MAX = 400;

/** @param {{net, table: string, index, board, me: string}} parts */
export function createNotes({net, table, index, board, me}) {
    const tools = el('div');
    const words = el('div');
    let own = new Map(); // circle → 'suspect' | 'cleared'
    let routes = []; // [[circle, …], …]
    let drawing = null; // the route being drawn
    let others = new Map(); // player → marks
    let owners = new Map(); // player → {name, pawn}
    let tool = null;
    let allowed = false;
    let problem = '';
    let shown = true;
    let sending = false;
    let changed = false; // the marks have changed since the last request was sent

    const marks = () =>
        [...[...own].map(([circle, mark]) => ({circle, mark})), ...routes.map((route) => ({route}))].slice(
            0,
            MARKS_MAX,
        );

    // ---- Sharing ---------------------------------------------------------------------------------------

    // Sends one request at a time, always with the complete list: the last one counts.
    async function share() {
        render();
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
    }

    /**
     * Sets the server's marks after the first answer or a reconnect. The server loses marks when it restarts;
     * in that case we send ours again.
     */
    function reset(all = []) {
        const mine = all.find((one) => one.player === me);
        others = new Map(all.filter((one) => one.player !== me).map((one) => [one.player, one.marks]));
        if (mine !== undefined && own.size === 0 && routes.length === 0) {
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
        if (how === 'route') {
            extend(circle);
            return;
        }
        if (how === 'erase' || own.get(circle) === how) {
            own.delete(circle);
            routes = how === 'erase' ? routes.filter((route) => !route.includes(circle)) : routes;
        } else {
            own.set(circle, how);
        }
        share();
    }

    function extend(circle) {
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

    function finishRoute() {
        const route = drawing;
        drawing = null;
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
            render();
        },
        type(how, typed) {
            const circles = typed.filter((one) => index.places.has('c' + one));
            if (circles.length === 0 || (how === 'route' && circles.length < 2)) {
                problem = t('notes.bad');
                render();
                return;
            }
            problem = '';
            if (how === 'route') {
                routes = [...routes, circles.slice(0, ROUTE_MAX)];
            } else {
                circles.forEach((circle) => (how === 'erase' ? own.delete(circle) : own.set(circle, how)));
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
            drawing = null;
            share();
        },
    };

    const form = notesForm(handlers);
    const element = el('div', {class: 'notes-panel'}, tools, form, words);

    function cancel() {
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
            lines: list.filter((one) => one.route).map((one) => routeLine(one.route, look)),
            spots: list
                .filter((one) => one.mark)
                .map((one) => ({
                    place: 'c' + one.circle,
                    look: `${look} ${one.mark}`,
                    text: sign(one.mark),
                    ...(owner !== null && {dx: -12, dy: -12}),
                })),
        };
    }

    function routeInProgress() {
        return {
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
        board.notes({lines: all.flatMap((one) => one.lines), spots: all.flatMap((one) => one.spots)});
        board.setNoting(allowed && tool !== null);
    }

    function render() {
        drawOnMap();
        const theirs = [...others].map(([player, list]) => ({
            player,
            owner: owners.get(player),
            marks: list,
        }));
        const notes = {tool, drawing, own: marks(), others: theirs, shown, problem};
        form.hidden = !allowed;
        keepingFocus(tools, () =>
            fill(tools, allowed ? notesTools(notes, handlers) : el('p', {class: 'soft'}, t('notes.none'))),
        );
        keepingFocus(words, () => fill(words, allowed && notesWords(notes, handlers)));
    }

    return {
        element,
        tap,
        cancel,
        reset,
        received,
        update({role, seats, over}) {
            allowed = role === 'detective' && !over;
            owners = new Map(
                seats
                    .filter((seat) => seat.pawns.length > 0)
                    .map((seat) => [seat.player, {name: seat.name, pawn: seat.pawns[0]}]),
            );
            tool = allowed ? tool : null;
            render();
        },
        get isAllowed() {
            return allowed;
        },
    };
}
