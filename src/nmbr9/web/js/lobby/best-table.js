// Which table suits somebody best who wants to play now.

import { optionsKey } from '../net/api.js';

/**
 * Tables in the order in which to try them: first the kind of game that is wanted, of these where the
 * fewest are missing, of these where people have waited the longest.
 * @param {TableLine[]} tables
 * @param {string} wanted the options as `optionsKey` gives them
 * @returns {TableLine[]}
 */
export function bestFirst(tables, wanted) {
  /** @param {TableLine} table */
  const isOther = ({ options, has_own_shapes }) =>
    Number(optionsKey(options, has_own_shapes) !== wanted);
  return tables.toSorted((one, two) =>
    isOther(one) - isOther(two) || one.open - two.open || two.seconds - one.seconds
  );
}
