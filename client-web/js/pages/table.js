// table.js: the page of a table. What the server sends goes into `model`; lobby.js shows it before the start,
// game_page.js, which is loaded for that, afterwards.

import {el, fill} from '../core/dom.js';
import {t, refusalText} from '../core/i18n.js';
import {showProblem} from '../core/problem_page.js';
import {reloadIfOutdated} from '../core/version.js';
import {showLobby} from './lobby.js';
import {askName} from './other_name.js';

export function show(root, params, context) {
    const model = {
        table: null,
        view: null,
        turn: null,
        seq: 0,
        events: [],
        chat: [],
        chatMore: false, // whether there are earlier messages than these
        marks: [],
        resign: [],
        takeback: null, // a pending request, see panels/takeback.js
        hasReturned: false, // whether the player has just got their pawns back, and has not been told yet
        seatVote: null, // a pending vote, see panels/seat_vote.js
    };
    let kind = null; // what is on screen: 'lobby', 'loading', 'game' or 'problem'; finally 'left'
    let page = {}; // its handlers, all optional

    // ---- Messages from the server ----------------------------------------------------------------------

    const handler = {
        snapshot(reply) {
            model.events = [];
            setModel(reply);
            page.restart?.();
            refresh();
        },
        missed(reply) {
            setModel(reply);
            page.resumed?.();
            refresh();
        },
        event(seq, event) {
            model.events.push({seq, event});
            page.event?.(seq, event);
        },
        turn(turn) {
            model.turn = withArrival(turn);
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
        point(point) {
            page.point?.(point);
        },
        resign(players) {
            model.resign = players;
            refresh();
        },
        takeback(frame) {
            model.takeback = frame.ended ? null : frame;
            page.takeback?.(frame);
            refresh();
        },
        seatVote(frame) {
            model.seatVote = frame.ended ? null : frame;
            page.seatVote?.(frame);
            refresh();
        },
        failed(refusal) {
            problem(t('table.cannot_show'), refusalText(refusal));
            if (refusal.code === 'name_taken') {
                tryAgain(refusal);
            }
        },
    };

    /** Adds the time of arrival, from which the time left counts. */
    const withArrival = (turn) => ({...turn, receivedAt: performance.now()});

    function setModel(reply) {
        model.table = reply.table;
        model.seq = reply.seq;
        model.view = reply.view ?? null;
        model.turn = reply.turn === undefined ? null : withArrival(reply.turn);
        model.chat = reply.chat ?? [];
        model.chatMore = reply.chat_more === true;
        model.marks = reply.marks ?? [];
        model.takeback = reply.takeback ?? null;
        model.seatVote = reply.seat ?? null;
        model.hasReturned ||= reply.returned === true;
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
            page.update(model.table, model.chat, model.chatMore);
            return;
        }
        switchTo('lobby', {});
        fill(root);
        const {table, chat, chatMore} = model;
        page = showLobby(root, {table, chat, chatMore, invite: params.invite}, context);
        context.preloadGame(table.game);
    }

    async function game() {
        switchTo('loading', {});
        showLoading();
        const loading = [context.loadGame(), context.loadBoard(model.view.game)];
        const [parts, board] = await Promise.all(loading).catch(() => []);
        if (kind !== 'loading') {
            return; // the table was closed or the page was left in the meantime
        }
        if (board === undefined && (await reloadIfOutdated())) {
            return;
        }
        if (board === undefined) {
            problem(t('table.no_board'), t('table.no_board_text'));
            return;
        }
        const where = {table: model.table.id, ...(params.invite && {invite: params.invite})};
        switchTo('game', parts.createGamePage(root, model, parts.indexBoard(board), {...context, where}));
    }

    function problem(title, text) {
        switchTo('problem', {});
        showProblem(root, title, text);
    }

    function showLoading() {
        fill(root, el('p', {class: 'loading', role: 'status'}, t('table.loading')));
    }

    const where = {table: params.id, invite: params.invite, commentary: params.commentary};
    const subscribe = () => context.net.subscribe(where, handler);

    /** Commentators need a name of their own, too. */
    async function tryAgain(refusal) {
        if ((await askName(refusal, context)) && kind !== 'left') {
            showLoading();
            subscription = subscribe();
        }
    }

    showLoading();
    let subscription = subscribe();

    return {
        leave() {
            subscription.stop();
            switchTo('left', {});
        },
    };
}
