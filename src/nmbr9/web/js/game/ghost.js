// The tile where it is tried: drawn over the table, judged in words, counted in the score.

import { el, fill } from '../dom.js';
import { t } from '../i18n/i18n.js';
import { showLadder } from './panels.js';
import { pointsOf } from './spots.js';
import { tokenWords, told, violationWords, wrongSquares } from './words.js';

/** @typedef {import('./game.js').Game} Game */
/** @typedef {import('../net/match-socket.js').Violation} Violation */

/** @param {Game} game */
export function showGhost(game) {
  const { trial, parts } = game;
  const spot = trial?.spot;
  const violation = trial && !spot ? told(game.violations ?? []) : undefined;
  game.table.view.setGhost(
    trial && {
      piece: trial.piece,
      state: spot ? 'fits' : 'illegal',
      wrong: wrongSquares(violation),
      pill: pill(spot, violation),
    },
  );
  showWhy(parts.why, violation);
  showPreview(game);
}

/**
 * @param {import('./spots.js').LegalSpot | null | undefined} spot
 * @param {Violation | undefined} violation
 */
function pill(spot, violation) {
  if (spot) {
    const { points, level, tokens } = spot;
    return { points, level, token: tokens.length ? tokenWords(tokens) : undefined };
  }
  return violation ? { words: violationWords(violation) } : null;
}

/**
 * The rule behind a refusal.
 * @param {HTMLElement} panel
 * @param {Violation | undefined} violation
 */
function showWhy(panel, violation) {
  panel.hidden = !violation;
  if (!violation) return;
  const { code, paragraph, squares } = violation;
  if (panel.dataset.code === code + squares.length) return;
  panel.dataset.code = code + squares.length;
  fill(
    panel,
    el('b', {}, violationWords(violation)),
    el('a', { href: `/rules#r${paragraph}` }, t('rule', { paragraph })),
  );
}

/** What the score would be. @param {Game} game */
function showPreview({ trial, view, parts, lying }) {
  const { preview, ladder } = parts;
  const spot = trial?.spot;
  preview.hidden = !spot || trial?.held.do === 'fill';
  const revision = view.you?.revision ?? -1;
  const key = spot && trial ? `${trial.piece.level}/${spot.points}/${spot.flipped}` : '';
  if (ladder.dataset.shown === `${revision}/${key}`) return;
  ladder.dataset.shown = `${revision}/${key}`;
  showLadder(ladder, lying, spot && trial ? trial.piece : null);
  if (!spot) return;
  const now = lying.reduce((sum, piece) => sum + pointsOf(piece), 0);
  preview.textContent = t('score.preview', { points: now + spot.points });
}
