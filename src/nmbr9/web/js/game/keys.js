// The whole game by keys.

/** @typedef {import('./game.js').Game} Game */

/** @type {Record<string, [number, number]>} */
const ARROWS = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** @type {Record<string, (game: Game) => void>} */
const LETTERS = {
  q: (game) => game.turn(-1),
  e: (game) => game.turn(1),
  r: (game) => game.turn(1),
  x: (game) => game.turnOver(),
  s: (game) => game.toggleSpots(),
  l: (game) => game.nextLevel(),
  t: (game) => game.toggleTilt(),
  f: (game) => game.table.view.frame(),
  h: (game) => game.table.view.showHeights(true),
  '+': (game) => game.zoom(1.2),
  '-': (game) => game.zoom(1 / 1.2),
  '/': (game) => game.typeCommand(),
};

/**
 * Listens until the returned function is called.
 * @param {Game} game
 */
export function listenToKeys(game) {
  /** @param {KeyboardEvent} event */
  const down = (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isBusyElsewhere(event)) return;
    if (onKey(event, game)) event.preventDefault();
  };
  /** @param {KeyboardEvent} event */
  const up = (event) => {
    if (event.key.toLowerCase() === 'h') game.table.view.showHeights(false);
  };
  document.addEventListener('keydown', down);
  document.addEventListener('keyup', up);
  return () => {
    document.removeEventListener('keydown', down);
    document.removeEventListener('keyup', up);
  };
}

/** Whether the key belongs to a field, a dialog or a button. @param {KeyboardEvent} event */
function isBusyElsewhere(event) {
  const { target } = event;
  if (document.querySelector('dialog[open]')) return true;
  if (!(target instanceof Element)) return false;
  if (target.closest('input, textarea, select')) return true;
  return event.key === 'Enter' && target.closest('button, a') !== null;
}

/**
 * Whether the key meant something.
 * @param {KeyboardEvent} event
 * @param {Game} game
 */
function onKey(event, game) {
  const arrow = ARROWS[event.key];
  if (arrow) {
    if (game.table.view.isTilted) game.table.view.spinBy(arrow[0] * 10);
    else game.moveBy(...arrow);
    return true;
  }
  if (event.key === 'Enter') {
    game.confirm();
    return true;
  }
  if (event.key === 'Escape') {
    game.escape();
    return true;
  }
  if (event.key === 'Tab') {
    // Only on the table, and not after Escape: nobody is caught there.
    if (event.target !== game.table.host || !game.walksSpots) return false;
    if (!game.trial && !game.isLifting) return false;
    game.nextSpot(event.shiftKey ? -1 : 1);
    return true;
  }
  const act = LETTERS[event.key.toLowerCase()];
  if (act) act(game);
  return Boolean(act);
}
