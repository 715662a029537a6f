// The squares of pieces: shapes mirrored, turned and put where they lie. No rules here.

import { FILLERS, NUMBERS, STARTING } from './tile-shapes.js';

/** @type {Map<string, Shape>} */
const known = new Map();

/**
 * The shape of a kind, mirrored if it is turned over (left and right exchanged), then turned by
 * quarters clockwise.
 * @param {Kind} kind
 * @param {number} rotation
 * @param {boolean} [flipped]
 * @returns {Shape}
 */
export function turned(kind, rotation, flipped = false) {
  const quarter = ((rotation % 4) + 4) % 4;
  const key = `${kindName(kind)}/${flipped}/${quarter}`;
  let shape = known.get(key);
  if (!shape) {
    shape = upright(kind);
    if (flipped) shape = mirrored(shape);
    for (let turn = 0; turn < quarter; turn++) shape = turnedOnce(shape);
    known.set(key, shape);
  }
  return shape;
}

/**
 * The cells that a piece lies on.
 * @param {Piece} piece
 * @returns {Cell[]}
 */
export function cellsOf(piece) {
  const { cells } = turned(piece, piece.rotation, piece.flipped);
  return cells.map(([x, y]) => [x + piece.x, y + piece.y]);
}

/**
 * A short name of what a piece is, also its CSS class: t0 to t9, ts (starting tile), tf (filler).
 * @param {Kind} kind
 */
export function kindClass(kind) {
  if (kind.number !== undefined) return `t${kind.number}`;
  return kind.filler === undefined ? 'ts' : 'tf';
}

/** @param {Kind} kind */
function kindName(kind) {
  return `${kind.number}/${kind.starting_tile}/${kind.filler}`;
}

/**
 * The squares as rows of X and `.`; a starting tile of somebody's own brings them along (3.2).
 * @param {Kind} kind
 */
function rowsOf({ number, filler, starting_tile: starting }) {
  if (Array.isArray(starting)) return starting;
  if (number !== undefined) return NUMBERS[number]?.split(' ');
  return (filler === undefined ? STARTING[starting ?? -1] : FILLERS[filler])?.split(' ');
}

/**
 * @param {Kind} kind
 * @returns {Shape}
 */
function upright(kind) {
  const rows = rowsOf(kind);
  if (!rows?.[0]) throw new RangeError(`expected a tile, got ${JSON.stringify(kind)}`);
  /** @type {Cell[]} */
  const cells = [];
  rows.forEach((row, y) => {
    [...row].forEach((mark, x) => {
      if (mark === 'X') cells.push([x, y]);
    });
  });
  return { width: rows[0].length, height: rows.length, cells };
}

/**
 * @param {Shape} shape
 * @returns {Shape}
 */
function mirrored({ width, height, cells }) {
  return { width, height, cells: cells.map(([x, y]) => [width - 1 - x, y]) };
}

/**
 * @param {Shape} shape
 * @returns {Shape}
 */
function turnedOnce({ width, height, cells }) {
  return { width: height, height: width, cells: cells.map(([x, y]) => [height - 1 - y, x]) };
}
