// The score pad's game: begun from a finished call or by itself, kept while it is counted and afterwards.

import { newCount, pointsOf, winnersOf } from './count.js';
import { keepGame, keepPad, keptPad, tableGames } from './kept.js';

/** @typedef {import('../net/api.js').Options} Options */
/** @typedef {import('./call.js').Call} Call */
/** @typedef {import('./kept.js').TableGame} TableGame */

/**
 * @param {string} id
 * @param {number} now  in milliseconds
 * @param {Options} options
 * @param {string[]} names
 * @returns {TableGame}
 */
export function newPad(id, now, options, names) {
  return {
    id,
    created: Math.floor(now / 1000),
    options,
    names,
    counts: names.map(() => newCount()),
    shown: 0,
  };
}

/** @param {string} id of a game */
const isKept = (id) => tableGames().some((game) => game.id === id);

/** Whether counting a called game would wipe out another one that is half counted. @param {Call} call */
export function isCountingOther({ id }) {
  const pad = keptPad();
  if (!pad || pad.id === id || isKept(id)) return false;
  return pad.counts.some(({ top }) => top !== null);
}

/**
 * Puts a called game on the score pad; one that is there or was counted already stays as it is.
 * @param {Call} call
 * @returns {string} the path of its page
 */
export function countCalled({ id, options, tokens, names }) {
  if (isKept(id)) return `/score/${id}`;
  if (keptPad()?.id !== id) {
    const known = { ...options, special_tokens: tokens, draw_tokens: 0 };
    keepPad(newPad(id, Date.now(), known, names));
  }
  return '/score';
}

/** Which player is to be counted next; -1 when all are. @param {TableGame} game */
export function nextPlayer({ counts, shown }) {
  const order = counts.map((_, index) => (shown + index) % counts.length);
  return order.find((player) => !isCounted(counts[player])) ?? -1;
}

/** Whether a display is counted down to the table. @param {import('./count.js').Count} count */
export const isCounted = ({ top, level }) => top !== null && level === 0;

/** Ends the count: the game is among those that are kept. @param {TableGame} game */
export function finish(game) {
  keepGame(game);
  if (keptPad()?.id === game.id) keepPad(null);
}

/** What a game came to. @param {TableGame} game */
export function outcome({ counts }) {
  const scores = counts.map(pointsOf);
  return { scores, winners: winnersOf(scores) };
}
