// heat_map.js: draws a deduction (the server's answer to `deduce`) as a heat map. The more possible trails lead
// to a circle, the larger and more opaque its disc is; the colour has no meaning. Pure apart from creating
// nodes.

import {svg} from '../core/dom.js';
import {circleRoute} from './geometry.js';
import {percent, t, wholeNumber} from '../core/i18n.js';
import {CIRCLE_RADIUS} from './board_base.js';

/** What can be shown on the map; the last one has a different name in each game. */
export const OVERLAYS = ['off', 'now', 'visited', 'targets'];

const TARGETS = {whitechapel: 'hideouts', whitehall: 'discoveries'};

/** Returns the name of an overlay in the answer to `deduce`. */
export const overlayKey = (overlay, game) => (overlay === 'targets' ? TARGETS[game] : overlay);

const SMALLEST = 3.5; // how far the smallest disc extends beyond its circle
const LARGEST = 15;

/**
 * Returns the circles of an overlay in ascending order: {circle, trails, share, heat}. `trails` is a string,
 * and `share` its share of all trails; both are undefined if the table's deduction help has no numbers. `heat`
 * is relative to the largest, from 0 to 1.
 */
export function spotsOf(deduction, overlay, game) {
    const key = overlayKey(overlay, game);
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

/** "Circle 12: 34%, 120 of 353 trails" */
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

/** Creates the discs. */
export function heatNodes(spots, index) {
    const radius = CIRCLE_RADIUS[index.game];
    return spots.map(({circle, heat, share}) => {
        const {x, y} = index.places.get('c' + circle);
        // People compare areas, so the radius grows with the square root.
        const more = SMALLEST + (LARGEST - SMALLEST) * Math.sqrt(heat);
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

/** Returns the lines of some trails, each line once: along the street if there is one, otherwise straight. */
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
