// The hand over the display: mouse, touch and pen. Keys are in keys.js.

import { topmost } from '../../art/surface.js';
import * as settings from '../../settings.js';

/** Less movement than this is a click, in pixels. */
const CLICK = 6;
/** Between two turns by the wheel, in milliseconds: a flick is one turn. */
const WHEEL_PAUSE = 140;
/** On touch the tile floats so many squares above the finger. */
const FLOAT = 1;

/** @typedef {import('../../art/display-view.js').DisplayView} DisplayView */
/** @typedef {{x: number, y: number, fromX: number, fromY: number}} Point */

/**
 * Listens until the returned function is called.
 * @param {{table: HTMLElement, tile: HTMLElement}} parts  the table, and the panel with the card from
 *   which a tile can be dragged
 * @param {Readonly<import('../state/state.js').GameState>} state
 * @param {Pick<DisplayView, 'cellAt' | 'panBy' | 'zoomBy' | 'pieces'>} display
 * @param {{changed: () => void} & Pick<import('../actions.js').Actions, 'place' | 'lift'>} actions
 */
export function bindPointer({ table, tile }, state, display, { changed, place, lift }) {
  /** Those that are down, the first one first. @type {Map<number, Point>} */
  const pointers = new Map();
  /** @type {'none' | 'press' | 'drag' | 'pan' | 'pinch'} */
  let mode = 'none';
  /** From the middle of the tile to where it was grabbed, in cells; null beside the tile. */
  let grab = /** @type {{x: number, y: number} | null} */ (null);
  let lastWheel = 0;

  /** @param {number} quarters */
  const turn = (quarters) => {
    if (!state.trial) return;
    state.trial.turn(quarters);
    changed();
  };

  /** @param {PointerEvent} event */
  const isFirst = (event) => pointers.keys().next().value === event.pointerId;

  /**
   * Holds the middle of the tile under a pointer.
   * @param {PointerEvent} event
   * @param {{x: number, y: number}} [from]  where it was grabbed
   */
  const carryTo = ({ clientX, clientY }, from = { x: 0, y: 0 }) => {
    const { x, y } = display.cellAt(clientX, clientY);
    if (state.trial?.centreOn(x - from.x, y - from.y)) changed();
  };

  /** Begins to drag the tile from its card. @param {PointerEvent} event */
  const dragFromCard = (event) => {
    const isOnCard = event.target instanceof Element && event.target.closest('.card.large');
    if (!state.trial || !isOnCard) return;
    state.trial.isPinned = false;
    pointers.set(event.pointerId, pointAt(event));
    mode = 'drag';
    grab = { x: 0, y: 0 };
    table.setPointerCapture(event.pointerId);
  };

  /** @param {PointerEvent} event */
  const down = (event) => {
    const isElsewhere = event.target instanceof Element && event.target.closest('button');
    if (isElsewhere || state.isTilted || event.button === 2) return;
    table.focus({ preventScroll: true });
    pointers.set(event.pointerId, pointAt(event));
    if (mode === 'drag') return turn(1); // the second finger turns
    if (pointers.size === 2) {
      mode = 'pinch';
      return;
    }
    table.setPointerCapture(event.pointerId);
    mode = 'press';
    const cell = display.cellAt(event.clientX, event.clientY);
    const centre = state.trial?.centre;
    const isOnTile = state.trial?.covers(Math.floor(cell.x), Math.floor(cell.y));
    grab = isOnTile && centre ? { x: cell.x - centre.x, y: cell.y - centre.y } : null;
  };

  /** @param {PointerEvent} event */
  const move = (event) => {
    const point = pointers.get(event.pointerId);
    if (!point) return hover(event);
    const [dx, dy] = [event.clientX - point.x, event.clientY - point.y];
    const distance = Math.hypot(event.clientX - point.fromX, event.clientY - point.fromY);
    if (mode === 'press' && distance > CLICK) mode = grab ? 'drag' : 'pan';
    if (mode === 'pinch') pinch(event, point);
    [point.x, point.y] = [event.clientX, event.clientY];
    if (mode === 'pan') display.panBy(dx, dy);
    if (mode === 'drag' && isFirst(event) && grab) {
      const float = event.pointerType === 'touch' ? FLOAT : 0;
      carryTo(event, { x: grab.x, y: grab.y + float });
    }
  };

  /** The tile follows a mouse that carries it. @param {PointerEvent} event */
  const hover = (event) => {
    if (event.pointerType !== 'mouse' || state.trial?.isPinned || state.isTilted) return;
    carryTo(event);
  };

  /**
   * Two fingers zoom around the one that stays.
   * @param {PointerEvent} event
   * @param {Point} before
   */
  const pinch = (event, before) => {
    const other = [...pointers].find(([id]) => id !== event.pointerId)?.[1];
    if (!other) return;
    const was = Math.hypot(before.x - other.x, before.y - other.y);
    const is = Math.hypot(event.clientX - other.x, event.clientY - other.y);
    if (was > 0) display.zoomBy(is / was, other.x, other.y);
  };

  /** @param {PointerEvent} event */
  const up = (event) => {
    const wasFirst = isFirst(event);
    if (!pointers.delete(event.pointerId)) return;
    const isPutDown = mode === 'press' ? click(event) : mode === 'drag' && wasFirst;
    if (!pointers.size || wasFirst) mode = 'none';
    if (!isPutDown || !state.trial) return;
    state.trial.isPinned = true;
    // Without a confirming step a chosen spot is a decision.
    if (!settings.current().confirms && state.trial.spot) place();
  };

  /** @param {PointerEvent} event */
  const cancel = (event) => {
    pointers.delete(event.pointerId);
    if (!pointers.size) mode = 'none';
  };

  /** A press without a drag; whether it puts the tile down. @param {PointerEvent} event */
  const click = (event) => {
    const { x, y } = display.cellAt(event.clientX, event.clientY);
    if (state.lifting !== null) {
      const piece = topmost(display.pieces).get(`${Math.floor(x)},${Math.floor(y)}`);
      if (piece !== undefined) lift(piece);
      return false;
    }
    // A tile that follows the mouse is always under it; anywhere else a tap on it turns it.
    const isCarried = event.pointerType === 'mouse' && !state.trial?.isPinned;
    const isTurned = grab !== null && !isCarried;
    if (isTurned) turn(1);
    else carryTo(event);
    return !isTurned;
  };

  /** @param {WheelEvent} event */
  const wheel = (event) => {
    event.preventDefault();
    if (!state.trial || event.ctrlKey || event.metaKey) {
      return display.zoomBy(0.998 ** event.deltaY, event.clientX, event.clientY);
    }
    if (event.timeStamp - lastWheel < WHEEL_PAUSE) return;
    lastWheel = event.timeStamp;
    turn(event.deltaY > 0 ? 1 : -1);
  };

  const bound = new AbortController();
  const { signal } = bound;
  tile.addEventListener('pointerdown', dragFromCard, { signal });
  table.addEventListener('pointerdown', down, { signal });
  table.addEventListener('pointermove', move, { signal });
  table.addEventListener('pointerup', up, { signal });
  table.addEventListener('pointercancel', cancel, { signal });
  table.addEventListener('wheel', wheel, { signal, passive: false });
  table.addEventListener('contextmenu', (event) => {
    event.preventDefault();
    turn(1);
  }, { signal });
  return () => bound.abort();
}

/** @param {PointerEvent} event @returns {Point} */
function pointAt({ clientX, clientY }) {
  return { x: clientX, y: clientY, fromX: clientX, fromY: clientY };
}
