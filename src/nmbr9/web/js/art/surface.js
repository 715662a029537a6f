// What of a display is seen from above, and how large it is.

import { cellsOf } from './shapes.js';

/**
 * The index of the highest piece over each cell, by the cell's key.
 * @param {Piece[]} pieces
 * @returns {Map<string, number>}
 */
export function topmost(pieces) {
  /** @type {Map<string, number>} */
  const top = new Map();
  pieces.forEach((piece, index) => {
    for (const cell of cellsOf(piece)) {
      const other = top.get(keyOf(cell));
      if (other === undefined || pieces[other].level < piece.level) top.set(keyOf(cell), index);
    }
  });
  return top;
}

/**
 * For each piece in order, its cells with nothing on top of them.
 * @param {Piece[]} pieces
 * @returns {Cell[][]}
 */
export function uncovered(pieces) {
  const top = topmost(pieces);
  return pieces.map((piece, index) =>
    cellsOf(piece).filter((cell) => top.get(keyOf(cell)) === index)
  );
}

/**
 * The smallest box around the pieces, or null without any.
 * @param {Piece[]} pieces
 * @returns {Box | null}
 */
export function boxAround(pieces) {
  const cells = pieces.flatMap(cellsOf);
  if (!cells.length) return null;
  const columns = cells.map(([x]) => x);
  const rows = cells.map(([, y]) => y);
  return {
    left: Math.min(...columns),
    top: Math.min(...rows),
    right: Math.max(...columns) + 1,
    bottom: Math.max(...rows) + 1,
  };
}

/** @param {Piece[]} pieces */
export function highestLevel(pieces) {
  return Math.max(0, ...pieces.map((piece) => piece.level));
}

/** @param {Cell} cell */
export function keyOf([x, y]) {
  return `${x},${y}`;
}
