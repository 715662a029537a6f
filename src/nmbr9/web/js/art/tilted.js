// The tilted view: a display as a pile of sheets in CSS 3D that can be turned by dragging.

import { outlinePath, rounded } from './outline.js';
import { dotsMarkup } from './overlays.js';
import { cellsOf, kindClass } from './shapes.js';
import { boxAround, highestLevel, uncovered } from './surface.js';
import { faceMarkup, SQUARE } from './tile.js';

/** The height of a level in world units. */
const LEVEL = 0.36 * SQUARE;
/** Enough that the steps between them are not seen; each one costs a layer. */
const WALLS = 6;
/** Degrees; dragging turns around the display by up to 60 to each side. */
const TURN = { usual: -34, most: 60 };
const LEAN = { usual: 52, least: 35, most: 65 };
/** Blurs and strokes reach over the outline. */
const BLEED = SQUARE / 4;

export class TiltedView {
  #turn = TURN.usual;
  #lean = LEAN.usual;
  /** @type {Piece[]} */
  #pieces = [];

  /**
   * @param {HTMLElement} host
   * @param {import('./viewport.js').Viewport} port tells how large a square is
   */
  constructor(host, port) {
    this.port = port;
    this.root = document.createElement('div');
    this.root.className = 'art-tilt';
    this.stage = document.createElement('div');
    this.stage.className = 'art-stage';
    this.root.append(this.stage);
    host.append(this.root);
    this.#listen();
  }

  /**
   * @param {Piece[]} pieces
   * @param {boolean} turning digits turn with their tiles
   */
  setPieces(pieces, turning) {
    this.#pieces = pieces;
    const box = boxAround(pieces) ?? { left: 0, top: 0, right: 3, bottom: 4 };
    const sheets = [sheet(box, 0, dotsMarkup(box), 'ground')];
    for (let level = 0; level <= highestLevel(pieces); level++) {
      sheets.push(...levelSheets(pieces, level, turning));
    }
    this.stage.innerHTML = sheets.join('');
    for (const element of this.stage.children) {
      // The policy of the page forbids style attributes in markup.
      const { x, y, z } = /** @type {HTMLElement} */ (element).dataset;
      /** @type {HTMLElement} */ (element).style.transform = `translate3d(${x}px, ${y}px, ${z}px)`;
    }
    this.moved();
    // The first lean glides out of the flat view.
    this.root.getBoundingClientRect();
    this.#show(true);
  }

  /** Fits the display into the view after either has changed. */
  moved() {
    const box = boxAround(this.#pieces) ?? { left: 0, top: 0, right: 3, bottom: 4 };
    const { width, height, insets } = this.port;
    const size = sizeOf(box);
    const rise = (highestLevel(this.#pieces) + 1) * LEVEL * Math.sin(radians(LEAN.usual));
    const free = {
      width: width - insets.left - insets.right,
      height: height - insets.top - insets.bottom,
    };
    const scale = Math.min(
      1.6,
      (0.86 * free.width) / size.across,
      (0.86 * free.height) / (size.down + rise),
    );
    this.stage.style.setProperty('--fit', scale.toFixed(3));
    this.stage.style.setProperty('--cx', `${-((box.left + box.right) / 2) * SQUARE}px`);
    this.stage.style.setProperty('--cy', `${-((box.top + box.bottom) / 2) * SQUARE}px`);
    this.stage.style.left = `${insets.left + free.width / 2}px`;
    this.stage.style.top = `${insets.top + free.height / 2 + (rise * scale) / 3}px`;
  }

  /**
   * @param {number} turn degrees around the display
   * @param {number} lean degrees towards the player
   * @param {boolean} gliding
   */
  spinBy(turn, lean, gliding) {
    this.#turn = within(this.#turn + turn, TURN.usual - TURN.most, TURN.usual + TURN.most);
    this.#lean = within(this.#lean + lean, LEAN.least, LEAN.most);
    this.#show(gliding);
  }

  close() {
    this.root.remove();
  }

  /** @param {boolean} gliding */
  #show(gliding) {
    this.stage.classList.toggle('gliding', gliding);
    this.stage.style.setProperty('--lean', `${this.#lean}deg`);
    this.stage.style.setProperty('--turn', `${this.#turn}deg`);
  }

  #listen() {
    /** @type {PointerEvent | null} */
    let held = null;
    /** @param {PointerEvent} event */
    const turn = (event) => {
      // Whoever looks around does not place a tile.
      event.stopPropagation();
      if (event.type === 'pointerdown') this.root.setPointerCapture(event.pointerId);
      else if (held?.pointerId !== event.pointerId) return;
      else if (event.type === 'pointermove') {
        const [dx, dy] = [held.clientX - event.clientX, held.clientY - event.clientY];
        this.spinBy(0.35 * dx, 0.2 * dy, false);
      }
      held = event.type === 'pointerup' || event.type === 'pointercancel' ? null : event;
    };
    for (const name of /** @type {const} */ (['down', 'move', 'up', 'cancel'])) {
      this.root.addEventListener(`pointer${name}`, turn);
    }
  }
}

/**
 * One level: the shadows of its tiles, their walls as sheets one over the other, their faces. A sheet
 * for each tile would be clearer, but every sheet is a layer that the browser has to sort and blend.
 * @param {Piece[]} pieces
 * @param {number} level
 * @param {boolean} turning
 */
function levelSheets(pieces, level, turning) {
  const here = pieces.map((_, index) => index).filter((index) => pieces[index].level === level);
  const box = boxAround(here.map((index) => pieces[index]));
  if (!box) return [];
  const seen = uncovered(pieces);
  const fog = Math.min(0.24, 0.055 * (highestLevel(pieces) - level)) / 2;
  const base = level * LEVEL;
  /** @param {(piece: Piece, index: number) => string} draw */
  const all = (draw) => here.map((index) => draw(pieces[index], index)).join('');
  const shadows = all((piece) => `<path ${outline(piece)}/>`);
  const walls = all((piece) => `<path class="wall ${kindClass(piece)}" ${outline(piece)}/>`);
  const sheets = [sheet(box, base + 1.1, `<g filter="url(#nm-blur1)">${shadows}</g>`, 'sh')];
  for (let step = 0; step < WALLS; step++) {
    sheets.push(sheet(box, base + 1.4 + (step / WALLS) * (LEVEL - 1.6), walls, `wall-${step}`));
  }
  const faces = all((piece, index) => faceMarkup(piece, seen[index], fog, { turning }, index));
  return [...sheets, sheet(box, base + LEVEL, faces, '')];
}

/** @param {Piece} piece */
function outline(piece) {
  return `d="${outlinePath(cellsOf(piece), SQUARE)}" fill-rule="evenodd"`;
}

/**
 * A sheet at a height, its markup in the display's coordinates.
 * @param {Box} box
 * @param {number} z
 * @param {string} markup
 * @param {string} kind
 */
function sheet({ left, top, right, bottom }, z, markup, kind) {
  const x = left * SQUARE - BLEED;
  const y = top * SQUARE - BLEED;
  const width = (right - left) * SQUARE + 2 * BLEED;
  const height = (bottom - top) * SQUARE + 2 * BLEED;
  return (
    `<svg class="${kind}" aria-hidden="true" data-x="${x}" data-y="${y}" data-z="${rounded(z)}" ` +
    `width="${width}" height="${height}" viewBox="${x} ${y} ${width} ${height}">${markup}</svg>`
  );
}

/**
 * The extent of a box as it is usually seen, in world units.
 * @param {Box} box
 */
function sizeOf({ left, top, right, bottom }) {
  const cos = Math.cos(radians(TURN.usual)) * SQUARE;
  const sin = Math.abs(Math.sin(radians(TURN.usual))) * SQUARE;
  const width = right - left;
  const height = bottom - top;
  return {
    across: width * cos + height * sin,
    down: (width * sin + height * cos) * Math.cos(radians(LEAN.usual)),
  };
}

/** @param {number} degrees */
function radians(degrees) {
  return (degrees * Math.PI) / 180;
}

/**
 * @param {number} value
 * @param {number} least
 * @param {number} most
 */
function within(value, least, most) {
  return Math.max(least, Math.min(most, value));
}
