// heat_map.js: a deduction (what the server answers to `deduce`) as a heat map: which circles, how much of the
// whole each has, and how that looks. The more trails lead to a circle, the larger and the fuller is its disc;
// the colour says nothing. Pure but for the nodes it makes.

import {svg} from '../core/dom.js';
import {circleRoute} from './geometry.js';
import {percent, t, wholeNumber} from '../core/i18n.js';
import {CIRCLE_RADIUS} from './board_base.js';

/** What can be shown; the last is called by another name in each game. */
export const SIGHTS = ['off', 'now', 'visited', 'targets'];

const TARGETS = {whitechapel: 'hideouts', whitehall: 'discoveries'};

/** The name `deduce` has for a sight. */
export const keyOf = (sight, game) => (sight === 'targets' ? TARGETS[game] : sight);

const LEAST = 3.5; // how far the smallest disc stands out beyond its circle
const MOST = 15;

/**
 * The circles of a sight, ascending: {circle, trails, share, heat}. `trails` is a text, undefined where only
 * sets are told; `share` of all trails, undefined likewise; `heat` from 0 to 1, the largest being 1.
 */
export function spotsOf(deduction, sight, game) {
    const key = keyOf(sight, game);
    const circles = deduction[key] ?? [];
    const counts = deduction[`trails_${key}`];
    const most = Math.max(1, ...(counts ?? []).map(Number));
    const all = Number(deduction.trails ?? 0);
    return circles.map((circle, i) => ({
        circle,
        trails: counts?.[i],
        share: counts !== undefined && all > 0 ? Number(counts[i]) / all : undefined,
        heat: counts === undefined ? 1 : Number(counts[i]) / most,
    }));
}

/** "Circle 12: 34 %, 120 of 353 trails." */
export function spotText({circle, trails, share}, deduction) {
    return share === undefined
        ? t('act.circle', {number: circle})
        : t('deduce.spot', {
              number: circle,
              share: percent(share),
              trails: wholeNumber(trails),
              all: wholeNumber(deduction.trails),
          });
}

/** The discs. */
export function heatNodes(spots, index) {
    const radius = CIRCLE_RADIUS[index.game];
    return spots.map(({circle, heat, share}) => {
        const {x, y} = index.places.get('c' + circle);
        // Areas compare by their size, so the radius goes by the root.
        const more = LEAST + (MOST - LEAST) * Math.sqrt(heat);
        return svg('circle', {
            class: share === undefined ? 'heat-spot even' : 'heat-spot',
            'data-heat': circle,
            'data-share': share,
            cx: x,
            cy: y,
            r: share === undefined ? radius + 6 : radius + more,
            'fill-opacity': (0.22 + 0.68 * heat).toFixed(2),
        });
    });
}

/** The lines of some ways, each line once: by street where there is one, else as the crow flies. */
export function wayLines(ways, index) {
    const steps = new Map();
    for (const way of ways) {
        for (let i = 1; i < way.length; i++) {
            steps.set(`${way[i - 1]}-${way[i]}`, [way[i - 1], way[i]]);
        }
    }
    return [...steps.values()].map(([from, to]) => {
        const street = circleRoute(index, from, to)?.line;
        return {
            points: street ?? [index.places.get('c' + from), index.places.get('c' + to)],
            look: street === undefined ? 'way far' : 'way',
        };
    });
}
