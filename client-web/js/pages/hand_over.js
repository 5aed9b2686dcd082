// hand_over.js: the screen between two people who share this device: whose turn it is, and nothing else. The page
// belongs to the player of this browser, who sees what the public sees; the next person's secrets are requested
// only after they confirm.

import {el, fill} from '../core/dom.js';
import {listed, refusalText, t} from '../core/i18n.js';
import {pawnMark, pawnName} from '../board/pawns.js';
import * as tablePage from './table.js';

/** "Pass the device to Jack", "to the police" or "to Ann". */
function headingFor(person, people) {
    if (person.pawns.includes('jack')) {
        return t('handover.jack');
    }
    return people.length === 2 ? t('handover.police') : t('handover.person', {name: person.name});
}

/** " (Yellow and Red)"; nothing for somebody who is called like their pawn. */
function pawnsText({name, pawns}) {
    const text = listed(pawns.map((pawn) => pawnName(pawn)));
    return text === name ? '' : ` (${text})`;
}

export function show(root, params, context) {
    const {net, hotSeats, announce} = context;
    const people = hotSeats.peopleAt(params.id);
    let inner = null; // the page of the table, once the game is over
    let shownFor = null;

    /** Shows whose turn it is. `actors` are the pawns that may act. */
    function pass(actors) {
        const person = people.find(({pawns}) => pawns.some((pawn) => actors.includes(pawn)));
        if (person === undefined || person.player === shownFor) {
            return;
        }
        shownFor = person.player;
        const heading = headingFor(person, people);
        const go = el(
            'button',
            {type: 'button', class: 'main', 'data-act': 'take', onclick: () => hotSeats.give(person)},
            t('handover.go'),
        );
        fill(
            root,
            el(
                'div',
                {class: 'hand-over', 'data-page': 'handover', 'data-to': person.pawns[0]},
                el(
                    'div',
                    {class: 'hand-over-pawns'},
                    person.pawns.map((pawn) => pawnMark(pawn)),
                ),
                el('h1', null, heading),
                el('p', null, el('bdi', {class: 'hand-over-name'}, person.name), pawnsText(person)),
                go,
                el('p', {class: 'soft'}, t('handover.hidden')),
            ),
        );
        announce(heading);
        go.focus({preventScroll: true});
    }

    function update(table, actors) {
        if (table.state === 'running') {
            pass(actors);
        } else if (inner === null) {
            subscription.stop();
            fill(root);
            inner = tablePage.show(root, params, context);
        }
    }

    fill(root, el('p', {class: 'loading', role: 'status'}, t('table.loading')));
    const subscription = net.subscribe(
        {table: params.id},
        {
            snapshot: ({table, view}) => update(table, view?.actors ?? []),
            missed: ({table, view}) => update(table, view?.actors ?? []),
            turn: ({pawns}) => pass(pawns),
            tableChanged: (table) => table.state !== 'running' && update(table, []),
            failed: (refusal) => fill(root, el('p', {class: 'loading', role: 'alert'}, refusalText(refusal))),
        },
    );

    return {
        leave() {
            subscription.stop();
            inner?.leave();
        },
    };
}
