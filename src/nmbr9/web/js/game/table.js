// The player's display and the hand over it: mouse, touch and pen. Keys are in keys.js.

import { centreOf, homeOf } from '../art/digits.js';
import { DisplayView } from '../art/display-view.js';
import { topmost } from '../art/surface.js';
import { t } from '../i18n/i18n.js';
import * as settings from '../settings.js';

/** @typedef {import('./trial.js').Trial} Trial */

/** Less movement than this is a click, in pixels. */
const CLICK = 6;
/** Between two turns by the wheel, in milliseconds: a flick is one turn. */
const WHEEL_PAUSE = 140;
/** On touch the tile floats so many squares above the finger. */
const FLOAT = 1;

export class Table {
  /** @type {Trial | null} */
  trial = null;
  /** Whether a click lifts a tile that lies there (5.7). */
  isLifting = false;
  /** The trial was moved or turned. @type {() => void} */
  onTrial = () => {};
  /** The player means this spot. @type {() => void} */
  onConfirm = () => {};
  /** A tile is to be lifted: the index of its piece. @type {(piece: number) => void} */
  onLift = () => {};

  /** @type {Map<number, {x: number, y: number, fromX: number, fromY: number}>} */
  #pointers = new Map();
  /** @type {'none' | 'press' | 'drag' | 'pan' | 'pinch'} */
  #mode = 'none';
  /** From the middle of the tile to where it was grabbed, in cells; null beside the tile. */
  #grab = /** @type {{x: number, y: number} | null} */ (null);
  #lastWheel = 0;

  /** @param {HTMLElement} host */
  constructor(host) {
    this.host = host;
    this.view = new DisplayView(host, { margin: 2 });
    host.addEventListener('pointerdown', (event) => this.#down(event));
    host.addEventListener('pointermove', (event) => this.#move(event));
    host.addEventListener('pointerup', (event) => this.#up(event));
    host.addEventListener('pointercancel', (event) => this.#cancel(event));
    host.addEventListener('wheel', (event) => this.#wheel(event), { passive: false });
    host.addEventListener('contextmenu', (event) => {
      event.preventDefault();
      this.turn(1);
    });
  }

  /** @param {number} quarters */
  turn(quarters) {
    if (!this.trial) return;
    this.trial.turn(quarters);
    this.onTrial();
  }

  /**
   * Begins to drag the tile from elsewhere on the page, its card for instance.
   * @param {PointerEvent} event
   */
  carry(event) {
    if (!this.trial) return;
    this.trial.isPinned = false;
    this.#pointers.set(event.pointerId, pointAt(event));
    this.#mode = 'drag';
    this.#grab = { x: 0, y: 0 };
    this.host.setPointerCapture(event.pointerId);
  }

  /** Shows where the tile in hand may go. @param {boolean} isOn */
  showSpots(isOn) {
    const { trial } = this;
    if (!isOn || !trial) return this.view.hideSpots();
    const shown = trial.spots.map((spot) => {
      const digit = homeOf({ ...trial.held.kind, ...spot }) ?? { x: spot.x, y: spot.y, side: 1 };
      const label = t('spot.label', { points: spot.points, level: spot.level });
      return { ...spot, digitAt: centreOf(digit), label };
    });
    this.view.showSpots(shown, (spot) => {
      trial.goTo(/** @type {typeof shown[number]} */ (spot));
      trial.isPinned = true;
      this.onTrial();
    });
  }

  /** @param {PointerEvent} event */
  #down(event) {
    const isElsewhere = event.target instanceof Element && event.target.closest('button');
    if (isElsewhere || this.view.isTilted || event.button === 2) return;
    this.host.focus({ preventScroll: true });
    this.#pointers.set(event.pointerId, pointAt(event));
    if (this.#mode === 'drag') return this.turn(1); // the second finger turns
    if (this.#pointers.size === 2) {
      this.#mode = 'pinch';
      return;
    }
    this.host.setPointerCapture(event.pointerId);
    this.#mode = 'press';
    const cell = this.view.cellAt(event.clientX, event.clientY);
    const centre = this.trial?.centre;
    const isOnTile = this.trial?.covers(Math.floor(cell.x), Math.floor(cell.y));
    this.#grab = isOnTile && centre ? { x: cell.x - centre.x, y: cell.y - centre.y } : null;
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const point = this.#pointers.get(event.pointerId);
    if (!point) return this.#hover(event);
    const [dx, dy] = [event.clientX - point.x, event.clientY - point.y];
    const distance = Math.hypot(event.clientX - point.fromX, event.clientY - point.fromY);
    if (this.#mode === 'press' && distance > CLICK) this.#mode = this.#grab ? 'drag' : 'pan';
    if (this.#mode === 'pinch') this.#pinch(event, point);
    [point.x, point.y] = [event.clientX, event.clientY];
    if (this.#mode === 'pan') this.view.panBy(dx, dy);
    if (this.#mode === 'drag' && this.#isFirst(event)) this.#drag(event);
  }

  /** @param {PointerEvent} event */
  #isFirst(event) {
    return this.#pointers.keys().next().value === event.pointerId;
  }

  /** The tile follows a mouse that carries it. @param {PointerEvent} event */
  #hover(event) {
    if (event.pointerType !== 'mouse' || !this.trial || this.trial.isPinned) return;
    if (this.view.isTilted) return;
    const { x, y } = this.view.cellAt(event.clientX, event.clientY);
    if (this.trial.centreOn(x, y)) this.onTrial();
  }

  /** @param {PointerEvent} event */
  #drag(event) {
    if (!this.trial || !this.#grab) return;
    const float = event.pointerType === 'touch' ? FLOAT : 0;
    const { x, y } = this.view.cellAt(event.clientX, event.clientY);
    if (this.trial.centreOn(x - this.#grab.x, y - this.#grab.y - float)) this.onTrial();
  }

  /**
   * Two fingers zoom around the one that stays.
   * @param {PointerEvent} event
   * @param {{x: number, y: number}} before
   */
  #pinch(event, before) {
    const other = [...this.#pointers].find(([id]) => id !== event.pointerId)?.[1];
    if (!other) return;
    const was = Math.hypot(before.x - other.x, before.y - other.y);
    const is = Math.hypot(event.clientX - other.x, event.clientY - other.y);
    if (was > 0) this.view.zoomBy(is / was, other.x, other.y);
  }

  /** @param {PointerEvent} event */
  #up(event) {
    const isFirst = this.#isFirst(event);
    if (!this.#pointers.delete(event.pointerId)) return;
    if (this.#mode === 'press') this.#click(event);
    if (this.#mode === 'drag' && isFirst && this.trial) {
      this.trial.isPinned = true;
      this.#decide();
    }
    if (!this.#pointers.size || isFirst) this.#mode = 'none';
  }

  /** @param {PointerEvent} event */
  #cancel(event) {
    this.#pointers.delete(event.pointerId);
    if (!this.#pointers.size) this.#mode = 'none';
  }

  /** @param {PointerEvent} event */
  #click(event) {
    const cell = this.view.cellAt(event.clientX, event.clientY);
    if (this.isLifting) {
      const piece = topmost(this.view.pieces).get(`${Math.floor(cell.x)},${Math.floor(cell.y)}`);
      if (piece !== undefined) this.onLift(piece);
      return;
    }
    if (!this.trial) return;
    // A tile that follows the mouse is always under it; anywhere else a tap on it turns it.
    const isCarried = event.pointerType === 'mouse' && !this.trial.isPinned;
    if (this.#grab && !isCarried) return this.turn(1);
    this.trial.centreOn(cell.x, cell.y);
    this.trial.isPinned = true;
    this.onTrial();
    this.#decide();
  }

  /** Without a confirming step a chosen spot is a decision. */
  #decide() {
    if (!settings.current().confirms && this.trial?.spot) this.onConfirm();
  }

  /** @param {WheelEvent} event */
  #wheel(event) {
    event.preventDefault();
    if (!this.trial || event.ctrlKey || event.metaKey) {
      return this.view.zoomBy(0.998 ** event.deltaY, event.clientX, event.clientY);
    }
    if (event.timeStamp - this.#lastWheel < WHEEL_PAUSE) return;
    this.#lastWheel = event.timeStamp;
    this.turn(event.deltaY > 0 ? 1 : -1);
  }
}

/** @param {PointerEvent} event */
function pointAt({ clientX, clientY }) {
  return { x: clientX, y: clientY, fromX: clientX, fromY: clientY };
}
