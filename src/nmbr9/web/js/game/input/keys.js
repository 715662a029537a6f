// The whole game by keys.

/** @typedef {import('../state/state.js').GameState} GameState */
/**
 * @typedef {Pick<import('../actions.js').Actions, 'turn' | 'turnOver' | 'toggleSpots' | 'nextLevel'
 *   | 'toggleTilt' | 'toggleCloser' | 'frame' | 'showHeights' | 'zoom' | 'spin' | 'typeCommand' | 'moveBy'
 *   | 'nextSpot' | 'confirm' | 'finish' | 'escape' | 'showKeys'>} KeyActions
 */

/** @type {Record<string, [number, number]>} */
const ARROWS = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** @type {Record<string, (actions: KeyActions) => void>} */
const KEYS = {
  q: (actions) => actions.turn(-1),
  e: (actions) => actions.turn(1),
  r: (actions) => actions.turn(1),
  x: (actions) => actions.turnOver(),
  s: (actions) => actions.toggleSpots(),
  l: (actions) => actions.nextLevel(),
  t: (actions) => actions.toggleTilt(),
  c: (actions) => actions.toggleCloser(),
  f: (actions) => actions.frame(),
  h: (actions) => actions.showHeights(true),
  '+': (actions) => actions.zoom(1.2),
  '-': (actions) => actions.zoom(1 / 1.2),
  '/': (actions) => actions.typeCommand(),
  enter: (actions) => actions.confirm(),
  ' ': (actions) => actions.finish(),
  '?': (actions) => actions.showKeys(),
  escape: (actions) => actions.escape(),
};

/**
 * Listens until the returned function is called.
 * @param {HTMLElement} table
 * @param {GameState} state
 * @param {KeyActions} actions
 */
export function bindKeys(table, state, actions) {
  /** @param {KeyboardEvent} event */
  const down = (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isBusyElsewhere(event)) return;
    if (press(event)) event.preventDefault();
  };

  /** Whether the key meant something. @param {KeyboardEvent} event */
  const press = (event) => {
    const arrow = ARROWS[event.key];
    if (arrow) {
      if (state.isTilted) actions.spin(arrow[0] * 10);
      else actions.moveBy(...arrow);
      return true;
    }
    if (event.key === 'Tab') {
      // Only on the table, and not after Escape: nobody is caught there.
      if (event.target !== table || !state.walksSpots) return false;
      if (!state.trial && state.lifting === null) return false;
      actions.nextSpot(event.shiftKey ? -1 : 1);
      return true;
    }
    const act = KEYS[event.key.toLowerCase()];
    act?.(actions);
    return Boolean(act);
  };

  const bound = new AbortController();
  const { signal } = bound;
  document.addEventListener('keydown', down, { signal });
  document.addEventListener('keyup', ({ key }) => {
    if (key.toLowerCase() === 'h') actions.showHeights(false);
  }, { signal });
  table.addEventListener('focus', () => {
    state.walksSpots = true;
  }, { signal });
  return () => bound.abort();
}

/** Whether the key belongs to a field, a dialog or a button. @param {KeyboardEvent} event */
function isBusyElsewhere(event) {
  const { target } = event;
  if (document.querySelector('dialog[open]')) return true;
  if (!(target instanceof Element)) return false;
  if (target.closest('input, textarea, select')) return true;
  return ['Enter', ' '].includes(event.key) && target.closest('button, a') !== null;
}
