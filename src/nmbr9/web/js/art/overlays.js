// What is laid over a display: the dots of the grid, heights, the ghost, spots.

import { outlinePath, rounded } from './outline.js';
import { cellsOf } from './shapes.js';
import { highestLevel, topmost, uncovered } from './surface.js';
import { SQUARE, tileMarkup } from './tile.js';

/** How far around the display the grid is dotted, in squares; the farther out the fainter. */
const RINGS = 4;

/**
 * A dot at each corner of cells in and around a box.
 * @param {Box} box
 */
export function dotsMarkup({ left, top, right, bottom }) {
  /** @type {string[]} */
  const rings = Array(RINGS).fill('');
  for (let y = top - RINGS + 1; y < bottom + RINGS; y++) {
    for (let x = left - RINGS + 1; x < right + RINGS; x++) {
      const ring = Math.max(left - x, x - right, top - y, y - bottom, 0);
      // A line of no length with round caps is a dot: one element for hundreds of them.
      rings[ring] += `M${x * SQUARE} ${y * SQUARE}h0`;
    }
  }
  return rings
    .map((d, ring) => `<path class="dots" d="${d}" opacity="${1 - ring / RINGS}"/>`)
    .join('');
}

/**
 * Every square tinted by its level, with the level's number in it; borders of tiles are kept.
 * @param {Piece[]} pieces
 */
export function heightsMarkup(pieces) {
  const highest = Math.max(1, highestLevel(pieces));
  const parts = [];
  for (const [key, index] of topmost(pieces)) {
    const [x, y] = key.split(',').map(Number);
    const { level } = pieces[index];
    parts.push(
      `<rect class="height-base" x="${x * SQUARE}" y="${y * SQUARE}" width="48" height="48"/>`,
      `<rect class="height" x="${x * SQUARE}" y="${
        y * SQUARE
      }" width="48" height="48" fill-opacity="${rounded(0.08 + 0.72 * (level / highest))}"/>`,
      `<text class="${level / highest > 0.6 ? 'height-text on' : 'height-text'}" x="${
        x * SQUARE + 24
      }" y="${y * SQUARE + 30}">${level}</text>`,
    );
  }
  const borders = uncovered(pieces)
    .map((cells) => outlinePath(cells, SQUARE, 0))
    .join('');
  return `${parts.join('')}<path class="height-border" d="${borders}"/>`;
}

/**
 * The tile being tried, its bounding box at 0, 0. It is the same wherever it is held: whether it fits
 * there is a class around it, the squares that are wrong have a group under its digit.
 * @param {Piece} piece
 * @param {boolean} turning
 */
export function ghostMarkup(piece, turning) {
  // The badge of a ghost would repeat what its pill says.
  const here = { ...piece, x: 0, y: 0, level: 0 };
  const outline = outlinePath(cellsOf(here), SQUARE, -0.045);
  return (
    withDigitOnTop(
      tileMarkup(here, { level: ghostLevel(piece), turning }),
      '<g class="wrongs"></g>',
    ) +
    `<path class="halo" d="${outline}"/><path class="ghost-line" d="${outline}"/>`
  );
}

/** It is held above where it would lie, and its shadow falls so far. @param {Piece} piece */
export function ghostLevel(piece) {
  return piece.level + 2;
}

/**
 * The squares of the tile being tried that are the problem.
 * @param {Piece} piece
 * @param {Cell[]} wrong as cells of the display
 */
export function wrongMarkup(piece, wrong) {
  return wrong
    .map(
      ([x, y]) =>
        `<g transform="translate(${(x - piece.x) * SQUARE} ${(y - piece.y) * SQUARE})">` +
        '<rect class="wrong" x="3" y="3" width="42" height="42" rx="5"/>' +
        '<rect x="3" y="3" width="42" height="42" rx="5" fill="url(#nm-hatch)"/></g>',
    )
    .join('');
}

/**
 * A line around a spot: where a tile lies, or where it could.
 * @param {Mark} mark
 */
export function markMarkup({ piece, kind }) {
  const outline = outlinePath(cellsOf(piece), SQUARE, -0.045);
  return `<path class="halo" d="${outline}"/><path class="mark-${kind}" d="${outline}"/>`;
}

/**
 * Where the tile would fit if it were turned, faintly.
 * @param {Piece} piece
 */
export function echoMarkup(piece) {
  return `<path class="echo-line" d="${outlinePath(cellsOf(piece), SQUARE, -0.045)}"/>`;
}

/**
 * Hatching goes under the digit, so that the number stays readable.
 * @param {string} tile
 * @param {string} squares
 */
function withDigitOnTop(tile, squares) {
  const digit = tile.lastIndexOf('<g transform="translate');
  return digit < 0 ? tile + squares : tile.slice(0, digit) + squares + tile.slice(digit);
}

/**
 * Small dots where the digit would be on the table (level 0).
 * @param {Cell[]} centres
 */
export function lowSpotsMarkup(centres) {
  const d = centres.map(([x, y]) => `M${rounded(x * SQUARE)} ${rounded(y * SQUARE)}h0`).join('');
  return d && `<path class="low-spots" d="${d}"/>`;
}
