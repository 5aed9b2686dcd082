// commentary.js: commentators, who see everything of a running game: the section of the lobby where everyone agrees
// to them, and the line of the game page that reminds them of what they are.

import {button} from '../core/controls.js';
import {copyField} from '../core/copy.js';
import {el} from '../core/dom.js';
import {listed, t} from '../core/i18n.js';
import {isBot} from './bots.js';

/** Returns the names of the people at a table who have not agreed yet; none if there are no commentators. */
export function withoutConsent({commentary, seats}) {
    return commentary === undefined
        ? []
        : seats.filter((seat) => !isBot(seat) && !commentary.consent.includes(seat.player)).map(({name}) => name);
}

const namesText = ({names}) =>
    names.length === 0 ? t('commentary.nobody') : t('commentary.names', {names: listed(names)});

function consentRow({table, me}) {
    const row = (seat) => {
        const agrees = table.commentary.consent.includes(seat.player);
        return el(
            'li',
            {'data-consent': String(agrees)},
            el('span', {'aria-hidden': 'true'}, agrees ? '✓ ' : '… '),
            seat.player === me
                ? t(agrees ? 'commentary.you_agree' : 'commentary.you_not_yet')
                : t(agrees ? 'commentary.agrees' : 'commentary.not_yet', {name: seat.name}),
        );
    };
    const people = table.seats.filter((seat) => !isBot(seat));
    return el('ul', {class: 'plain consent', 'data-list': 'consent'}, people.map(row));
}

/**
 * Draws the lobby's section about commentators; nothing for others than the host while there are none.
 * @param {{table, me, seat}} lobby  seat: the player's own, or undefined
 * @param {{settings(keys), consent(agree)}} act
 */
export function commentarySection({table, me, seat}, act, context) {
    const {commentary} = table;
    const hosts = table.host === me;
    if (commentary === undefined && !hosts) {
        return null;
    }
    const agrees = commentary?.consent.includes(me);
    return [
        el('h2', null, t('commentary.title')),
        el('p', {class: 'soft'}, t('commentary.text')),
        hosts &&
            el(
                'label',
                {class: 'check'},
                el('input', {
                    type: 'checkbox',
                    checked: commentary !== undefined,
                    'data-key': 'commentary',
                    'data-field': 'commentary',
                    onchange: ({target}) => act.settings({commentary: target.checked}),
                }),
                ' ',
                t('commentary.allow'),
            ),
        commentary !== undefined && [
            consentRow({table, me}),
            seat !== undefined &&
                button(
                    {
                        key: 'consent',
                        'data-action': 'consent',
                        class: agrees ? '' : 'main',
                        onclick: () => act.consent(!agrees),
                    },
                    t(agrees ? 'commentary.withdraw' : 'commentary.agree'),
                ),
            el('p', {'data-list': 'commentators'}, namesText(commentary)),
            commentary.invite !== undefined &&
                copyField({
                    label: t('commentary.link'),
                    value: `${window.location.origin}/table/${table.id}#commentary=${commentary.invite}`,
                    name: 'commentary',
                    context,
                }),
        ],
    ];
}

/** The line that reminds commentators of what they are. Everyone reads their names in the player strip. */
export function createCommentators() {
    const element = el('p', {class: 'commentator-note', hidden: true}, t('commentary.you'));
    return {
        element,
        update({view, over}) {
            element.hidden = view.you.role !== 'all' || over;
        },
    };
}
