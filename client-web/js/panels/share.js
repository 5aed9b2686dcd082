// share.js: the link to a finished game, with a sentence about who can open it. Players of a private game can open
// it to anyone with the link, and close it again.

import {button} from '../core/controls.js';
import {copyField} from '../core/copy.js';
import {el, fill, keepingFocus} from '../core/dom.js';
import {errorLine, submit} from '../core/form.js';
import {t} from '../core/i18n.js';

/** A link to a shared game needs no invite, which would also open its chat. */
const withoutInvite = (link) => link.split('#')[0];

/**
 * @param {{id: string, invite?: string, label: string}} game  the table, the invite the viewer came with, and what
 *        the link leads to
 * @returns {{element, update(link: string)}}
 */
export function createShare({id, invite, label}, context) {
    const {net} = context;
    const element = el('div', {class: 'replay-share'});
    const error = errorLine();
    let table = null; // null until the server has answered
    let link = '';

    const isPlayer = () => table.seats.some((seat) => seat.player === net.player?.player);

    function audience() {
        if (!table.private) {
            return 'public';
        }
        return table.shared ? 'shared' : invite === undefined ? 'players' : 'invited';
    }

    async function share(open, event) {
        const work = () => net.request('share', {table: id, open});
        const ok = await submit({button: event.currentTarget, error, work});
        if (ok !== undefined) {
            table = ok.table;
            context.announce(t(`share.${audience()}`));
            show();
        }
    }

    function show() {
        if (link === '') {
            return;
        }
        const isOpen = table !== null && ['public', 'shared'].includes(audience());
        const value = isOpen ? withoutInvite(link) : link;
        keepingFocus(element, () =>
            fill(
                element,
                copyField({label, value, name: 'moment', context}),
                table !== null && el('p', {class: 'soft', 'data-share': audience()}, t(`share.${audience()}`)),
                table !== null &&
                    table.private &&
                    isPlayer() &&
                    button(
                        {
                            key: 'share',
                            'data-action': table.shared ? 'unshare' : 'share',
                            class: table.shared ? 'small' : 'main',
                            onclick: (event) => share(!table.shared, event),
                        },
                        t(table.shared ? 'share.close' : 'share.open'),
                    ),
                error,
            ),
        );
    }

    async function load() {
        try {
            ({table} = await net.backgroundRequest('peek', {table: id, ...(invite && {invite})}));
            show();
        } catch (refusal) {
            if (refusal.name !== 'Refusal') {
                throw refusal;
            }
        }
    }

    load();
    return {
        element,
        update(next) {
            if (next !== link) {
                link = next;
                show();
            }
        },
    };
}
