// deduction_panel.js: how deduction looks beside the map: the choice of what is shown, the numbers, every
// circle with its share (the heat map in words), and what each search would leave. Draws what deduction.js
// holds (`shown`) and calls its `hands`.

import {button, buttons} from '../core/controls.js';
import {el} from '../core/dom.js';
import {listed, percent, plural, t, wholeNumber} from '../core/i18n.js';
import {keyOf, SIGHTS, spotText} from '../board/heat_map.js';
import {pawnMark, pawnName} from '../board/pawns.js';

/**
 * @param {{deduction: object|null, problem?: string, sight, spots, index}} shown
 * @param {{choose(sight), point(circle), find(circle)}} hands
 */
export function deductionPanel(shown, hands) {
    const {deduction, problem, sight} = shown;
    return [
        el('h2', {class: 'unseen'}, t('deduce.title')),
        sightRow(shown, hands),
        sight === 'off' && el('p', {class: 'soft'}, t('deduce.about')),
        problem && el('p', {class: 'refusal', role: 'alert'}, problem),
        sight !== 'off' && !problem && deduction === null && el('p', {class: 'soft'}, t('deduce.asking')),
        deduction !== null && [numbers(shown), circles(shown, hands), searches(shown)],
    ];
}

function sightRow({sight, index}, {choose}) {
    const chip = (name) =>
        button(
            {
                key: 'sight-' + name,
                class: 'chip',
                'data-sight': name,
                pressed: sight === name,
                onclick: () => choose(name),
            },
            t('deduce.overlay.' + keyOf(name, index.game)),
        );
    return buttons('note-tools', t('deduce.overlays'), SIGHTS.map(chip));
}

function numbers({deduction, index}) {
    const key = keyOf('targets', index.game);
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

/** Every circle of the sight, the likeliest first. */
function circles({deduction, spots, sight, index}, {point, find}) {
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
            el('span', {class: 'unseen'}, spotText(spot, deduction)),
        );
    const ranked = spots.toSorted((a, b) => b.heat - a.heat || a.circle - b.circle);
    return (
        spots.length > 0 &&
        el(
            'section',
            {},
            el('h3', {}, t('deduce.overlay.' + keyOf(sight, index.game))),
            buttons('spot-chips', t('deduce.circles'), ranked.map(chip)),
        )
    );
}

// ---- What a search would tell --------------------------------------------------------------------------

const isImpossible = ({trails}) => trails === '0';

/**
 * What a search would leave, for beside it: {short, sentence}. Where only one answer can be given, that.
 */
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
                el('span', {class: 'unseen'}, listed(by.map((pawn) => pawnName(pawn, index.game)))),
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
