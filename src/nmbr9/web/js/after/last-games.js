// The player's own games that can be compared with one that has just ended. No DOM.

import { optionsKey } from '../net/api.js';

/** As many bars as there is room for. */
const MOST = 12;

/**
 * The games before a match with the same variant and modules, oldest first, and whether the match is a
 * new record; null when the match is not in the history.
 * @param {HistoryLine[]} history  newest first
 * @param {string} match
 * @param {import('../net/api.js').Options} options
 * @returns {{before: number[], best: number, isRecord: boolean} | null}
 */
export function lastGames(history, match, options) {
  const own = history.find((line) => line.match === match && line.score !== null);
  if (!own) return null;
  const key = optionsKey(options, own.has_own_shapes);
  const comparable = history.filter(
    (line) =>
      line.score !== null && !line.is_marked &&
      optionsKey(line.options, line.has_own_shapes) === key,
  );
  const ended = own.finished ?? Infinity;
  const earlier = comparable.filter((line) => line.match !== match && (line.finished ?? 0) < ended);
  const scores = earlier.map((line) => line.score ?? 0);
  const best = Math.max(0, ...scores);
  return {
    before: scores.slice(0, MOST - 1).toReversed(),
    best,
    isRecord: !own.is_marked && scores.length > 0 && (own.score ?? 0) > best,
  };
}
