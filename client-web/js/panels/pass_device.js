// pass_device.js: the bar with which a person who shares this device passes it on when it is somebody else's turn. A
// part of the game page (game_page.js).

import {el, fill} from '../core/dom.js';
import {t} from '../core/i18n.js';

/** @param {{people: object[]|null, pass()}} parts  people: who share this device, null if nobody does */
export function createPassDevice({people, pass}) {
    const element = el('div', {class: 'pass-device', hidden: true});
    let drawn = null;

    return {
        element,
        update({view, me, over}) {
            const next = people?.find(({pawns}) => pawns.some((pawn) => view.actors.includes(pawn)));
            const name = over || next === undefined || next.player === me ? null : next.name;
            element.hidden = name === null;
            if (name !== drawn) {
                drawn = name;
                fill(
                    element,
                    name !== null && [
                        el('span', null, t('handover.next', {name})),
                        el(
                            'button',
                            {type: 'button', class: 'main', 'data-act': 'pass-device', onclick: pass},
                            t('handover.pass'),
                        ),
                    ],
                );
            }
        },
    };
}
