// ending.js: the end of a game: resigning (the police together), the result, Jack's trail, rematch, replay,
// downloading the record.

import {el, fill} from '../core/dom.js';
import {t, listed, plural, refusalText} from '../core/i18n.js';
import {isBot} from './bots.js';
import {sheetPanel} from './game_panels.js';
import {savePicture, saveRecord} from '../net/records.js';
import {endingFigures, endingWords, hasWon} from './ending_words.js';
import {createRematch} from './rematch.js';
import {createShare} from './share.js';
import {createTrailReview} from './trail_review.js';

/** @param {{model, context, me: string, board, index, events(), redraw()}} parts  events: those of the game so far */
export function createEnding({model, context, me, board, index, events, redraw: redrawMap}) {
    const {net, navigate, where} = context;
    const trail = createTrailReview({board, index, redraw: redrawMap});
    const rematch = createRematch({model, net, me, navigate});
    let share = null; // created when it is opened: it asks the server
    const isShared = context.hotSeats.peopleAt(model.table.id) !== null; // several people share this device
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

    /** Returns whether detectives other than this player are online, who must agree to resign. */
    const hasColleagues = () =>
        model.table.seats.some(
            (seat) =>
                seat.player !== me &&
                seat.connected &&
                !isBot(seat) &&
                seat.pawns.length > 0 &&
                !seat.pawns.includes('jack'),
        );
    const sureText = () =>
        !isDetective() ? 'ending.sure_jack' : hasColleagues() ? 'ending.sure_police' : 'ending.sure_alone';

    // ---- The result ------------------------------------------------------------------------------------

    const playAgain = () =>
        el(
            'button',
            {
                type: 'button',
                class: 'main',
                'data-act': 'again',
                onclick: () => attempt(() => context.hotSeats.again(model.table)),
            },
            t('hotseat.again'),
        );

    const download = (save, type) => () =>
        attempt(async () => {
            const {record} = await net.request('record', where);
            await save(record, `gaslight-${model.table.game}-${model.table.id}.${type}`);
        });

    /** "3 rounds · 31 moves · 5 clues in 24 searches · 2 arrests attempted" */
    function figuresText() {
        const {rounds, moves, searches, clues, arrests} = endingFigures({view: model.view, events: events()});
        return [
            plural(`ending.rounds.${model.table.game}`, rounds),
            plural('ending.moves', moves),
            searches > 0 && plural('ending.clues', clues, {searches: plural('ending.searches', searches)}),
            arrests > 0 && plural('ending.arrests', arrests),
        ]
            .filter(Boolean)
            .join(' · ');
    }

    function shareSection(path) {
        const opened = ({currentTarget}) => {
            if (share === null) {
                share = createShare({id: model.table.id, invite: where.invite, label: t('share.game')}, context);
                currentTarget.append(share.element);
                share.update(window.location.origin + path);
            }
        };
        const summary = el('summary', {'data-act': 'share'}, t('ending.share'));
        return el('details', {class: 'ending-share', ontoggle: opened}, summary, share?.element);
    }

    function resultParts() {
        const {view, table} = model;
        const {result, you} = view;
        const {headline, reason} = endingWords({result, role: you.role, view, events: events()});
        const won = hasWon(result, you.role);
        const replay = '/replay/' + table.id + (where.invite ? '#invite=' + where.invite : '');
        return [
            el(
                'header',
                {class: 'ending-head', 'data-won': won === null ? null : String(won)},
                el('h2', {}, headline),
                el('p', {class: 'result', 'data-winner': result.winner}, reason),
                (view.rows ?? []).length > 0 && el('p', {class: 'soft ending-figures'}, figuresText()),
            ),
            el(
                'div',
                {class: 'row'},
                table.rematch
                    ? el('a', {class: 'button main', href: '/table/' + table.rematch}, t('ending.to_rematch'))
                    : isShared
                      ? playAgain()
                      : sits() && rematch.buttons(),
                el('a', {class: 'button', href: replay, 'data-act': 'replay'}, t('ending.replay')),
                el(
                    'button',
                    {type: 'button', 'data-act': 'picture', onclick: download(savePicture, 'png')},
                    t('ending.picture'),
                ),
                el(
                    'button',
                    {type: 'button', 'data-act': 'record', onclick: download(saveRecord, 'json')},
                    t('ending.record'),
                ),
            ),
            problem,
            rematch.error,
            trail.element,
            shareSection(replay),
            sheetPanel(view),
            rematch.dialog,
        ];
    }

    let drawnResult = '';

    function update() {
        const {view, table} = model;
        const over = view.phase === 'over';
        const asking = over || !isDetective() ? [] : model.resign;
        element.hidden = !over && asking.length === 0;
        element.classList.toggle('over', over);
        if (over) {
            const next = JSON.stringify([view.result, table.rematch, table.seats.length]);
            trail.update(view);
            if (next !== drawnResult) { // an open dialog and the trail that is playing stay
                drawnResult = next;
                fill(element, resultParts());
            }
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
                                row.querySelector('[data-act=resign-no]')?.focus({preventScroll: true});
                                row.scrollIntoView({block: 'nearest'});
                            },
                        },
                        t('ending.resign'),
                    ),
                    problem,
                );
            } else {
                fill(
                    row,
                    el('p', {role: 'alert'}, t(sureText())),
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

    return {
        element,
        update,
        resignRow,
        /** What to draw of Jack's trail after the end. */
        trailShapes: trail.shapes,
        stop: trail.stop,
    };
}
