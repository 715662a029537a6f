// Where the grid lies in a view: pixels per square and the pixel of the cell corner 0, 0. No DOM.

/**
 * Space at the sides of a view that other things cover, in pixels; `aside` more at the right is left
 * free where no square gets smaller by that.
 * @typedef {{top: number, right: number, bottom: number, left: number, aside?: number}} Insets
 */

/** What an empty table shows: the first tile lies at 0, 0. @type {Box} */
const EMPTY = { left: -3, top: -2, right: 6, bottom: 6 };

export class Viewport {
  /** @param {{smallest: number, largest: number, margin: number}} limits squares in pixels; margin in squares */
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
   */
  frame(box) {
    const { left, top, right, bottom } = box ?? EMPTY;
    const { insets, limits } = this;
    const width = Math.max(1, this.width - insets.left - insets.right);
    const height = Math.max(1, this.height - insets.top - insets.bottom);
    const columns = right - left + 2 * limits.margin;
    const fitting = Math.min(width / columns, height / (bottom - top + 2 * limits.margin));
    this.square = Math.min(limits.largest, Math.max(limits.smallest, fitting));
    const aside = Math.min(insets.aside ?? 0, Math.max(0, width - columns * this.square));
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

/** @param {number} value @param {number} most */
function within(value, most) {
  return Math.max(-most, Math.min(most, value));
}
