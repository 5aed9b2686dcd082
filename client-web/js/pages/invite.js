// invite.js: the page of an invite link: the table, and the choice to join or watch. Players who already have a
// seat, or arrive after the start, go straight to the table.

import {seatLine} from './table_card.js';
import {el, fill} from '../core/dom.js';
import {errorLine, submit} from '../core/form.js';

export function show(root, {id: invite}, context) {
    const {net, t, navigate} = context;
    const container = el(
        'div',
        {class: 'page narrow', 'data-page': 'invite'},
        el('p', {class: 'soft'}, t('front.loading')),
    );
    const error = errorLine();
    root.append(container);

    /** Goes to the table; a private one needs the invite in its address. */
    function toTable(table) {
        navigate(`/table/${table.id}${table.private ? `#invite=${invite}` : ''}`, {replace: true});
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

    function showTable(table) {
        const sits = table.seats.some((seat) => seat.player === net.player.player);
        if (sits || table.state !== 'open') {
            toTable(table);
            return;
        }
        const host = table.seats.find((seat) => seat.player === table.host)?.name ?? '';
        fill(
            container,
            el(
                'section',
                {class: 'panel invited'},
                el('h1', null, t('invite.title')),
                el('p', null, t('invite.text', {host, game: t(`game.${table.game}`)})),
                el('p', {class: 'soft'}, t(`game.${table.game}.about`)),
                el(
                    'p',
                    {class: 'sitters'},
                    el('span', {class: 'soft'}, t('invite.players')),
                    table.seats.map((seat) => seatLine(seat, table.game)),
                ),
                el(
                    'div',
                    {class: 'buttons'},
                    el(
                        'button',
                        {
                            type: 'button',
                            class: 'main',
                            'data-action': 'sit',
                            onclick: (event) => sit(table, event),
                        },
                        t('invite.sit'),
                    ),
                    el(
                        'button',
                        {type: 'button', 'data-action': 'watch', onclick: () => toTable(table)},
                        t('invite.watch'),
                    ),
                ),
                error,
            ),
        );
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
                        {class: 'panel'},
                        el('h1', null, t('invite.bad')),
                        el('p', null, t('invite.bad.text')),
                        el('a', {class: 'button main', href: '/'}, t('shell.to_front')),
                    ),
                ),
        },
    );
    return {leave: subscription.stop};
}
