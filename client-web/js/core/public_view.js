// public_view.js: what everyone may know of Jack's own view, turn and events. While Jack hides his secrets, his page
// is drawn from this alone, so that nothing on it can depend on them.

// Keys of the view and of events that only Jack receives (docs/protocol.md), and those he alone receives with
// the option `murderer_at_large`.
const VIEW_SECRETS = ['hideout', 'marked', 'discoveries', 'rows'];
const EVENT_SECRETS = {
    hideout: ['circle'],
    women: ['marked'],
    kill: ['order'],
    move: ['to'],
    special: ['via', 'to'],
    discoveries: ['circles'],
};
const TILE_EVENTS = ['special', 'reclaim'];
const TURN_PUBLIC = ['seq', 'pawns', 'left', 'resumes', 'runs_out', 'receivedAt'];

const without = (object, keys) =>
    Object.fromEntries(Object.entries(object).filter(([key]) => !keys.includes(key)));

const hidesTiles = ({options}) => options.includes('murderer_at_large');

export function publicView(view) {
    const open = without(view, VIEW_SECRETS);
    if (!hidesTiles(view)) {
        return open;
    }
    const {track} = view;
    return {
        ...without(open, ['tiles', 'tiles_used']),
        ...(track && {track: {...track, specials: track.specials.map((one) => without(one, ['tile']))}}),
    };
}

/** @param {{options: string[]}} view  of the same game */
export function publicEvent(event, view) {
    const tile = hidesTiles(view) && TILE_EVENTS.includes(event.did) ? ['tile'] : [];
    const open = without(event, [...(EVENT_SECRETS[event.did] ?? []), ...tile]);
    return event.view === undefined ? open : {...open, view: publicView(event.view)};
}

/** Returns the turn without what can be done in it. */
export const publicTurn = (turn) =>
    turn && Object.fromEntries(Object.entries(turn).filter(([key]) => TURN_PUBLIC.includes(key)));
