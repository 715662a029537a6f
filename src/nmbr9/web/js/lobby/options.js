// The options of a game in plain words. What does not exist together cannot be chosen.

import { el } from '../dom.js';
import { t } from '../i18n/i18n.js';
import { card, tilePicture } from '../ui/cards.js';
import { toggleRow } from '../ui/dialog.js';
import { icon } from '../ui/icons.js';
import { ownShapes } from './own-shapes.js';
import { showStartingTiles } from './starting-tiles.js';
import { hasTokens, showTokens, USUAL_TOKENS } from './tokens.js';

export { optionsWords } from './options-words.js';

/** @typedef {import('../net/api.js').Options} Options */

/** Weakest first, as the server lists them. */
export const BOTS = ['random', 'greedy', 'careful', 'steady', 'strong'];

/** How many can play (1.2). */
export const MOST_PLAYERS = /** @type {Record<string, number>} */ ({
  basic: 6,
  'two-out-of-three': 4,
  'level-to-level': 4,
});

export const VARIANTS = ['basic', 'two-out-of-three', 'level-to-level'];

/**
 * Controls for everything but the players.
 * @param {Options} options changed as the player chooses
 * @param {() => void} onChange is to call `update` before it shows the options
 */
export function optionControls(options, onChange) {
  const tokens = el('div.token-choice');
  const starting = el('div.token-choice');
  const update = () => {
    showStartingTiles(starting, options, onChange);
    showTokens(tokens, options, onChange);
  };
  /**
   * @param {string} name
   * @param {'starting_tiles' | 'gap_fillers'} option
   * @param {{starting_tile?: number, filler?: number}} kind of the tile that stands for it
   */
  const moduleRow = (name, option, kind) =>
    toggleRow(
      t(`module.${name}`),
      t(`module.${name}.words`),
      options[option],
      (isOn) => {
        options[option] = isOn;
        if (option === 'starting_tiles') options.starting_shapes = isOn ? ownShapes() : [];
        onChange();
      },
      tilePicture({ ...kind, rotation: 0, x: 0, y: 0, level: 0 }),
    );
  const content = [
    el(
      'fieldset.variants',
      el('legend.cap', t('options.variant')),
      ...VARIANTS.map((variant) =>
        el(
          'label.variant',
          el('span.variant-picture', ...picture(variant)),
          el(
            'span.variant-title',
            el('input', {
              type: 'radio',
              name: 'variant',
              value: variant,
              checked: options.variant === variant,
              onchange: () => {
                options.variant = variant;
                onChange();
              },
            }),
            el('b', t(`variant.${variant}`)),
            el('small', t(`variant.${variant}.length`)),
          ),
          el('small', t(`variant.${variant}.words`)),
        )
      ),
    ),
    el('h3.cap', t('options.extras')),
    moduleRow('starting-tiles', 'starting_tiles', { starting_tile: 1 }),
    starting,
    moduleRow('gap-fillers', 'gap_fillers', { filler: 2 }),
    toggleRow(
      t('module.tokens'),
      t('module.tokens.words'),
      hasTokens(options),
      (isOn) => {
        options.draw_tokens = isOn ? USUAL_TOKENS : 0;
        options.special_tokens = [];
        onChange();
      },
      el('span.coin', icon('star')),
    ),
    tokens,
  ];
  return { content, update };
}

/** @param {string} variant */
function picture(variant) {
  if (variant === 'basic') return [card(7)];
  if (variant === 'two-out-of-three') return [card(4), card(9), card(1, 'refused')];
  return [0, 1, 2].map((level) =>
    el('span.under-marker', card([2, 5, 8][level]), el('small', `×${level}`))
  );
}
