// The tile where it is tried, judged: how it is drawn over the table, and the rule it breaks.

import { el, fill } from '../../dom.js';
import { t } from '../../i18n/i18n.js';
import { told, violationWords, wrongSquares } from '../words/refusals.js';
import { tokenWords } from '../words/turn.js';

/** @typedef {import('../../net/match-socket.js').Violation} Violation */

/**
 * The tile in hand as the display draws it.
 * @param {import('../state/state.js').GameState} state
 * @returns {Ghost | null}
 */
export function ghostOf({ trial, violations }) {
  if (!trial) return null;
  const { spot, piece } = trial;
  const violation = told(violations ?? []);
  return {
    piece,
    state: spot ? 'fits' : 'illegal',
    wrong: wrongSquares(violation),
    pill: pill(spot, violation),
    turned: turnedPiece(trial),
  };
}

/** @param {import('../state/trial.js').Trial} trial */
function turnedPiece({ held, turnedSpot }) {
  return turnedSpot && { ...held.kind, ...turnedSpot };
}

/**
 * @param {import('../state/spots.js').LegalSpot | null} spot
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
export function showWhy(panel, violation) {
  panel.hidden = !violation;
  if (!violation) return;
  const { paragraph } = violation;
  fill(
    panel,
    el('b', violationWords(violation)),
    // Beside the game: whoever reads on keeps the tile in hand.
    el('a', { href: `/rules#r${paragraph}`, target: '_blank' }, t('rule', { paragraph })),
  );
}
