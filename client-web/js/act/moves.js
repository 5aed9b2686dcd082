// moves.js: the modes of the hunt: Jack's moves and special moves; the police's moves, searches and arrests.
// Each draws the line its action would take.

import {t, listed} from '../core/i18n.js';
import {pawnName} from '../board/pawns.js';
import {jackCircle} from '../core/game_terms.js';
import {adjacentCircles, circleRoute, crossingRoute, reachRoute, sharedBlock} from '../board/geometry.js';
import {pair, confirmOnly, numberOf} from './draft.js';
import {circle, circleLabel, crossing, crossingLabel, crossingWords, mode, onePlace, straight} from './mode.js';

/** Returns the name of the policeman on a crossing. */
function nameAt({view, index}, number) {
    const pawn = Object.keys(view.police).find((colour) => view.police[colour] === number);
    return pawn === undefined ? crossingWords(index, crossing(number)) : pawnName(pawn);
}

// ---- Jack ---------------------------------------------------------------------------------------------

// A normal move, with its line, and the adjacent circles that policemen block.
export function jackMove(circles, {view, index, legal}) {
    const at = jackCircle(view);
    const occupied = Object.values(view.police);
    const blocked =
        at === null
            ? []
            : adjacentCircles(index, at)
                  .filter((number) => !circles.includes(number))
                  .map((number) => ({number, route: circleRoute(index, at, number, occupied)}))
                  .filter(({route}) => route !== null && route.blockers.length > 0)
                  .map(({number, route}) => ({
                      place: circle(number),
                      line: route.line,
                      crossings: route.blockers,
                      label: t('act.blocked', {
                          number,
                          pawns: listed(route.blockers.map((one) => nameAt({view, index}, one))),
                      }),
                  }));
    const preview = (draft) => ({
        lines: [
            ...blocked.map((one) => ({points: one.line, look: 'blocked'})),
            ...(draft.place === null || at === null
                ? []
                : [
                      {
                          points: circleRoute(index, at, numberOf(draft.place), occupied)?.line ?? [],
                          look: 'route',
                      },
                  ]),
        ],
        spots: blocked.flatMap((one) =>
            one.crossings.map((number) => ({place: crossing(number), look: 'blocker'})),
        ),
    });
    const moves = [onePlace('move', 'jack', 'to', circles.map(circle), circleLabel, {blocked, preview})];
    if (legal.escape !== undefined) {
        moves.push(
            onePlace('escape', 'jack', 'to', [circle(legal.escape)], circleLabel, {
                do: 'move',
                with: {escape: true},
                preview,
            }),
        );
    }
    return moves;
}

export function alley(circles, {view, index}) {
    const at = jackCircle(view);
    const preview = (draft) => {
        const block =
            draft.place === null || at === null ? null : sharedBlock(index, at, numberOf(draft.place));
        return block === null
            ? {}
            : {
                  areas: [{points: block, look: 'alley'}],
                  lines: [{points: straight(index, circle(at), draft.place), look: 'leap'}],
              };
    };
    return [onePlace('alley', 'jack', 'to', circles.map(circle), circleLabel, {preview})];
}

export function boat(circles, {view, index}) {
    const at = jackCircle(view);
    const preview = (draft) =>
        draft.place === null || at === null
            ? {}
            : {lines: [{points: straight(index, circle(at), draft.place), look: 'leap'}]};
    return [onePlace('boat', 'jack', 'to', circles.map(circle), circleLabel, {preview})];
}

export function coach(pairs, {view, index}) {
    const at = jackCircle(view);
    const choices = new Map();
    for (const [via, to] of pairs) {
        choices.set(circle(via), [...(choices.get(circle(via)) ?? []), circle(to)]);
    }
    const input = pair({
        keys: ['via', 'to'],
        choices: [...choices],
        labelFirst: (place) => t('act.via', {number: numberOf(place)}),
        labelSecond: circleLabel,
    });
    const step = (from, to) => ({points: circleRoute(index, from, to)?.line ?? [], look: 'route'});
    return [
        mode('coach', 'jack', input, {
            preview: ({first, second}) => ({
                lines: [
                    ...(first === null || at === null ? [] : [step(at, numberOf(first))]),
                    ...(second === null ? [] : [step(numberOf(first), numberOf(second))]),
                ],
            }),
            describe: ({first, second}) =>
                second !== null
                    ? t('act.do.coach', {via: numberOf(first), number: numberOf(second)})
                    : first !== null
                      ? t('act.coach_second', {via: numberOf(first)})
                      : t('act.coach_first'),
        }),
    ];
}

// ---- The police, by pawn ------------------------------------------------------------------------------

const byPawn = (make) => (choices, context) =>
    Object.entries(choices).flatMap(([pawn, places]) => make(pawn, places, context));

export const walking = (kind, most, more = {}) =>
    byPawn((pawn, crossings, {view, index}) => {
        const at = view.police[pawn];
        return [
            onePlace(
                kind,
                pawn,
                'to',
                crossings.map(crossing),
                (place) => (numberOf(place) === at ? t('act.stay') : crossingLabel(index)(place)),
                {
                    ...more,
                    brief: (place) => (numberOf(place) === at ? t('act.stay') : undefined),
                    preview: ({place}) =>
                        place === null
                            ? {}
                            : {
                                  lines: [
                                      {
                                          look: more.leap ? 'leap' : 'route',
                                          points: more.leap
                                              ? straight(index, crossing(at), place)
                                              : (crossingRoute(index, at, numberOf(place), most) ?? []),
                                      },
                                  ],
                              },
                    describe: ({place}) =>
                        place &&
                        (numberOf(place) === at
                            ? t('act.do.stay', {pawn: pawnName(pawn)})
                            : t(`act.do.${kind}`, {pawn: pawnName(pawn), crossing: crossingWords(index, place)})),
                },
            ),
        ];
    });

export const reaching = (kind, more = {}) =>
    byPawn((pawn, circles, {view, index}) => [
        onePlace(kind, pawn, 'circle', circles.map(circle), circleLabel, {
            ...more,
            preview: ({place}) =>
                place === null
                    ? {}
                    : {
                          lines: [
                              {
                                  points: reachRoute(index, view.police[pawn], numberOf(place)) ?? [],
                                  look: 'route',
                              },
                          ],
                      },
        }),
    ]);

export const eachPawn =
    (kind, more = {}) =>
    (pawns) =>
        pawns.map((pawn) =>
            mode(kind, pawn, confirmOnly(), {
                ...more,
                describe: () => t(`act.do.${kind}`, {pawn: pawnName(pawn)}),
            }),
        );

export function searchPower(pawns, context) {
    const circles = Object.fromEntries(pawns.map((pawn) => [pawn, context.legal.search?.[pawn] ?? []]));
    return reaching('search_power', {do: 'search', with: {power: true}})(circles, context);
}

export function passing(value, {view, legal}) {
    const searching = view.searching !== undefined;
    if (value === true) {
        return [
            mode('pass', 'jack', confirmOnly(), {
                label: t(`act.pass.${view.phase}`),
                describe: () => t(`act.pass_does.${view.phase}`),
            }),
        ];
    }
    return value.map((pawn) =>
        mode('pass', pawn, confirmOnly(), {
            label: t(searching && legal.search !== undefined ? 'act.pass.searching' : 'act.pass.act'),
            describe: () => t('act.do.pass', {pawn: pawnName(pawn)}),
        }),
    );
}
