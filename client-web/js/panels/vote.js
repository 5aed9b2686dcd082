// vote.js: a question that others at the table answer, as a panel above the actions: the question with its answers, and
// who is still to answer. takeback.js and seat_vote.js ask.

import {button} from '../core/controls.js';
import {el, fill, keepingFocus} from '../core/dom.js';
import {listed, t} from '../core/i18n.js';

/** Returns the names of players by their ids. */
export const namesOf = (players, seats) =>
    players.map((player) => seats.find((seat) => seat.player === player)?.name ?? '?');

/**
 * Returns what a player is shown of a pending vote: {text, waiting: names, may: what the player may answer, agreed}.
 * @param {{player: string, agreed: string[], waiting: string[]}} vote  player: who asks
 */
export const voteState = (vote, {text, seats, me}) => ({
    text,
    waiting: namesOf(vote.waiting, seats),
    may: vote.player === me ? 'withdraw' : vote.waiting.includes(me) ? 'answer' : null,
    agreed: vote.player !== me && vote.agreed.includes(me),
});

/**
 * @param {{look: string, label: string, answer(agree: boolean), announce(text)}} parts  look: class of the panel
 * @returns {{element, update({state, problem, more?})}}  update: state: see voteState(), or null; problem: why the last
 *        request was refused, or ''; more: {key, draw()}: further nodes, redrawn when the key changes
 */
export function createVotePanel({look, label, answer, announce}) {
    const element = el('div', {class: `vote ${look}`, role: 'group', 'aria-label': label, hidden: true});
    let drawn = ''; // what is shown: redrawn only when that changes, because redrawing would close an open list
    let asked = ''; // the question that was announced last

    const choice = (key, agree, style = '') =>
        button({key, 'data-act': key, class: 'small ' + style, onclick: () => answer(agree)}, t('vote.' + key));

    const draw = ({text, waiting, may, agreed}) => [
        el('p', {class: 'vote-text'}, text),
        el(
            'p',
            {class: 'soft vote-waiting'},
            agreed && t('vote.you_agreed') + ' ',
            may !== 'answer' && waiting.length > 0 && t('vote.waiting', {names: listed(waiting)}),
        ),
        el(
            'div',
            {class: 'row'},
            may === 'answer' && [choice('agree', true, 'main'), choice('refuse', false)],
            may === 'withdraw' && choice('withdraw', false),
        ),
    ];

    function show(state, problem, more) {
        element.hidden = !state && problem === '' && more === null;
        keepingFocus(element, () =>
            fill(
                element,
                state && draw(state),
                more?.draw(),
                problem !== '' && el('p', {class: 'refusal', role: 'alert'}, problem),
            ),
        );
    }

    return {
        element,
        update({state, problem, more = null}) {
            const next = JSON.stringify([state, problem, more?.key]);
            if (next !== drawn) {
                drawn = next;
                show(state, problem, more);
            }
            const question = state?.may === 'answer' ? state.text : '';
            if (question !== '' && question !== asked) {
                announce(question);
            }
            asked = question;
        },
    };
}
