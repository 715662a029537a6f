// The tile being tried: where it is held, and what that would be. No DOM.

import { cellsOf, turned } from '../../art/shapes.js';
import { boxAround } from '../../art/surface.js';
import { heightsOf, restingLevel, rotationsOf, walkOrder } from './spots.js';

/** @typedef {import('./spots.js').Held} Held */
/** @typedef {import('./spots.js').LegalSpot} LegalSpot */

/** Closer than this to a legal spot a tile that is carried snaps to it, in squares. */
const MAGNET = 0.6;
/** Where this rotation has no legal spot so near, one in another rotation is shown, in squares. */
const NEAR = 2;

export class Trial {
  /**
   * @param {Held} held
   * @param {LegalSpot[]} spots
   * @param {Piece[]} pieces  the display without what is held
   */
  constructor(held, spots, pieces) {
    this.held = held;
    this.spots = spots;
    this.pieces = pieces;
    this.rotation = 0;
    this.flipped = held.isTurnedOver;
    this.x = 0;
    this.y = 0;
    /** Whether the spots are being walked through: only then the next one is known. */
    this.isWalking = false;
    /** It lies where it is until it is picked up; else it is in the hand and follows the mouse. */
    this.isResting = true;
    this.#byName = new Map(spots.map((spot) => [nameOf(spot), spot]));
    this.#heights = heightsOf(pieces);
    this.#begin();
  }

  /** @type {Map<string, LegalSpot>} */
  #byName;
  /** Of the pieces: asked for at every square that the tile is dragged over. */
  #heights;
  /** In the order of the keys. @type {LegalSpot[] | undefined} */
  #walk;
  /** What the tile turns around, so that four turns lead back to the same place. */
  #pivot = { x: 0, y: 0 };

  /** Back to where it began. */
  putBack() {
    this.flipped = this.held.isTurnedOver;
    this.isWalking = false;
    this.#begin();
  }

  /** The tile begins on the table, at the spot nearest to the middle of the lower side. */
  #begin() {
    const box = boxAround(this.pieces);
    const low = this.spots.filter((spot) => spot.level === 0 && !spot.tokens.length);
    const from = (low.length ? low : this.spots).filter((spot) => spot.flipped === this.flipped);
    if (from[0]) this.#goNearest(from, box ? [(box.left + box.right) / 2, box.bottom + 1] : [0, 0]);
  }

  /** Around where it can be built on, at no cost; null where it cannot. */
  get raisedBox() {
    return boxAround(this.#raised.map((spot) => ({ ...this.held.kind, ...spot })));
  }

  get #raised() {
    return this.spots.filter(
      ({ level, tokens, flipped }) => level > 0 && !tokens.length && flipped === this.flipped,
    );
  }

  /** Comes to where the player looks closer: to the middle of where it can be built on. */
  comeCloser() {
    const box = this.raisedBox;
    if (!box || this.spot?.level) return;
    this.#goNearest(this.#raised, [(box.left + box.right) / 2, (box.top + box.bottom) / 2]);
  }

  /**
   * Goes to the spot whose middle is nearest to a place, if possible without being turned.
   * @param {LegalSpot[]} from
   * @param {number[]} middle  in cells
   */
  #goNearest(from, middle) {
    /** @param {LegalSpot} spot */
    const distance = (spot) => {
      const { width, height } = turned(this.held.kind, spot.rotation, spot.flipped);
      const dx = spot.x + width / 2 - middle[0];
      const dy = spot.y + height / 2 - middle[1];
      return dx * dx + dy * dy + spot.rotation / 100 + (spot.rotation ? 4 : 0);
    };
    this.goTo(from.reduce((best, spot) => (distance(spot) < distance(best) ? spot : best)));
  }

  /** @param {{rotation: number, flipped: boolean, x: number, y: number}} spot */
  goTo({ rotation, flipped, x, y }) {
    [this.rotation, this.flipped, this.x, this.y] = [rotation, flipped, x, y];
    this.#pivot = this.centre;
  }

  get #size() {
    return turned(this.held.kind, this.rotation, this.flipped);
  }

  /** The first tile has only one place to lie: there it stays. */
  get #isFixed() {
    return this.spots.every((spot) => spot.x === this.spots[0].x && spot.y === this.spots[0].y);
  }

  /**
   * Holds the middle of the tile over a place, or where it fits close by; whether it moved.
   * @param {number} x cells, with fractions
   * @param {number} y
   * @param {boolean} [isMagnetic]
   */
  centreOn(x, y, isMagnetic = false) {
    const { width, height } = this.#size;
    const [left, top] = [x - width / 2, y - height / 2];
    const fitting = isMagnetic ? this.#fittingNear(left, top) : null;
    return this.moveTo(fitting?.x ?? Math.round(left), fitting?.y ?? Math.round(top));
  }

  /**
   * The legal spot in this rotation that is close enough to snap to.
   * @param {number} left cells, with fractions
   * @param {number} top
   */
  #fittingNear(left, top) {
    let nearest = MAGNET;
    let found = null;
    for (const x of [Math.floor(left), Math.ceil(left)]) {
      for (const y of [Math.floor(top), Math.ceil(top)]) {
        const distance = Math.hypot(x - left, y - top);
        const spot = this.#byName.get(nameOf({ ...this, x, y }));
        if (spot && distance < nearest) [nearest, found] = [distance, spot];
      }
    }
    return found;
  }

  /** Where it would fit if it were turned, when it fits nowhere near as it is. */
  get turnedSpot() {
    if (this.spot) return null;
    const { x, y } = this.centre;
    let nearest = Infinity;
    let found = null;
    for (const spot of this.spots) {
      if (spot.flipped !== this.flipped || spot.tokens.length) continue;
      const { width, height } = turned(this.held.kind, spot.rotation, spot.flipped);
      const distance = Math.hypot(spot.x + width / 2 - x, spot.y + height / 2 - y);
      const isTurned = spot.rotation !== this.rotation;
      if (!isTurned && distance <= NEAR) return null;
      if (isTurned && distance < nearest) [nearest, found] = [distance, spot];
    }
    return found;
  }

  /** The middle of the tile, in cells. */
  get centre() {
    const { width, height } = this.#size;
    return { x: this.x + width / 2, y: this.y + height / 2 };
  }

  /**
   * @param {number} x
   * @param {number} y
   */
  moveTo(x, y) {
    if (this.#isFixed || (x === this.x && y === this.y)) return false;
    [this.x, this.y] = [x, y];
    this.#pivot = this.centre;
    this.isWalking = false;
    return true;
  }

  /**
   * Turns by quarters clockwise around the middle.
   * @param {number} quarters
   */
  turn(quarters) {
    const rotations = rotationsOf(this.held.kind, this.flipped);
    const count = rotations.length;
    const at = rotations.indexOf(this.rotation);
    this.rotation = rotations[(((at + quarters) % count) + count) % count];
    if (this.#isFixed) return;
    const { width, height } = this.#size;
    this.x = Math.floor(this.#pivot.x - width / 2);
    this.y = Math.floor(this.#pivot.y - height / 2);
  }

  turnOver() {
    this.flipped = !this.flipped;
  }

  /**
   * Goes on to the next legal spot of the list, or back; the side that is up stays up.
   * @param {number} step
   */
  nextSpot(step) {
    this.#walk ??= walkOrder(this.spots, this.held.kind, this.pieces);
    const spots = this.#walk.filter((spot) => spot.flipped === this.flipped);
    const count = spots.length;
    if (!count) return;
    const at = this.isWalking && this.spot ? spots.indexOf(this.spot) : step > 0 ? -1 : 0;
    this.goTo(spots[(((at + step) % count) + count) % count]);
    this.isWalking = true;
  }

  /** The legal spot here, if it is one. */
  get spot() {
    return this.#byName.get(nameOf(this)) ?? null;
  }

  /** The piece as it would lie here. @returns {Piece} */
  get piece() {
    const { rotation, x, y, flipped } = this;
    const lying = { ...this.held.kind, flipped, rotation, x, y, level: 0 };
    const level = this.spot?.level ?? restingLevel(this.#heights, cellsOf(lying));
    return { ...lying, level };
  }

  /** The action of leaving it here, fitting or not, as in a record but for the player. */
  get action() {
    const { held, spot } = this;
    const { rotation, x, y, level, flipped } = this.piece;
    const at = { rotation, x, y, level };
    switch (held.do) {
      case 'place': {
        // Turned over, a tile costs the token for it (5.4) wherever it lies.
        const tokens = spot?.tokens ?? (flipped ? ['black'] : []);
        return { do: 'place', number: held.kind.number, flipped, ...at, tokens };
      }
      case 'fill':
        return { do: 'fill', size: held.kind.filler, ...at };
      case 'move':
        return { do: 'move', piece: held.piece, ...at };
      default:
        return { do: held.do, ...at };
    }
  }

  /** @param {number} x cell @param {number} y cell */
  covers(x, y) {
    return cellsOf(this.piece).some((cell) => cell[0] === x && cell[1] === y);
  }
}

/** @param {{rotation: number, x: number, y: number, flipped: boolean}} at */
function nameOf({ rotation, x, y, flipped }) {
  return `${rotation},${x},${y},${flipped}`;
}
