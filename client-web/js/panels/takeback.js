// takeback.js: taking back an action that revealed something, which everyone at the table must agree to: the
// question with its answers, who is still to answer, and how it ended.

import {button} from '../core/controls.js';
import {el, fill, keepingFocus} from '../core/dom.js';
import {listed, refusalText, t} from '../core/i18n.js';
import {sentenceOf} from './sentences.js';

/** Returns the words for the action to be taken back, which everyone has been told. */
function takenBack(takeback, events, game) {
    const first = events.find(({seq}) => seq === takeback.event);
    return first === undefined ? t('takeback.last_action') : sentenceOf(first.event, game).text;
}

/** Returns what a player is shown of a request: {text, waiting: names, may: what the player may answer}. */
function takebackState({takeback, seats, events, game, me}) {
    const names = takeback.waiting.map((player) => seats.find((seat) => seat.player === player)?.name ?? '?');
    const what = takenBack(takeback, events, game);
    const mine = takeback.player === me;
    return {
        text: mine ? t('takeback.asked', {what}) : t('takeback.asks', {name: takeback.name, what}),
        waiting: names,
        may: mine ? 'withdraw' : takeback.waiting.includes(me) ? 'answer' : null,
        agreed: takeback.agreed.includes(me),
    };
}

/** @param {{model, net, me: string, announce(text), notice(text)}} parts  model: see table.js */
export function createTakeback({model, net, me, announce, notice}) {
    const element = el('div', {class: 'takeback', role: 'group', 'aria-label': t('takeback.label'), hidden: true});
    let problem = '';
    let asked = ''; // the question that was announced last

    async function send(verb, keys) {
        problem = '';
        try {
            await net[verb]('takeback', {table: model.table.id, ...keys});
        } catch (refusal) {
            problem = refusalText(refusal);
        }
        update();
    }

    const ask = () => send('requestOnce', {seq: model.seq});
    const answer = (agree) => send('request', {agree, event: model.takeback.event});
    const choice = (key, agree, look = '') =>
        button({key, 'data-act': key, class: 'small ' + look, onclick: () => answer(agree)}, t('takeback.' + key));

    function draw({text, waiting, may, agreed}) {
        return [
            el('p', {class: 'takeback-text'}, text),
            el(
                'p',
                {class: 'soft takeback-waiting'},
                agreed && t('takeback.you_agreed') + ' ',
                may !== 'answer' && waiting.length > 0 && t('takeback.waiting', {names: listed(waiting)}),
            ),
            el(
                'div',
                {class: 'row'},
                may === 'answer' && [choice('agree', true, 'main'), choice('refuse', false)],
                may === 'withdraw' && choice('withdraw', false),
            ),
        ];
    }

    function update() {
        const {takeback, table, events} = model;
        const state =
            takeback && takebackState({takeback, seats: table.seats, events, game: table.game, me});
        element.hidden = !state && problem === '';
        keepingFocus(element, () =>
            fill(
                element,
                state && draw(state),
                problem !== '' && el('p', {class: 'refusal', role: 'alert'}, problem),
            ),
        );
        const question = state?.may === 'answer' ? state.text : '';
        if (question !== '' && question !== asked) {
            announce(question);
        }
        asked = question;
    }

    /** Tells how a request ended; that the action was taken back is in the story. */
    function ended({refused, waiting}) {
        const by = model.table.seats.find(({player}) => player === refused)?.name;
        problem = '';
        if (by !== undefined) {
            notice(t('takeback.refused', {name: by}));
            announce(t('takeback.refused', {name: by}));
        } else if (waiting.length > 0) {
            notice(t('takeback.over'));
        }
    }

    return {
        element,
        update,
        /** Asks everyone; null if that is not possible now. */
        get ask() {
            return model.turn?.takeback && !model.takeback ? ask : null;
        },
        push: (frame) => frame.ended && ended(frame),
    };
}
