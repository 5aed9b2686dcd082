// takeback.js: taking back an action that revealed something, which everyone at the table must agree to: the
// question with its answers, who is still to answer, and how it ended.

import {refusalText, t} from '../core/i18n.js';
import {sentenceOf} from './sentences.js';
import {createVotePanel, voteState} from './vote.js';

/** Returns the words for the action to be taken back, which everyone has been told. */
function takenBack(takeback, events, game) {
    const first = events.find(({seq}) => seq === takeback.event);
    return first === undefined ? t('takeback.last_action') : sentenceOf(first.event, game).text;
}

/** @param {{model, net, me: string, announce(text), notice(text)}} parts  model: see table.js */
export function createTakeback({model, net, me, announce, notice}) {
    const panel = createVotePanel({look: 'takeback', label: t('takeback.label'), answer, announce});
    let problem = '';

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

    function answer(agree) {
        return send('request', {agree, event: model.takeback.event});
    }

    function update() {
        const {takeback, table, events} = model;
        const what = takeback && takenBack(takeback, events, table.game);
        const text =
            takeback?.player === me
                ? t('takeback.asked', {what})
                : takeback && t('takeback.asks', {name: takeback.name, what});
        panel.update({state: takeback && voteState(takeback, {text, seats: table.seats, me}), problem});
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
        element: panel.element,
        update,
        /** Asks everyone; null if that is not possible now. */
        get ask() {
            return model.turn?.takeback && !model.takeback ? ask : null;
        },
        push: (frame) => frame.ended && ended(frame),
    };
}
