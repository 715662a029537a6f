// Which tile is lifted to be moved (5.7), chosen by keys; with a pointer it is a click on it.

import { t } from '../i18n/i18n.js';
import { say } from '../ui/live.js';

/** @typedef {import('./game.js').Game} Game */

export class Lifting {
  #at = -1;

  /** @param {Game} game */
  constructor(game) {
    this.game = game;
  }

  /** The tiles that can be lifted, as indices of pieces. */
  get #movable() {
    return this.game.holdable.flatMap((held) => (held.do === 'move' ? (held.piece ?? []) : []));
  }

  begin() {
    this.#at = -1;
  }

  /** The piece that was chosen. */
  get chosen() {
    return this.#movable[this.#at];
  }

  /**
   * Goes on to the next tile, or back.
   * @param {number} step
   */
  next(step) {
    const { length: count } = this.#movable;
    const from = this.#at < 0 && step < 0 ? 0 : this.#at;
    this.#at = (((from + step) % count) + count) % count;
    const { view } = this.game.table;
    const piece = view.pieces[this.chosen];
    view.showMarks([{ piece, kind: 'best', label: String(this.#at + 1), isBelow: false }]);
    view.reveal(piece);
    const { number = '', level, x, y } = piece;
    say(t('heard.lift', { at: this.#at + 1, count, number, level, x, y }));
  }
}
