// replay.js: a finished game again, step by step: from the server's archive (/replay/ID), or from a record
// file (/replay), which the server plays. Who looks can be changed at any step; the address always names the
// moment.

import {el, fill, keepingFocus} from '../core/dom.js';
import {t, refusalText} from '../core/i18n.js';
import {POLICE, pawnName} from '../board/pawns.js';
import {indexBoard} from '../board/geometry.js';
import {createBoard} from '../board/board.js';
import {piecesOf, trailOf} from '../board/pieces.js';
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
import {saveRecord} from '../net/records.js';
import {createScrubber} from '../panels/scrubber.js';
import {copyField} from '../core/copy.js';
import {createTabs} from '../core/tabs.js';

const STEP_MS = 1200;
const NAME_MS = 300;
const FILE_MOST = 256 * 1024;

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
            filePage(complaint(source, refusal));
        }
    }

    function complaint(source, refusal) {
        if (refusal.code === undefined) {
            return t('replay.broken');
        }
        const why = refusalText(refusal);
        return source.isFile ? t('replay.not_record', {why}) : why;
    }

    function filePage(problem = '') {
        if (state.left) {
            return;
        }
        const take = async (file) => {
            if (file.size > FILE_MOST) {
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

// ---- The player ----------------------------------------------------------------------------------------

function createPlayer(root, source, timeline, index, start, context) {
    const {game} = index;
    const timelines = new Map([[timeline.as, timeline]]); // by who looks
    let shown = timeline;
    let asked = timeline.as; // who is to look: whose film may still be on its way
    let goal = Math.min(Math.max(start.step, 0), timeline.total - 1); // the step one wants to see
    let at = 0; // the one to be seen: as near to it as the film has come
    let playing = null;
    let speed = 1;
    let problem = '';
    let naming = null;

    const board = createBoard(index, {
        tapped: (place) => deduction.tap(place),
        pointed: (circle) => deduction.point(circle),
    });
    const deduction = createDeduction({board, index, storage: context.storage, changed: () => lookAs(asked)});
    const log = createLog(game);
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
    const share = el('div', {class: 'replay-share'});
    const tabs = createTabs(t('table.panels'), [
        {name: 'log', label: t('table.tab.log'), content: log.element, opened: log.toEnd},
        {name: 'facts', label: t('replay.tab.facts'), content: facts},
        {name: 'deduce', label: t('table.tab.deduce'), content: deduction.element},
        {
            name: 'share',
            label: t('replay.tab.share'),
            content: [
                share,
                el(
                    'div',
                    {class: 'row'},
                    el(
                        'button',
                        {type: 'button', 'data-act': 'record', onclick: download},
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
        el('h1', {class: 'unseen'}, t('replay.title', {game: t('game.' + game)})),
        el(
            'section',
            {class: 'map-area', 'aria-label': t('table.map')},
            board.element,
            strip,
            scrubber.element,
        ),
        el('div', {class: 'side'}, status, brief, views(), tabs.bar, tabs.panels),
    );

    // Steps at which a night or round begins: the marks of the scrubber.
    const marks = () =>
        shown.steps.flatMap((step, i) => (step.events.some((event) => event.did === 'night') ? [i] : []));

    let marked = ''; // what is on the scrubber: it is not made anew while one uses it

    function mark() {
        const key = JSON.stringify([marks(), end()]);
        if (key !== marked) {
            marked = key;
            scrubber.mark(marks(), end());
        }
    }

    // ---- Moving ----------------------------------------------------------------------------------------

    const end = () => shown.total - 1;

    function go(to) {
        goal = Math.min(Math.max(to, 0), end());
        approach();
        if (at === end()) {
            pause();
        }
    }

    /** To where one wants to be, as far as there are steps. */
    function approach() {
        at = Math.min(goal, shown.steps.length - 1);
        draw();
    }

    /** By hand: playing stops. `where` is a step, or a function from {at, end} to one. */
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

    let looking = 0; // counts what was asked for: a film that arrives late is not shown over a later one

    /** The game as somebody sees it, with what can be deduced if that is shown; as it comes. */
    async function lookAs(who) {
        const mine = ++looking;
        const timeline = timelines.get(who) ?? createTimeline(source, who);
        const deduce = deduction.isOn;
        timelines.set(who, timeline);
        asked = who;
        pause();
        problem = '';
        try {
            showTimeline(timeline);
            while (timeline.lacks(deduce)) {
                // First the moment one looks at, then what can be deduced there, then all the rest.
                const isThere = timeline.steps.length > goal;
                await timeline.grow({deduce: deduce && isThere, near: goal});
                if (mine !== looking) {
                    return;
                }
                showTimeline(timeline);
            }
        } catch (refusal) {
            if (mine !== looking) {
                return;
            }
            problem = refusal.code === undefined ? t('replay.broken') : refusalText(refusal);
            draw();
        }
    }

    /** Another film is shown when it has come to the moment one looks at: one is not led away from it. */
    function showTimeline(timeline) {
        if (timeline !== shown && timeline.lacks(false) && timeline.steps.length <= goal) {
            draw();
            return;
        }
        if (timeline !== shown) {
            shown = timeline;
            log.reset();
            drawn = -1;
        }
        goal = Math.min(goal, end());
        mark();
        approach();
    }

    async function download() {
        try {
            saveRecord(await source.record(), `gaslight-${game}-${source.name}.json`);
        } catch (refusal) {
            problem = refusalText(refusal);
            draw();
        }
    }

    // ---- Drawing ---------------------------------------------------------------------------------------

    let drawn = -1; // how many steps the log has

    function tellUpTo(step) {
        if (step < drawn) {
            log.reset();
            drawn = -1;
        }
        for (; drawn < step; drawn++) {
            shown.steps[drawn + 1].events.forEach((event) => log.add(drawn + 1, event));
        }
        log.toEnd();
        log.element.querySelectorAll('.entry.now').forEach((node) => node.classList.remove('now'));
        log.element
            .querySelectorAll(`.entry[data-seq="${step}"]`)
            .forEach((node) => node.classList.add('now'));
    }

    function draw() {
        const {view} = shown.steps[at];
        tellUpTo(at);
        fill(status, statusPanel(view, null, []));
        fill(strip, trackPanel(view), suppliesPanel(view));
        brief.textContent = briefText(view);
        fill(facts, sheetPanel(view), policePanel(view));
        board.pieces(piecesOf(view, index));
        board.trail(trailOf(view, index, false, {all: view.phase === 'over'}));
        deduction.show({deduction: shown.steps[at].deduction ?? null});
        const says = t('replay.at', {
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
            says,
            complaint: problem,
        });
        clearTimeout(naming);
        naming = source.address === null ? null : setTimeout(nameMoment, NAME_MS);
    }

    // The address names the moment, once one has come to rest: browsers mind pages that change it all the
    // time.
    function nameMoment() {
        const address = source.address(shown.as, goal);
        window.history.replaceState(null, '', address);
        const value = window.location.origin + address;
        keepingFocus(share, () =>
            fill(share, copyField({label: t('replay.share'), value, name: 'moment', context})),
        );
    }

    function views() {
        const whos = ['all', 'jack', 'police', 'public', ...POLICE[game]];
        const label = (who) =>
            POLICE[game].includes(who) ? t('replay.as.colour', {pawn: pawnName(who)}) : t('replay.as.' + who);
        return el(
            'div',
            {class: 'replay-as'},
            el('label', {for: 'replay-as'}, t('replay.as')),
            el(
                'select',
                {id: 'replay-as', onchange: (event) => lookAs(event.target.value)},
                whos.map((who) => el('option', {value: who, selected: who === timeline.as}, label(who))),
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
    lookAs(timeline.as);
    return {
        stop() {
            looking += 1; // nobody waits for the rest of the film
            deduction.stop();
            clearTimeout(playing);
            clearTimeout(naming);
            document.removeEventListener('keydown', keys);
            board.stop();
        },
    };
}
