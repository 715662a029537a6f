// Fillers, special tokens and what they allow: a row that is only there when a module is played.

import { el, fill } from '../dom.js';
import { t } from '../i18n/i18n.js';
import { card, tilePicture } from '../ui/cards.js';
import { icon } from '../ui/icons.js';
import { isSameHeld } from './spots.js';

/** @typedef {import('./game.js').Game} Game */
/** @typedef {import('./spots.js').Held} Held */

/**
 * @param {HTMLElement} panel
 * @param {Game} game
 */
export function showExtras(panel, game) {
  const { view } = game;
  const { special_tokens: tokens, gap_fillers: hasFillers } = view.match.options;
  const seat = view.seats[view.shown];
  panel.hidden = !tokens.length && !hasFillers;
  if (panel.hidden) return;
  fill(
    panel,
    el('h2.cap', {}, t('extras')),
    el(
      'ul.extras',
      {},
      ...(hasFillers ? [1, 2].map((size) => filler(size, game)) : []),
      ...tokens.map((token) => coin(token, game, seat.used_tokens ?? [])),
      reservedTile(game),
    ),
    tokens.length > 0 &&
      el('p.muted', {}, t('markers', { count: 2 - (seat.used_tokens ?? []).length })),
  );
}

/**
 * @param {number} size
 * @param {Game} game
 */
function filler(size, game) {
  const held = game.holdable.find((one) => one.do === 'fill' && one.kind.filler === size);
  const isInHand = game.view.seats[game.view.shown].fillers?.includes(size);
  const piece = { filler: size, flipped: false, rotation: 0, x: 0, y: 0, level: 0 };
  const label = t('filler', { count: size });
  const content = [tilePicture(piece), el('span', {}, label)];
  return el('li', {}, extra(held, isInHand === false, content, game));
}

/**
 * @param {string} token
 * @param {Game} game
 * @param {string[]} used
 */
function coin(token, game, used) {
  const name = t(`token.${token}`);
  const face = el('span.coin', { 'aria-hidden': 'true' }, icon(/** @type {'gap'} */ (token)));
  const content = [face, el('span', {}, name)];
  const words = t(`token.${token}.words`);
  const isUsed = used.includes(token);
  const legal = game.view.you?.legal ?? [];
  if (isUsed) return el('li', {}, extra(undefined, true, content, game));
  if (token === 'reserve' && legal.some((offer) => offer.do === 'reserve')) {
    return el(
      'li',
      {},
      button(content, words, false, () => game.act({ do: 'reserve' })),
    );
  }
  if (token === 'move' && legal.some((offer) => offer.do === 'move')) {
    return el(
      'li',
      {},
      button(content, words, game.isLifting, () => game.toggleLifting()),
    );
  }
  if (token === 'black' && game.trial?.held.canTurnOver) {
    const isOn = game.trial.flipped;
    return el(
      'li',
      {},
      button(content, words, isOn, () => game.turnOver()),
    );
  }
  return el('li.extra.idle', { title: words }, ...content);
}

/** The tile kept for later. @param {Game} game */
function reservedTile(game) {
  const number = game.view.seats[game.view.shown].reserved;
  if (number === null || number === undefined) return null;
  const held = game.holdable.find((one) => one.do === 'build');
  const content = [card(number, 'small'), el('span', {}, t('reserved', { number }))];
  return el('li', {}, extra(held, false, content, game));
}

/**
 * Something that can be held, if it can be now.
 * @param {Held | undefined} held
 * @param {boolean} isUsed
 * @param {Node[]} content
 * @param {Game} game
 */
function extra(held, isUsed, content, game) {
  if (!held) {
    return el(
      `span.extra.${isUsed ? 'used' : 'idle'}`,
      {},
      ...content,
      isUsed && icon('check'),
      isUsed && el('span.only-heard', {}, t('used')),
    );
  }
  const isOn = isSameHeld(held, game.trial?.held ?? null);
  return button(content, '', isOn, () => game.hold(isOn ? null : held));
}

/**
 * @param {Node[]} content
 * @param {string} words
 * @param {boolean} isOn
 * @param {() => void} onclick
 */
function button(content, words, isOn, onclick) {
  return el(
    `button.extra.btn${isOn ? '.on' : ''}`,
    {
      type: 'button',
      'aria-pressed': isOn,
      'data-key': content[1].textContent,
      title: words || null,
      onclick,
    },
    ...content,
  );
}
