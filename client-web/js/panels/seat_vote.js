// seat_vote.js: who plays an absent detective's pawns until they return. The detectives decide: one of them proposes
// another detective or a spectator, and the others agree or not; or a bot plays, which needs no vote. Jack and
// spectators read that there is a vote, without buttons.

import {button, selectField} from '../core/controls.js';
import {el, fill, keepingFocus} from '../core/dom.js';
import {listed, refusalText, t} from '../core/i18n.js';
import {markedName} from '../core/player_mark.js';
import {detectivesPresent, ownedBy, ownerOf, policeOf} from '../core/seats.js';
import {pawnName} from '../board/pawns.js';
import {createVotePanel, namesOf, voteState} from './vote.js';

const BOT = 'bot';

const pawnsText = (pawns) => listed(pawns.map((pawn) => pawnName(pawn)));

/** Returns the seats of absent people with policemen that no bot plays. */
export const withoutPlayer = (table) =>
    table.seats.filter((seat) => seat.absent && seat.bot === undefined && policeOf(seat.pawns).length > 0);

/** Returns the seats of absent people whose policemen somebody else or a bot plays. */
export const withStandIn = (table) =>
    table.seats.filter(
        (seat) => seat.absent && policeOf(ownedBy(seat)).length > 0 && !withoutPlayer(table).includes(seat),
    );

/** Returns the policemen of an absent person that somebody should play: those held, or else those given to others. */
const pawnsOf = (table, seat) => policeOf(withoutPlayer(table).includes(seat) ? seat.pawns : ownedBy(seat));

/**
 * Returns who can be proposed, as [value, text]: detectives, spectators, and a bot, but not whoever already
 * plays these pawns. A bot can't replace a person who does.
 */
export function candidates(table, seat, me) {
    const pawns = pawnsOf(table, seat);
    const plays = (one) => pawns.every((pawn) => one.pawns.includes(pawn));
    const detectives = detectivesPresent(table).filter((one) => one !== seat && !plays(one));
    const {names = [], players = []} = table.spectators ?? {};
    const spectators = table.commentary === undefined ? players.map((player, i) => ({player, name: names[i]})) : [];
    return [
        ...detectives.map((one) => [one.player, one.player === me ? t('seat_vote.you') : markedName(one)]),
        ...spectators.map((one) => [one.player, t('seat_vote.spectator', {name: markedName(one)})]),
        ...(withoutPlayer(table).includes(seat) ? [[BOT, t('seat_vote.bot', {level: t(`level.${table.level}`)})]] : []),
    ];
}

/** Returns the question that is being voted on. */
export function voteText(vote, table, me) {
    const from = listed([...new Set(vote.pawns.map((pawn) => ownerOf(table, pawn)?.name ?? '?'))]);
    const what = {name: vote.name, to: vote.to.name, pawns: pawnsText(vote.pawns), from};
    if (vote.player === me) {
        return t(vote.to.player === me ? 'seat_vote.asked_self' : 'seat_vote.asked', what);
    }
    if (vote.to.player === me) {
        return t('seat_vote.asks_you', what);
    }
    return t(vote.to.player === vote.player ? 'seat_vote.asks_self' : 'seat_vote.asks', what);
}

/** @param {{model, net, me: string, announce(text), notice(text)}} parts  model: see table.js */
export function createSeatVote({model, net, me, announce, notice}) {
    const panel = createVotePanel({
        look: 'seat-vote',
        label: t('seat_vote.label'),
        answer: (agree) => send('seat', {agree}),
        announce,
    });
    const others = el('div'); // offers to replace whoever plays for somebody: less urgent, so not above the actions
    let drawnOthers = '';
    const chosen = new Map(); // absent player → value of their list
    const opened = new Set(); // absent players whose offer is open
    let problem = '';
    let told = new Set(); // absent players whose absence was announced

    async function send(verb, keys) {
        problem = '';
        try {
            await net.request(verb, {table: model.table.id, ...keys});
        } catch (refusal) {
            problem = refusalText(refusal);
        }
        update();
    }

    function choose(seat, value) {
        opened.delete(seat.player);
        return value === BOT
            ? send('bot', {pawns: seat.pawns, level: model.table.level})
            : send('seat', {pawns: pawnsOf(model.table, seat), player: value});
    }

    const isDetective = () => {
        const mine = model.table.seats.find((seat) => seat.player === me);
        return mine !== undefined && policeOf(mine.pawns).length > 0 && mine.stands_in !== true;
    };

    const offerText = (seat, key = 'seat_vote.offer') =>
        t(key, {from: seat.name, pawns: pawnsText(pawnsOf(model.table, seat))});

    /** Draws the question who plays for somebody: closed at first, so that it is not in the way. */
    function offer(seat, key = 'seat_vote.offer') {
        const {table} = model;
        const {player} = seat;
        const choices = candidates(table, seat, me);
        const value = choices.some(([one]) => one === chosen.get(player)) ? chosen.get(player) : choices[0][0];
        const alone = detectivesPresent(table).length === 1;
        // Not on `toggle`, which comes later: if the question is drawn again in between, it would stay closed.
        const noteClick = ({currentTarget}) => opened[currentTarget.parentNode.open ? 'delete' : 'add'](player);
        return el(
            'details',
            {
                class: 'seat-offer',
                'data-offer': player,
                open: opened.has(player),
            },
            el('summary', {'data-key': `offer-${player}`, onclick: noteClick}, offerText(seat, key)),
            el(
                'div',
                {class: 'row'},
                selectField({
                    label: t('seat_vote.who'),
                    value,
                    choices,
                    'data-key': `offer-to-${player}`,
                    'data-field': 'seat-to',
                    onchange: ({target}) => {
                        chosen.set(player, target.value);
                        update();
                    },
                }),
                button(
                    {
                        key: `offer-go-${player}`,
                        'data-act': 'propose',
                        class: 'main',
                        onclick: () => choose(seat, value),
                    },
                    t(alone || value === BOT ? 'seat_vote.choose' : 'seat_vote.propose'),
                ),
            ),
        );
    }

    /** Tells screen readers, once, that somebody is absent and that the detectives can decide. */
    function announceAbsent(absent) {
        absent.filter(({player}) => !told.has(player)).forEach((seat) => announce(offerText(seat)));
        told = new Set(absent.map(({player}) => player));
    }

    function update() {
        const {seatVote: vote, table} = model;
        const state = vote && voteState(vote, {text: voteText(vote, table, me), seats: table.seats, me});
        const absent = table.state === 'running' && isDetective() ? withoutPlayer(table) : [];
        announceAbsent(absent);
        const {host, seats, spectators, commentary} = table;
        const key = JSON.stringify([host, seats, spectators, commentary !== undefined, [...chosen]]);
        const more = vote || absent.length === 0 ? null : {key, draw: () => absent.map((seat) => offer(seat))};
        panel.update({state, problem, more});
        const decides = !vote && isDetective() && table.state === 'running';
        showOthers(
            withStandIn(table).filter((seat) => decides && candidates(table, seat, me).length > 0),
            key,
        );
    }

    function showOthers(replaced, key) {
        const next = replaced.length === 0 ? '' : key;
        if (next !== drawnOthers) {
            drawnOthers = next;
            keepingFocus(others, () =>
                fill(
                    others,
                    replaced.map((seat) => offer(seat, 'seat_vote.replace')),
                ),
            );
        }
    }

    /** Announces how a vote ended, unless the pawns changed hands, which is always announced. */
    function ended({refused, pawns}) {
        problem = '';
        if (refused !== undefined) {
            const text = t('seat_vote.failed', {pawns: pawnsText(pawns)});
            notice(text);
            announce(text);
        }
    }

    function push(frame) {
        if (frame.ended) {
            ended(frame);
        } else if (frame.refused !== undefined && frame.refused !== me) {
            announce(t('seat_vote.refused', {name: namesOf([frame.refused], model.table.seats)[0]}));
        }
    }

    return {element: panel.element, others, update, push};
}
