// deduction_panel.js: draws the deduction panel: the choice of overlay, the numbers, each circle with its share
// (the heat map in words), and what each search would leave. Draws the state of deduction.js (`shown`) and
// calls its `handlers`.

import {button, buttons} from '../core/controls.js';
import {el} from '../core/dom.js';
import {listed, percent, plural, t, wholeNumber} from '../core/i18n.js';
import {overlayKey, OVERLAYS, spotText} from '../board/heat_map.js';
import {pawnMark, pawnName} from '../board/pawns.js';

/**
 * @param {{deduction: object|null, problem?: string, overlay, spots, index}} shown
 * @param {{choose(overlay), point(circle), find(circle)}} handlers
 */
export function deductionPanel(shown, handlers) {
    const {deduction, problem, overlay} = shown;
    return [
        el('h2', {class: 'visually-hidden'}, t('deduce.title')),
        overlayRow(shown, handlers),
        overlay === 'off' && el('p', {class: 'soft'}, t('deduce.about')),
        problem && el('p', {class: 'refusal', role: 'alert'}, problem),
        overlay !== 'off' && !problem && deduction === null && el('p', {class: 'soft'}, t('deduce.asking')),
        deduction !== null && [numbers(shown), circles(shown, handlers), searches(shown)],
    ];
}

function overlayRow({overlay, index}, {choose}) {
    const chip = (name) =>
        button(
            {
                key: 'overlay-' + name,
                class: 'chip',
                'data-overlay': name,
                pressed: overlay === name,
                onclick: () => choose(name),
            },
            t('deduce.overlay.' + overlayKey(name, index.game)),
        );
    return buttons('note-tools', t('deduce.overlays'), OVERLAYS.map(chip));
}

function numbers({deduction, index}) {
    const key = overlayKey('targets', index.game);
    const {hunting, trails, now, visited} = deduction;
    const lines = [
        hunting && trails !== undefined && t('deduce.trails', {count: wholeNumber(trails)}),
        hunting && plural('deduce.count.now', now.length),
        hunting && plural('deduce.count.visited', visited.length),
        plural('deduce.count.' + key, deduction[key].length),
        !hunting && t('deduce.no_hunt'),
    ].filter(Boolean);
    return el(
        'ul',
        {class: 'deduce-numbers plain', 'data-list': 'numbers'},
        lines.map((line) => el('li', {}, line)),
    );
}

/** Lists the circles of the overlay, most likely first. */
function circles({deduction, spots, overlay, index}, {point, find}) {
    const chip = (spot) =>
        button(
            {
                key: 'spot-' + spot.circle,
                class: 'spot-chip',
                'data-spot': spot.circle,
                title: spotText(spot, deduction),
                onclick: () => find(spot.circle),
                onpointerenter: () => point(spot.circle),
                onpointerleave: () => point(null),
                onfocus: () => point(spot.circle),
                onblur: () => point(null),
            },
            el('strong', {'aria-hidden': 'true'}, spot.circle),
            spot.share !== undefined && el('small', {'aria-hidden': 'true'}, percent(spot.share)),
            el('span', {class: 'visually-hidden'}, spotText(spot, deduction)),
        );
    const ranked = spots.toSorted((a, b) => b.heat - a.heat || a.circle - b.circle);
    return (
        spots.length > 0 &&
        el(
            'section',
            {},
            el('h3', {}, t('deduce.overlay.' + overlayKey(overlay, index.game))),
            buttons('spot-chips', t('deduce.circles'), ranked.map(chip)),
        )
    );
}

// ---- Searches ------------------------------------------------------------------------------------------

const isImpossible = ({trails}) => trails === '0';

/** Returns what a search would leave: {short, sentence}. If only one answer is possible, says which. */
export function whatIfText({yes, no}, deduction) {
    const sure = isImpossible(yes) ? 'no' : isImpossible(no) ? 'yes' : null;
    const parameters = {yes: yes.now, no: no.now, all: deduction.now.length};
    const text = (key) => (sure === null ? t(key, parameters) : t(`${key}.sure_${sure}`));
    return {short: text('deduce.if_short'), sentence: text('deduce.if')};
}

const left = (answer) => (isImpossible(answer) ? '–' : answer.now);

function searches({deduction, index}) {
    const row = (search) => {
        const {circle, by, yes, no} = search;
        return el(
            'tr',
            {'data-search': circle},
            el(
                'th',
                {scope: 'row'},
                circle,
                ' ',
                by.map((pawn) => pawnMark(pawn)),
                el('span', {class: 'visually-hidden'}, listed(by.map((pawn) => pawnName(pawn, index.game)))),
            ),
            el('td', {}, percent(Number(yes.trails) / Number(deduction.trails))),
            el('td', {}, left(yes)),
            el('td', {}, left(no)),
        );
    };
    const columns = ['circle', 'chance', 'if_yes', 'if_no'];
    const heading = (name) => el('th', {scope: 'col'}, t('deduce.column.' + name));
    return (
        deduction.searches?.length > 0 &&
        el(
            'section',
            {},
            el('h3', {}, t('deduce.searches')),
            el('p', {class: 'soft'}, t('deduce.searches.about', {all: deduction.now.length})),
            el(
                'table',
                {class: 'searches'},
                el('thead', {}, el('tr', {}, columns.map(heading))),
                el('tbody', {}, deduction.searches.map(row)),
            ),
        )
    );
}
