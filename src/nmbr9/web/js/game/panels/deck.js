// The cards: the one whose tile is in the hand, those that came, those still in the pile.

import { el, fill } from '../../dom.js';
import { t } from '../../i18n/i18n.js';
import { card, tilePicture } from '../../ui/cards.js';

/** @typedef {import('../../net/parts.js').View} View */

/** How many cards of each number a deck has, by variant (2.1, 6.1, 7.1). */
export const COPIES = /** @type {Record<string, number>} */ ({
  basic: 2,
  'two-out-of-three': 3,
  'level-to-level': 4,
});

/**
 * What is in the hand: this turn's tile, or the cards to choose from.
 * @param {HTMLElement} panel
 * @param {import('../state/state.js').GameState} state
 */
export function showHand(panel, { trial, view }) {
  const held = trial?.held;
  const revealed = view.table?.revealed ?? [];
  const isChoosing = !held && !view.you?.is_decided && revealed.length > 1;
  const number = held?.kind.filler ? null : (held?.kind.number ?? revealed[0] ?? null);
  // From the large card the tile can be dragged (input/pointer.js).
  const cards = isChoosing
    ? revealed.map((one) => card(one))
    : [card(number, 'large'), trial && picture(trial)];
  const isOther = held && held.do !== 'place';
  // Before it is taken it is nobody's (6.2).
  const isOffered = !held && view.you?.legal?.some((offer) => offer.do === 'take');
  const isOwn = view.you && !isChoosing && !isOffered;
  const open = t('open-card', { count: revealed.length });
  const title = isOther ? t(`held.${held.do}`) : isOwn ? t('your-tile') : open;
  panel.setAttribute('aria-label', title);
  fill(
    panel,
    el('h2.cap', title),
    el('div.row.tile-row', ...cards),
  );
}

/** @param {import('../state/trial.js').Trial} trial */
function picture({ held, flipped }) {
  return tilePicture({ ...held.kind, rotation: 0, x: 0, y: 0, level: 0, flipped });
}

/**
 * The cards so far, in the order of one's own tiles, the one of this round and the rest face down.
 * @param {HTMLElement} strip
 * @param {View} view
 */
export function showStrip(strip, view) {
  const { table, match } = view;
  if (!table || match.options.variant !== 'basic') return fill(strip);
  const [now] = table.revealed;
  const placed = view.pieces(view.shown).flatMap((piece) => piece.number ?? []);
  const before = placed.slice(0, table.round - 1);
  const missing = table.round - 1 - before.length;
  const left = table.cards_left.reduce((sum, count) => sum + count, 0);
  fill(
    strip,
    ...before.map((number) => card(number)),
    ...Array.from({ length: missing }, () => card(null)),
    card(now, 'now'),
    ...Array.from({ length: left }, () => card(null)),
  );
}

/**
 * The cards still in the pile, by number.
 * @param {HTMLElement} panel
 * @param {View} view
 */
export function showStillToCome(panel, view) {
  const left = view.table?.cards_left ?? [];
  const copies = COPIES[view.match.options.variant];
  const total = left.reduce((sum, count) => sum + count, 0);
  const own = ownSupply(view);
  fill(
    panel,
    el('div.panel-head', el('h2.cap', t('still')), el('span.muted', t('cards', { count: total }))),
    el(
      'ul.pile',
      ...left.map((count, number) => {
        const isOpen = view.table?.revealed.includes(number);
        return el(
          `li${isOpen ? '.open' : ''}`,
          el('span.only-heard', t('still.number', { number, count })),
          card(number, count || isOpen ? '' : 'none'),
          el(
            'span.pips',
            { 'aria-hidden': 'true' },
            ...Array.from({ length: copies }, (_, index) => el(`i${index < count ? '.on' : ''}`)),
          ),
          own && el(
            `small.supply${own[number] ? '' : '.out'}`,
            { title: t('supply', { number, count: own[number] }) },
            el('span', { 'aria-hidden': 'true' }, own[number]),
            el('span.only-heard', t('supply', { number, count: own[number] })),
          ),
        );
      }),
    ),
    own && el('p.sm.supply-words', t('supply.words')),
  );
}

/** As many tiles of each number as a player has with four at the table (7.4). */
const SUPPLY = 3;

/**
 * What the player has left of each number; null where nobody ever runs out.
 * @param {View} view
 */
export function ownSupply(view) {
  const { variant, players } = view.match.options;
  if (variant !== 'level-to-level' || players < 4 || !view.you) return null;
  const left = Array.from({ length: 10 }, () => SUPPLY);
  const { reserved } = view.seats[view.shown];
  for (const number of [...view.pieces(view.shown).map((piece) => piece.number), reserved]) {
    if (typeof number === 'number') left[number]--;
  }
  return left;
}
