// notes.js: a detective's marks on the map: suspect, cleared, drawn routes. They go to the other detectives
// and to nobody else; theirs are drawn here with the letter of their pawn. Jack and onlookers have none of
// this.

import {el, fill, keepingFocus} from './dom.js';
import {t, listed, refusalText} from './i18n.js';
import {pawnLetter, pawnName} from './pawns.js';
import {circleRoute} from './geometry.js';

const TOOLS = ['suspect', 'cleared', 'route', 'erase'];
const SIGNS = {suspect: '?', cleared: '×'};
const ROUTE_MOST = 20;
const MARKS_MOST = 400;

/** @param {{net, table: string, index, board, me: string}} parts */
export function createNotes({net, table, index, board, me}) {
    const element = el('div', {class: 'notes-panel'});
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
    let again = false;

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
        if (player === me) {
            if (!sending) {
                take(list); // from another tab of ours
            }
        } else {
            others.set(player, list);
        }
        render();
    }

    // ---- Marking ---------------------------------------------------------------------------------------

    /** A tap on the map while a tool is in hand. True if it was for us. */
    function tap(place) {
        if (!allowed || tool === null || place[0] !== 'c') {
            return allowed && tool !== null;
        }
        put(tool, Number(place.slice(1)));
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

    function pick(next) {
        finishRoute();
        tool = tool === next ? null : next;
        render();
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
        return {points, look};
    }

    function shapesOf(list, owner) {
        const look = owner === null ? 'note own' : `note other of-${owner.pawn}`;
        const sign = (mark) => SIGNS[mark] + (owner === null ? '' : pawnLetter(owner.pawn));
        return {
            lines: list.filter((one) => one.route).map((one) => routeLine(one.route, look + ' route-note')),
            spots: list
                .filter((one) => one.mark)
                .map((one) => ({
                    place: 'c' + one.circle,
                    look: `${look} ${one.mark}`,
                    text: sign(one.mark),
                    ...(owner === null ? {} : {dx: -12, dy: -12}),
                })),
        };
    }

    function drawOnMap() {
        const all =
            !allowed || !shown
                ? []
                : [
                      ...[...others].map(([player, list]) =>
                          shapesOf(list, owners.get(player) ?? {name: '', pawn: 'yellow'}),
                      ),
                      shapesOf(marks(), null),
                      drawing === null
                          ? {lines: [], spots: []}
                          : {
                                lines: [routeLine(drawing, 'note own route-note')],
                                spots: drawing.map((circle) => ({
                                    place: 'c' + circle,
                                    look: 'note own drawing',
                                })),
                            },
                  ];
        board.notes({lines: all.flatMap((one) => one.lines), spots: all.flatMap((one) => one.spots)});
        board.setNoting(allowed && tool !== null);
    }

    function render() {
        drawOnMap();
        keepingFocus(element, () =>
            fill(
                element,
                !allowed
                    ? el('p', {class: 'soft'}, t('notes.none'))
                    : [
                          el('p', {class: 'soft'}, t('notes.about')),
                          el(
                              'div',
                              {class: 'note-tools', role: 'group', 'aria-label': t('notes.tools')},
                              TOOLS.map((name) =>
                                  el(
                                      'button',
                                      {
                                          type: 'button',
                                          class: 'chip note-' + name,
                                          'data-key': 'tool-' + name,
                                          'data-tool': name,
                                          'aria-pressed': String(tool === name),
                                          onclick: () => pick(name),
                                      },
                                      el(
                                          'span',
                                          {class: 'note-sign', 'aria-hidden': 'true'},
                                          {...SIGNS, route: '~', erase: '–'}[name],
                                      ),
                                      t('notes.tool.' + name),
                                  ),
                              ),
                          ),
                          tool !== null && el('p', {role: 'status'}, t('notes.hint.' + tool)),
                          drawing !== null &&
                              el(
                                  'p',
                                  {},
                                  t('notes.drawing', {circles: drawing.join(' – ')}),
                                  ' ',
                                  el(
                                      'button',
                                      {
                                          type: 'button',
                                          class: 'small',
                                          'data-key': 'finish-route',
                                          onclick: finishRoute,
                                      },
                                      t('notes.finish'),
                                  ),
                              ),
                          typedForm(),
                          problem && el('p', {class: 'refusal', role: 'alert'}, problem),
                          ownList(),
                          othersList(),
                          el(
                              'div',
                              {class: 'row'},
                              el(
                                  'button',
                                  {
                                      type: 'button',
                                      class: 'small',
                                      'data-key': 'notes-shown',
                                      'aria-pressed': String(shown),
                                      onclick: () => {
                                          shown = !shown;
                                          render();
                                      },
                                  },
                                  t(shown ? 'notes.hide' : 'notes.show'),
                              ),
                              el(
                                  'button',
                                  {
                                      type: 'button',
                                      class: 'small',
                                      'data-key': 'notes-clear',
                                      disabled: marks().length === 0,
                                      onclick: () => {
                                          own = new Map();
                                          routes = [];
                                          drawing = null;
                                          share();
                                      },
                                  },
                                  t('notes.clear'),
                              ),
                          ),
                      ],
            ),
        );
    }

    // The way without the map: circles typed, one for a mark, several for a route.
    function typedForm() {
        const field = el('input', {
            type: 'text',
            inputmode: 'numeric',
            id: 'note-circles',
            'data-key': 'note-circles',
            autocomplete: 'off',
        });
        const use = (how) => {
            const circles = (field.value.match(/\d+/g) ?? [])
                .map(Number)
                .filter((one) => index.places.has('c' + one));
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
        };
        return el(
            'form',
            {
                class: 'note-form',
                onsubmit: (event) => {
                    event.preventDefault();
                    use('suspect');
                },
            },
            el('label', {for: 'note-circles'}, t('notes.circles')),
            field,
            el(
                'div',
                {class: 'row'},
                TOOLS.map((how) =>
                    el(
                        'button',
                        {type: 'button', class: 'small', 'data-key': 'note-' + how, onclick: () => use(how)},
                        t('notes.tool.' + how),
                    ),
                ),
            ),
        );
    }

    const describe = (list) => {
        const of = (mark) =>
            list
                .filter((one) => one.mark === mark)
                .map((one) => one.circle)
                .sort((a, b) => a - b);
        return [
            of('suspect').length > 0 && t('notes.suspects', {circles: listed(of('suspect'))}),
            of('cleared').length > 0 && t('notes.cleared', {circles: listed(of('cleared'))}),
            ...list
                .filter((one) => one.route)
                .map((one) => t('notes.route', {circles: one.route.join(' – ')})),
        ].filter(Boolean);
    };

    function ownList() {
        const lines = describe(marks());
        return (
            lines.length > 0 &&
            el(
                'section',
                {},
                el('h2', {}, t('notes.own')),
                el(
                    'ul',
                    {},
                    lines.map((line) => el('li', {}, line)),
                ),
            )
        );
    }

    function othersList() {
        return [...others]
            .filter(([, list]) => list.length > 0)
            .map(([player, list]) => {
                const owner = owners.get(player);
                return el(
                    'section',
                    {'data-owner': player},
                    el(
                        'h2',
                        {},
                        owner
                            ? t('notes.of', {name: owner.name, pawn: pawnName(owner.pawn)})
                            : t('notes.of_gone'),
                    ),
                    el(
                        'ul',
                        {},
                        describe(list).map((line) => el('li', {}, line)),
                    ),
                );
            });
    }

    return {
        element,
        tap,
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
        cancel() {
            if (tool === null) {
                return false;
            }
            drawing = null;
            tool = null;
            render();
            return true;
        },
        get isAllowed() {
            return allowed;
        },
    };
}
