// forced_steps.js: plays a step for a player who has no choice, if they want that (a setting, off by default): a
// policeman who can only stay, or can only pass, or whose search can only continue where deduction help shows that
// there is no clue. It is announced and comes after a moment.
//
// Never for Jack. How many choices he has depends on where he is, so any difference in time between a step he chose
// and a step that was played for him would tell the police about it. What a policeman can do is public.
//
// Never again after the player has taken a step back, until they act themselves: they want to see it, or to go back
// further.

import {numberOf} from './draft.js';

const STORAGE_KEY = 'act.forced'; // set in core/settings.js
const DELAY = 1200; // milliseconds


/** Returns the drafts of a mode that are complete with at most one choice; more than one means there is a choice. */
function completeDrafts({input}) {
    const begun = input.begin();
    if (input.parts(begun) !== null) {
        return [begun];
    }
    const values = [
        ...input.targets(begun).flatMap((one) => (one.blocked ? [] : [one.place])),
        ...input.options(begun).map((one) => one.value),
    ];
    return values.map((value) => input.pick(begun, value));
}

/** Returns the modes except searches that are known to find nothing. */
const withoutKnownMisses = (modes, isKnownMiss) =>
    modes.filter(
        ({kind, input}) =>
            kind !== 'search' || !input.targets(input.begin()).every(({place}) => isKnownMiss(numberOf(place))),
    );

/**
 * Returns the only action that makes sense, with its description: {action, text}; or null if there are several, or it
 * is Jack's. Policemen who can all only pass have no choice either.
 * @param {object[]} modes  that can be used now, see mode.js
 * @param {(circle: number) => boolean} isKnownMiss  whether a search of this circle can't find anything
 */
export function forcedStep(modes, isKnownMiss = () => false) {
    const left = withoutKnownMisses(modes, isKnownMiss);
    const first = left[0];
    if (first === undefined || left.some((mode) => mode.by === 'jack')) {
        return null;
    }
    if (left.length > 1 && left.some((mode) => mode.kind !== 'pass')) {
        return null;
    }
    const drafts = completeDrafts(first);
    const action = drafts.length === 1 ? first.action(drafts[0]) : null;
    return action === null ? null : {action, text: first.describe(drafts[0])};
}

/** @param {{storage, isKnownMiss(circle), play(step)}} parts */
export function createForcedSteps({storage, isKnownMiss, play}) {
    let timer = null;
    let seq = null; // the turn for which a step was found last
    let isPaused = false;

    return {
        /** Call with every turn, and when more has been deduced; `modes` are those that can be used. */
        update(next, modes) {
            if (next.seq === seq) {
                return;
            }
            clearTimeout(timer);
            const step = isPaused || !storage.get(STORAGE_KEY, false) ? null : forcedStep(modes, isKnownMiss);
            if (step !== null) {
                seq = next.seq;
                timer = setTimeout(play, DELAY, step);
            }
        },
        /** The player has acted: steps are played again. */
        resume() {
            isPaused = false;
        },
        /** The player has taken something back. */
        pause() {
            isPaused = true;
            clearTimeout(timer);
        },
        stop: () => clearTimeout(timer),
    };
}
