// The first game: which of six short hints helps just now. Each is told once, when it would help, and
// is gone when what it says is done. No DOM.

import { lying } from './hand.js';

/** @typedef {import('./state.js').GameState} GameState */

/**
 * @typedef {object} Seen
 * @property {string} moved  the card whose tile the player has moved first; empty before that
 * @property {boolean} hasTurned
 * @property {number} tiles  how many lay there when the hint was told
 */

/** @param {GameState} state */
const tilesOf = (state) => lying(state).filter((piece) => piece.number !== undefined).length;

/** Those that begin first come first. @type {[string, ((state: GameState, seen: Seen) => boolean), ((state: GameState, seen: Seen) => boolean)][]} */
const HINTS = [
  ['place', (state) => tilesOf(state) === 0, (state) => tilesOf(state) > 0],
  ['pick-up', (state) => tilesOf(state) > 0, (_, { moved }) => moved !== ''],
  ['red', ({ violations }) => Boolean(violations?.length), ({ trial }) => Boolean(trial?.spot)],
  [
    'turn',
    ({ card }, { moved }) => Boolean(moved) && card !== moved,
    (_, { hasTurned }) => hasTurned,
  ],
  [
    'step-up',
    ({ trial }) => Boolean(trial?.spots.some(({ level, tokens }) => level > 0 && !tokens.length)),
    (state) => lying(state).some((piece) => piece.level > 0),
  ],
  ['goal', (state) => tilesOf(state) > 3, (state, { tiles }) => tilesOf(state) > tiles],
];

/** All of them, by name. */
export const HINT_NAMES = HINTS.map(([name]) => name);

export class Coach {
  /** What is told now. @type {string | null} */
  hint = null;
  #seen = { moved: '', hasTurned: false, tiles: 0 };
  #card = '';
  #at = '';
  #rotation = 0;

  /** @param {readonly string[]} told  hints of earlier games */
  constructor(told) {
    this.told = [...told];
  }

  get isDone() {
    return !this.hint && HINT_NAMES.every((name) => this.told.includes(name));
  }

  /** Looks at the game; whether another hint is to be told, or none. @param {GameState} state */
  look(state) {
    const before = this.hint;
    this.#note(state);
    if (this.hint && this.#find(this.hint)?.[2](state, this.#seen)) this.hint = null;
    if (!this.hint && state.trial) {
      this.#seen.tiles = tilesOf(state);
      this.#passOver(state);
      const next = HINTS.find(([name, begins, ends]) =>
        !this.told.includes(name) && begins(state, this.#seen) && !ends(state, this.#seen)
      );
      if (next) {
        [this.hint] = next;
        this.told.push(this.hint);
      }
    }
    return this.hint !== before;
  }

  /** What the player has done without being told is not told any more. @param {GameState} state */
  #passOver(state) {
    for (const [name, , ends] of HINTS) {
      // Red squares may come again.
      if (name === 'red' || this.told.includes(name)) continue;
      if (ends(state, this.#seen)) this.told.push(name);
    }
  }

  /** @param {string} wanted */
  #find(wanted) {
    return HINTS.find(([name]) => name === wanted);
  }

  /** What the player has done with the tile of this card. @param {GameState} state */
  #note({ trial, card }) {
    if (!trial) return;
    const at = `${trial.x},${trial.y}`;
    if (card === this.#card) {
      if (trial.rotation !== this.#rotation) this.#seen.hasTurned = true;
      else if (at !== this.#at) this.#seen.moved ||= card;
    }
    [this.#card, this.#at, this.#rotation] = [card, at, trial.rotation];
  }
}
