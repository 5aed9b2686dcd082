// picture.js: the pictures of "How to play", drawn like the map of a game from views of the boards. A picture is
// {game, around, marks, view}: the places that are visible at least, or 'all'; the places marked; and what differs
// from the base view of its game.

import {svg} from '../core/dom.js';
import {createArranger} from '../board/arranger.js';
import {CIRCLE_RADIUS, drawGround, drawPlaces, drawShapes} from '../board/board_base.js';
import {indexBoard} from '../board/geometry.js';
import {createPieceLayer} from '../board/piece_layer.js';
import {piecesOf, trailOf} from '../board/pieces.js';

const ROOM = 46; // board units around the places
const LAYERS = ['ground', 'light', 'trail', 'places', 'below', 'signs', 'marks', 'steps', 'pieces'];

function windowOf({around}, index) {
    if (around === 'all') {
        return index.bounds;
    }
    const places = around.map((name) => index.places.get(name));
    const [xs, ys] = [places.map(({x}) => x), places.map(({y}) => y)];
    const [x, y] = [Math.min(...xs) - ROOM, Math.min(...ys) - ROOM];
    return {x, y, width: Math.max(...xs) + ROOM - x, height: Math.max(...ys) + ROOM - y};
}

const mark = (index, radius) => (name) => {
    const {x, y, kind} = index.places.get(name);
    return svg('circle', {class: 'learn-mark', cx: x, cy: y, r: kind === 'c' ? radius + 6 : 12});
};

/** Draws a picture. `pictures` is the file with all of them; `label` describes it to screen readers. */
export function drawPicture(id, pictures, board, label) {
    const picture = pictures.pictures[id];
    const index = indexBoard(board);
    const view = {...pictures.base[picture.game], ...picture.view};
    const radius = CIRCLE_RADIUS[picture.game];
    const {x, y, width, height} = windowOf(picture, index);
    const layers = Object.fromEntries(LAYERS.map((name) => [name, svg('g', {class: 'layer-' + name})]));
    const arranger = createArranger(index, radius);
    const {lines, spots} = trailOf(view, index, false);
    layers.ground.append(...drawGround(index));
    layers.places.append(...drawPlaces(index, radius));
    layers.marks.append(...picture.marks.map(mark(index, radius)));
    drawShapes(layers.trail, index, radius, {lines});
    createPieceLayer(index, layers, arranger).draw(piecesOf(view, index).map((piece) => ({...piece, secret: false})));
    arranger.put('steps', drawShapes(layers.steps, index, radius, {spots}));
    return svg(
        'svg',
        {
            class: picture.around === 'all' ? 'map learn-picture whole' : 'map learn-picture',
            viewBox: `${x} ${y} ${width} ${height}`,
            role: 'img',
            'aria-label': label,
            'data-picture': id,
            'data-game': picture.game,
        },
        LAYERS.map((name) => layers[name]),
    );
}
