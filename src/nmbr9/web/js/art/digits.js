// Digits as strokes of our own, and where on a tile they stand.

import { turned } from './shapes.js';
import { keyOf } from './surface.js';

/** By number, in a box 60 wide and 100 high, for a stroke of 15 with round caps and joins. */
export const STROKES = [
  'M30 8C47 8 52 27 52 50S47 92 30 92S8 73 8 50S13 8 30 8Z',
  'M17 27L36 8V92',
  'M10 31C10 17 18 8 31 8S51 17 51 30C51 52 24 64 10 92H52',
  'M12 8H49L30 39C43 39 52 49 52 65C52 82 42 92 29 92C19 92 11 87 8 78',
  'M40 92V8L8 68H54',
  'M48 8H18L14 46C19 41 24 39 31 39C44 39 52 50 52 65C52 82 43 92 29 92C19 92 12 87 8 79',
  'M42 8C28 20 8 42 8 66M8 66A22 26 0 1 0 52 66A22 26 0 1 0 8 66Z',
  'M8 8H52L25 92',
  'M30 49A18 20.5 0 1 0 30 8A18 20.5 0 1 0 30 49ZM30 49A22 21.5 0 1 1 30 92A22 21.5 0 1 1 30 49Z',
  'M18 92C32 80 52 58 52 34M52 34A22 26 0 1 0 8 34A22 26 0 1 0 52 34Z',
];

/** Under 6 and 9, which are each other upside down. */
const BAR = '<path d="M14 114H46" stroke-width="9"/>';

/** Instead of the digit of a turned-over tile (5.4), in the same box. */
const NO_POINTS = 'M30 22A28 28 0 1 0 30 78A28 28 0 1 0 30 22ZM4 81L56 19';

/** By number: left, top and side of the digit's home on the upright tile. */
const HOMES = '101 111 102 122 122 002 122 101 102 002'.split(' ');

/**
 * Where the digit stands when only these cells of the tile are uncovered: its home, else the nearest
 * uncovered block, else the nearest uncovered square; null when the tile is covered or has no number.
 * @param {Piece} piece
 * @param {Cell[]} free
 * @returns {DigitPlace | null}
 */
export function digitPlace(piece, free) {
  const home = homeOf(piece);
  if (!home || !free.length) return null;
  const keys = new Set(free.map(keyOf));
  /** @param {DigitPlace} place */
  const isFree = (place) => cellsAt(place).every((cell) => keys.has(keyOf(cell)));
  if (isFree(home)) return home;
  const [toX, toY] = centreOf(home);
  /** @param {DigitPlace} place */
  const distance = (place) => {
    const [x, y] = centreOf(place);
    return (x - toX) ** 2 + (y - toY) ** 2;
  };
  for (const side of [2, 1]) {
    const places = free.map(([x, y]) => ({ x, y, side })).filter(isFree);
    places.sort(
      (one, other) => distance(one) - distance(other) || one.y - other.y || one.x - other.x,
    );
    if (places.length) return places[0];
  }
  return null;
}

/**
 * The home of a tile's digit, turned with the tile.
 * @param {Piece} piece
 * @returns {DigitPlace | null}
 */
export function homeOf(piece) {
  if (piece.number === undefined) return null;
  const [left, top, side] = [...HOMES[piece.number]].map(Number);
  let { width, height } = turned(piece, 0);
  let x = piece.flipped ? width - left - side : left;
  let y = top;
  for (let turn = 0; turn < ((piece.rotation % 4) + 4) % 4; turn++) {
    [x, y] = [height - y - side, x];
    [width, height] = [height, width];
  }
  return { x: piece.x + x, y: piece.y + y, side };
}

/**
 * @param {DigitPlace} place
 * @returns {Cell[]}
 */
export function cellsAt({ x, y, side }) {
  return side === 1 ? [[x, y]] : [[x, y], [x + 1, y], [x, y + 1], [x + 1, y + 1]];
}

/**
 * The middle, in cells.
 * @param {DigitPlace} place
 * @returns {Cell}
 */
export function centreOf({ x, y, side }) {
  return [x + side / 2, y + side / 2];
}

/**
 * The strokes of a digit in their box of 60 by 100.
 * @param {number} number
 * @param {boolean} [flipped] a turned-over tile shows that it brings no points
 */
export function digitStrokes(number, flipped = false) {
  if (flipped) return `<path d="${NO_POINTS}" stroke-width="12"/>`;
  return `<path d="${STROKES[number]}" stroke-width="15"/>${hasBar(number) ? BAR : ''}`;
}

/** @param {number} number */
export function hasBar(number) {
  return number === 6 || number === 9;
}

/**
 * A digit as a picture of its own, for cards and lists; coloured by `currentColor`.
 * @param {number} number
 */
export function digitSvg(number) {
  const box = hasBar(number) ? '-6 0 72 122' : '-6 -6 72 112';
  return (
    `<svg class="dg" viewBox="${box}" aria-hidden="true" fill="none" stroke="currentColor" ` +
    `stroke-linecap="round" stroke-linejoin="round">${digitStrokes(number)}</svg>`
  );
}
