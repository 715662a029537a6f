// One tile as SVG markup, layer by layer, as the look guide's "Drawing a tile" says.
//
// Lengths are in world units: a square has 48. Colours come from css/art.css through classes; for
// pictures that leave the page a `paint` writes them into the elements instead.

import { cellsAt, centreOf, digitPlace, digitStrokes, hasBar } from './digits.js';
import { INSET, outlinePath, rounded } from './outline.js';
import { cellsOf, kindClass } from './shapes.js';
import { highestLevel, keyOf, uncovered } from './surface.js';

/** The side of a square in world units. */
export const SQUARE = 48;

/** Above this level shadows no longer change: nobody could see it. */
const HIGHEST_BLUR = 12;

/** Colours come from the style sheet. @type {Paint} */
const styled = () => '';

/** Definitions that all tiles of a page share; see {@link ensureDefinitions}. */
export const DEFINITIONS = [
  gradient('nm-gloss', [['#FFF', 0.26], ['#FFF', 0.02], ['#000', 0.09]]),
  // Clear in the middle: from white straight to black it would be a grey line there.
  gradient('nm-bevel', [['#FFF', 0.75], ['#FFF', 0.06], ['#000', 0.28]]),
  hatch('nm-hatch', 10, '#FFF', 0.38),
  hatch('nm-over', 12, '#000', 0.22),
  ...Array.from({ length: HIGHEST_BLUR + 1 }, (_, level) => blur(level)),
].join('');

/** Puts the shared definitions into the page once. */
export function ensureDefinitions() {
  if (document.getElementById('nm-defs')) return;
  const box = document.createElement('div');
  box.innerHTML =
    `<svg id="nm-defs" width="0" height="0" aria-hidden="true"><defs>${DEFINITIONS}</defs></svg>`;
  box.className = 'art-defs';
  document.body.append(box);
}

/**
 * All tiles from above: lowest level first; inside a level all shadows, then all walls, then all
 * faces, so that neighbours hide each other's walls.
 * @param {Piece[]} pieces
 * @param {Drawing} [drawing]
 */
export function sceneMarkup(pieces, drawing = {}) {
  const highest = highestLevel(pieces);
  const seen = uncovered(pieces);
  const parts = [];
  for (let level = 0; level <= highest; level++) {
    const here = pieces.map((_, index) => index).filter((index) => pieces[index].level === level);
    if (!here.length) continue;
    const fog = Math.min(0.24, 0.055 * (highest - level));
    parts.push(shadowsMarkup(pieces, here, level, drawing));
    for (const index of here) parts.push(wallMarkup(pieces[index], drawing, index));
    for (const index of here) {
      parts.push(faceMarkup(pieces[index], seen[index], fog, drawing, index));
    }
  }
  return parts.join('');
}

/**
 * The tiles of one level over the footprint of the level below.
 * @param {Piece[]} pieces
 * @param {number} level
 * @param {Drawing} [drawing]
 */
export function levelMarkup(pieces, level, drawing = {}) {
  const below = pieces.filter((piece) => piece.level === level - 1);
  const here = pieces.map((_, index) => index).filter((index) => pieces[index].level === level);
  const prints = below.map((piece) => outlinePath(cellsOf(piece), SQUARE)).join('');
  return [
    prints && `<path class="footprint" d="${prints}" fill-rule="evenodd"/>`,
    here.length && shadowsMarkup(pieces, here, level, drawing),
    ...here.map((index) => wallMarkup(pieces[index], drawing, index)),
    ...here.map((index) => faceMarkup(pieces[index], cellsOf(pieces[index]), 0, drawing, index)),
  ]
    .filter(Boolean)
    .join('');
}

/**
 * One tile as the three layers shadow, wall and face.
 * @param {Piece} piece
 * @param {{covered?: Cell[], level?: number, highest?: number} & Drawing} [how] `level` is the one the
 *   shadow is drawn for
 */
export function tileMarkup(piece, { covered = [], level, highest, ...drawing } = {}) {
  const hidden = new Set(covered.map(keyOf));
  const free = cellsOf(piece).filter((cell) => !hidden.has(keyOf(cell)));
  const fog = Math.min(0.24, 0.055 * Math.max(0, (highest ?? piece.level) - piece.level));
  return (
    shadowsMarkup([piece], [0], level ?? piece.level, drawing) +
    wallMarkup(piece, drawing, 0) +
    faceMarkup(piece, free, fog, drawing, 0)
  );
}

/**
 * Further away and softer the higher the level is.
 * @param {Piece[]} pieces
 * @param {number[]} indices
 * @param {number} level
 * @param {Drawing} drawing
 */
function shadowsMarkup(pieces, indices, level, { mini, paint = styled }) {
  const paths = indices
    .map(
      (index) =>
        `<path d="${
          outlinePath(cellsOf(pieces[index]), SQUARE)
        }" fill-rule="evenodd" data-i="${index}"/>`,
    )
    .join('');
  const { opacity, filter, transform } = shadowAt(level);
  // A blur costs more than a mini display is worth.
  const blurred = mini ? '' : ` filter="${filter}"`;
  return (
    `<g class="sh" opacity="${opacity}"${blurred} ${paint(pieces[indices[0]], 'shadow')} ` +
    `transform="${transform}">${paths}</g>`
  );
}

/** The attributes of a shadow that depend on how high its tile is. @param {number} level */
export function shadowAt(level) {
  return {
    opacity: rounded(Math.min(0.58, 0.3 + 0.045 * level)),
    filter: `url(#nm-blur${Math.min(level, HIGHEST_BLUR)})`,
    transform: `translate(${rounded(1 + 1.1 * level)} ${rounded(2.5 + 2.5 * level)})`,
  };
}

/**
 * The side of a tile that shows below its face.
 * @param {Piece} piece
 * @param {Drawing} drawing
 * @param {number} index
 */
function wallMarkup(piece, { paint = styled }, index) {
  return (
    `<path class="wall ${kindClass(piece)}" d="${
      outlinePath(cellsOf(piece), SQUARE)
    }" fill-rule="evenodd" ` +
    `data-i="${index}" ${paint(piece, 'wall')} transform="translate(0 ${
      rounded(0.085 * SQUARE)
    })"/>`
  );
}

/**
 * The face of a tile with its digit and badge where they can be seen.
 * @param {Piece} piece
 * @param {Cell[]} free its cells with nothing on top of them
 * @param {number} fog how much of the table's colour lies over it, 0 to 1
 * @param {Drawing} drawing
 * @param {number} index
 */
export function faceMarkup(piece, free, fog, drawing, index) {
  const { mini, paint = styled } = drawing;
  const cells = cellsOf(piece);
  const path = `d="${outlinePath(cells, SQUARE)}" fill-rule="evenodd"`;
  const place = mini ? null : digitPlace(piece, free);
  const layers = [`<path class="face" ${path} ${paint(piece, 'face')}/>`];
  if (!mini) {
    layers.push(
      `<path class="gloss" ${path} fill="url(#nm-gloss)"/>`,
      piece.flipped
        ? `<path class="hatching" ${path} fill="url(#nm-over)" ${paint(piece, 'hatching')}/>`
        : '',
      gridMarkup(cells, piece, paint),
    );
  }
  if (fog) {
    layers.push(`<path class="fog" ${path} opacity="${rounded(fog)}" ${paint(piece, 'fog')}/>`);
  }
  layers.push(
    `<path class="edge" d="${outlinePath(cells, SQUARE, INSET)}" ${paint(piece, 'edge')}/>`,
  );
  if (!mini) {
    layers.push(
      `<path class="bevel" d="${
        outlinePath(cells, SQUARE, 0.06)
      }" fill="none" stroke="url(#nm-bevel)" stroke-width="1.44"/>`,
      place ? digitMarkup(piece, place, drawing) : '',
      badgeMarkup(piece, free, place, paint),
    );
  }
  return `<g class="tile ${kindClass(piece)}" data-i="${index}">${layers.join('')}</g>`;
}

/**
 * Faint lines between the squares of a tile, so that they can be counted.
 * @param {Cell[]} cells
 * @param {Piece} piece
 * @param {Paint} paint
 */
function gridMarkup(cells, piece, paint) {
  const keys = new Set(cells.map(keyOf));
  const near = 0.16 * SQUARE;
  const length = rounded(0.68 * SQUARE);
  let d = '';
  for (const [x, y] of cells) {
    if (keys.has(keyOf([x + 1, y]))) {
      d += `M${(x + 1) * SQUARE} ${rounded(y * SQUARE + near)}v${length}`;
    }
    if (keys.has(keyOf([x, y + 1]))) {
      d += `M${rounded(x * SQUARE + near)} ${(y + 1) * SQUARE}h${length}`;
    }
  }
  return d && `<path class="grid" d="${d}" ${paint(piece, 'grid')}/>`;
}

/**
 * @param {Piece} piece
 * @param {DigitPlace} place
 * @param {Drawing} drawing
 */
function digitMarkup(piece, place, { turning, paint = styled }) {
  const number = piece.number ?? 0;
  const [x, y] = centreOf(place);
  const scale = ((place.side === 2 ? 1.26 : 0.68) * SQUARE) / 100;
  const up = hasBar(number) && !piece.flipped ? 57 : 50;
  const turn = turning && piece.rotation ? ` rotate(${90 * piece.rotation})` : '';
  return (
    `<g transform="translate(${rounded(x * SQUARE)} ${rounded(y * SQUARE)})${turn}">` +
    `<g class="dg" ${paint(piece, 'digit')} transform="scale(${
      scale.toFixed(4)
    }) translate(-30 ${-up})">` +
    `${digitStrokes(number, piece.flipped)}</g></g>`
  );
}

/**
 * The level as the factor it is, in the lower right of the uncovered square farthest right-down that
 * does not hold the digit.
 * @param {Piece} piece
 * @param {Cell[]} free
 * @param {DigitPlace | null} place
 * @param {Paint} paint
 */
function badgeMarkup(piece, free, place, paint) {
  const held = new Set(place ? cellsAt(place).map(keyOf) : []);
  const open = free.filter((cell) => !held.has(keyOf(cell)));
  if (!piece.level || !open.length) return '';
  const [x, y] = open.reduce((best, cell) => (farther(cell, best) ? cell : best));
  const right = rounded((x + 1 - 0.075) * SQUARE);
  const bottom = rounded((y + 1 - 0.085) * SQUARE);
  return (
    `<g transform="translate(${right} ${bottom})"><g class="badge">` +
    `<rect x="-25" y="-16.3" width="25" height="16.3" rx="8.15" ${paint(piece, 'pill')}/>` +
    `<text x="-12.5" y="-4.1" text-anchor="middle" font-size="11.6" font-weight="700" ${
      paint(piece, 'pilltext')
    }>×${piece.level}</text></g></g>`
  );
}

/**
 * Whether one cell lies farther right-down than another; of equals the lower one.
 * @param {Cell} one
 * @param {Cell} other
 */
function farther([x, y], [otherX, otherY]) {
  return x + y > otherX + otherY || (x + y === otherX + otherY && y > otherY);
}

/**
 * @param {string} id
 * @param {[string, number][]} stops
 */
function gradient(id, stops) {
  const written = stops
    .map(
      ([colour, opacity], index) =>
        `<stop offset="${
          index / (stops.length - 1)
        }" stop-color="${colour}" stop-opacity="${opacity}"/>`,
    )
    .join('');
  return `<linearGradient id="${id}" x1="0" y1="0" x2="1" y2="1">${written}</linearGradient>`;
}

/** @param {number} level */
function blur(level) {
  return (
    `<filter id="nm-blur${level}" x="-30%" y="-30%" width="160%" height="160%">` +
    `<feGaussianBlur stdDeviation="${rounded(1.8 + 1.6 * level)}"/></filter>`
  );
}

/**
 * Diagonal stripes, half as wide as their step.
 * @param {string} id
 * @param {number} step
 * @param {string} colour
 * @param {number} opacity
 */
function hatch(id, step, colour, opacity) {
  return (
    `<pattern id="${id}" width="${step}" height="${step}" patternUnits="userSpaceOnUse" ` +
    `patternTransform="rotate(45)"><path d="M0 0V${step}" stroke="${colour}" stroke-opacity="${opacity}" stroke-width="${
      step / 2
    }"/></pattern>`
  );
}
