// What is played, in words: apart from the controls, which only those load who choose.

import { formatList, t } from '../i18n/i18n.js';

/** @typedef {import('../net/api.js').Options} Options */

/**
 * "Classic with gap fillers and two tokens".
 * @param {Options} options
 * @param {boolean} [hasOwnShapes] whether the starting tiles are somebody's own
 */
export function optionsWords(options, hasOwnShapes = Boolean(options.starting_shapes?.length)) {
  const tokens = options.special_tokens.length || options.draw_tokens || 0;
  const extras = [
    ...(options.starting_tiles
      ? [t(hasOwnShapes ? 'with.own-starting-tiles' : 'with.starting-tiles')]
      : []),
    ...(options.gap_fillers ? [t('with.gap-fillers')] : []),
    ...(tokens ? [t('with.tokens', { count: tokens })] : []),
  ];
  const variant = t(`variant.${options.variant}`);
  return extras.length ? t('with', { variant, extras: formatList(extras) }) : variant;
}
