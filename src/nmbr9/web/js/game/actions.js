// The bar of actions: what can be done now, and nothing else.

import { el, fill } from '../dom.js';
import { t } from '../i18n/i18n.js';
import { card } from '../ui/cards.js';
import { icon } from '../ui/icons.js';
import { seatName, tokenWords } from './words.js';

/** @typedef {import('./game.js').Game} Game */
/** @typedef {import('../net/parts.js').View} View */

/**
 * @param {HTMLElement} bar
 * @param {Game} game
 */
export function showActions(bar, game) {
  const { view, trial } = game;
  const legal = view.you?.legal ?? [];
  bar.classList.toggle('quiet', !legal.length);
  if (!view.you) return fill(bar, el('p.waiting', {}, icon('eye'), t('looking-on')));
  if (view.seats[view.you.seat].bot) return fill(bar, backButton(game));
  if (!legal.length) return fill(bar, el('p.waiting', {}, waitingWords(view)));
  const choices = legal.filter((offer) => ['take', 'reject', 'pass'].includes(offer.do));
  if (choices.length) return fill(bar, ...choiceButtons(choices, game));
  const done = legal.some((offer) => offer.do === 'done') && doneButton(game, !trial);
  if (!trial) return fill(bar, el('p.waiting', {}, t('optional')), done);
  fill(bar, turnButton(game, -1), placeButton(game), turnButton(game, 1), done);
}

/** @param {View} view */
function waitingWords(view) {
  const names = view.seats
    .map((seat, index) => (seat.is_done ? '' : seatName(seat, index)))
    .filter(Boolean);
  if (!names.length) return t('waiting.card');
  return names.length === 1
    ? t('waiting.one', { name: names[0] })
    : t('waiting.more', { count: names.length });
}

/** @param {Game} game */
function backButton(game) {
  return el(
    'button.btn.primary.big',
    { type: 'button', onclick: () => game.command('return') },
    t('come-back'),
  );
}

/**
 * @param {Game} game
 * @param {number} quarters
 */
function turnButton(game, quarters) {
  const key = el('kbd.kbd', { 'aria-hidden': 'true' }, quarters < 0 ? 'Q' : 'E');
  const text = el('span.wide-only', { 'aria-hidden': 'true' }, t('turn'));
  return el(
    'button.btn.turn',
    { type: 'button', onclick: () => game.turn(quarters) },
    el('span.only-heard', {}, quarters < 0 ? t('turn.left') : t('turn.right')),
    ...(quarters < 0 ? [icon('left'), text, key] : [key, text, icon('right')]),
  );
}

/** @param {Game} game */
function placeButton(game) {
  return el(
    'button.btn.primary.place',
    { type: 'button', onclick: () => game.place() },
    icon('check'),
    el('span.place-words', {}, t('place')),
    el('kbd.kbd', { 'aria-hidden': 'true' }, 'Enter'),
  );
}

/**
 * Keeps the button true to the tile that is tried, without making it anew.
 * @param {HTMLElement} bar
 * @param {Game} game
 */
export function refreshPlace(bar, game) {
  const button = /** @type {HTMLButtonElement | null} */ (bar.querySelector('.place'));
  const text = button?.querySelector('.place-words');
  if (!button || !text) return;
  const spot = game.trial?.spot;
  const words = spot ? placeWords(spot, game) : t('place');
  if (text.textContent !== words) text.textContent = words;
  button.disabled = !spot || game.isSending;
}

/**
 * @param {import('./spots.js').LegalSpot} spot
 * @param {Game} game
 */
function placeWords(spot, game) {
  if (game.trial?.held.do === 'fill') return t('place');
  const points = t('place.points', { points: spot.points });
  if (!spot.tokens.length) return points;
  return t('place.token', { points, tokens: tokenWords(spot.tokens) });
}

/**
 * @param {Game} game
 * @param {boolean} isMain
 */
function doneButton(game, isMain) {
  return el(
    `button.btn.done${isMain ? '.primary' : ''}`,
    { type: 'button', onclick: () => game.act({ do: 'done' }) },
    t('done'),
  );
}

/**
 * Take or reject, or one of the open cards: decided before the tile is tried (6.2, 7.1).
 * @param {import('../net/parts.js').Offer[]} choices
 * @param {Game} game
 */
function choiceButtons(choices, game) {
  const revealed = game.view.table?.revealed ?? [];
  return choices.map((choice) => {
    if (choice.do === 'pass') {
      return el(
        'button.btn.primary.big',
        { type: 'button', onclick: () => game.act({ do: 'pass' }) },
        t('pass'),
      );
    }
    if (choice.pile === undefined) {
      const isTaking = choice.do === 'take';
      return el(
        `button.btn.big.choice${isTaking ? '.primary' : ''}`,
        { type: 'button', onclick: () => game.act({ do: choice.do }) },
        card(revealed[0], 'small'),
        isTaking ? t('take', { number: revealed[0] }) : t('reject', { number: revealed[0] }),
      );
    }
    const { pile } = choice;
    return el(
      'button.btn.pile-choice',
      {
        type: 'button',
        'aria-label': t('take.pile', { number: revealed[pile], level: pile }),
        onclick: () => game.act({ do: 'take', pile }),
      },
      el('b.marker', {}, `×${pile}`),
      card(revealed[pile]),
    );
  });
}
