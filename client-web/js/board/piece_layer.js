// piece_layer.js: keeps the pieces on the map in step with a list of them. A piece that stays the same is moved,
// not redrawn, and one that is held (effects.js) stays where it is until it is released.

import {svg} from '../core/dom.js';
import {moveSlot} from './arranger.js';

/**
 * @param {object} index  of the board
 * @param {object} layers  SVG groups by name
 * @param {object} arranger  from createArranger()
 */
export function createPieceLayer(index, layers, arranger) {
    const shown = new Map(); // key → entry
    let acting = []; // where the pieces are that act now

    /**
     * An entry is {node, mark, rest, held, follows}: what is drawn, the transform at which it rests, and how
     * many effects hold it.
     */
    function createEntry(key) {
        const entry = {
            held: 0,
            isHeld: () => entry.held > 0 || (shown.get(entry.follows)?.held ?? 0) > 0,
            /** Returns the piece and those that travel with it. */
            group: () => [entry, ...[...shown.values()].filter((one) => one.follows === key)],
            /** Moves the piece to where it rests, unless it is held. */
            settle: () =>
                entry
                    .group()
                    .filter((one) => !one.isHeld())
                    .forEach((one) => (one.node.style.transform = one.rest.transform)),
        };
        return entry;
    }

    function redraw(entry, piece) {
        const node = svg(
            'g',
            {class: 'piece ' + (piece.kind ?? ''), 'data-piece': piece.key},
            ...piece.draw(),
        );
        if (entry.node !== undefined) {
            node.style.transform = entry.node.style.transform;
            entry.node.remove();
        }
        Object.assign(entry, {node, mark: piece.mark, follows: piece.follows});
        layers[piece.layer ?? 'pieces'].append(node);
    }

    function draw(list) {
        const gone = new Set(shown.keys());
        for (const piece of list) {
            const {x, y} = index.places.get(piece.place);
            const entry = shown.get(piece.key) ?? createEntry(piece.key);
            shown.set(piece.key, entry);
            if (entry.node === undefined || entry.mark !== piece.mark) {
                redraw(entry, piece);
            }
            entry.node.classList.toggle('secret', Boolean(piece.secret));
            entry.node.dataset.at = piece.place;
            entry.rest = {x, y, transform: `translate(${x}px, ${y}px)`};
            gone.delete(piece.key);
        }
        for (const key of gone) {
            shown.get(key).node.remove();
            shown.delete(key);
        }
        acting = list.filter((piece) => piece.acting).map((piece) => piece.place);
        shown.forEach((entry) => entry.settle());
        arranger.put('pieces', list.flatMap(itemsOf));
    }

    /** Returns what a piece takes up beside its place: itself, or parts of it that stick out. */
    const itemsOf = ({key, place, slot, obstacle}) => [
        ...(slot === undefined
            ? []
            : [{...slot, place, move: (offset) => moveSlot(slotOf(shown.get(key)), offset)}]),
        ...(obstacle === undefined ? [] : [{...obstacle, place, order: 0}]),
    ];

    const slotOf = ({node}) => node.querySelector('.slot');

    return {draw, entryOf: (key) => shown.get(key), actingPlaces: () => acting};
}
