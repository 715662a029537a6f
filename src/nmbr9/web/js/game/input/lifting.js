// Which tile is lifted to be moved (5.7), chosen by keys; with a pointer it is a click on it.

import { t } from '../../i18n/i18n.js';
import { say } from '../../ui/live.js';
import { aboutToLift, movable, nextMovable } from '../state/hand.js';
import { ownPieces } from '../state/state.js';

/** Says that a tile is to be chosen, and how; to those who look, the bar of actions says it. */
export function announce() {
  say(`${t('move.choose')} ${t('move.keys')}`);
}

/**
 * Goes on to the next tile, or back.
 * @param {import('../state/state.js').GameState} state
 * @param {number} step
 * @param {Pick<import('../../art/display-view.js').DisplayView, 'reveal'>} display
 * @param {() => void} changed
 */
export function next(state, step, display, changed) {
  nextMovable(state, step);
  changed();
  const piece = ownPieces(state)[aboutToLift(state)];
  display.reveal(piece);
  const { number = '', level, x, y } = piece;
  const at = (state.lifting ?? 0) + 1;
  say(t('heard.lift', { at, count: movable(state).length, number, level, x, y }));
}
