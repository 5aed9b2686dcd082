// table.js: the page of a table. What the server tells goes into `model`; before the start the lobby shows it
// (lobby.js), from then on the game's page (game_page.js).

import {el, fill} from '../core/dom.js';
import {t, refusalText} from '../core/i18n.js';
import {indexBoard} from '../board/geometry.js';
import {createGamePage} from './game_page.js';
import {showLobby} from './lobby.js';

export function show(root, params, context) {
    const model = {table: null, view: null, turn: null, seq: 0, events: [], chat: [], marks: [], resign: []};
    let kind = null; // what is on screen: 'lobby', 'loading', 'game', 'problem'; 'left' in the end
    let page = {}; // and what it wants to hear of

    // ---- What the server tells -------------------------------------------------------------------------

    const handler = {
        snapshot(reply) {
            model.events = [];
            take(reply);
            page.restart?.();
            refresh();
        },
        missed(reply) {
            take(reply);
            page.resumed?.();
            refresh();
        },
        event(seq, event) {
            model.events.push({seq, event});
            page.event?.(seq, event);
        },
        turn(turn) {
            model.turn = heard(turn);
            model.seq = turn.seq;
            model.view = turn.view ?? model.view;
            refresh();
        },
        tableChanged(table) {
            model.table = table;
            refresh();
        },
        chat(line) {
            model.chat.push(line);
            page.chat?.(line);
        },
        marks(marks) {
            model.marks = [...model.marks.filter((one) => one.player !== marks.player), marks];
            page.marks?.(marks);
        },
        resign(players) {
            model.resign = players;
            refresh();
        },
        failed(refusal) {
            problem(t('table.cannot_show'), refusalText(refusal));
        },
    };

    /** A turn says how much time is left: from now on. */
    const heard = (turn) => ({...turn, heard: performance.now()});

    function take(reply) {
        model.table = reply.table;
        model.seq = reply.seq;
        model.view = reply.view ?? null;
        model.turn = reply.turn === undefined ? null : heard(reply.turn);
        model.chat = reply.chat ?? [];
        model.marks = reply.marks ?? [];
        model.events.push(...(reply.events ?? []));
    }

    // ---- Which page ------------------------------------------------------------------------------------

    function refresh() {
        const {table, view} = model;
        if (table.state === 'closed') {
            problem(t('table.closed'), t('table.closed_text'));
        } else if (table.state === 'open') {
            lobby();
        } else if (kind === 'game') {
            page.update();
        } else if (kind !== 'loading' && view !== null) {
            game();
        }
    }

    function switchTo(nextKind, nextPage) {
        page.leave?.();
        kind = nextKind;
        page = nextPage;
    }

    function lobby() {
        if (kind === 'lobby') {
            page.update(model.table, model.chat);
            return;
        }
        switchTo('lobby', {});
        fill(root);
        page = showLobby(root, {table: model.table, chat: model.chat, invite: params.invite}, context);
    }

    async function game() {
        switchTo('loading', {});
        showLoading();
        const board = await context.loadBoard(model.view.game).catch(() => null);
        if (kind !== 'loading') {
            return; // the table was closed, or the page left, meanwhile
        }
        if (board === null) {
            problem(t('table.no_board'), t('table.no_board_text'));
            return;
        }
        const where = {table: model.table.id, ...(params.invite && {invite: params.invite})};
        switchTo('game', createGamePage(root, model, indexBoard(board), {...context, where}));
    }

    function problem(title, text) {
        switchTo('problem', {});
        fill(
            root,
            el(
                'div',
                {class: 'page narrow'},
                el(
                    'section',
                    {class: 'panel'},
                    el('h1', {}, title),
                    el('p', {}, text),
                    el('a', {class: 'button main', href: '/'}, t('shell.to_front')),
                ),
            ),
        );
    }

    function showLoading() {
        fill(root, el('p', {class: 'loading', role: 'status'}, t('table.loading')));
    }

    showLoading();
    const follow = context.net.subscribe({table: params.id, invite: params.invite}, handler);

    return {
        leave() {
            follow.stop();
            switchTo('left', {});
        },
    };
}
