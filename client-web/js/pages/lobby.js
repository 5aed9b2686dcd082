// lobby.js: a table before its start: who sits there, who plays whom, the invite, what is missing, some talk.
// table.js shows it while the table is open and tells it what changes; what it looks like is lobby_sections.js.

import {createChat} from '../panels/chat.js';
import {copyField} from '../core/copy.js';
import {el, fill, keepingFocus} from '../core/dom.js';
import {errorLine, submit} from '../core/form.js';
import {headPart, pawnsPart, seatsPart, startPart} from './lobby_sections.js';
import {seatName} from '../panels/bots.js';

const SECOND_THOUGHT = 4000; // milliseconds in which "put out" must be pressed a second time

/**
 * Who came and who went between two states of a table, in sentences. One's own coming and going is no news.
 */
function comingsAndGoings(before, after, me, t) {
    const without = (seats, others) =>
        seats.filter((seat) => seat.player !== me && !others.some((other) => other.player === seat.player));
    return [
        ...without(after.seats, before.seats).map((seat) => t('lobby.joined', {name: seatName(seat)})),
        ...without(before.seats, after.seats).map((seat) => t('lobby.left', {name: seatName(seat)})),
    ].join(' ');
}

/**
 * @param {{table, chat, invite}} start the table, what has been said, and the invite one came with
 * @returns {{update(table, chat), chat(line), leave()}}
 */
export function showLobby(root, {table: first, chat = [], invite: cameWith}, context) {
    const {net, t, announce, navigate} = context;
    const me = net.player.player;
    const error = errorLine();
    const places = {head: el('div'), pawns: el('div'), seats: el('div'), start: el('div'), invite: el('div')};
    let table = first;
    let invite = cameWith; // until one is put out: then it is worth nothing
    let wish = null; // the pawns I asked for, until the server has answered
    let coming = null; // that I sit down, until the server has answered
    let doomed = null; // the player about to be put out
    let level = first.level; // of the bots one would add

    const seatIn = (one) => one.seats.find((seat) => seat.player === me);
    /** A private table is known to strangers by its invite alone. */
    const inviteKey = () => (table.private && seatIn(table) === undefined && invite ? {invite} : {});
    const talk = createChat({net, where: () => ({table: table.id, ...inviteKey()})});

    // ---- what one can do ----

    /** Asks, and shows what came of it. */
    async function ask(verb, keys, button) {
        const ok = await submit({button, error, work: () => net.request(verb, {table: table.id, ...keys})});
        if (ok?.table !== undefined) {
            update(ok.table);
        }
        return ok !== undefined;
    }

    function join(keys, button) {
        coming = ask('join', {...inviteKey(), ...keys}, button);
        return coming;
    }

    async function hold(pawns) {
        wish = pawns;
        show();
        await coming; // nobody sits down twice
        if (wish !== pawns) {
            return; // another wish was made meanwhile
        }
        await (seatIn(table) === undefined ? join({pawns}) : ask('pawns', {pawns}));
        if (wish === pawns) {
            wish = null;
            show();
        }
    }

    async function leave(event) {
        if (await ask('leave', {}, event.currentTarget)) {
            navigate('/');
        }
    }

    /** Pressed twice: whoever is put out cannot come back with the old invite. */
    function kick(player, event) {
        if (doomed === player) {
            doomed = null;
            ask('kick', {player}, event.currentTarget);
            return;
        }
        doomed = player;
        show();
        setTimeout(() => {
            if (doomed === player) {
                doomed = null;
                show();
            }
        }, SECOND_THOUGHT);
    }

    const bot = (pawns, wanted, button) => ask('bot', {pawns, level: wanted}, button);

    /** A bot for Jack if he is among them, and one for the policemen: they think together anyway. */
    async function bots(pawns, wanted, button) {
        const police = pawns.filter((pawn) => pawn !== 'jack');
        const parties = [pawns.includes('jack') ? ['jack'] : [], police].filter((party) => party.length > 0);
        for (const party of parties) {
            if (!(await bot(party, wanted, button))) {
                return;
            }
        }
    }

    const act = {
        hold,
        leave,
        kick,
        bot,
        bots,
        botLevel(wanted) {
            level = wanted;
            show();
        },
        sit: (event) => join({}, event.currentTarget),
        host: (player, event) => ask('host', {player}, event.currentTarget),
        start: (event) => ask('start', {}, event.currentTarget),
    };

    // ---- what is shown ----

    function showInvite() {
        const code = table.invite ?? (table.private ? invite : undefined);
        places.invite.parentElement.hidden = table.private && code === undefined;
        const path = code === undefined ? `/table/${table.id}` : `/invite/${code}`;
        if (places.invite.dataset.path === path) {
            return; // its button may just be saying "copied"
        }
        places.invite.dataset.path = path;
        const value = window.location.origin + path;
        fill(
            places.invite,
            el('h2', null, t('lobby.invite')),
            el('p', {class: 'soft'}, t('lobby.invite.text')),
            copyField({label: t('lobby.invite.label'), value, name: 'invite', context}),
        );
    }

    function show() {
        const seat = seatIn(table);
        const isShut = table.private && seat === undefined && invite === undefined;
        const lobby = {table, me, seat, isShut, held: wish ?? seat?.pawns ?? [], doomed, level, act};
        const parts = {head: headPart, pawns: pawnsPart, seats: seatsPart, start: startPart};
        for (const [name, part] of Object.entries(parts)) {
            keepingFocus(places[name], () => fill(places[name], part(lobby)));
        }
        showInvite();
        talk.update({sits: seat !== undefined});
    }

    /** Another state of the table, and all that was said so far if that may be news too. */
    function update(next, said) {
        const before = table;
        table = next;
        const news = comingsAndGoings(before, table, me, t);
        if (news !== '') {
            announce(news);
        }
        if (seatIn(before) !== undefined && seatIn(table) === undefined) {
            invite = undefined;
            error.textContent = t('lobby.removed');
        }
        if (said !== undefined) {
            talk.catchUp(said);
        }
        show();
    }

    const panel = (inside, ...more) => el('section', {class: 'panel'}, inside, more);
    context.title(t(`game.${table.game}`));
    root.append(
        el(
            'div',
            {class: 'page lobby', 'data-page': 'lobby', 'data-table': table.id},
            el('div', {class: 'column'}, panel(places.head, error), panel(places.pawns), panel(places.seats)),
            el(
                'div',
                {class: 'column'},
                panel(places.start),
                panel(places.invite),
                panel(el('h2', null, t('chat.label')), talk.element),
            ),
        ),
    );
    talk.catchUp(chat);
    show();
    return {
        update,
        chat: talk.add,
        leave() {
            doomed = null; // a second thought has nothing to show any more
        },
    };
}
