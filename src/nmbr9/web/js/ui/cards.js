// Cards and single tiles as pictures.

import { digitSvg } from '../art/digits.js';
import { boxAround } from '../art/surface.js';
import { ensureDefinitions, sceneMarkup, SQUARE } from '../art/tile.js';
import { el } from '../dom.js';

/**
 * A card face, a number in its colour; without a number its back.
 * @param {number | null} number
 * @param {string} [classes]
 */
export function card(number, classes = '') {
  const face = el(`span.card${classes && `.${classes}`}`, { 'aria-hidden': 'true' });
  if (number !== null) {
    face.classList.add(`t${number}`);
    face.innerHTML = digitSvg(number);
  }
  return face;
}

/**
 * A single piece, drawn as it lies.
 * @param {Piece} piece
 */
export function tilePicture(piece) {
  ensureDefinitions();
  const picture = el('span.tile-picture', { 'aria-hidden': 'true' });
  const box = boxAround([piece]) ?? { left: 0, top: 0, right: 1, bottom: 1 };
  const [columns, rows] = [box.right - box.left, box.bottom - box.top];
  const frame = [box.left * SQUARE, box.top * SQUARE, columns * SQUARE, rows * SQUARE + 5];
  picture.innerHTML = `<svg viewBox="${frame.join(' ')}">${sceneMarkup([piece], {})}</svg>`;
  picture.style.setProperty('--columns', String(columns));
  return picture;
}
