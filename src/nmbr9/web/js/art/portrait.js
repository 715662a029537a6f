// A picture for each person, made from a tile: the same name looks the same everywhere.

import { el } from '../dom.js';
import { outlinePath } from './outline.js';
import { turned } from './shapes.js';

/** @typedef {{number: number, rotation: number, ground: number}} Look  a tile, and the colour behind it */

const COLOURS = 10;
const SQUARE = 10;
/** Room for a tile of four squares. */
const SIDE = 5.2 * SQUARE;

/** A number that depends on every character (FNV-1a). @param {string} text */
function hash(text) {
  let value = 0x811c9dc5;
  for (const character of text) {
    value = Math.imul(value ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  }
  return value;
}

/**
 * What the people of a table look like. No two have the same tile.
 * @param {(string | null)[]} names  null where nobody sits
 * @returns {(Look | null)[]}
 */
export function portraitsOf(names) {
  const taken = new Set();
  return names.map((name) => {
    if (name === null) return null;
    const value = hash(name);
    let number = value % COLOURS;
    while (taken.has(number)) number = (number + 1) % COLOURS;
    taken.add(number);
    const ground = (number + 1 + ((value >>> 8) % (COLOURS - 1))) % COLOURS;
    return { number, rotation: (value >>> 16) % 4, ground };
  });
}

/** Decoration only: the name stands beside it. @param {Look} look */
export function portrait({ number, rotation, ground }) {
  const { width, height, cells } = turned({ number }, rotation);
  const [x, y] = [width, height].map((squares) => (SIDE - squares * SQUARE) / 2);
  const picture = el('span.portrait', { 'aria-hidden': 'true' });
  picture.innerHTML = `<svg viewBox="0 0 ${SIDE} ${SIDE}">` +
    `<rect class="t${ground}" width="${SIDE}" height="${SIDE}"/>` +
    `<path class="t${number}" transform="translate(${x} ${y})" fill-rule="evenodd" d="${
      outlinePath(cells, SQUARE)
    }"/></svg>`;
  return picture;
}
