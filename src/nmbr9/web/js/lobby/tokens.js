// Which special tokens are in play (5.1): some drawn at random, or chosen ones.

import { el, fill } from '../dom.js';
import { t } from '../i18n/i18n.js';
import { icon } from '../ui/icons.js';

/** @typedef {import('../net/api.js').Options} Options */

export const TOKENS = ['move', 'gap', 'black', 'apart', 'single', 'reserve'];

/** How many are normally drawn. */
export const USUAL_TOKENS = 2;

/** @param {Options} options */
export function hasTokens(options) {
  return Boolean(options.draw_tokens || options.special_tokens.length);
}

/**
 * Shows the choice, or nothing without the module.
 * @param {HTMLElement} panel
 * @param {Options} options changed as the player chooses
 * @param {() => void} changed
 */
export function showTokens(panel, options, changed) {
  panel.hidden = !hasTokens(options);
  if (panel.hidden) return;
  const isDrawn = Boolean(options.draw_tokens);
  const had = panel.contains(document.activeElement) &&
    document.activeElement?.getAttribute('data-focus');
  fill(
    panel,
    ways(options, isDrawn, changed),
    isDrawn ? counts(options, changed) : choice(options, changed),
  );
  if (had) {
    /** @type {HTMLElement | null} */ (panel.querySelector(`[data-focus="${had}"]`))?.focus();
  }
}

/**
 * At random or chosen.
 * @param {Options} options
 * @param {boolean} isDrawn
 * @param {() => void} changed
 */
function ways(options, isDrawn, changed) {
  /** @param {boolean} wantsDrawn @param {string} text */
  const way = (wantsDrawn, text) =>
    el(
      'button.segment-button',
      {
        'aria-pressed': isDrawn === wantsDrawn,
        'data-focus': `way-${wantsDrawn}`,
        onclick: () => {
          options.draw_tokens = wantsDrawn ? USUAL_TOKENS : 0;
          options.special_tokens = wantsDrawn ? [] : ['gap', 'move'];
          changed();
        },
      },
      text,
    );
  const count = options.special_tokens.length;
  return el(
    'div.row.token-ways',
    el('span.segment-buttons', way(true, t('tokens.drawn')), way(false, t('tokens.chosen'))),
    el('small', isDrawn ? t('tokens.drawn.words') : t('tokens.count', { count })),
  );
}

/**
 * How many are drawn, from one to all.
 * @param {Options} options
 * @param {() => void} changed
 */
function counts(options, changed) {
  return el(
    'div.row.token-ways',
    el('b', { id: 'drawn-count' }, t('tokens.drawn.count')),
    el(
      'span.segment-buttons.token-counts',
      { role: 'group', 'aria-labelledby': 'drawn-count' },
      ...TOKENS.map((_, index) =>
        el(
          'button.segment-button',
          {
            'aria-pressed': options.draw_tokens === index + 1,
            'data-focus': `count-${index + 1}`,
            onclick: () => {
              options.draw_tokens = index + 1;
              changed();
            },
          },
          index + 1,
        )
      ),
    ),
  );
}

/**
 * Any of the six.
 * @param {Options} options
 * @param {() => void} changed
 */
function choice(options, changed) {
  return el(
    'div.tokens',
    ...TOKENS.map((token) => {
      const isOn = options.special_tokens.includes(token);
      return el(
        'button.token',
        {
          'aria-pressed': isOn,
          'data-focus': token,
          // The last one stays: without any, the module is switched off above.
          disabled: isOn && options.special_tokens.length === 1,
          onclick: () => {
            const others = options.special_tokens.filter((one) => one !== token);
            options.special_tokens = (isOn ? others : [...others, token]).sort();
            changed();
          },
        },
        el('span.coin', { 'aria-hidden': 'true' }, icon(/** @type {'gap'} */ (token))),
        el('span', el('b', t(`token.${token}`)), el('small', t(`token.${token}.words`))),
      );
    }),
  );
}
