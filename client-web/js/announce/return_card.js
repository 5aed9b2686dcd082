// return_card.js: what happened while the player was away, until they close it or act, with a button that replays it on
// the map. Small windows have no room for it: there, a banner has the words, and the button that looks back replays it.

import {el, fill} from '../core/dom.js';
import {t} from '../core/i18n.js';

/**
 * @param {{replay(events: number), setMissed(events: number)}} parts  replay: shows the last so many events on the map;
 *        setMissed: says how many the player has not seen
 */
export function createReturnCard({replay, setMissed}) {
    const element = el('section', {class: 'return-card', 'aria-label': t('announce.away'), hidden: true});

    function close() {
        element.hidden = true;
        fill(element);
        setMissed(0);
    }

    return {
        element,
        close,
        /** @param {{heading: string, text: string, events: number}} summary */
        show({heading, text, events}) {
            const act = (name, run, look = 'small') =>
                el('button', {type: 'button', class: look, 'data-act': name, onclick: run}, t(`summary.${name}`));
            element.hidden = false;
            setMissed(events);
            fill(
                element,
                el('h2', {}, heading),
                el('p', {}, text),
                el(
                    'div',
                    {class: 'row'},
                    act('replay', () => replay(events), 'small main'),
                    act('close', close),
                ),
            );
        },
    };
}
