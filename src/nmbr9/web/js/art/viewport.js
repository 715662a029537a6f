// Where the grid lies in a view: pixels per square and the pixel of the cell corner 0, 0. No DOM.

/**
 * Space at the sides of a view that other things cover, in pixels; `aside` more at the right is left
 * free where no square gets smaller by that.
 * @typedef {{top: number, right: number, bottom: number, left: number, aside?: number}} Insets
 */

/** What an empty table shows: the first tile lies at 0, 0. @type {Box} */
const EMPTY = { left: -3, top: -2, right: 6, bottom: 6 };

/** So much is left around what must be seen besides the box, in squares. */
const EDGE = 0.5;

/**
 * Squares in pixels, margins in squares. With `roomy` the margin is that wide as long as squares are
 * larger than `comfortable`: then nothing that is laid beside the box leaves the view.
 * @typedef {{smallest: number, largest: number, margin: number, roomy?: number, comfortable?: number}} Limits
 */

export class Viewport {
  /** @param {Limits} limits */
  constructor(limits) {
    this.limits = limits;
    this.width = 0;
    this.height = 0;
    /** @type {Insets} */
    this.insets = { top: 0, right: 0, bottom: 0, left: 0 };
    /** Pixels per square. */
    this.square = 48;
    this.x = 0;
    this.y = 0;
  }

  /**
   * Shows the box and a margin around it, as large as the limits allow, in the middle.
   * @param {Box | null} box
   * @param {{also?: Box | null, isRoomy?: boolean}} [how] also: what is to be seen besides, without the
   *   margin; isRoomy: false leaves it at the smaller margin
   */
  frame(box, { also = null, isRoomy = true } = {}) {
    const { insets } = this;
    const { smallest, largest, margin, roomy = margin, comfortable = 0 } = this.limits;
    const width = Math.max(1, this.width - insets.left - insets.right);
    const height = Math.max(1, this.height - insets.top - insets.bottom);
    /** @param {Box} shown */
    const fitting = ({ left, top, right, bottom }) =>
      Math.min(width / (right - left), height / (bottom - top));
    const middle = box ?? also ?? EMPTY;
    const [wide, near] = [roomy, margin].map((around) => withMargin(middle, around, also));
    const isWide = isRoomy && box !== null && fitting(wide) >= comfortable;
    const shown = isWide ? wide : near;
    const most = isRoomy && box && !isWide ? comfortable : Infinity;
    this.square = Math.min(largest, Math.max(smallest, Math.min(most, fitting(shown))));
    const { left, top, right, bottom } = shown;
    const free = Math.max(0, width - (right - left) * this.square);
    const aside = Math.min(insets.aside ?? 0, free);
    this.x = insets.left + (width - aside) / 2 - ((left + right) / 2) * this.square;
    this.y = insets.top + height / 2 - ((top + bottom) / 2) * this.square;
  }

  /**
   * Pans no farther than needed to have a box in view; whether it had to.
   * @param {Box} box
   * @param {number} [most]  pixels to pan at once
   */
  reveal({ left, top, right, bottom }, most = Infinity) {
    const { insets, width, height } = this;
    const from = this.pixelOf(left, top);
    const to = this.pixelOf(right, bottom);
    /** @param {number} low @param {number} high @param {number} first @param {number} last */
    const missing = (low, high, first, last) =>
      low < first ? first - low : high > last ? Math.max(last - high, first - low) : 0;
    const dx = missing(from.x, to.x, insets.left, width - insets.right);
    const dy = missing(from.y, to.y, insets.top, height - insets.bottom);
    this.panBy(within(dx, most), within(dy, most));
    return dx !== 0 || dy !== 0;
  }

  /**
   * @param {number} dx pixels
   * @param {number} dy pixels
   */
  panBy(dx, dy) {
    this.x += dx;
    this.y += dy;
  }

  /**
   * Zooms so that what lies under the pixel stays there.
   * @param {number} factor
   * @param {number} px
   * @param {number} py
   */
  zoomBy(factor, px, py) {
    const smallest = Math.min(this.limits.smallest, 16);
    const square = Math.min(2 * this.limits.largest, Math.max(smallest, this.square * factor));
    const ratio = square / this.square;
    this.x = px - (px - this.x) * ratio;
    this.y = py - (py - this.y) * ratio;
    this.square = square;
  }

  /**
   * The place under a pixel, in cells with fractions.
   * @param {number} px
   * @param {number} py
   */
  cellAt(px, py) {
    return { x: (px - this.x) / this.square, y: (py - this.y) / this.square };
  }

  /**
   * The pixel of a place in cells.
   * @param {number} x
   * @param {number} y
   */
  pixelOf(x, y) {
    return { x: this.x + x * this.square, y: this.y + y * this.square };
  }
}

/** @param {Box} box @param {number} margin @param {Box | null} also @returns {Box} */
function withMargin(box, margin, also) {
  const other = also ?? box;
  return {
    left: Math.min(box.left - margin, other.left - EDGE),
    top: Math.min(box.top - margin, other.top - EDGE),
    right: Math.max(box.right + margin, other.right + EDGE),
    bottom: Math.max(box.bottom + margin, other.bottom + EDGE),
  };
}

/** @param {number} value @param {number} most */
function within(value, most) {
  return Math.max(-most, Math.min(most, value));
}
