// A display as a picture that leaves the page: one SVG without style sheets, or a PNG made from it.

import { dotsMarkup } from './overlays.js';
import { kindClass } from './shapes.js';
import { boxAround } from './surface.js';
import { DEFINITIONS, sceneMarkup, SQUARE } from './tile.js';

/**
 * Words around the picture.
 * @typedef {{title: string, value: string, note: string}} Caption
 */

const FONT = 'font-family="system-ui, Segoe UI, Roboto, Noto Sans, sans-serif"';
const PADDING = 24;
const HEADER = 76;

/**
 * A self-contained SVG in the colours of the current theme.
 * @param {Piece[]} pieces
 * @param {Caption} caption
 * @returns {{svg: string, width: number, height: number}}
 */
export function displayToSvg(pieces, { title, value, note }) {
  const box = boxAround(pieces) ?? { left: 0, top: 0, right: 3, bottom: 4 };
  const columns = Math.max(8, box.right - box.left + 2);
  const rows = box.bottom - box.top + 2;
  const width = columns * SQUARE + 2 * PADDING;
  const height = rows * SQUARE + HEADER + 2 * PADDING;
  const page = colours('');
  const left = PADDING + (columns * SQUARE - (box.right - box.left) * SQUARE) / 2 -
    box.left * SQUARE;
  const top = HEADER + PADDING + SQUARE - box.top * SQUARE;
  const dots = dotsMarkup(box).replaceAll(
    'class="dots"',
    `fill="none" stroke="${page('--dot')}" stroke-width="3.4" stroke-linecap="round"`,
  );
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">` +
    `<title>${escaped(`${title}: ${value}`)}</title><defs>${DEFINITIONS}</defs>` +
    `<rect width="${width}" height="${height}" fill="${page('--table')}"/>` +
    words(title, PADDING, 52, 26, 700, page('--ink')) +
    words(note, PADDING, 78, 15, 400, page('--muted')) +
    words(value, width - PADDING, 66, 44, 750, page('--ink'), 'end') +
    `<svg y="${HEADER + PADDING / 2}" width="${width}" height="${height - HEADER - PADDING / 2}" ` +
    `viewBox="0 ${HEADER + PADDING / 2} ${width} ${height - HEADER - PADDING / 2}">` +
    `<g transform="translate(${left} ${top})">${dots}${
      sceneMarkup(pieces, { paint: painter(pieces) })
    }</g></svg></svg>`;
  return { svg, width, height };
}

/**
 * The same picture as PNG, twice as sharp as the screen's pixels.
 * @param {{svg: string, width: number, height: number}} picture
 * @returns {Promise<Blob>}
 */
export async function svgToPng({ svg, width, height }) {
  const image = new Image(width, height);
  image.src = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
  try {
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = 2 * width;
    canvas.height = 2 * height;
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve, reject) => {
      canvas.toBlob(
        (blob) => (blob ? resolve(blob) : reject(new Error('expected a picture'))),
        'image/png',
      );
    });
  } finally {
    URL.revokeObjectURL(image.src);
  }
}

/**
 * Writes colours into elements, as the current theme has them.
 * @param {Piece[]} pieces
 * @returns {Paint}
 */
function painter(pieces) {
  const kinds = new Map(pieces.map((piece) => [kindClass(piece), colours(kindClass(piece))]));
  return (piece, role) => {
    const colour = /** @type {(name: string) => string} */ (kinds.get(kindClass(piece)));
    const stroke = `fill="none" stroke="${
      colour(role === 'edge' ? '--o' : '--i') || colour('--e')
    }"`;
    return {
      face: `fill="${colour('--t')}"`,
      wall: `fill="${colour('--e')}"`,
      edge: `${stroke} stroke-opacity=".95" stroke-width="1.63"`,
      shadow: `fill="${colour('--shadow')}"`,
      fog: `fill="${colour('--table')}"`,
      grid: `${stroke} stroke-opacity=".13" stroke-width="1.06"`,
      digit: `${stroke} stroke-linecap="round" stroke-linejoin="round"`,
      pill: `fill="${colour('--i')}"`,
      pilltext: `fill="${colour('--t')}" ${FONT}`,
      hatching: '',
    }[role];
  };
}

/**
 * Reads custom properties as an element of that class has them.
 * @param {string} kind
 * @returns {(name: string) => string}
 */
function colours(kind) {
  const probe = document.createElement('i');
  probe.className = kind;
  probe.hidden = true;
  document.body.append(probe);
  const style = getComputedStyle(probe);
  const names = ['--t', '--i', '--e', '--o', '--shadow', '--table', '--dot', '--ink', '--muted'];
  const read = new Map(names.map((name) => [name, style.getPropertyValue(name).trim()]));
  probe.remove();
  return (name) => read.get(name) ?? '';
}

/**
 * @param {string} text
 * @param {number} x
 * @param {number} y
 * @param {number} size
 * @param {number} weight
 * @param {string} fill
 * @param {string} [anchor]
 */
function words(text, x, y, size, weight, fill, anchor = 'start') {
  return `<text x="${x}" y="${y}" font-size="${size}" font-weight="${weight}" fill="${fill}" text-anchor="${anchor}" ${FONT}>${
    escaped(text)
  }</text>`;
}

/** Names come from strangers. @param {string} text */
export function escaped(text) {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
