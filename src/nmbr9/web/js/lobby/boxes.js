// Which boxes a table of cardboard needs for what is chosen (1.2), so that people can play along.

import { el } from '../dom.js';
import { t } from '../i18n/i18n.js';
import { hasTokens } from './tokens.js';

/** @typedef {import('../net/api.js').Options} Options */

/** How many the tiles of one box are enough for. */
const ENOUGH = { base: 4, plus: 2 };

/**
 * @param {Options} options
 * @returns {'either' | 'base' | 'plus' | 'both'}
 */
export function boxes(options) {
  if (options.variant !== 'basic') return 'both';
  const isEnough = options.players <= ENOUGH.plus;
  if (options.starting_tiles || options.gap_fillers || hasTokens(options)) {
    return isEnough ? 'plus' : 'both';
  }
  if (isEnough) return 'either';
  return options.players <= ENOUGH.base ? 'base' : 'both';
}

/** The note for people with cardboard. @param {Options} options */
export function boxNote(options) {
  return el('small.box-note', t(`box.${boxes(options)}`));
}
