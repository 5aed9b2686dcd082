// player_mark.js: a small mark next to names, such as #k3f. It is made from the player's id, which never changes, so
// that somebody who takes another person's name can be told apart. Its colour comes from the id too.

import {el} from './dom.js';
import {t} from './i18n.js';

const LENGTH = 3;
const GOLDEN_ANGLE = 137; // degrees; neighbouring numbers get colours that are far apart

const shortId = (player) => player.slice(0, LENGTH);

/** Returns the hue of a player's mark, in degrees. */
export const hueOf = (player) =>
    [...shortId(player)].reduce((sum, letter) => (sum * 31 + letter.codePointAt(0)) % 997, 0) * GOLDEN_ANGLE % 360;

/** Returns "#k3f", for texts. */
export const markText = (player) => `#${shortId(player)}`;

/** Draws the mark of a player. */
export function playerMark(player) {
    const label = t('player.mark', {mark: shortId(player)});
    const mark = el('span', {class: 'player-mark', role: 'img', 'aria-label': label, title: t('player.mark.about')}, markText(player));
    mark.style.setProperty('--hue', `${hueOf(player)}deg`);
    return mark;
}

/** Returns "Ann #k3f". */
export const markedName = ({name, player}) => `${name} ${markText(player)}`;

/** Draws a name that leads to the player's statistics. */
export const playerLink = ({name, player}) => el('a', {class: 'player-link', href: `/player/${player}`}, el('bdi', {}, name));

/** Draws a name and its mark. */
export const nameAndMark = ({name, player}) => [el('bdi', {}, name), '\u00a0', playerMark(player)];
