// The hand over the display: mouse, touch and pen. Keys are in keys.js.

import { cellsOf } from '../../art/shapes.js';
import { topmost } from '../../art/surface.js';
import * as settings from '../../settings.js';

/** Less movement than this is a click, in pixels. */
const CLICK = 6;
/** A finger that taps rolls farther than that. */
const TAP = 10;
/** The wheel must have been still for so long, in milliseconds: a flick is one turn. */
const WHEEL_PAUSE = 80;
/** A tile whose middle is seen so close to the mouse is carried by it, in squares. */
const CARRIED = 2;
/** On touch the tile is held so far above the finger, in pixels: a thumb's width. */
const THUMB = 48;
/** A tile can be grabbed so far beside it, in pixels. */
const REACH = 12;

/** @typedef {import('../../art/display-view.js').DisplayView} DisplayView */
/** @typedef {{x: number, y: number, fromX: number, fromY: number}} Point */

/**
 * Listens until the returned function is called.
 * @param {{table: HTMLElement, tile: HTMLElement}} parts  the table, and the panel with the card from
 *   which a tile can be dragged
 * @param {import('../state/state.js').GameState} state
 * @param {Pick<DisplayView, 'cellAt' | 'panBy' | 'zoomBy' | 'pieces' | 'keepStill'>} display
 * @param {{changed: () => void, dragged: () => void} & Pick<import('../actions.js').Actions,
 *   'place' | 'lift' | 'refuse' | 'putBack'>} actions  `dragged` shows the tile at once, all else soon
 */
export function bindPointer({ table, tile }, state, display, actions) {
  const { changed, dragged } = actions;
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
   * Holds the middle of the tile under a pointer, or above a finger.
   * @param {PointerEvent} event
   * @param {{x: number, y: number}} [from]  where it was grabbed
   */
  const carryTo = ({ clientX, clientY, pointerType }, from = { x: 0, y: 0 }) => {
    const { x, y } = display.cellAt(clientX, clientY - (pointerType === 'touch' ? THUMB : 0));
    const { magnet } = settings.current();
    if (state.trial?.centreOn(x - from.x, y - from.y, magnet)) dragged();
  };

  /** Whether a pointer is on the tile in hand, or close beside it. @param {PointerEvent} event */
  const isOnTile = ({ clientX, clientY }) => {
    const { trial } = state;
    return [-REACH, 0, REACH].some((dx) =>
      [-REACH, 0, REACH].some((dy) => {
        const cell = display.cellAt(clientX + dx, clientY + dy);
        return trial?.covers(Math.floor(cell.x), Math.floor(cell.y));
      })
    );
  };

  /** Begins to drag the tile from its card. @param {PointerEvent} event */
  const dragFromCard = (event) => {
    const isOnCard = event.target instanceof Element && event.target.closest('.card.large');
    if (!state.trial || !isOnCard) return;
    state.trial.isResting = false;
    display.keepStill(true);
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
    display.keepStill(true);
    mode = 'press';
    const cell = display.cellAt(event.clientX, event.clientY);
    const centre = state.trial?.centre;
    grab = centre && isOnTile(event) ? { x: cell.x - centre.x, y: cell.y - centre.y } : null;
  };

  /** @param {PointerEvent} event */
  const move = (event) => {
    const point = pointers.get(event.pointerId);
    if (!point) return hover(event);
    const [dx, dy] = [event.clientX - point.x, event.clientY - point.y];
    const distance = Math.hypot(event.clientX - point.fromX, event.clientY - point.fromY);
    const isFar = distance > (event.pointerType === 'touch' ? TAP : CLICK);
    if (mode === 'press' && isFar) mode = grab ? 'drag' : 'pan';
    if (mode === 'pinch') pinch(event, point);
    [point.x, point.y] = [event.clientX, event.clientY];
    if (mode === 'pan') display.panBy(dx, dy);
    if (mode === 'drag' && isFirst(event) && grab) carryTo(event, grab);
  };

  /** The tile follows a mouse that carries it. @param {PointerEvent} event */
  const hover = (event) => {
    if (event.pointerType !== 'mouse') return;
    state.isMouseOver = true;
    if (!state.trial?.isResting && !state.isTilted) carryTo(event);
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
    const [was, ended] = [mode, !pointers.size || wasFirst];
    if (ended) {
      mode = 'none';
      display.keepStill(false);
    }
    if (was === 'press') click(event);
    else if (was === 'drag' && wasFirst) rest();
  };

  /** @param {PointerEvent} event */
  const cancel = (event) => {
    if (mode === 'drag' && isFirst(event)) rest();
    pointers.delete(event.pointerId);
    if (pointers.size) return;
    mode = 'none';
    display.keepStill(false);
  };

  /** Lets the tile lie where it is. */
  const rest = () => {
    if (!state.trial) return;
    state.trial.isResting = true;
    changed();
  };

  /** A press without a drag. @param {PointerEvent} event */
  const click = (event) => {
    const { trial } = state;
    const { x, y } = display.cellAt(event.clientX, event.clientY);
    if (state.lifting !== null) {
      const piece = topmost(display.pieces).get(`${Math.floor(x)},${Math.floor(y)}`);
      if (piece !== undefined) actions.lift(piece);
      return;
    }
    if (!trial) return;
    if (event.pointerType === 'mouse' && !trial.isResting) {
      // The mouse carries it: it is put down where it is seen, if it fits. One that came while the
      // mouse lay still is elsewhere: it is brought here, and not placed before it was seen here.
      const { centre } = trial;
      const isCarried = Math.hypot(centre.x - x, centre.y - y) < CARRIED;
      if (!isCarried) carryTo(event);
      if (!trial.spot && takesTurned(x, y)) rest();
      else if (!trial.spot) actions.refuse();
      else if (settings.current().confirms) rest();
      else if (isCarried) actions.place();
    } else if (grab) turn(1);
    else if (takesTurned(x, y)) rest();
    else actions.putBack();
  };

  /**
   * Whether a tap is on the spot where the tile would fit if it were turned; then it is there.
   * @param {number} x
   * @param {number} y
   */
  const takesTurned = (x, y) => {
    const { trial } = state;
    const spot = trial?.turnedSpot;
    if (!trial || !spot) return false;
    const cells = cellsOf({ ...trial.held.kind, ...spot });
    if (!cells.some((cell) => cell[0] === Math.floor(x) && cell[1] === Math.floor(y))) return false;
    trial.goTo(spot);
    return true;
  };

  /** @param {WheelEvent} event */
  const wheel = (event) => {
    event.preventDefault();
    if (!state.trial || event.ctrlKey || event.metaKey) {
      return display.zoomBy(0.998 ** event.deltaY, event.clientX, event.clientY);
    }
    const pause = event.timeStamp - lastWheel;
    lastWheel = event.timeStamp;
    if (pause >= WHEEL_PAUSE) turn(event.deltaY > 0 ? 1 : -1);
  };

  const bound = new AbortController();
  const { signal } = bound;
  tile.addEventListener('pointerdown', dragFromCard, { signal });
  table.addEventListener('pointerdown', down, { signal });
  table.addEventListener('pointermove', move, { signal });
  table.addEventListener('pointerup', up, { signal });
  table.addEventListener('pointercancel', cancel, { signal });
  table.addEventListener('pointerleave', () => {
    state.isMouseOver = false;
  }, { signal });
  table.addEventListener('wheel', wheel, { signal, passive: false });
  // A drag is no scrolling: a browser that saw a flick in it would swallow the next tap.
  table.addEventListener('touchmove', (event) => event.preventDefault(), {
    signal,
    passive: false,
  });
  table.addEventListener('contextmenu', (event) => {
    event.preventDefault();
    // A finger that rests on the tile asks for a menu, too: it is no right click.
    if (!(event instanceof PointerEvent && event.pointerType === 'touch')) turn(1);
  }, { signal });
  return () => bound.abort();
}

/** @param {PointerEvent} event @returns {Point} */
function pointAt({ clientX, clientY }) {
  return { x: clientX, y: clientY, fromX: clientX, fromY: clientY };
}
