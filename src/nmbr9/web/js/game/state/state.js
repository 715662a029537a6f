// What the page knows of a running game and of the hand over it: data and functions on it, no DOM.
// render.js shows it; what changes it comes from the server (takeView) or from the player (hand.js).

import { highestLevel } from '../../art/surface.js';
import { grip, lying } from './hand.js';
import { holdable } from './spots.js';

/** @typedef {import('../../net/parts.js').View} View */
/** @typedef {import('../../net/match-socket.js').Violation} Violation */
/** @typedef {import('./spots.js').Held} Held */
/** @typedef {import('./trial.js').Trial} Trial */

/**
 * @typedef {object} GameState
 * @property {View} view  the match as this viewer sees it
 * @property {number} revision  of the viewer's own part when `holdable` was made; -1 before the first
 * @property {Held[]} holdable  what could be held now, this turn's tile first
 * @property {Held | null} chosen  held instead of this turn's tile: a filler, say, or a lifted tile
 * @property {Trial | null} trial  the tile in hand, where it is tried
 * @property {string} card  the card that the tile in hand belongs to: "3/1" is the first of round 3
 * @property {number} cardSince  when that card was shown, in milliseconds
 * @property {number} pressedAt  when the latest press of a key or a pointer began, in milliseconds
 * @property {boolean} takesAtOnce  whether a new tile is in the hand at once, and follows the mouse
 * @property {boolean} isMouseOver  whether a mouse is over the table
 * @property {Violation[] | undefined} violations  what the server has against the trial; undefined
 *   where the tile fits, and until the server has answered
 * @property {number | null} lifting  which of the movable tiles is about to be lifted (5.7), -1 for
 *   none yet; null while nobody lifts
 * @property {boolean} walksSpots  whether Tab walks through the spots
 * @property {boolean} hasSpots  whether all spots are shown
 * @property {boolean} hasHeights  whether squares are tinted by their level
 * @property {boolean} isTilted  whether the display is seen from the side
 * @property {boolean} isCloser  whether only that is seen on which the tile in hand can be built
 * @property {number | null} level  the level shown alone; null shows all
 * @property {boolean} isSending  whether an action is on its way
 * @property {number} askedAt  when `revision` came, in milliseconds
 * @property {boolean} isLost  whether the line is cut
 * @property {boolean} actsAlone  whether what is sent was done for the player, who is asked nothing
 * @property {boolean} hasSettled  whether what was sent last placed or rejected this turn's tile
 * @property {number} watched  the seat that an onlooker watches
 * @property {number | null} waitsSince  when this player was done and others were not yet, in
 *   milliseconds since 1970; null while that is not so
 * @property {Map<number, number>} goneSince  seats whose line is cut, and since when that is seen here
 */

/**
 * Before the first view is taken.
 * @param {View} view
 * @returns {GameState}
 */
export function newState(view) {
  return {
    view,
    revision: -1,
    holdable: [],
    chosen: null,
    trial: null,
    card: '',
    cardSince: 0,
    pressedAt: 0,
    takesAtOnce: false,
    isMouseOver: false,
    violations: undefined,
    lifting: null,
    walksSpots: true,
    hasSpots: false,
    hasHeights: false,
    isTilted: false,
    isCloser: false,
    level: null,
    isSending: false,
    askedAt: 0,
    isLost: false,
    actsAlone: false,
    hasSettled: false,
    watched: 0,
    waitsSince: null,
    goneSince: new Map(),
  };
}

/**
 * For so long after a new card nothing is placed, in milliseconds: whoever presses twice, or was about
 * to press, meant the card before.
 */
export const NEW_CARD_PAUSE = 400;

/**
 * Whether a tile may be placed by the press that is just being made: one that began with this card.
 * @param {GameState} state
 */
export function isMeant({ pressedAt, cardSince }) {
  return pressedAt >= cardSince + NEW_CARD_PAUSE;
}

/**
 * Takes over what the server tells; whether it is about this player's own turn. When only others
 * have acted, the hand stays as it is.
 * @param {GameState} state
 * @param {View} view
 * @param {number} now  in milliseconds
 */
export function takeView(state, view, now) {
  const { you } = view;
  state.view = view;
  view.watched = state.watched;
  const isWaiting = you !== undefined && Boolean(view.seats[you.seat].is_done);
  state.waitsSince = isWaiting ? (state.waitsSince ?? Date.now()) : null;
  state.goneSince = new Map(
    [...view.seats.entries()]
      .filter(([, seat]) => seat.is_gone)
      .map(([index]) => [index, state.goneSince.get(index) ?? Date.now()]),
  );
  if (state.level !== null && state.level > highestLevel(ownPieces(state))) state.level = null;
  if (you && you.revision === state.revision) return false;
  state.revision = you?.revision ?? -1;
  state.isSending = false;
  state.askedAt = now;
  state.holdable = holdable(you?.legal ?? [], ownPieces(state), view.seats[view.shown].reserved);
  state.chosen = state.lifting = null;
  const { card } = state;
  grip(state);
  if (state.card !== card) {
    state.cardSince = now;
    // Whoever let go of the tile before goes on with this one.
    state.walksSpots = true;
  }
  return true;
}

/** The display in the middle, with a tile that was lifted. @param {GameState} state */
export function ownPieces({ view }) {
  return view.pieces(view.shown);
}

/**
 * Watches another player.
 * @param {GameState} state
 * @param {number} seat
 */
export function watch(state, seat) {
  state.watched = state.view.watched = seat;
  state.level = null;
}

/** One level after the other alone, then all again. @param {GameState} state */
export function nextLevel(state) {
  const { level } = state;
  if (level === null) state.level = highestLevel(lying(state));
  else state.level = level > 0 ? level - 1 : null;
}

/** What to ask the server about: the tile where it does not fit. @param {GameState} state */
export function question({ trial, view }) {
  return trial && !trial.spot && view.you ? { player: view.you.seat, ...trial.action } : null;
}
