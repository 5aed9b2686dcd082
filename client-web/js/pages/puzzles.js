// puzzles.js: puzzles: one position, one provable answer. /puzzles shows that of the day, /puzzles/12 another one. It needs
// no name. The server sends the steps and the numbers (common/puzzles): the page has no rules of its own. An answer is
// given by tapping the map or in the form, which is also for keyboards and screen readers.

import {button, selectField} from '../core/controls.js';
import {el, fill} from '../core/dom.js';
import {t} from '../core/i18n.js';
import {createBoard} from '../board/board.js';
import {factsOf} from '../board/facts.js';
import {crossingName, indexBoard} from '../board/geometry.js';
import {pawnName} from '../board/pawns.js';
import {piecesOf, trailOf} from '../board/pieces.js';
import {aboutPlace} from '../board/place_about.js';
import {suppliesPanel, trackPanel} from '../panels/game_panels.js';
import {createLog} from '../panels/log.js';
import {dayOf, puzzleOfDay} from '../puzzles/day.js';
import {createProgress} from '../puzzles/progress.js';
import {factsText, judge, othersOf, wordsOf} from '../puzzles/words.js';

const GAMES = ['whitechapel', 'whitehall'];
const GRADES = ['easy', 'medium', 'hard'];

export function show(root, {id, query}, context) {
    const state = {left: false, player: null};

    async function open() {
        fill(root, el('p', {class: 'loading', role: 'status'}, t('shell.loading')));
        const {list, texts} = await context.loadPuzzles();
        const number = id === undefined ? puzzleOfDay(dayOf(new Date()), list.length) : Number(id);
        const {puzzle} = await context.net.request('puzzle', {number});
        const board = await context.loadBoard(puzzle.game);
        if (!state.left) {
            state.player = createPuzzle(root, {puzzle, list, query, say: wordsOf(texts)}, indexBoard(board), context);
        }
    }

    const start = () =>
        open().catch(() => {
            if (!state.left) {
                const again = button({class: 'main', 'data-action': 'again', onclick: start}, t('shell.again'));
                const text = el('p', {role: 'alert'}, t('shell.broken.text'));
                fill(root, el('div', {class: 'page narrow'}, el('section', {class: 'panel'}, el('h1', {}, t('puzzles.title')), text, again)));
            }
        });
    start();
    return {
        leave() {
            state.left = true;
            state.player?.stop();
        },
    };
}

/** Returns the number of the next puzzle that the filter lets through, in a direction, or null. */
function neighbour(list, number, filter, step) {
    const fits = ({game, grade}) => [game, 'all'].includes(filter.game) && [grade, 'all'].includes(filter.grade);
    for (let i = 1; i <= list.length; i++) {
        const at = (((number - 1 + i * step) % list.length) + list.length) % list.length;
        if (fits(list[at])) {
            return at + 1;
        }
    }
    return null;
}

function createPuzzle(root, {puzzle, list, query, say}, index, context) {
    const {number, game, kind, steps, choices} = puzzle;
    const isCrossing = kind === 'trap';
    const last = steps.length - 1;
    const today = dayOf(new Date());
    const isDaily = number === puzzleOfDay(today, list.length);
    const progress = createProgress(context.storage);
    const filter = {game: query.get('game') ?? 'all', grade: query.get('grade') ?? 'all'};
    const by = pawnName(puzzle.by, game);
    let at = last;
    let isSolved = false;

    const placeName = (place) => (isCrossing ? 'x' : 'c') + place;
    const wordOf = (place) => (isCrossing ? crossingName(index, place, {title: true}) : t('act.circle', {number: place}));
    // The words of the terminal have the number of a crossing; here crossings have names.
    const sayHere = (key, values = {}) =>
        say(key, isCrossing && values.place !== undefined ? {...values, crossing: crossingName(index, values.place)} : values);

    // ---- The map and the story ---------------------------------------------------------------------

    const eventsUpTo = (step) => steps.slice(0, step + 1).flatMap(({events}) => events.map((event) => ({event})));

    const board = createBoard(index, {
        tapped: (place) => at === last && place.startsWith(isCrossing ? 'x' : 'c') && answer(Number(place.slice(1))),
        sized: () => look(),
        about: (place) => aboutPlace(place, {view: steps[at].view, facts: factsOf(eventsUpTo(at)), index}),
    });
    const log = createLog(game, {index, board, chosen: go});
    const strip = el('div', {class: 'strip', tabindex: '0', role: 'group', 'aria-label': t('panel.strip')});
    const where = el('p', {class: 'replay-at', role: 'status'});
    const earlier = button({'data-puzzle': 'earlier', onclick: () => go(at - 1)}, '◂ ', say('earlier'));
    const later = button({'data-puzzle': 'later', onclick: () => go(at + 1)}, say('later'), ' ▸');

    log.bulk(() => steps.forEach(({events}, step) => events.forEach((event) => log.add(step, event))));

    function go(step) {
        at = Math.min(Math.max(step, 0), last);
        draw();
    }

    const targets = () =>
        choices.map(({place}) => ({
            place: placeName(place),
            label: wordOf(place),
            chosen: isSolved && place === puzzle.answer,
        }));

    /** Brings into view what the question is about: the choices, and every circle that Jack may have visited. */
    function look() {
        board.show([...puzzle.passed.map((circle) => 'c' + circle), ...choices.map(({place}) => placeName(place))]);
    }

    function draw() {
        const {view} = steps[at];
        const isNow = at === last;
        fill(strip, trackPanel(view), suppliesPanel(view));
        board.pieces(piecesOf(view, index, {facts: factsOf(eventsUpTo(at))}));
        board.trail(trailOf(view, index, false));
        board.targets(isNow ? targets() : [], {isStill: true});
        board.highlight(isNow && isSolved ? [placeName(puzzle.answer)] : null);
        log.showMoment(at);
        earlier.disabled = at === 0;
        later.disabled = isNow;
        const move = at === 0 ? say('start') : say('move', {number: at});
        where.textContent = isNow ? say('now') : say('where', {move, last});
    }

    // ---- The question and its answer -----------------------------------------------------------------

    const feedback = el('div', {class: 'puzzle-feedback', role: 'status', tabindex: '-1', 'data-puzzle': 'feedback'});
    const scores = el('p', {class: 'soft', 'data-puzzle': 'scores'});

    function showScores() {
        const row = progress.row(today);
        fill(scores, [row > 0 && say('streak', {count: row}), say('streak.solved', {count: progress.count})].filter(Boolean).join(' · '));
    }

    function explain(verdict) {
        const others = othersOf(puzzle, sayHere);
        const next = neighbour(list, number, filter, 1);
        fill(
            feedback,
            el('p', {class: 'puzzle-right'}, el('strong', {}, say('right')), ' ', verdict.text),
            el('p', {}, factsText(puzzle, say)),
            next !== null && el('p', {}, el('a', {class: 'button main', href: addressOf(next)}, say('next'))),
            others.length > 0 && el('p', {}, say('others')),
            others.length > 0 && el('ul', {class: 'puzzle-others'}, others.map((text) => el('li', {}, text))),
        );
    }

    function answer(place) {
        const verdict = judge(puzzle, place, index.circles, by, sayHere);
        if (isSolved) {
            return;
        }
        if (!verdict.isRight) {
            fill(feedback, el('p', {class: 'puzzle-wrong'}, verdict.text));
            return;
        }
        isSolved = true;
        progress.solve(number, today, isDaily);
        explain(verdict);
        if (form.contains(document.activeElement)) {
            feedback.focus({preventScroll: true});
        }
        form.remove();
        showScores();
        board.bring(placeName(place));
        draw();
    }

    const form = el(
        'form',
        {
            class: 'puzzle-answer',
            onsubmit: (event) => {
                event.preventDefault();
                const place = Number(form.elements.answer.value);
                if (place > 0) {
                    go(last);
                    answer(place);
                }
            },
        },
        kind === 'locate'
            ? el(
                  'div',
                  {class: 'field'},
                  el('label', {for: 'puzzle-answer'}, `${say('answer')}: ${say('answer.circle')}`),
                  el('input', {id: 'puzzle-answer', name: 'answer', inputmode: 'numeric', autocomplete: 'off', maxlength: '3', size: '4'}),
              )
            : selectField({
                  label: say('answer'),
                  value: '',
                  name: 'answer',
                  choices: [['', say('choose')], ...choices.map(({place}) => [String(place), wordOf(place)])],
              }),
        button({type: 'submit', class: 'main', 'data-puzzle': 'check'}, say('check')),
    );

    // ---- Other puzzles -------------------------------------------------------------------------------

    function addressOf(other) {
        const chosen = Object.entries(filter).filter(([, value]) => value !== 'all');
        const search = new URLSearchParams(chosen).toString();
        return `/puzzles/${other}${search && '?' + search}`;
    }

    const links = el('nav', {class: 'puzzle-links', 'aria-label': t('puzzles.title')});

    function showLinks() {
        const link = (name, to) => to !== null && el('a', {class: 'button', 'data-puzzle': name, href: addressOf(to)}, say(name));
        const daily = !isDaily && el('a', {class: 'button', 'data-puzzle': 'today', href: '/puzzles'}, say('today'));
        const [before, after] = [-1, 1].map((step) => neighbour(list, number, filter, step));
        fill(links, link('previous', before), link('next', after), daily, after === null && el('p', {role: 'status'}, say('none')));
    }

    const filterField = (name, label, values, word) =>
        selectField({
            label,
            value: filter[name],
            'data-filter': name,
            choices: [['all', say('all')], ...values.map((value) => [value, word(value)])],
            onchange: ({target}) => {
                filter[name] = target.value;
                showLinks();
            },
        });

    const heading = say('heading', {number, game: t('game.' + game), grade: say('grade.' + puzzle.grade)});
    const done = progress.solved(number) ? ` (${say('done')})` : '';
    const page = el(
        'div',
        {class: 'table-page replay-page puzzle-page', 'data-page': 'puzzles', 'data-number': String(number), 'data-kind': kind, 'data-game': game},
        el(
            'section',
            {class: 'map-area', 'aria-label': t('table.map')},
            board.element,
            strip,
            el('div', {class: 'replay-controls puzzle-steps', role: 'group', 'aria-label': say('story')}, earlier, later, where),
        ),
        el(
            'div',
            {class: 'side puzzle-side'},
            el(
                'section',
                {class: 'puzzle-question'},
                el('p', {class: 'soft puzzle-number'}, isDaily ? `${say('today')} · ${heading}` : heading, done),
                el('h1', {}, say('kind.' + kind)),
                el('p', {}, say('about.' + kind, {by})),
                form,
                feedback,
            ),
            el('details', {class: 'puzzle-story', open: true}, el('summary', {}, say('story')), log.element),
            el(
                'section',
                {class: 'puzzle-more'},
                links,
                el(
                    'div',
                    {class: 'puzzle-filters'},
                    filterField('game', say('game'), GAMES, (one) => t('game.' + one)),
                    filterField('grade', say('grade'), GRADES, (one) => say('grade.' + one)),
                ),
                scores,
            ),
        ),
    );

    showLinks();
    showScores();
    root.replaceChildren(page);
    draw();
    context.title(say('kind.' + kind));
    return {stop: () => board.stop()};
}
