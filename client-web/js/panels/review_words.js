// review_words.js: what a review says, in words. The terminal client has the same sentences.

import {percent, plural, t, wholeNumber} from '../core/i18n.js';
import {pawnName} from '../board/pawns.js';

const share = (part, all) => (all === '0' ? 0 : Number(part) / Number(all));

const times = (count) => (count > 2 ? t('review.times', {count}) : t(count === 1 ? 'review.once' : 'review.twice'));

const roundText = (game, round) => t(`review.round.${game}`, {round});

const capitalized = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** Returns the key of a note's text: some depend on the game or on a number. */
function keyOf({note, count}, game) {
    if (note === 'closest' && count === 0) {
        return 'review.closest.next_to';
    }
    return note === 'target_known' || note === 'next_to' ? `review.${note}.${game}` : `review.${note}`;
}

/** Returns a note of `moments` or `summary` as a sentence. */
export function noteText(note, game) {
    const {by, tile, round, circle, other, count, from, to} = note;
    return capitalized(
        t(keyOf(note, game), {
            circle,
            other,
            count,
            pawn: by && pawnName(by),
            tile: tile && t(`review.tile.${tile}`),
            round: roundText(game, round),
            share: from && to && percent(share(from, to)),
            from: from && wholeNumber(from),
            to: to && wholeNumber(to),
            times: count && times(count),
            moves: count !== undefined && plural('review.moves', count),
            crossings: count !== undefined && plural('review.crossings', count),
            circles: from && plural('review.circles', Number(from)),
        }),
    );
}

/** Returns where a moment is: "Step 34, night 2". */
export const momentText = ({step, round}, game) => t('review.moment', {step, round: roundText(game, round)});

/** Returns what was possible at a step: "12 circles, 214 trails, 31 hideouts". */
export function possibleText(review, step) {
    const targets = review.hideouts ?? review.discoveries;
    const parts = [];
    if (review.circles[step] > 0) {
        parts.push(plural('review.circles', review.circles[step]));
        parts.push(
            plural('review.trails', Number(review.trails[step]), {count: wholeNumber(review.trails[step])}),
        );
    }
    parts.push(plural(review.hideouts ? 'review.hideouts' : 'review.discoveries', targets[step]));
    return parts.join(', ');
}

/** Returns what a decision was worth, compared with the best one, as a list of sentences. */
export function decisionTexts(decision) {
    const {trails, yes, near, best, arrest} = decision;
    const texts = [];
    if (decision.do === 'search') {
        texts.push(
            yes === '0' || yes === trails
                ? t('review.certain')
                : t('review.clue_in', {share: percent(share(yes, trails))}),
        );
        if (best.circle !== decision.circle) {
            const [left, instead] = [wholeNumber(best.left), wholeNumber(decision.left)];
            texts.push(t('review.better', {circle: best.circle, left, instead}));
        }
    }
    if (decision.do === 'walk' && best.near !== '0') {
        texts.push(t('review.near', {share: percent(share(near, trails))}));
        if (best.crossing !== decision.to) {
            texts.push(t('review.near_best', {share: percent(share(best.near, trails)), crossing: best.crossing}));
        }
    }
    if (arrest?.made !== undefined) {
        texts.push(t('review.arrest_made', {share: percent(share(arrest.made, trails))}));
    }
    if (arrest !== undefined && BigInt(arrest.best) > BigInt(arrest.made ?? 0)) {
        texts.push(t('review.arrest_best', {share: percent(share(arrest.best, trails))}));
    }
    return texts;
}
