// words.js: what is said about puzzles. The texts come from the server (common/puzzles): the terminal client has the same.

/** Returns a function like t(): the text for a key with its {parameters} filled in. */
export const wordsOf = (texts) => (key, parameters = {}) =>
    (texts[key] ?? key).replace(/\{(\w+)\}/g, (whole, name) => String(parameters[name] ?? whole));

/** Returns the text of a group for this kind of puzzle, in the form that exists: `why.trap.special` or `why.trap`. */
const formed = (say, key, form, parameters) => say(form === null ? key : `${key}.${form}`, parameters);

/** Returns which form of an answer's text fits its numbers. */
function formOf({kind, trails, passed}, choice, place, isRight) {
    if (kind === 'locate') {
        const never = isRight ? trails === 1 && 'one' : passed.includes(place) && 'passed';
        return never || null;
    }
    if (kind === 'trap') {
        return (isRight ? choice.second > 0 && 'special' : choice.first === 1 && 'one') || null;
    }
    return null;
}

/**
 * Judges an answer.
 * @returns {{isRight, isChoice, text}}
 */
export function judge(puzzle, place, circles, by, say) {
    const {kind, answer, choices, trails} = puzzle;
    const choice = choices.find((one) => one.place === place);
    const isRight = place === answer;
    const isChoice = kind === 'locate' ? circles.includes(place) : choice !== undefined;
    const values = {place, by, trails, ...choice};
    const text = isChoice
        ? formed(say, `${isRight ? 'why' : 'wrong'}.${kind}`, formOf(puzzle, choice, place, isRight), values)
        : say('out_of_reach', values);
    return {isRight, isChoice, text};
}

/** Returns what the answer rests on. */
export function factsText({facts, game}, say) {
    const form = ['none', 'one'][facts] ?? null;
    return formed(say, 'facts', form, {facts, this: say(`this.${game}`)});
}

/** Returns the other choices as texts, with their numbers. */
export const othersOf = ({kind, answer, choices}, say) =>
    choices.filter(({place}) => place !== answer).map((choice) => say(`choice.${kind}`, choice));
