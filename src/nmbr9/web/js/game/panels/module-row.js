// Fillers, special tokens and what they allow: a row that is only there when a module is played.

import { el, fill } from '../../dom.js';
import { t } from '../../i18n/i18n.js';
import { card, tilePicture } from '../../ui/cards.js';
import { icon } from '../../ui/icons.js';
import { toast } from '../../ui/live.js';
import { isSameHeld } from '../state/spots.js';

/** @typedef {import('../state/state.js').GameState} GameState */
/** @typedef {import('../state/spots.js').Held} Held */
/**
 * @typedef {Pick<import('../actions.js').Actions, 'reserve' | 'hold' | 'toggleLifting' | 'turnOver'>}
 *   RowActions
 */

/** Tokens that a spot costs (5.3, 5.5, 5.6). */
const BY_SPOT = ['gap', 'apart', 'single'];
/** So many extras fit a phone side by side. */
const FIT_A_PHONE = 4;

/**
 * @param {HTMLElement} panel
 * @param {GameState} state
 * @param {RowActions} actions
 */
export function showModules(panel, state, actions) {
  const { view } = state;
  const { special_tokens: tokens, gap_fillers: hasFillers } = view.match.options;
  const used = view.seats[view.shown].used_tokens ?? [];
  panel.hidden = !tokens.length && !hasFillers;
  if (panel.hidden) return;
  const row = /** @type {Node[]} */ ([
    ...(hasFillers ? [1, 2].map((size) => filler(size, state, actions)) : []),
    // The reserved tile takes the place of its token, so that the row gets no longer.
    ...tokens.map((token) =>
      (token === 'reserve' && reservedTile(state, actions)) ||
      coin(token, used.includes(token), state, actions)
    ),
  ].filter(Boolean));
  fill(
    panel,
    el('h2.cap', t('extras')),
    el(`ul.extras${row.length > FIT_A_PHONE ? '.many' : ''}`, ...row),
    tokens.length > 0 && el('p.muted', t('markers', { count: 2 - used.length })),
  );
}

/**
 * @param {number} size
 * @param {GameState} state
 * @param {RowActions} actions
 */
function filler(size, state, actions) {
  const { view, holdable } = state;
  const held = holdable.find((one) => one.do === 'fill' && one.kind.filler === size);
  const isInHand = view.seats[view.shown].fillers?.includes(size);
  const piece = { filler: size, flipped: false, rotation: 0, x: 0, y: 0, level: 0 };
  const content = [tilePicture(piece), el('span', t('filler', { count: size }))];
  return held ? holdButton(content, held, state, actions) : still(content, isInHand === false);
}

/**
 * @param {string} token
 * @param {boolean} isUsed
 * @param {GameState} state
 * @param {RowActions} actions
 */
function coin(token, isUsed, { view, trial, lifting }, actions) {
  const face = el('span.coin', { 'aria-hidden': 'true' }, icon(/** @type {'gap'} */ (token)));
  const content = [face, el('span', t(`token.${token}`))];
  const words = t(`token.${token}.words`);
  if (isUsed) return still(content, true);
  // These cost a marker by the spot that the tile goes to: nobody presses them.
  if (BY_SPOT.includes(token)) return bySpot(token, content, trial?.spot?.tokens.includes(token));
  const isOffered = view.you?.legal?.some((offer) => offer.do === token);
  if (token === 'reserve' && isOffered) {
    return button(content, words, false, () => actions.reserve());
  }
  if (token === 'move' && isOffered) {
    return button(content, words, lifting !== null, actions.toggleLifting);
  }
  if (token === 'black' && trial?.held.canTurnOver) {
    return button(content, words, trial.flipped, actions.turnOver);
  }
  return el('li', el('span.extra.idle', { title: words }, ...content));
}

/**
 * A token that lights up on the spots that would use it; a tap tells what it does.
 * @param {string} token
 * @param {Node[]} content
 * @param {boolean | undefined} isLit
 */
function bySpot(token, content, isLit) {
  const words = t('token.by-spot', { words: t(`token.${token}.words`) });
  return el(
    'li',
    el(
      `button.extra.by-spot${isLit ? '.lit' : ''}`,
      { title: words, 'data-key': token, onclick: () => toast(words) },
      ...content,
      isLit && el('span.only-heard', t('token.lit')),
    ),
  );
}

/**
 * The tile kept for later.
 * @param {GameState} state
 * @param {RowActions} actions
 */
function reservedTile(state, actions) {
  const number = state.view.seats[state.view.shown].reserved;
  if (number === null || number === undefined) return null;
  const held = state.holdable.find((one) => one.do === 'build');
  const content = [
    card(number, 'small'),
    el('span', t('reserved'), ' ', el('span.only-heard', number)),
  ];
  return held ? holdButton(content, held, state, actions) : still(content, false);
}

/**
 * What cannot be held now.
 * @param {Node[]} content
 * @param {boolean} isUsed
 */
function still(content, isUsed) {
  const mark = isUsed ? [icon('check'), el('span.only-heard', t('used'))] : [];
  return el('li', el(`span.extra.${isUsed ? 'used' : 'idle'}`, ...content, ...mark));
}

/**
 * @param {Node[]} content
 * @param {Held} held
 * @param {GameState} state
 * @param {RowActions} actions
 */
function holdButton(content, held, { trial }, actions) {
  const isOn = isSameHeld(held, trial?.held ?? null);
  return button(content, '', isOn, () => actions.hold(isOn ? null : held));
}

/**
 * @param {Node[]} content
 * @param {string} words
 * @param {boolean} isOn
 * @param {() => void} onclick
 */
function button(content, words, isOn, onclick) {
  const attributes = {
    'aria-pressed': isOn,
    'data-key': content[1].textContent,
    title: words || null,
    onclick,
  };
  return el('li', el(`button.extra.btn${isOn ? '.on' : ''}`, attributes, ...content));
}
