// Words for what the server refuses, by its stable codes.

import { has, t } from '../../i18n/i18n.js';

/** @typedef {import('../../net/match-socket.js').Violation} Violation */

/** Of several broken rules the first of these is told: the one that is seen best. */
const TOLD_FIRST = [
  'placement/overhang',
  'placement/covers-gap',
  'placement/taken',
  'placement/under-tile',
  'placement/no-tile-below',
  'placement/one-tile-below',
  'placement/not-adjacent',
];

/**
 * The violation that is told.
 * @param {Violation[]} violations
 * @returns {Violation | undefined}
 */
export function told(violations) {
  for (const code of TOLD_FIRST) {
    const found = violations.find((violation) => violation.code === code);
    if (found) return found;
  }
  return violations[0];
}

/** @param {Violation} violation */
export function violationWords({ code, squares, message }) {
  const key = `violation.${code}`;
  return has(key) ? t(key, { count: squares.length }) : message;
}

/**
 * The squares to hatch: where something is missing or in the way, not the whole tile.
 * @param {Violation | undefined} violation
 */
export function wrongSquares(violation) {
  const isPartial = /overhang|covers-gap|taken|under-tile/.test(violation?.code ?? '');
  return violation && isPartial ? violation.squares : [];
}

/**
 * What an error or a refusal means.
 * @param {unknown} error anything with a code, as the server names it
 * @returns {string}
 */
export function words(error) {
  const { code = '', message = '' } = /** @type {{code?: string, message?: string}} */ (error);
  return has(`refusal.${code}`) ? t(`refusal.${code}`) : t('refusal.other', { message });
}
