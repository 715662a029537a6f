// The tile that was reserved (5.8). No DOM.

/**
 * The number of the reserved tile that is lost if this turn's tile is placed where it is tried, on a
 * level above all number tiles; null if none is.
 *
 * What counts is the highest level when it was reserved. While the tile is still there nothing was
 * built higher; only where the highest tile was moved down since, this warns though nothing is lost.
 * @param {import('./state.js').GameState} state
 * @returns {number | null}
 */
export function lostByPlacing({ view, trial }) {
  const { reserved = null } = view.seats[view.shown];
  if (reserved === null || trial?.held.do !== 'place' || !trial.spot) return null;
  const levels = view.pieces(view.shown).flatMap((piece) =>
    piece.number === undefined ? [] : piece.level
  );
  return trial.spot.level > Math.max(0, ...levels) ? reserved : null;
}
