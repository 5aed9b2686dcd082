// replay.js: replays a finished game step by step, from the server's archive (/replay/ID) or from a record file
// (/replay), which the server replays. The viewer can be changed at any step; the address always identifies the
// moment shown.

import {el, fill} from '../core/dom.js';
import {t, refusalText} from '../core/i18n.js';
import {showProblem} from '../core/problem_page.js';
import {POLICE, pawnName} from '../board/pawns.js';
import {indexBoard} from '../board/geometry.js';
import {createBoard} from '../board/board.js';
import {factsOf} from '../board/facts.js';
import {piecesOf, trailOf} from '../board/pieces.js';
import {aboutPlace} from '../board/place_about.js';
import {createDeduction} from '../panels/deduction.js';
import {createLog} from '../panels/log.js';
import {
    briefText,
    policePanel,
    roundName,
    sheetPanel,
    statusPanel,
    suppliesPanel,
    trackPanel,
} from '../panels/game_panels.js';
import {archiveSource, createTimeline, fileSource} from '../net/timelines.js';
import {recordProblem} from '../net/record_problems.js';
import {savePicture, saveRecord} from '../net/records.js';
import {createReview} from '../panels/review.js';
import {createScrubber} from '../panels/scrubber.js';
import {createShare} from '../panels/share.js';
import {placesOf} from '../panels/story.js';
import {createTabs} from '../core/tabs.js';

const STEP_MS = 1200;
const ADDRESS_DELAY_MS = 300;
const FILE_SIZE_MAX = 256 * 1024;

export function show(root, params, context) {
    const state = {player: null, left: false};
    const start = {as: params.query.get('as') ?? 'all', step: Number(params.query.get('step') ?? 0) || 0};

    async function open(source) {
        fill(root, el('p', {class: 'loading', role: 'status'}, t('replay.loading')));
        try {
            const timeline = createTimeline(source, start.as);
            await timeline.grow({deduce: false});
            const board = await context.loadBoard(timeline.steps[0].view.game);
            if (!state.left) {
                state.player = createPlayer(root, source, timeline, indexBoard(board), start, context);
            }
        } catch (refusal) {
            if (source.isFile) {
                filePage(errorText(source, refusal));
            } else {
                problemPage(errorText(source, refusal));
            }
        }
    }

    /** The game cannot be shown: it may be a private one, which looks like one that does not exist. */
    function problemPage(problem) {
        if (state.left) {
            return;
        }
        showProblem(root, t('replay.cannot_open'), problem);
    }

    function errorText(source, refusal) {
        if (refusal.code === undefined) {
            return t('replay.broken');
        }
        if (refusal.code === 'unknown_table') {
            return t('replay.private');
        }
        return source.isFile ? t('replay.not_record', {why: recordProblem(refusal)}) : refusalText(refusal);
    }

    function filePage(problem = '') {
        if (state.left) {
            return;
        }
        const take = async (file) => {
            if (file.size > FILE_SIZE_MAX) {
                filePage(t('replay.too_large'));
                return;
            }
            open(fileSource(await file.text(), file.name));
        };
        fill(
            root,
            el(
                'div',
                {class: 'page narrow'},
                el(
                    'section',
                    {
                        class: 'panel replay-open',
                        ondragover: (event) => event.preventDefault(),
                        ondrop: (event) => {
                            event.preventDefault();
                            const [file] = event.dataTransfer.files;
                            if (file) {
                                take(file);
                            }
                        },
                    },
                    el('h1', {}, t('replay.open')),
                    el('p', {}, t('replay.open_about')),
                    problem && el('p', {class: 'refusal', role: 'alert'}, problem),
                    el('label', {for: 'record-file'}, t('replay.file')),
                    el('input', {
                        type: 'file',
                        id: 'record-file',
                        accept: '.json,application/json',
                        onchange: (event) => event.target.files[0] && take(event.target.files[0]),
                    }),
                    el('p', {class: 'soft'}, el('a', {href: '/archive'}, t('replay.to_archive'))),
                ),
            ),
        );
    }

    if (params.id === undefined) {
        filePage();
    } else {
        open(archiveSource(params, context.net));
    }
    return {
        leave() {
            state.left = true;
            state.player?.stop();
        },
    };
}

/** Returns what kind of moment an event is for the scrubber, or undefined. */
function momentOf({did, found}) {
    return {kill: 'crime', discovery: 'crime', search: found && 'clue', arrest: found ? 'arrest' : 'failed'}[did];
}

// ---- The player ----------------------------------------------------------------------------------------

function createPlayer(root, source, timeline, index, start, context) {
    const {game} = index;
    const timelines = new Map([[timeline.as, timeline]]); // by viewer
    let shown = timeline;
    let viewer = timeline.as; // the requested viewer, whose timeline may still be loading
    let goal = Math.min(Math.max(start.step, 0), timeline.total - 1); // the requested step
    let at = 0; // the step shown: the loaded one nearest to `goal`
    let playing = null;
    let speed = 1;
    let problem = '';
    let addressTimer = null;

    const board = createBoard(index, {
        tapped: (place) => deduction.tap(place),
        pointed: (circle) => deduction.point(circle),
        about: (place) =>
            aboutPlace(place, {view: shown.steps[at].view, facts: factsOf(eventsUpTo(at)), index}),
    });
    const deduction = createDeduction({
        board,
        index,
        storage: context.storage,
        changed: () => viewAs(viewer),
    });
    const log = createLog(game, {index, board, chosen: jump});
    const status = el('div', {class: 'status'});
    const strip = el('div', {class: 'strip', tabindex: '0', role: 'group', 'aria-label': t('panel.strip')});
    const brief = el('p', {class: 'brief'});
    const facts = el('div', {class: 'facts-panel'});
    const scrubber = createScrubber(game, {
        jump,
        toggle: () => (playing === null ? play() : pause()),
        speed: (factor) => {
            speed = factor;
        },
    });
    const review = createReview({game, load: source.review, jump});
    const share = source.address === null ? null : createShare({...source, label: t('replay.share')}, context);
    const tabs = createTabs(t('table.panels'), [
        {name: 'log', label: t('table.tab.log'), content: log.element, opened: () => log.showMoment(at)},
        {name: 'facts', label: t('replay.tab.facts'), content: facts},
        {name: 'deduce', label: t('table.tab.deduce'), content: deduction.element},
        {name: 'review', label: t('replay.tab.review'), content: review.element, opened: review.opened},
        {
            name: 'share',
            label: t('replay.tab.share'),
            content: [
                share?.element,
                el(
                    'div',
                    {class: 'row'},
                    el(
                        'button',
                        {type: 'button', 'data-act': 'picture', onclick: () => download(savePicture, 'png')},
                        t('ending.picture'),
                    ),
                    el(
                        'button',
                        {type: 'button', 'data-act': 'record', onclick: () => download(saveRecord, 'json')},
                        t('ending.record'),
                    ),
                    el('a', {class: 'button', href: '/archive'}, t('replay.to_archive')),
                    el('a', {class: 'button', href: '/replay'}, t('replay.open')),
                ),
            ],
        },
    ]);
    const page = el(
        'div',
        {class: 'table-page replay-page', 'data-game': game},
        el('h1', {class: 'visually-hidden'}, t('replay.title', {game: t('game.' + game)})),
        el(
            'section',
            {class: 'map-area', 'aria-label': t('table.map')},
            board.element,
            strip,
            scrubber.element,
        ),
        el('div', {class: 'side'}, status, brief, viewerSelect(), tabs.bar, tabs.panels),
    );

    // Returns the steps at which nights or rounds start, which are marked on the scrubber.
    const marks = () =>
        shown.steps.flatMap((step, i) => (step.events.some((event) => event.did === 'night') ? [i] : []));

    // Returns the steps with something to remember, which are ticked on the scrubber: {step, look}.
    const moments = () =>
        shown.steps.flatMap(({events}, step) => {
            const look = events.map(momentOf).find(Boolean);
            return look === undefined ? [] : [{step, look}];
        });

    let marked = ''; // the marks shown: they are not redrawn while in use

    function mark() {
        const key = JSON.stringify([marks(), moments(), end()]);
        if (key !== marked) {
            marked = key;
            scrubber.mark(marks(), end());
            scrubber.tick(moments(), end());
        }
    }

    // ---- Navigation ------------------------------------------------------------------------------------

    const end = () => shown.total - 1;

    function go(to) {
        goal = Math.min(Math.max(to, 0), end());
        showGoal();
        if (at === end()) {
            pause();
        }
    }

    /** Shows the requested step, or the last one loaded before it. */
    function showGoal() {
        at = Math.min(goal, shown.steps.length - 1);
        draw();
    }

    /** Stops playing and goes to a step; `where` is a step or a function from {at, end} to one. */
    function jump(where) {
        pause();
        go(typeof where === 'function' ? where({at, end: end()}) : where);
    }

    function play() {
        if (at === end()) {
            goal = 0;
            at = 0;
        }
        const tick = () => {
            playing = setTimeout(tick, STEP_MS / speed);
            go(at + 1);
        };
        playing = setTimeout(tick, STEP_MS / speed);
        draw();
    }

    function pause() {
        if (playing !== null) {
            clearTimeout(playing);
            playing = null;
            draw();
        }
    }

    let viewRequests = 0; // counts requests, so that a timeline that arrives late does not replace a later one

    /** Shows the game as one viewer sees it, with deductions if they are shown, while it loads. */
    async function viewAs(who) {
        const mine = ++viewRequests;
        const timeline = timelines.get(who) ?? createTimeline(source, who);
        const deduce = deduction.isOn;
        timelines.set(who, timeline);
        viewer = who;
        pause();
        problem = '';
        try {
            showTimeline(timeline);
            while (timeline.lacks(deduce)) {
                // Load the requested step first, then its deduction, then everything else.
                const isThere = timeline.steps.length > goal;
                await timeline.grow({deduce: deduce && isThere, near: goal});
                if (mine !== viewRequests) {
                    return;
                }
                showTimeline(timeline);
            }
        } catch (refusal) {
            if (mine !== viewRequests) {
                return;
            }
            problem = refusal.code === undefined ? t('replay.broken') : refusalText(refusal);
            draw();
        }
    }

    /** Switches to a timeline once it has loaded the step shown, so that the step does not change. */
    function showTimeline(timeline) {
        if (timeline !== shown && timeline.lacks(false) && timeline.steps.length <= goal) {
            draw();
            return;
        }
        if (timeline !== shown) {
            shown = timeline;
            log.reset();
            told = 0;
        }
        goal = Math.min(goal, end());
        mark();
        showGoal();
    }

    async function download(save, type) {
        try {
            await save(await source.record(), `gaslight-${game}-${source.name}.${type}`);
        } catch (refusal) {
            problem = refusalText(refusal);
            draw();
        }
    }

    // ---- Drawing ---------------------------------------------------------------------------------------

    let told = 0; // number of steps in the story

    /** Adds the steps loaded meanwhile to the story, and marks the one shown. */
    function tellStory() {
        if (told < shown.steps.length) {
            log.bulk(() => {
                for (; told < shown.steps.length; told++) {
                    shown.steps[told].events.forEach((event) => log.add(told, event));
                }
            });
        }
        log.showMoment(at);
    }

    const eventsUpTo = (step) =>
        shown.steps.slice(0, step + 1).flatMap(({events}) => events.map((event) => ({event})));

    let followed = null; // the step to which the map was moved last

    /** Brings what a step is about into view; at the end the whole map, with Jack's trail. */
    function follow() {
        const {view, events} = shown.steps[at];
        if (followed === at) {
            return;
        }
        followed = at;
        if (view.phase === 'over') {
            board.showAll();
            return;
        }
        const place = events
            .map((event) => placesOf(event))
            .flatMap(({places, secret = []}) => [...places, ...secret])
            .at(-1);
        if (place !== undefined) {
            board.bring(place);
        }
    }

    function draw() {
        const {view} = shown.steps[at];
        tellStory();
        follow();
        page.toggleAttribute('data-ended', view.phase === 'over'); // each night's trail in its colour
        fill(status, statusPanel(view, null, []));
        fill(strip, trackPanel(view), suppliesPanel(view));
        brief.textContent = briefText(view);
        fill(facts, sheetPanel(view), policePanel(view, index));
        board.pieces(piecesOf(view, index, {facts: factsOf(eventsUpTo(at))}));
        board.trail(trailOf(view, index, false, {all: view.phase === 'over'}));
        deduction.show({deduction: shown.steps[at].deduction ?? null});
        review.show(at);
        const label = t('replay.at', {
            step: at,
            total: end(),
            round: roundName(view),
            phase: t('phase.' + view.phase),
        });
        scrubber.update({
            at,
            goal,
            end: end(),
            have: shown.steps.length - 1,
            playing: playing !== null,
            label,
            error: problem,
        });
        clearTimeout(addressTimer);
        addressTimer = source.address === null ? null : setTimeout(updateAddress, ADDRESS_DELAY_MS);
    }

    // Puts the moment into the address once the replay pauses: browsers limit how often a page may change it.
    function updateAddress() {
        const address = source.address(shown.as, goal);
        window.history.replaceState(null, '', address);
        const value = window.location.origin + address;
        share.update(value);
    }

    function viewerSelect() {
        const viewers = ['all', 'jack', 'police', 'public', ...POLICE[game]];
        const label = (who) =>
            POLICE[game].includes(who) ? t('replay.as.colour', {pawn: pawnName(who)}) : t('replay.as.' + who);
        return el(
            'div',
            {class: 'replay-as'},
            el('label', {for: 'replay-as'}, t('replay.as')),
            el(
                'select',
                {id: 'replay-as', onchange: (event) => viewAs(event.target.value)},
                viewers.map((who) => el('option', {value: who, selected: who === timeline.as}, label(who))),
            ),
        );
    }

    function keys(event) {
        const elsewhere = event.target.closest?.('input, select, textarea, svg, [role=tablist], .settings');
        if (elsewhere || event.ctrlKey || event.metaKey || event.altKey) {
            return;
        }
        const to = {
            ArrowLeft: at - 1,
            ArrowRight: at + 1,
            Home: 0,
            End: end(),
            PageUp: marks().findLast((step) => step < at) ?? 0,
            PageDown: marks().find((step) => step > at) ?? end(),
        }[event.key];
        if (to !== undefined) {
            event.preventDefault();
            jump(to);
        } else if (event.key === ' ' && !event.target.closest?.('button, a, summary')) {
            event.preventDefault();
            (playing === null ? play : pause)();
        }
    }

    document.addEventListener('keydown', keys);
    root.replaceChildren(page);
    tabs.show('log');
    viewAs(timeline.as);
    return {
        stop() {
            viewRequests += 1; // stops loading the timeline
            deduction.stop();
            clearTimeout(playing);
            clearTimeout(addressTimer);
            document.removeEventListener('keydown', keys);
            board.stop();
        },
    };
}
