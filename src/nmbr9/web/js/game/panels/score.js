// The score: points by level, and what the tile in hand would add.

import { el, fill } from '../../dom.js';
import { t } from '../../i18n/i18n.js';
import { card } from '../../ui/cards.js';
import { lying } from '../state/hand.js';
import { pointsOf } from '../state/spots.js';
import { seatName } from '../words/names.js';

/**
 * Points by level, highest first. Levels that are as they were stay untouched: this follows a tile that
 * is dragged, and a frame has no time for all the cards.
 * @param {HTMLElement} panel
 * @param {Piece[]} pieces
 * @param {Piece | null} trial what would be added
 */
export function showLadder(panel, pieces, trial) {
  const all = trial ? [...pieces, trial] : pieces;
  const highest = Math.max(0, ...all.map((piece) => piece.level));
  const shown = /** @type {HTMLElement[]} */ ([...panel.children]);
  const rows = [];
  for (let level = highest; level >= 0; level--) {
    const here = all.filter((piece) => piece.level === level && piece.number !== undefined);
    const isTried = trial?.level === level;
    const name = `${level}/${isTried}/${here.map((piece) => piece.number)}/${here.map(pointsOf)}`;
    rows.push(
      shown.find((row) => row.dataset.row === name) ?? ladderRow(name, level, here, trial),
    );
  }
  for (const row of shown) if (!rows.includes(row)) row.remove();
  rows.forEach((row, index) => {
    if (panel.children[index] !== row) panel.insertBefore(row, panel.children[index] ?? null);
  });
}

/**
 * @param {string} name  what it is made of
 * @param {number} level
 * @param {Piece[]} here
 * @param {Piece | null} trial
 */
function ladderRow(name, level, here, trial) {
  return el(
    `li${trial?.level === level ? '.trial' : ''}`,
    { 'data-row': name },
    el('b', `×${level}`),
    level
      ? el(
        'span.ladder-cards',
        ...here.map((piece) => card(piece.number ?? 0, piece === trial ? 'trial' : '')),
      )
      : el('span.muted.grow', t('ladder.table', { count: here.length })),
    el('b', here.reduce((sum, piece) => sum + pointsOf(piece), 0)),
  );
}

/**
 * One's own points; whoever only looks on sees a player's.
 * @param {{whose: HTMLElement, points: HTMLElement}} parts
 * @param {import('../../net/parts.js').View} view
 */
export function showScore({ whose, points: panel }, view) {
  const seat = view.seats[view.shown];
  const points = seat.points ?? 0;
  const isOwn = view.you && !view.isShared;
  const name = seatName(view.seats, view.shown);
  fill(whose, isOwn ? t('score') : name);
  fill(
    panel,
    el('b', points),
    // Where there is room for one word only, it says who has the device.
    el('span.points-word', view.isShared ? name : t('points', { count: points })),
    el('span.only-heard', t('ladder.open')),
  );
}

/**
 * The levels with the tile where it is tried, and what the score would be.
 * @param {{preview: HTMLElement, ladder: HTMLElement}} parts
 * @param {import('../state/state.js').GameState} state
 */
export function showPreview({ preview, ladder }, state) {
  const { trial } = state;
  const spot = trial?.spot;
  const pieces = lying(state);
  preview.hidden = !spot || trial?.held.do === 'fill';
  showLadder(ladder, pieces, spot && trial ? trial.piece : null);
  if (!spot) return;
  const now = pieces.reduce((sum, piece) => sum + pointsOf(piece), 0);
  preview.textContent = t('score.preview', { points: now + spot.points });
}
