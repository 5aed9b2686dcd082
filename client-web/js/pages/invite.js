// invite.js: the page of an invite link: the table, and the choice to join or watch. Players who already have a
// seat, or arrive after the start, go straight to the table.

import {button} from '../core/controls.js';
import {el, fill, keepingFocus} from '../core/dom.js';
import {gameArt} from './game_art.js';
import {roleList, tableFacts} from './invitation.js';
import {hasRoom, hostName, tableAddress} from './table_links.js';
import {errorLine, submit} from '../core/form.js';
import {refusalText} from '../core/i18n.js';
import {withOtherName} from './other_name.js';

export function show(root, {invite}, context) {
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
            work: () => withOtherName(() => net.request('join', {table: table.id, invite}), context),
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
                {class: 'welcome-head'},
                el('h1', null, title),
                el('p', null, t(`game.${table.game}.about`)),
                tableFacts(table, t),
                !hasRoom(table) && el('p', {class: 'notice'}, t('welcome.full')),
            ),
            el(
                'div',
                {class: 'welcome-actions'},
                el(
                    'div',
                    {class: 'buttons'},
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
            ),
            el('div', {class: 'welcome-people'}, roleList(table, t)),
        );
    }

    function showTable(table) {
        const sits = table.seats.some((seat) => seat.player === net.player.player);
        if (sits || table.state !== 'open') {
            toTable(table);
            return;
        }
        keepingFocus(container, () => fill(container, panel(table)));
        context.preloadTable();
    }

    function showBad(refusal) {
        fill(
            container,
            el(
                'section',
                {class: 'panel', 'data-problem': ''},
                el('h1', null, t('invite.bad')),
                el('p', null, refusal?.code === 'damaged' ? refusalText(refusal) : t('invite.bad.text')),
                el('a', {class: 'button main', href: '/'}, t('shell.to_front')),
            ),
        );
    }

    if (invite === undefined) {
        showBad();
        return {leave() {}};
    }
    const subscription = net.subscribe(
        {invite},
        {
            snapshot: ({table}) => showTable(table),
            missed: ({table}) => showTable(table),
            tableChanged: showTable,
            failed: showBad,
        },
    );
    return {leave: subscription.stop};
}
