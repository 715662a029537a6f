// Counting displays of cardboard: numbers tapped level by level from the top, points, ranks, and counts
// that cannot be. No DOM.

import { COPIES } from '../game/panels/deck.js';

/** @typedef {import('../net/api.js').Options} Options */
/**
 * The count of one display.
 * @typedef {object} Count
 * @property {number | null} top  its highest level; null until somebody has said it
 * @property {number} level  the one whose numbers are tapped now
 * @property {[level: number, number: number][]} taps  in their order
 */
/** What cannot be: the key of a sentence and what it names. @typedef {{key: string, names: Record<string, string | number>}} Doubt */

/** Above it nothing is built in "Level to Level" (7.2). */
const HIGHEST_MARKER = 4;
/** 2.7 asks for two tiles on every level but the top: twenty tiles reach no higher. */
const HIGHEST = 9;
/** As many tiles of each number has each of four players in "Level to Level" (7.4). */
const SUPPLY_OF_FOUR = 3;
/** As many tiles as a display gets, but in "Level to Level" (2.1, 6.1). */
const TILES = 20;

/** @returns {Count} */
export const newCount = () => ({ top: null, level: 0, taps: [] });

/** The highest level that a display can have. @param {Options} options */
export const highestLevel = ({ variant }) =>
  variant === 'level-to-level' ? HIGHEST_MARKER : HIGHEST;

/** How many tiles of one number a display can have. @param {Options} options */
export const copiesIn = ({ variant, players }) =>
  variant === 'level-to-level' && players === 4 ? SUPPLY_OF_FOUR : COPIES[variant];

/** Says which is the highest level. @param {Count} count @param {number} top @returns {Count} */
export const withTop = (count, top) => ({ ...count, top, level: top });

/** @param {Count} count @param {number} number @returns {Count} */
export const withTap = (count, number) => ({
  ...count,
  taps: [...count.taps, [count.level, number]],
});

/**
 * Takes back what was tapped last: a number, or the highest level.
 * @param {Count} count
 * @returns {Count}
 */
export function withoutLast(count) {
  const last = count.taps.at(-1);
  return last ? { ...count, level: last[0], taps: count.taps.slice(0, -1) } : newCount();
}

/** @param {Count} count @param {number} index of the tap @returns {Count} */
export const without = (count, index) => ({
  ...count,
  level: count.taps[index][0],
  taps: count.taps.filter((_, other) => other !== index),
});

/** @param {Count} count @param {number} level @returns {Count} */
export const atLevel = (count, level) => ({ ...count, level });

/**
 * The lines of a score, lowest level first; the table brings nothing (2.11).
 * @param {Count} count
 * @returns {LevelLine[]}
 */
export function linesOf({ top, taps }) {
  return Array.from({ length: (top ?? 0) + 1 }, (_, level) => {
    const numbers = taps.filter(([on]) => on === level).map(([, number]) => number);
    return { level, numbers, points: level * sum(numbers) };
  });
}

/** @param {Count} count */
export const pointsOf = (count) => sum(linesOf(count).map((line) => line.points));

/** Who has the most points; several share the win (2.11). @param {number[]} scores */
export const winnersOf = (scores) =>
  scores.flatMap((points, player) => (points === Math.max(...scores) ? player : []));

/** The rank of each player; those who tie share it. @param {number[]} scores */
export const ranksOf = (scores) =>
  scores.map((points) => 1 + scores.filter((other) => other > points).length);

/**
 * Everything about a count that the rules do not allow, as far as numbers above the table tell.
 * @param {Count} count
 * @param {Options} options
 * @returns {Doubt[]}
 */
export function doubtsOf(count, options) {
  const lines = linesOf(count);
  const numbers = lines.flatMap((line) => line.numbers);
  const copies = copiesIn(options);
  const tooMany = Array.from({ length: 10 }, (_, number) => ({
    number,
    count: numbers.filter((one) => one === number).length,
  })).filter((one) => one.count > copies);
  return [
    ...tooMany.map((names) => ({ key: 'pad.doubt.copies', names: { ...names, copies } })),
    ...(options.variant !== 'level-to-level' && numbers.length > TILES
      ? [{ key: 'pad.doubt.tiles', names: { tiles: TILES } }]
      : []),
    ...lines
      .filter((line) => isThin(line, count, sparedTiles(options)))
      .map(({ level }) => ({
        key: level === count.top ? 'pad.doubt.top' : 'pad.doubt.support',
        names: { level },
      })),
  ];
}

/**
 * Whether a level that is counted already has too few tiles: two to carry the next one (2.7), one at the
 * top.
 * @param {LevelLine} line
 * @param {Count} count
 * @param {number} spared
 */
function isThin({ level, numbers }, { top, level: now }, spared) {
  const least = (level === top ? 1 : 2) - spared;
  return level > now && numbers.length < least;
}

/**
 * How many tiles fewer may be seen on a level: "single" needs but one below, and a tile turned over with
 * "black" is not counted. Which tokens were drawn nobody has told the score pad.
 * @param {Options} options
 */
function sparedTiles({ special_tokens: tokens, draw_tokens: drawn }) {
  return drawn ? 2 : Number(tokens.includes('single')) + Number(tokens.includes('black'));
}

/** @param {number[]} numbers */
const sum = (numbers) => numbers.reduce((one, other) => one + other, 0);
