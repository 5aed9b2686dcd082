// lobby.js: a table before its start: seats, pawns, invite link, what is missing, chat. table.js shows it while
// the table is open and passes changes to it; lobby_sections.js draws it.

import {createChat} from '../panels/chat.js';
import {copyField} from '../core/copy.js';
import {el, fill, keepingFocus} from '../core/dom.js';
import {errorLine, submit} from '../core/form.js';
import {headSection, pawnsSection, seatsSection, startSection} from './lobby_sections.js';
import {commentarySection} from '../panels/commentary.js';
import {createSettingsDialog, settingChanges} from './lobby_settings.js';
import {seatName} from '../panels/bots.js';
import {withOtherName} from './other_name.js';
import {hostName} from './table_links.js';

const CONFIRM_WITHIN = 4000; // milliseconds within which "Remove" must be confirmed

const isForPolice = ({to}) => to === 'police';

/** Describes who joined and left between two states of a table, except the player themselves. */
function seatChanges(before, after, me, t) {
    const without = (seats, others) =>
        seats.filter((seat) => seat.player !== me && !others.some((other) => other.player === seat.player));
    return [
        ...without(after.seats, before.seats).map((seat) => t('lobby.joined', {name: seatName(seat)})),
        ...without(before.seats, after.seats).map((seat) => t('lobby.left', {name: seatName(seat)})),
    ].join(' ');
}

/**
 * @param {{table, chat, chatMore, invite}} start  the table, its chat so far, whether there is earlier chat, and the
 *        invite the player arrived with
 * @returns {{update(table, chat, chatMore), chat(line), leave()}}
 */
export function showLobby(root, {table: first, chat = [], chatMore = false, invite: initialInvite}, context) {
    const {net, t, announce, navigate} = context;
    const me = net.player.player;
    const error = errorLine();
    const notice = el('p', {class: 'notice', 'data-notice': 'settings'});
    const sections = {
        head: el('div'),
        pawns: el('div'),
        seats: el('div'),
        start: el('div'),
        invite: el('div'),
        commentary: el('div'),
    };
    let table = first;
    let invite = initialInvite; // cleared when the player is removed, because it no longer works then
    let requested = null; // the requested pawns, until the server has answered
    let joining = null; // promise of joining the table
    let confirmKick = null; // the player whose removal must be confirmed
    let level = first.level; // of the bots to add
    let hasReadPolice = chat.some(isForPolice); // whether the player cannot be Jack at this table

    const seatIn = (one) => one.seats.find((seat) => seat.player === me);
    /** Players without a seat need the invite for requests to a private table. */
    const inviteKey = () => (table.private && seatIn(table) === undefined && invite ? {invite} : {});
    const chatPanel = createChat({
        net,
        storage: context.storage,
        where: () => ({table: table.id, ...inviteKey()}),
        send: (work) => withOtherName(work, context),
    });

    // ---- actions ----

    /** Sends a request and shows the updated table. Returns whether it succeeded. */
    async function sendRequest(verb, keys, button) {
        const request = () => net.request(verb, {table: table.id, ...keys}).catch(noteRefusal);
        const ok = await submit({button, error, work: () => withOtherName(request, context)});
        if (ok?.table !== undefined) {
            update(ok.table);
        }
        return ok !== undefined;
    }

    /** Remembers that the player cannot be Jack here, once the server has said so. */
    function noteRefusal(refusal) {
        hasReadPolice ||= refusal.code === 'read_police';
        throw refusal;
    }

    function join(keys, button) {
        joining = sendRequest('join', {...inviteKey(), ...keys}, button);
        return joining;
    }

    async function hold(pawns) {
        requested = pawns;
        show();
        await joining; // do not join twice
        if (requested !== pawns) {
            return; // other pawns were requested in the meantime
        }
        await (seatIn(table) === undefined ? join({pawns}) : sendRequest('pawns', {pawns}));
        if (requested === pawns) {
            requested = null;
            show();
        }
    }

    async function leave(event) {
        if (await sendRequest('leave', {}, event.currentTarget)) {
            navigate('/');
        }
    }

    /** Needs a second click, because a removed player cannot return with the old invite. */
    function kick(player, event) {
        if (confirmKick === player) {
            confirmKick = null;
            sendRequest('kick', {player}, event.currentTarget);
            return;
        }
        confirmKick = player;
        show();
        setTimeout(() => {
            if (confirmKick === player) {
                confirmKick = null;
                show();
            }
        }, CONFIRM_WITHIN);
    }

    const bot = (pawns, wanted, button) => sendRequest('bot', {pawns, level: wanted}, button);

    /** Adds one bot for Jack, if he is among the pawns, and one for all policemen. */
    async function bots(pawns, wanted, button) {
        const police = pawns.filter((pawn) => pawn !== 'jack');
        const parties = [pawns.includes('jack') ? ['jack'] : [], police].filter((party) => party.length > 0);
        for (const party of parties) {
            if (!(await bot(party, wanted, button))) {
                return;
            }
        }
    }

    const settings = createSettingsDialog(async (keys) => {
        const ok = await net.request('settings', {table: table.id, ...keys});
        update(ok.table);
        return ok;
    }, context);

    const act = {
        changeSettings: () => settings.open(table),
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
        host: (player, event) => sendRequest('host', {player}, event.currentTarget),
        start: (event) => sendRequest('start', {}, event.currentTarget),
        settings: (keys) => sendRequest('settings', keys),
        consent: (agree) => sendRequest('consent', {agree}),
    };

    // ---- drawing ----

    function showInvite() {
        const code = table.invite ?? (table.private ? invite : undefined);
        sections.invite.parentElement.hidden = table.private && code === undefined;
        const path = code === undefined ? `/table/${table.id}` : `/invite#${code}`;
        if (sections.invite.dataset.path === path) {
            return; // unchanged: its button may be showing "Copied"
        }
        sections.invite.dataset.path = path;
        const value = window.location.origin + path;
        fill(
            sections.invite,
            el('h2', null, t('lobby.invite')),
            el('p', {class: 'soft'}, t('lobby.invite.text')),
            copyField({label: t('lobby.invite.label'), value, name: 'invite', context}),
        );
    }

    function showCommentary(lobby) {
        const shown = commentarySection(lobby, act, context);
        const next = JSON.stringify([table.commentary, table.seats, table.host, lobby.seat]);
        sections.commentary.parentElement.hidden = shown === null;
        if (sections.commentary.dataset.drawn !== next) {
            sections.commentary.dataset.drawn = next;
            keepingFocus(sections.commentary, () => fill(sections.commentary, shown));
        }
    }

    function show() {
        const seat = seatIn(table);
        const needsInvite = table.private && seat === undefined && invite === undefined;
        const lobby = {
            table,
            me,
            seat,
            needsInvite,
            held: requested ?? seat?.pawns ?? [],
            hasReadPolice,
            confirmKick,
            level,
            act,
        };
        const parts = {head: headSection, pawns: pawnsSection, seats: seatsSection, start: startSection};
        for (const [name, part] of Object.entries(parts)) {
            keepingFocus(sections[name], () => fill(sections[name], part(lobby)));
        }
        showInvite();
        showCommentary(lobby);
        chatPanel.update({sits: seat !== undefined});
    }

    /** Sets the state of the table, and the complete chat if it may have changed. */
    function update(next, chatLines, hasEarlier) {
        const before = table;
        table = next;
        const changes = settingChanges(before, table);
        if (changes !== '') {
            notice.textContent =
                table.host === me
                    ? t('lobby.changed.you', {changes})
                    : t('lobby.changed', {name: hostName(table), changes});
        }
        const news = [seatChanges(before, table, me, t), changes !== '' && notice.textContent];
        if (news.some(Boolean)) {
            announce(news.filter(Boolean).join(' '));
        }
        if (seatIn(before) !== undefined && seatIn(table) === undefined) {
            invite = undefined;
            error.textContent = t('lobby.removed');
        }
        if (chatLines !== undefined) {
            hasReadPolice ||= chatLines.some(isForPolice);
            chatPanel.catchUp(chatLines, hasEarlier);
        }
        show();
    }

    const panel = (inside, ...more) => el('section', {class: 'panel'}, inside, more);
    context.title(t(`game.${table.game}`));
    root.append(
        el(
            'div',
            {class: 'page lobby', 'data-page': 'lobby', 'data-table': table.id},
            el(
                'div',
                {class: 'column'},
                panel(sections.head, notice, error),
                panel(sections.pawns),
                panel(sections.seats),
            ),
            el(
                'div',
                {class: 'column'},
                panel(sections.start),
                panel(sections.invite),
                panel(sections.commentary),
                panel(el('h2', null, t('chat.label')), chatPanel.element),
            ),
            settings.element,
        ),
    );
    chatPanel.catchUp(chat, chatMore);
    show();
    return {
        update,
        chat(line) {
            chatPanel.add(line);
            if (isForPolice(line) && !hasReadPolice) {
                hasReadPolice = true;
                show();
            }
        },
        leave() {
            confirmKick = null; // cancels the timeout of the confirmation
            chatPanel.stop();
        },
    };
}
