// A display on its table: still tiles, the ghost that is tried, spots, heights; pan and zoom.
//
// Tiles are drawn anew only when they change. The ghost is a layer of its own, so that following
// the pointer is one write of a transform and no painting.

import { isCalm } from '../dom.js';
import { CHIP, chipsOf, wordsBeside } from './chips.js';
import { GhostLayer } from './ghost-layer.js';
import { rounded } from './outline.js';
import { dotsMarkup, heightsMarkup, lowSpotsMarkup, markMarkup } from './overlays.js';
import { turned } from './shapes.js';
import { boxAround } from './surface.js';
import { ensureDefinitions, levelMarkup, sceneMarkup, SQUARE } from './tile.js';
import { TiltedView } from './tilted.js';
import { Viewport } from './viewport.js';

/** Where the player looks closer, the view follows a tile that is dragged out of it, in pixels a move. */
const FOLLOWED = 6;
/** Smaller squares have no room for a badge. */
const SMALLEST_WITH_BADGE = 15;

export class DisplayView {
  /** @type {Piece[]} */
  #pieces = [];
  /** @type {Mark[]} */
  #marks = [];
  /** None in a small view. @type {GhostLayer | null} */
  #ghost = null;
  #level = /** @type {number | null} */ (null);
  #digitUpright = true;
  /** The player has panned: the view stays as it is until the next tile. */
  #isPanned = false;
  /** The player has zoomed: the view stays as it is until `frame`. */
  #isZoomed = false;
  /** The player looks closer: a tile that is dragged out of the view takes it along. */
  #isFollowing = false;
  /** Where the view is on the page while a pointer is down: nothing moves under it. */
  #stillAt = /** @type {DOMRect | null} */ (null);
  /** @type {TiltedView | null} */
  #tilted = null;
  #resizing;

  /** Called after every change of what part of the table is seen. @type {() => void} */
  onFrameChange = () => {};

  /**
   * @param {HTMLElement} host
   * @param {{mini?: boolean} & Partial<import('./viewport.js').Limits>} [options]
   */
  constructor(host, { mini = false, smallest, largest, margin, ...roomy } = {}) {
    ensureDefinitions();
    this.mini = mini;
    this.port = new Viewport({
      smallest: smallest ?? (mini ? 2 : 4),
      largest: largest ?? (mini ? 16 : 72),
      margin: margin ?? (mini ? 0.4 : 1),
      ...roomy,
    });
    this.root = document.createElement('div');
    this.root.className = mini ? 'art-view mini' : 'art-view';
    this.root.innerHTML =
      '<svg class="art-still" aria-hidden="true"><g class="world"><g class="ground"></g><g class="tiles"></g>' +
      '<g class="heights"></g><g class="low"></g></g></svg>' +
      (mini ? '' : '<svg class="art-still art-echo" aria-hidden="true"><g></g></svg>' +
        '<div class="art-chips"></div><div class="art-ghost" hidden><svg aria-hidden="true"><g></g></svg>' +
        '<div class="art-pill"></div></div>');
    host.append(this.root);
    if (!mini) this.#ghost = new GhostLayer(this.root, this.port);
    this.#resizing = new ResizeObserver(() => this.#resized());
    this.#resizing.observe(this.root);
    this.#resized();
  }

  get pieces() {
    return this.#pieces;
  }

  /** Digits stay upright while their tiles are turned; otherwise they turn along. */
  get digitUpright() {
    return this.#digitUpright;
  }

  set digitUpright(value) {
    if (value === this.#digitUpright) return;
    this.#digitUpright = value;
    this.#draw();
    this.setGhost(this.#ghost?.ghost ?? null);
  }

  /** Space that toolbars cover, in pixels: the display is framed in the rest. */
  set insets(/** @type {import('./viewport.js').Insets} */ insets) {
    this.port.insets = insets;
    this.#reframe(this.#ghost?.ghost?.piece);
  }

  /**
   * @param {Piece[]} pieces
   * @param {{animate?: boolean, points?: number, isFramed?: boolean}} [how] animate: pieces that were
   *   not there drop in; points rise from the last of them; isFramed: false leaves the view as it is
   */
  setPieces(pieces, { animate = false, points, isFramed = true } = {}) {
    const before = this.#pieces;
    if (JSON.stringify(before) === JSON.stringify(pieces)) return;
    this.#pieces = pieces;
    this.#draw();
    if (isFramed) this.#reframe();
    if (!animate || this.mini) return;
    const known = new Set(before.map((piece) => JSON.stringify(piece)));
    pieces.forEach((piece, index) => {
      if (!known.has(JSON.stringify(piece))) this.#drop(index);
    });
    const last = pieces.at(-1);
    if (points && last) this.#rise(last, points);
  }

  /**
   * Shows the tile being tried, or takes it away.
   * @param {Ghost | null} ghost
   */
  setGhost(ghost) {
    const before = this.#ghost?.ghost;
    const isOther = this.#ghost?.show(ghost, !this.#digitUpright);
    if (ghost && isOther) this.reveal(ghost.piece);
    else if (ghost && this.#isFollowing && this.#stillAt) this.#show(ghost.piece, FOLLOWED);
    this.#ghost?.place(!before);
  }

  /** A refusal is felt: the ghost shakes its head. */
  shake() {
    this.#ghost?.shake();
  }

  /**
   * Shows where the tile in hand may go: a button for each raised spot, a dot for each on the table.
   * @param {Spot[]} spots
   * @param {(spot: Spot) => void} onPick
   */
  showSpots(spots, onPick) {
    const raised = spots.filter((spot) => spot.level > 0);
    const chips = chipsOf(raised, CHIP / this.port.square, onPick);
    this.#part('.art-chips').replaceChildren(...chips);
    const low = spots.filter((spot) => spot.level === 0).map((spot) => spot.digitAt);
    this.#part('.low').innerHTML = lowSpotsMarkup(low);
  }

  /** Takes spots and marks away. */
  hideSpots() {
    this.#marks = [];
    this.#part('.art-chips').replaceChildren();
    this.#part('.low').innerHTML = '';
  }

  /**
   * Draws lines around pieces, of the display or others, with words beside them.
   * @param {Mark[]} marks
   */
  showMarks(marks) {
    this.#marks = marks;
    this.#part('.low').innerHTML = marks.map(markMarkup).join('');
    this.#part('.art-chips').replaceChildren(...marks.map(wordsBeside));
    this.#reframe();
  }

  /**
   * Squares tinted by level, with the level in each.
   * @param {boolean} isOn
   */
  showHeights(isOn) {
    this.#part('.heights').innerHTML = isOn ? heightsMarkup(this.#pieces) : '';
    this.root.classList.toggle('with-heights', isOn);
  }

  /**
   * Shows one level alone over the footprint of the one below; null shows all.
   * @param {number | null} level
   */
  showLevel(level) {
    if (level === this.#level) return;
    this.#level = level;
    this.#draw();
  }

  get isTilted() {
    return this.#tilted !== null;
  }

  /** @param {boolean} isTilted */
  setTilted(isTilted) {
    if (isTilted === this.isTilted) return;
    this.root.classList.toggle('is-tilted', isTilted);
    if (isTilted) {
      this.#tilted = new TiltedView(this.root, this.port);
      this.#tilted.setPieces(this.#pieces, !this.#digitUpright);
    } else {
      this.#tilted?.close();
      this.#tilted = null;
    }
  }

  /**
   * Turns the tilted view.
   * @param {number} degrees
   */
  spinBy(degrees) {
    this.#tilted?.spinBy(degrees, 0, true);
  }

  /**
   * The place under a point of the page, in cells with fractions.
   * @param {number} clientX
   * @param {number} clientY
   */
  cellAt(clientX, clientY) {
    // Asking the page would have it laid out anew for every square that a tile is dragged over.
    const { left, top } = this.#stillAt ?? this.root.getBoundingClientRect();
    return this.port.cellAt(clientX - left, clientY - top);
  }

  /**
   * @param {number} dx
   * @param {number} dy
   */
  panBy(dx, dy) {
    this.#isPanned = true;
    this.port.panBy(dx, dy);
    this.#moved();
  }

  /**
   * @param {number} factor
   * @param {number} clientX
   * @param {number} clientY
   */
  zoomBy(factor, clientX, clientY) {
    const { left, top } = this.root.getBoundingClientRect();
    this.#isZoomed = true;
    this.port.zoomBy(factor, clientX - left, clientY - top);
    this.#moved();
  }

  /** Shows the whole display, from now on after every change. @param {Piece[]} [also] what else is to be seen */
  frame(also = []) {
    this.#isPanned = this.#isZoomed = this.#isFollowing = false;
    const box = boxAround([...this.#pieces, ...this.#marks.map((mark) => mark.piece)]);
    this.port.frame(box, { also: boxAround(also) });
    this.#moved();
  }

  /** Shows a part of the table as large as it fits, until `frame`. @param {Box} box */
  lookCloser(box) {
    this.#isZoomed = this.#isFollowing = true;
    this.port.frame(box, { isRoomy: false });
    this.#moved();
  }

  /**
   * Frames the display for the next tile; a size that the player has chosen stays.
   * @param {Piece | null} next  the tile in hand
   */
  frameFor(next) {
    const also = next ? [next] : [];
    if (!this.#isZoomed) this.frame(also);
    else if (next) this.reveal(next);
  }

  /** Frames the display, unless the player has chosen what to see or is about to do something there. */
  #reframe(/** @type {Piece | undefined} */ also = undefined) {
    if (!this.#isPanned && !this.#isZoomed && !this.#stillAt) this.frame(also && [also]);
  }

  /** Whether a pointer is down: as long as it is, the view stays. @param {boolean} isStill */
  keepStill(isStill) {
    this.#stillAt = isStill ? this.root.getBoundingClientRect() : null;
  }

  /** Sees to it that a piece is in view, as large as everything is. @param {Piece} piece */
  reveal(piece) {
    if (!this.#stillAt && this.port.width) this.#show(piece);
  }

  /** @param {Piece} piece @param {number} [most] pixels at once */
  #show(piece, most) {
    const { width, height } = turned(piece, piece.rotation, piece.flipped);
    const { x, y } = piece;
    const box = { left: x, top: y, right: x + width, bottom: y + height };
    if (this.port.reveal(box, most)) this.#moved();
  }

  close() {
    this.#resizing.disconnect();
    this.#tilted?.close();
    this.root.remove();
  }

  #resized() {
    this.port.width = this.root.clientWidth;
    this.port.height = this.root.clientHeight;
    if (this.#stillAt) {
      this.keepStill(true);
      return this.#moved();
    }
    this.frameFor(this.#ghost?.ghost?.piece ?? null);
  }

  #draw() {
    const drawing = { mini: this.mini, turning: !this.#digitUpright };
    this.#part('.tiles').innerHTML = this.#level === null
      ? sceneMarkup(this.#pieces, drawing)
      : levelMarkup(this.#pieces, this.#level, drawing);
    if (!this.mini) {
      const box = boxAround(this.#pieces) ?? { left: 0, top: 0, right: 3, bottom: 4 };
      this.#part('.ground').innerHTML = dotsMarkup(box);
      this.showHeights(this.root.classList.contains('with-heights'));
    }
    this.#tilted?.setPieces(this.#pieces, !this.#digitUpright);
  }

  #moved() {
    const { port, root } = this;
    const scale = rounded4(port.square / SQUARE);
    const x = rounded(port.x);
    const y = rounded(port.y);
    const placed = `translate(${x} ${y}) scale(${scale})`;
    this.#part('.world').setAttribute('transform', placed);
    // Badges and chips keep a readable size however small the squares are.
    root.style.setProperty('--badge', rounded4(Math.max(1, 42.5 / port.square)));
    root.style.setProperty('--chip', rounded4(Math.max(1, CHIP / 29 * SQUARE / port.square)));
    root.style.setProperty('--scale', scale);
    root.classList.toggle('no-badges', port.square < SMALLEST_WITH_BADGE);
    if (!this.mini) {
      this.#part('.art-chips').style.transform = `translate(${x}px, ${y}px) scale(${scale})`;
      this.#ghost?.moved(placed);
    }
    this.#tilted?.moved();
    this.onFrameChange();
  }

  /** @param {number} index */
  #drop(index) {
    const timing = isCalm()
      ? { duration: 100 }
      : { duration: 180, easing: 'cubic-bezier(.2,.9,.3,1.2)' };
    for (const part of this.#part('.tiles').querySelectorAll(`[data-i="${index}"]`)) {
      part.animate(isCalm() ? { opacity: [0, 1] } : { scale: ['1.06', '1'] }, timing);
    }
  }

  /**
   * @param {Piece} piece
   * @param {number} points
   */
  #rise(piece, points) {
    const { width } = turned(piece, piece.rotation, piece.flipped);
    const at = this.port.pixelOf(piece.x + width / 2, piece.y + 1);
    const text = document.createElement('div');
    text.className = 'art-rise';
    text.textContent = `+${points}`;
    text.style.left = `${at.x}px`;
    text.style.top = `${at.y}px`;
    this.root.append(text);
    const frames = isCalm()
      ? { opacity: [1, 0] }
      : { opacity: [1, 1, 0], translate: ['0', '0 -12px', '0 -24px'] };
    const rising = text.animate(frames, { duration: 600, easing: 'ease-out' });
    rising.onfinish = () => text.remove();
  }

  /** @param {string} selector */
  #part(selector) {
    const part = this.root.querySelector(selector);
    if (!part) throw new Error(`expected ${selector} in a view that has it`);
    return /** @type {HTMLElement} */ (part);
  }
}

/** Scales need more decimals than pixels. @param {number} value */
function rounded4(value) {
  return value.toFixed(4);
}
