// game.js: the second part of the client: a running game, its replay, and the map. main.js loads it when it is first
// needed, through context.loadGame(): the pages before that do without it.
//
// The import of main.js has no effect when the client runs. It tells esbuild that whoever has this part has the first one
// too, so that the bundle has exactly two parts (client-web/bundle).

import './main.js';

export {createBoard} from './board/board.js';
export {indexBoard} from './board/geometry.js';
export {piecesOf} from './board/pieces.js';
export {createGamePage} from './pages/game_page.js';
export {show as showLearn} from './pages/learn.js';
export {show as showPuzzles} from './pages/puzzles.js';
export {show as showReplay} from './pages/replay.js';
export {showPlayer, showServer} from './pages/stats.js';
