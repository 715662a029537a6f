// What the player holds and where: functions on the state of a game. No DOM.

import { isSameHeld, spotsOf } from './spots.js';
import { Trial } from './trial.js';

/** @typedef {import('./state.js').GameState} GameState */
/** @typedef {import('./spots.js').Held} Held */

/** Takes what was chosen into the hand, else this turn's tile. @param {GameState} state */
export function grip(state) {
  const { view, trial: old } = state;
  const held = state.chosen ?? state.holdable.find((one) => one.do === 'place') ?? null;
  const card = `${view.table?.round}/${view.table?.card_in_round}`;
  state.trial = held && new Trial(held, spotsOf(view.you?.legal ?? [], held), without(state, held));
  // After a filler the tile is where it was; the next card may be the same number.
  const isSame = held && old && state.card === card && isSameHeld(old.held, held);
  if (isSame) state.trial?.goTo(old);
  else if (state.isCloser) state.trial?.comeCloser();
  if (state.trial) state.trial.isResting = isSame ? old.isResting : !state.takesAtOnce;
  state.card = card;
  if (!held) state.hasSpots = false;
}

/**
 * Holds something else; null goes back to this turn's tile.
 * @param {GameState} state
 * @param {Held | null} held
 */
export function hold(state, held) {
  state.chosen = held;
  state.lifting = null;
  grip(state);
}

/** Takes the tile back into the hand, from wherever it was put. @param {GameState} state */
export function putBack(state) {
  if (!state.trial) return;
  state.trial.putBack();
  // With nothing that could carry it, it lies where it began.
  state.trial.isResting = !state.isMouseOver;
}

/** What lies in the display: everything but a tile that was lifted. @param {GameState} state */
export function lying(state) {
  return without(state, state.trial?.held);
}

/**
 * @param {GameState} state
 * @param {Held | undefined} held
 */
function without({ view }, held) {
  const own = view.pieces(view.shown);
  return held?.do === 'move' ? own.filter((_, index) => index !== held.piece) : own;
}

// --- lifting a tile that lies there (5.7) -------------------------------------------------------

/** Begins to choose a tile, or lets it be. @param {GameState} state */
export function toggleLifting(state) {
  state.lifting = state.lifting === null ? -1 : null;
  if (state.lifting === null) grip(state);
  else state.trial = null;
}

/** The tiles that can be lifted, as indices of pieces. @param {GameState} state */
export function movable({ holdable }) {
  return holdable.flatMap((held) => (held.do === 'move' ? (held.piece ?? []) : []));
}

/**
 * Goes on to the next tile that can be lifted, or back.
 * @param {GameState} state
 * @param {number} step
 */
export function nextMovable(state, step) {
  if (state.lifting === null) return;
  const count = movable(state).length;
  const from = state.lifting < 0 && step < 0 ? 0 : state.lifting;
  state.lifting = (((from + step) % count) + count) % count;
}

/** The index of the piece that is about to be lifted. @param {GameState} state */
export function aboutToLift(state) {
  return movable(state)[state.lifting ?? -1];
}

/**
 * What to hold in order to move a piece, if that can be done now.
 * @param {GameState} state
 * @param {number} piece
 */
export function moving({ holdable }, piece) {
  return holdable.find((held) => held.do === 'move' && held.piece === piece);
}
