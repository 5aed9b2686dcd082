// ending.js: the end of a game: resigning (the police together), the result, rematch, replay, downloading the
// record. Also reassigning an absent detective's pawns.

import {el, fill} from '../core/dom.js';
import {t, listed, refusalText} from '../core/i18n.js';
import {isBot} from './bots.js';
import {pawnName} from '../board/pawns.js';
import {sheetPanel} from './game_panels.js';
import {saveRecord} from '../net/records.js';
import {resultText} from '../core/game_terms.js';

export function createEnding({model, context, me}) {
    const {net, navigate, where} = context;
    const element = el('section', {class: 'ending', 'aria-label': t('ending.label'), hidden: true});
    const problem = el('p', {class: 'refusal', role: 'alert'});
    let confirming = false;
    let redraw = () => {};

    async function attempt(what) {
        problem.textContent = '';
        try {
            await what();
        } catch (refusal) {
            problem.textContent = refusalText(refusal);
        }
    }

    const sits = () => model.table.seats.some((seat) => seat.player === me);
    const isDetective = () => model.view.you.role === 'detective';

    // ---- The result ------------------------------------------------------------------------------------

    const rematch = () =>
        attempt(async () => {
            const {table} = await net.request('rematch', {table: model.table.id});
            navigate('/table/' + table.id);
        });

    const download = () =>
        attempt(async () => {
            const {record} = await net.request('record', where);
            saveRecord(record, `gaslight-${model.table.game}-${model.table.id}.json`);
        });

    function update() {
        const {view, table} = model;
        const over = view.phase === 'over';
        const asking = over || !isDetective() ? [] : model.resign;
        element.hidden = !over && asking.length === 0;
        element.classList.toggle('over', over);
        if (over) {
            const replay = '/replay/' + table.id + (where.invite ? '#invite=' + where.invite : '');
            fill(
                element,
                el('h2', {}, t('ending.over')),
                el('p', {class: 'result', 'data-winner': view.result.winner}, resultText(view.result)),
                el(
                    'div',
                    {class: 'row'},
                    table.rematch
                        ? el(
                              'a',
                              {class: 'button main', href: '/table/' + table.rematch},
                              t('ending.to_rematch'),
                          )
                        : sits() &&
                              el(
                                  'button',
                                  {type: 'button', class: 'main', 'data-act': 'rematch', onclick: rematch},
                                  t('ending.rematch'),
                              ),
                    el('a', {class: 'button', href: replay, 'data-act': 'replay'}, t('ending.replay')),
                    el(
                        'button',
                        {type: 'button', 'data-act': 'record', onclick: download},
                        t('ending.record'),
                    ),
                ),
                problem,
                sheetPanel(view),
            );
        } else if (asking.length > 0) {
            fill(
                element,
                el('p', {role: 'status'}, askingText(asking)),
                !asking.includes(me) &&
                    el(
                        'button',
                        {type: 'button', class: 'danger', 'data-act': 'resign-too', onclick: resign},
                        t('ending.resign_too'),
                    ),
                problem,
            );
        }
    }

    const askingText = (players) =>
        t('ending.asking', {
            names: listed(
                players.map(
                    (player) => model.table.seats.find((seat) => seat.player === player)?.name ?? '?',
                ),
            ),
        });

    // ---- Resigning -------------------------------------------------------------------------------------

    const resign = () =>
        attempt(async () => {
            confirming = false;
            await net.requestOnce('resign', {table: model.table.id});
            redraw();
        });

    function resignRow() {
        const row = el('div', {class: 'resign'});
        redraw = () => {
            if (!sits() || model.view.phase === 'over') {
                fill(row, null);
            } else if (!confirming) {
                fill(
                    row,
                    el(
                        'button',
                        {
                            type: 'button',
                            class: 'danger',
                            'data-act': 'resign',
                            'data-key': 'resign',
                            onclick: () => {
                                confirming = true;
                                redraw();
                            },
                        },
                        t('ending.resign'),
                    ),
                    problem,
                );
            } else {
                fill(
                    row,
                    el('p', {role: 'alert'}, t(isDetective() ? 'ending.sure_police' : 'ending.sure_jack')),
                    el(
                        'div',
                        {class: 'row'},
                        el(
                            'button',
                            {
                                type: 'button',
                                class: 'danger',
                                'data-act': 'resign-sure',
                                'data-key': 'resign',
                                onclick: resign,
                            },
                            t('ending.yes'),
                        ),
                        el(
                            'button',
                            {
                                type: 'button',
                                'data-act': 'resign-no',
                                'data-key': 'resign-no',
                                onclick: () => {
                                    confirming = false;
                                    redraw();
                                },
                            },
                            t('ending.no'),
                        ),
                    ),
                );
            }
        };
        redraw();
        return row;
    }

    // ---- Absent players --------------------------------------------------------------------------------

    function reassignSection() {
        const {table, view} = model;
        if (table.host !== me || view.phase === 'over') {
            return null;
        }
        const absent = table.seats.filter(
            (seat) => !seat.connected && seat.pawns.length > 0 && !seat.pawns.includes('jack'),
        );
        const takers = table.seats.filter(
            (seat) => seat.connected && !isBot(seat) && !seat.pawns.includes('jack'),
        );
        return absent.length === 0 || takers.length === 0
            ? null
            : el(
                  'section',
                  {class: 'hand-over'},
                  el('h2', {}, t('ending.hand_over')),
                  el('p', {class: 'soft'}, t('ending.hand_over_about')),
                  absent.flatMap((seat) =>
                      takers.map((taker) =>
                          el(
                              'button',
                              {
                                  type: 'button',
                                  class: 'small',
                                  'data-act': 'seat',
                                  onclick: () =>
                                      attempt(() =>
                                          net.request('seat', {
                                              table: table.id,
                                              pawns: seat.pawns,
                                              player: taker.player,
                                          }),
                                      ),
                              },
                              t('ending.give', {
                                  pawns: listed(seat.pawns.map((pawn) => pawnName(pawn))),
                                  from: seat.name,
                                  to: taker.name,
                              }),
                          ),
                      ),
                  ),
                  problem,
              );
    }

    return {element, update, resignRow, reassignSection};
}
