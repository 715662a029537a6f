// Small pictures of numbers for tables and lists.

import { digitSvg } from '../art/digits.js';
import { el } from '../dom.js';

/**
 * A number as a little tile.
 * @param {number} number
 * @param {string} [more] further classes
 */
export function numberChip(number, more = '') {
  const chip = el('span', {
    class: `num-chip t${number} ${more}`,
    role: 'img',
    'aria-label': number,
  });
  chip.innerHTML = digitSvg(number);
  return chip;
}

/**
 * The levels of a display as a ladder, highest first: factor, numbers, points.
 * @param {LevelLine[]} levels
 * @param {{factor: (level: number) => string, empty: (line: LevelLine) => string}} words
 */
export function ladder(levels, words) {
  return el(
    'ul.levels',
    ...levels
      .toReversed()
      .map((line) =>
        el(
          'li',
          el('span.factor', { 'aria-label': words.factor(line.level) }, `×${line.level}`),
          line.level > 0 && line.numbers.length
            ? el('span.chips', ...line.numbers.map((number) => numberChip(number)))
            : el('span.sm', words.empty(line)),
          el('b', line.points),
        )
      ),
  );
}
