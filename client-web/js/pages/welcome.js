// welcome.js: the first page of a visitor without a name who follows a link to a table: who invites them to
// which game, who is there, what is free, and one field and button. It asks the server again every few seconds,
// because a visitor cannot watch the table yet. With a name, main.js shows the table itself.

import {codeForm} from './device_transfer.js';
import {gameArt} from './game_art.js';
import {replayLink, roleList, tableFacts} from './invitation.js';
import {button} from '../core/controls.js';
import {el, fill} from '../core/dom.js';
import {errorLine, submit} from '../core/form.js';
import {resultText} from '../core/game_terms.js';
import {refusalText} from '../core/i18n.js';
import {withOtherName} from './other_name.js';
import {nameField} from './player_name.js';
import {hasRoom, hostName, tableAddress} from './table_links.js';

const AGAIN = 4000; // milliseconds between two requests
const FINAL = ['unknown_table', 'damaged']; // refusals that will not change

/**
 * Calls `changed` with the table now and whenever it has changed, or `failed` once if there is none. Does not
 * ask while the page is hidden. Returns a function that stops it.
 */
function follow(where, net, {changed, failed}) {
    let last = '';
    let stopped = false;
    let timer = null;

    async function look() {
        try {
            const {table} = await net.backgroundRequest('peek', where);
            if (!stopped && JSON.stringify(table) !== last) {
                last = JSON.stringify(table);
                changed(table);
            }
        } catch (refusal) {
            if (!stopped && FINAL.includes(refusal.code)) {
                stopped = true;
                failed(refusal);
            }
        }
        plan();
    }

    function plan() {
        clearTimeout(timer);
        if (!stopped && document.visibilityState === 'visible') {
            timer = setTimeout(look, AGAIN);
        }
    }

    document.addEventListener('visibilitychange', plan);
    look();
    return () => {
        stopped = true;
        clearTimeout(timer);
        document.removeEventListener('visibilitychange', plan);
    };
}

/** Returns what the visitor can do at this table: 'join', 'watch' or 'replay'. */
function offer(table) {
    if (table.state === 'finished') {
        return 'replay';
    }
    return table.state === 'open' && hasRoom(table) ? 'join' : 'watch';
}

function situation(table, t) {
    if (table.state === 'finished') {
        return `${t('welcome.over')} ${resultText(table.result)}`;
    }
    if (table.state === 'running') {
        return t('welcome.running');
    }
    return hasRoom(table) ? '' : t('welcome.full');
}

/** @param {{id?: string, invite?: string, byInvite: boolean}} params  without `id` if `byInvite` */
export function show(root, {id, invite, byInvite}, context) {
    const {net, t, announce} = context;
    const where = byInvite ? {invite} : {table: id, ...(invite && {invite})};
    const art = el('div', {class: 'welcome-art'});
    const head = el(
        'div',
        {class: 'welcome-head'},
        el('p', {class: 'soft', role: 'status'}, t('front.loading')),
    );
    const people = el('div', {class: 'welcome-people'});
    const actions = el('div', {class: 'welcome-actions'});
    const error = errorLine();
    const name = nameField(context);
    const main = el('button', {type: 'submit', class: 'main wide', 'data-action': 'go'});
    const watch = button({class: 'bare', 'data-action': 'watch', onclick: () => enter('watch')});
    const form = el(
        'form',
        {
            class: 'name-form',
            'data-form': 'name',
            onsubmit: (event) => {
                event.preventDefault();
                enter(offer(table));
            },
        },
        name.element,
        main,
        watch,
        error,
    );
    const entrance = [
        form,
        el('p', {class: 'soft small'}, t('player_name.text')),
        el('details', null, el('summary', null, t('player_name.have_code')), codeForm({}, context)),
    ];
    const page = el(
        'div',
        {class: 'page welcome', 'data-page': 'welcome'},
        el(
            'section',
            {class: 'panel', 'data-panel': 'name'},
            art,
            head,
            actions, // before the details, so that a phone shows what to do without scrolling
            people,
        ),
    );
    let table = null;

    /**
     * Gives the visitor a name. main.js then shows the page of the address, which is the table's from now on;
     * the seat is taken at the same time.
     */
    async function enter(how) {
        const wanted = name.read();
        if (wanted === '') {
            name.focus();
            return;
        }
        window.history.replaceState(null, '', tableAddress(table, invite));
        const pressed = how === 'watch' && offer(table) === 'join' ? watch : main;
        const player = await submit({button: pressed, error, work: () => net.setName(wanted)});
        if (player !== undefined && how === 'join') {
            // If somebody else was faster, the page of the table shows that.
            const join = () => net.request('join', {table: table.id, ...(invite && {invite})});
            withOtherName(join, context).catch(() => {});
        }
    }

    function showActions() {
        const wanted = offer(table);
        if (wanted === 'replay') {
            fill(actions, replayLink(table, invite, t));
            return;
        }
        main.textContent = t(`welcome.go.${wanted}`);
        watch.textContent = t('invite.watch');
        watch.hidden = wanted !== 'join';
        if (!actions.contains(form)) {
            fill(actions, entrance);
            name.focus({preventScroll: true}); // the first thing to see is who invites to what
        }
    }

    function changed(next) {
        const news = table !== null && situation(next, t) !== situation(table, t) && situation(next, t);
        if (table === null) {
            fill(art, gameArt(next.game));
            context.title(t(`game.${next.game}`));
            context.preloadTable();
        }
        table = next;
        const kind = table.state === 'open' && byInvite ? 'invite.text' : 'welcome.table';
        const now = situation(table, t);
        fill(
            head,
            el('h1', null, t(kind, {host: hostName(table), game: t(`game.${table.game}`)})),
            el('p', null, t(`game.${table.game}.about`)),
            tableFacts(table, t),
            now !== '' && el('p', {class: 'notice', 'data-situation': table.state}, now),
        );
        fill(people, roleList(table, t));
        showActions();
        if (news) {
            announce(news);
        }
    }

    function failed(refusal) {
        const bad = byInvite ? 'invite.bad' : 'welcome.bad';
        const text = refusal?.code === 'damaged' ? refusalText(refusal) : t(`${bad}.text`);
        fill(
            page,
            el(
                'section',
                {class: 'panel', 'data-problem': ''},
                el('h1', null, t(bad)),
                el('p', null, text),
                el('a', {class: 'button main', href: '/'}, t('shell.to_front')),
            ),
        );
    }

    root.append(page);
    if (byInvite && invite === undefined) {
        failed();
        return {leave() {}};
    }
    return {leave: follow(where, net, {changed, failed})};
}
