// draft.js: collects the parts of an action until it is complete. Each function here creates an input for one
// kind of choice; legal_modes.js determines which action uses which kind.
//
// An input is pure: it holds no state, takes a draft and returns another.
//     begin()              an empty draft
//     targets(draft)       places that can be tapped: [{place, label, brief, chosen, badge, look}]; `brief`: a
//                          label for a button of its own, for a place with a special meaning
//     options(draft)       choices that are not places: [{value, label, chosen, left}]
//     pick(draft, value)   the draft after a tap on a place or an option
//     drop(draft, from, place)   the draft after a token was dragged (only for tokens)
//     rest(draft)          the draft with the remaining tokens placed at random (only for tokens)
//     parts(draft)         the keys of the action, or null if it is incomplete
//     oneTap               whether tapping the chosen place again confirms it

/** Returns the number of a place: "c12" → 12. */
export const numberOf = (place) => Number(place.slice(1));

const nothing = () => [];

/** One of several places. */
export function single({key, places, label, brief, blocked = []}) {
    const names = new Set(places);
    return {
        oneTap: true,
        begin: () => ({place: null}),
        targets: (draft) => [
            ...places.map((place) => ({
                place,
                label: label(place),
                brief: brief?.(place),
                chosen: draft.place === place,
            })),
            ...blocked.map((one) => ({place: one.place, label: one.label, look: 'blocked', blocked: true})),
        ],
        options: nothing,
        pick: (draft, place) => (names.has(place) ? {place} : draft),
        parts: (draft) => (draft.place === null ? null : {[key]: numberOf(draft.place)}),
    };
}

/** `count` different places, in the order in which they are tapped. */
export function several({key, count, places, label}) {
    const names = new Set(places);
    return {
        oneTap: false,
        begin: () => ({picked: []}),
        targets: (draft) =>
            places.map((place) => {
                const at = draft.picked.indexOf(place);
                return {place, label: label(place), chosen: at >= 0, badge: at >= 0 ? String(at + 1) : null};
            }),
        options: nothing,
        pick: (draft, place) => {
            if (!names.has(place)) {
                return draft;
            }
            const without = draft.picked.filter((one) => one !== place);
            return without.length < draft.picked.length
                ? {picked: without}
                : {picked: [...draft.picked.slice(0, count - 1), place]};
        },
        parts: (draft) => (draft.picked.length === count ? {[key]: draft.picked.map(numberOf)} : null),
    };
}

/** A first place, then a second one that depends on it: [[first, [second, …]], …]. */
export function pair({keys, choices, labelFirst, labelSecond}) {
    const seconds = new Map(choices);
    const only = choices.length === 1 ? choices[0][0] : null;
    return {
        oneTap: true,
        begin: () => ({first: only, second: null}),
        targets: (draft) => {
            if (draft.first === null) {
                return choices.map(([place]) => ({place, label: labelFirst(place), chosen: false}));
            }
            return [
                {
                    place: draft.first,
                    label: labelFirst(draft.first),
                    chosen: draft.second === null,
                    badge: '1',
                    look: 'first',
                },
                ...seconds
                    .get(draft.first)
                    .map((place) => ({place, label: labelSecond(place), chosen: draft.second === place})),
            ];
        },
        options: nothing,
        pick: (draft, place) => {
            if (draft.first !== null && seconds.get(draft.first).includes(place)) {
                return {first: draft.first, second: place};
            }
            if (place === draft.first) {
                return {first: only, second: null};
            }
            return seconds.has(place) ? {first: place, second: null} : draft;
        },
        parts: (draft) =>
            draft.second === null
                ? null
                : {[keys[0]]: numberOf(draft.first), [keys[1]]: numberOf(draft.second)},
    };
}

/** One of several options that are not places. */
export function option({key, values, label}) {
    return {
        oneTap: true,
        begin: () => ({value: null}),
        targets: nothing,
        options: (draft) =>
            values.map((value) => ({value, label: label(value), chosen: draft.value === value})),
        pick: (draft, value) => (values.includes(value) ? {value} : draft),
        parts: (draft) => (draft.value === null ? null : {[key]: draft.value}),
    };
}

/** No choice: the action only needs to be confirmed. */
export function confirmOnly(keys = {}) {
    return {
        oneTap: false,
        begin: () => ({}),
        targets: nothing,
        options: nothing,
        pick: (draft) => draft,
        parts: () => keys,
    };
}

/** One place from each of several lists; a tap replaces the choice of its list. */
export function onePerList({key, lists, label}) {
    const listOf = (place) => lists.findIndex((list) => list.includes(place));
    return {
        oneTap: false,
        begin: () => ({chosen: lists.map(() => null)}),
        targets: (draft) =>
            lists.flatMap((list, i) =>
                list.map((place) => ({place, label: label(place, i), chosen: draft.chosen[i] === place})),
            ),
        options: nothing,
        pick: (draft, place) => {
            const i = listOf(place);
            return i < 0
                ? draft
                : {chosen: draft.chosen.map((old, j) => (j !== i ? old : old === place ? null : place))};
        },
        parts: (draft) => (draft.chosen.includes(null) ? null : {[key]: draft.chosen.map(numberOf)}),
    };
}

/** A destination in `to` for each place in `from`. */
export function destinations({key, from, to, labelFrom, labelTo}) {
    const next = (draft) => from.find((place) => draft.to[place] === undefined) ?? draft.current;
    return {
        oneTap: false,
        begin: () => ({current: from[0], to: {}}),
        targets: (draft) => [
            ...from.map((place, i) => ({
                place,
                label: labelFrom(place),
                chosen: place === draft.current,
                badge: String(i + 1),
                look: 'first',
            })),
            ...to.map((place) => {
                const i = from.findIndex((one) => draft.to[one] === place);
                return {
                    place,
                    label: labelTo(place, draft.current),
                    chosen: i >= 0,
                    badge: i >= 0 ? String(i + 1) : null,
                };
            }),
        ],
        options: nothing,
        pick: (draft, place) => {
            if (from.includes(place)) {
                return {...draft, current: place};
            }
            if (!to.includes(place)) {
                return draft;
            }
            const kept = Object.fromEntries(Object.entries(draft.to).filter(([, there]) => there !== place));
            const placed = {...draft, to: {...kept, [draft.current]: place}};
            return {...placed, current: next(placed)};
        },
        parts: (draft) =>
            from.some((place) => draft.to[place] === undefined)
                ? null
                : {[key]: from.map((place) => [numberOf(place), numberOf(draft.to[place])])},
    };
}

/**
 * Tokens on places: `tokens` [{value, count, label}], on all places in `fixed` and on `choose` of those in
 * `free`. A tap on an empty place puts the selected token there; a tap on an occupied one removes its token.
 */
export function tokens({tokens: kinds, fixed, free, choose, label, finish}) {
    const total = kinds.reduce((sum, kind) => sum + kind.count, 0);
    const left = (draft, value) =>
        kinds.find((kind) => kind.value === value).count -
        Object.values(draft.at).filter((one) => one === value).length;
    const nextInHand = (draft) =>
        left(draft, draft.hand) > 0
            ? draft.hand
            : (kinds.find((kind) => left(draft, kind.value) > 0)?.value ?? draft.hand);
    const openPlaces = (draft) => {
        const used = free.filter((place) => place in draft.at).length;
        return [...fixed, ...(used < choose ? free : [])].filter((place) => !(place in draft.at));
    };
    const put = (draft, place, value) => {
        const at = {...draft.at, [place]: value};
        const placed = {...draft, at};
        return {...placed, hand: nextInHand(placed)};
    };
    const take = (draft, place) => {
        const {[place]: value, ...at} = draft.at;
        return {at, hand: value};
    };
    return {
        oneTap: false,
        isTokens: true,
        begin: () => ({at: {}, hand: kinds[0].value}),
        targets: (draft) =>
            [...Object.keys(draft.at), ...openPlaces(draft)].map((place) => ({
                place,
                label: label(place, draft.at[place] ?? null),
                chosen: place in draft.at,
                token: draft.at[place],
            })),
        options: (draft) =>
            kinds.map((kind) => ({
                value: kind.value,
                label: kind.label,
                chosen: draft.hand === kind.value,
                left: left(draft, kind.value),
            })),
        pick: (draft, value) => {
            if (kinds.some((kind) => kind.value === value)) {
                return {...draft, hand: value};
            }
            if (value in draft.at) {
                return take(draft, value);
            }
            return openPlaces(draft).includes(value) && left(draft, draft.hand) > 0
                ? put(draft, value, draft.hand)
                : draft;
        },
        drop: (draft, from, place) => {
            const lifted = from in draft.at ? take(draft, from) : {...draft, hand: from};
            const cleared = place in lifted.at ? {...take(lifted, place), hand: lifted.hand} : lifted;
            return openPlaces(cleared).includes(place) && left(cleared, lifted.hand) > 0
                ? put(cleared, place, lifted.hand)
                : draft;
        },
        rest: (draft) => {
            let dealt = draft;
            for (const kind of kinds) {
                while (left(dealt, kind.value) > 0) {
                    const open = openPlaces(dealt);
                    dealt = put(dealt, open[randomBelow(open.length)], kind.value);
                }
            }
            return dealt;
        },
        left: (draft) => total - Object.keys(draft.at).length,
        parts: (draft) => (Object.keys(draft.at).length < total ? null : finish(draft.at)),
    };
}

// Uses a secure generator, because the positions of patrols are secret.
function randomBelow(limit) {
    return crypto.getRandomValues(new Uint32Array(1))[0] % limit;
}
