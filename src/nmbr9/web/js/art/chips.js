// What stands over the tiles of a display: buttons for spots, words beside marks.

import { t } from '../i18n/i18n.js';
import { turned } from './shapes.js';
import { SQUARE } from './tile.js';

/** The least size of a button on the table, in pixels. */
export const CHIP = 32;

/**
 * A button for each raised spot. Where several would hide each other there is one for all of them, and
 * each press goes on to the next.
 * @param {Spot[]} spots
 * @param {number} apart  less than this is too close, in squares
 * @param {(spot: Spot) => void} onPick
 */
export function chipsOf(spots, apart, onPick) {
  return groupsOf(spots, apart).map((group) => {
    const [{ points, label = `+${points}`, digitAt }] = group;
    const others = group.length - 1;
    const chip = document.createElement('button');
    chip.type = 'button';
    chip.className = 'art-chip';
    chip.textContent = `+${points}`;
    if (others) chip.dataset.count = String(group.length);
    const more = others ? `. ${t('spot.more', { count: others })}` : '';
    chip.setAttribute('aria-label', label + more);
    chip.style.left = `${digitAt[0] * SQUARE}px`;
    chip.style.top = `${digitAt[1] * SQUARE}px`;
    let presses = 0;
    chip.addEventListener('click', (event) => {
      event.stopPropagation();
      onPick(group[presses++ % group.length]);
    });
    return chip;
  });
}

/**
 * Spots whose buttons would lie on each other, together; the first of each group is the best.
 * @template {Spot} S
 * @param {S[]} spots
 * @param {number} apart  in squares
 * @returns {S[][]}
 */
export function groupsOf(spots, apart) {
  /** @type {S[][]} */
  const groups = [];
  for (const spot of [...spots].sort((a, b) => b.points - a.points)) {
    const [x, y] = spot.digitAt;
    const group = groups.find(
      ([{ digitAt }]) => Math.abs(digitAt[0] - x) < apart && Math.abs(digitAt[1] - y) < apart,
    );
    if (group) group.push(spot);
    else groups.push([spot]);
  }
  return groups;
}

/** The words of a mark, above its piece or below it. @param {Mark} mark */
export function wordsBeside({ piece, kind, label, isBelow }) {
  const { width, height } = turned(piece, piece.rotation, piece.flipped);
  const words = document.createElement('span');
  words.className = `art-mark ${kind}${isBelow ? ' below' : ''}`;
  words.textContent = label;
  words.style.left = `${(piece.x + width / 2) * SQUARE}px`;
  words.style.top = `${(piece.y + (isBelow ? height : 0)) * SQUARE}px`;
  return words;
}
