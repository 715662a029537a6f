// The display on the start page: a game that the `steady` bot played, 117 points.

/** @type {[number: number, rotation: number, x: number, y: number, level: number][]} */
const LAID = [
  [4, 0, 0, 0, 0],
  [1, 0, 2, 1, 0],
  [3, 2, 4, 1, 0],
  [2, 3, 1, -2, 0],
  [7, 2, 3, 1, 1],
  [8, 0, 2, 0, 1],
  [1, 0, -1, -2, 0],
  [6, 0, 0, -2, 1],
  [0, 0, -3, -1, 0],
  [0, 1, -3, 3, 0],
  [6, 2, 5, -1, 0],
  [5, 0, -6, 0, 0],
  [9, 1, 0, 0, 2],
  [4, 1, -2, 1, 1],
  [7, 3, -1, 1, 2],
  [5, 0, -5, 0, 1],
  [2, 0, 3, 1, 2],
  [8, 1, -1, 1, 3],
  [9, 0, 3, 1, 3],
  [3, 0, -3, -6, 0],
];

/** @type {Piece[]} */
export const HERO = LAID.map(([number, rotation, x, y, level]) => ({
  number,
  rotation,
  x,
  y,
  level,
  flipped: false,
}));
