// notes.js: a detective's marks on the map: suspect, cleared, drawn routes. They go to the other detectives
// and to nobody else; theirs are drawn here with the letter of their pawn. Jack and onlookers have none of
// this. What stands beside the map is notes_panel.js.

import {el, fill, keepingFocus} from '../core/dom.js';
import {t, refusalText} from '../core/i18n.js';
import {pawnLetter} from '../board/pawns.js';
import {circleRoute} from '../board/geometry.js';
import {notesForm, notesTools, notesWords, SIGNS} from './notes_panel.js';

const ROUTE_MOST = 20; // circles
const MARKS_MOST = 400;

/** @param {{net, table: string, index, board, me: string}} parts */
export function createNotes({net, table, index, board, me}) {
    const tools = el('div');
    const words = el('div');
    let own = new Map(); // circle → 'suspect' | 'cleared'
    let routes = []; // [[circle, …], …]
    let drawing = null; // the route under way
    let others = new Map(); // player → marks
    let owners = new Map(); // player → {name, pawn}
    let tool = null;
    let allowed = false;
    let problem = '';
    let shown = true;
    let sending = false;
    let again = false; // something changed while the last list was on its way

    const marks = () =>
        [...[...own].map(([circle, mark]) => ({circle, mark})), ...routes.map((route) => ({route}))].slice(
            0,
            MARKS_MOST,
        );

    // ---- Sharing ---------------------------------------------------------------------------------------

    // One message at a time, always with the whole list: the last one sent is what counts.
    async function share() {
        render();
        if (sending) {
            again = true;
            return;
        }
        sending = true;
        do {
            again = false;
            try {
                await net.request('marks', {table, marks: marks()});
                problem = '';
            } catch (refusal) {
                problem = refusalText(refusal);
            }
        } while (again);
        sending = false;
        render();
    }

    function take(list) {
        own = new Map(list.filter((one) => one.circle !== undefined).map((one) => [one.circle, one.mark]));
        routes = list.filter((one) => one.route !== undefined).map((one) => one.route);
    }

    /**
     * What the server has, after the first answer or a break. It forgets marks when it restarts; we do not.
     */
    function reset(all = []) {
        const mine = all.find((one) => one.player === me);
        others = new Map(all.filter((one) => one.player !== me).map((one) => [one.player, one.marks]));
        if (mine !== undefined && own.size === 0 && routes.length === 0) {
            take(mine.marks);
        } else if (mine === undefined && marks().length > 0) {
            share();
        }
        render();
    }

    function received({player, marks: list}) {
        if (player !== me) {
            others.set(player, list);
        } else if (!sending) {
            take(list); // from another tab of ours
        }
        render();
    }

    // ---- Marking ---------------------------------------------------------------------------------------

    /** A tap on the map. True if a tool is in hand: then it was for us. */
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
        } else if (drawing.length < ROUTE_MOST) {
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

    // What the panel's controls do.
    const hands = {
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
                routes = [...routes, circles.slice(0, ROUTE_MOST)];
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

    const form = notesForm(hands);
    const element = el('div', {class: 'notes-panel'}, tools, form, words);

    function cancel() {
        if (tool === null) {
            return false;
        }
        drawing = null;
        tool = null;
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

    function routeUnderWay() {
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
                      ...(drawing === null ? [] : [routeUnderWay()]),
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
            fill(tools, allowed ? notesTools(notes, hands) : el('p', {class: 'soft'}, t('notes.none'))),
        );
        keepingFocus(words, () => fill(words, allowed && notesWords(notes, hands)));
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
