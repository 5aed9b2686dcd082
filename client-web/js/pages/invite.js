// invite.js: the page of an invite link: the table, and the choice to join or watch. Players who already have a
// seat, or arrive after the start, go straight to the table.

import {button} from '../core/controls.js';
import {el, fill, keepingFocus} from '../core/dom.js';
import {gameArt} from './game_art.js';
import {roleList, tableFacts} from './invitation.js';
import {hasRoom, hostName, tableAddress} from './table_links.js';
import {errorLine, submit} from '../core/form.js';

export function show(root, {id: invite}, context) {
    const {net, t, navigate} = context;
    const container = el(
        'div',
        {class: 'page welcome', 'data-page': 'invite'},
        el('p', {class: 'soft'}, t('front.loading')),
    );
    const error = errorLine();
    root.append(container);

    /** Goes to the table; a private one needs the invite in its address. */
    function toTable(table) {
        navigate(tableAddress(table, invite), {replace: true});
    }

    async function sit(table, event) {
        const ok = await submit({
            button: event.currentTarget,
            error,
            work: () => net.request('join', {table: table.id, invite}),
        });
        if (ok !== undefined) {
            toTable(table);
        }
    }

    function panel(table) {
        const title = t('invite.text', {host: hostName(table), game: t(`game.${table.game}`)});
        return el(
            'section',
            {class: 'panel invited'},
            el('div', {class: 'welcome-art'}, gameArt(table.game)),
            el(
                'div',
                {class: 'welcome-text'},
                el(
                    'div',
                    {class: 'welcome-head'},
                    el('h1', null, title),
                    el('p', null, t(`game.${table.game}.about`)),
                    tableFacts(table, t),
                ),
                el(
                    'div',
                    {class: 'welcome-people'},
                    !hasRoom(table) && el('p', {class: 'notice'}, t('welcome.full')),
                    roleList(table, t),
                ),
            ),
            el(
                'div',
                {class: 'buttons welcome-actions'},
                hasRoom(table) &&
                    button(
                        {
                            key: 'sit',
                            class: 'main',
                            'data-action': 'sit',
                            onclick: (event) => sit(table, event),
                        },
                        t('invite.sit'),
                    ),
                button(
                    {
                        key: 'watch',
                        class: hasRoom(table) ? null : 'main',
                        'data-action': 'watch',
                        onclick: () => toTable(table),
                    },
                    t(hasRoom(table) ? 'invite.watch' : 'welcome.go.watch'),
                ),
            ),
            error,
        );
    }

    function showTable(table) {
        const sits = table.seats.some((seat) => seat.player === net.player.player);
        if (sits || table.state !== 'open') {
            toTable(table);
            return;
        }
        keepingFocus(container, () => fill(container, panel(table)));
    }

    const subscription = net.subscribe(
        {invite},
        {
            snapshot: ({table}) => showTable(table),
            missed: ({table}) => showTable(table),
            tableChanged: showTable,
            failed: () =>
                fill(
                    container,
                    el(
                        'section',
                        {class: 'panel', 'data-problem': ''},
                        el('h1', null, t('invite.bad')),
                        el('p', null, t('invite.bad.text')),
                        el('a', {class: 'button main', href: '/'}, t('shell.to_front')),
                    ),
                ),
        },
    );
    return {leave: subscription.stop};
}
