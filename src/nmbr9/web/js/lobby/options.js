// The options of a game in plain words. What does not exist together cannot be chosen.

import { el, fill } from '../dom.js';
import { t } from '../i18n/i18n.js';
import { card, tilePicture } from '../ui/cards.js';
import { toggleRow } from '../ui/dialog.js';
import { icon } from '../ui/icons.js';
import { boxNote } from './boxes.js';
import { optionsWords } from './options-words.js';
import { ownShapes } from './own-shapes.js';
import { showStartingTiles } from './starting-tiles.js';
import { hasTokens, showTokens, USUAL_TOKENS } from './tokens.js';

export { optionsWords };

/** @typedef {import('../net/api.js').Options} Options */

/** How many can play (1.2). */
export const MOST_PLAYERS = /** @type {Record<string, number>} */ ({
  basic: 6,
  'two-out-of-three': 4,
  'level-to-level': 4,
});

export const VARIANTS = ['basic', 'two-out-of-three', 'level-to-level'];

/**
 * Controls for everything but the players, and what was chosen in words.
 * @param {Options} options changed as the player chooses
 * @param {() => void} onChange is to call `update`
 * @param {boolean} [countsPlayers] whether how many they are is decided here
 */
export function optionControls(options, onChange, countsPlayers = true) {
  const summary = el('div.grow', { role: 'status' });
  const tokens = el('div.token-choice');
  const starting = el('div.token-choice');
  const update = () => {
    showStartingTiles(starting, options, onChange);
    showTokens(tokens, options, onChange);
    fill(
      summary,
      el('b', optionsWords(options)),
      countsPlayers && el('small', t('players.count', { count: options.players })),
      boxNote(options),
    );
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
  return { content, summary, update };
}

/** @param {string} variant */
function picture(variant) {
  if (variant === 'basic') return [card(7)];
  if (variant === 'two-out-of-three') return [card(4), card(9), card(1, 'refused')];
  return [0, 1, 2].map((level) =>
    el('span.under-marker', card([2, 5, 8][level]), el('small', `×${level}`))
  );
}
