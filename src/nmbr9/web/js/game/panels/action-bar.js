// The bar of actions: what can be done now, and nothing else.

import { el, fill } from '../../dom.js';
import { t } from '../../i18n/i18n.js';
import * as settings from '../../settings.js';
import { card, tilePicture } from '../../ui/cards.js';
import { icon } from '../../ui/icons.js';
import { lostByPlacing } from '../state/reserved.js';
import { NEW_CARD_PAUSE } from '../state/state.js';
import { tokenWords, waitingWords } from '../words/turn.js';

/** @typedef {import('../state/state.js').GameState} GameState */
/**
 * @typedef {Pick<import('../actions.js').Actions,
 *   'turn' | 'place' | 'act' | 'command' | 'hold' | 'toggleLifting'>} BarActions
 */

/** So many letters fit the button of a phone in large print. */
const FEW_LETTERS = 30;

/**
 * @param {HTMLElement} bar
 * @param {GameState} state
 * @param {BarActions} actions
 */
export function showActions(bar, { view, trial, lifting, actsAlone }, actions) {
  const legal = view.you?.legal ?? [];
  bar.classList.toggle('quiet', !legal.length);
  bar.classList.toggle('varied', view.match.options.variant !== 'basic');
  if (!view.you) return fill(bar, el('p.waiting', icon('eye'), t('looking-on')));
  if (view.seats[view.you.seat].bot) return fill(bar, backButton(actions));
  if (!legal.length) return fill(bar, el('p.waiting', waitingWords(view)));
  if (actsAlone) return fill(bar, el('p.waiting', '…'));
  if (lifting !== null) {
    return fill(bar, el('p.waiting', t('move.choose')), cancelButton(actions.toggleLifting));
  }
  const choices = legal.filter((offer) => ['take', 'reject', 'pass'].includes(offer.do));
  if (choices.length && !trial) {
    const revealed = view.table?.revealed ?? [];
    return fill(bar, ...choiceButtons(choices, revealed, actions), ...usedUp(choices, revealed));
  }
  const done = legal.some((offer) => offer.do === 'done') && doneButton(actions, !trial);
  if (!trial) return fill(bar, el('p.waiting', t('optional')), done);
  // What was lifted, or taken up before a card, is put back by the same button; here is another way.
  const isAside = trial.held.do === 'move' || choices.length > 0;
  fill(
    bar,
    turnButton(actions, -1),
    placeButton(actions),
    turnButton(actions, 1),
    isAside ? cancelButton(() => actions.hold(null)) : done,
  );
}

/** Leaves what was begun. @param {() => void} onclick */
function cancelButton(onclick) {
  return el('button.btn.cancel', { onclick }, t('cancel'));
}

/** @param {BarActions} actions */
function backButton(actions) {
  return el('button.btn.primary.big', { onclick: () => actions.command('return') }, t('come-back'));
}

/**
 * @param {BarActions} actions
 * @param {number} quarters
 */
function turnButton(actions, quarters) {
  const key = el('kbd.kbd', { 'aria-hidden': 'true' }, quarters < 0 ? 'Q' : 'E');
  const text = el('span.wide-only', { 'aria-hidden': 'true' }, t('turn'));
  return el(
    'button.btn.turn',
    { onclick: () => actions.turn(quarters) },
    el('span.only-heard', quarters < 0 ? t('turn.left') : t('turn.right')),
    ...(quarters < 0 ? [icon('left'), text, key] : [key, text, icon('right')]),
  );
}

/** @param {BarActions} actions */
function placeButton(actions) {
  return el(
    'button.btn.primary.place',
    { onclick: () => actions.place() },
    icon('check'),
    el('span.place-words', t('place')),
    el('kbd.kbd', { 'aria-hidden': 'true' }, 'Enter'),
  );
}

/**
 * Keeps the button true to the tile that is tried, without making it anew.
 * @param {HTMLElement} bar
 * @param {GameState} state
 */
export function refreshPlace(bar, state) {
  const { trial, isSending } = state;
  const button = /** @type {HTMLButtonElement | null} */ (bar.querySelector('.place'));
  const text = button?.querySelector('.place-words');
  if (!button || !text) return;
  const words = byClick(state, withCost(state, placeWords(trial)));
  if (text.textContent !== words) text.textContent = words;
  button.classList.toggle('wordy', words.length > FEW_LETTERS);
  button.disabled = !trial?.spot || !trial.isResting || isSending || isPausing(state);
}

/** Whether the card is so new that nobody can have meant it. @param {GameState} state */
function isPausing({ cardSince }) {
  return performance.now() < cardSince + NEW_CARD_PAUSE;
}

/**
 * What a click does with a tile that the mouse carries.
 * @param {GameState} state
 * @param {string} words  what happens when it is placed there
 */
function byClick({ trial }, words) {
  if (!trial?.spot || trial.isResting) return words;
  return settings.current().confirms ? t('place.carried') : t('place.click', { place: words });
}

/** What is about to happen. @param {GameState['trial']} trial */
function placeWords(trial) {
  if (!trial?.spot || trial.held.do === 'fill') return t('place');
  const { points: count, level } = trial.spot;
  const points = t('place.points', { points: count, level });
  if (!trial.spot.tokens.length) return points;
  return t('place.token', { points, tokens: tokenWords(trial.spot.tokens) });
}

/**
 * What it costs besides: the token of a move, or the reserved tile (5.7, 5.8).
 * @param {GameState} state
 * @param {string} words
 */
function withCost(state, words) {
  const { trial } = state;
  if (!trial?.spot) return words;
  if (trial.held.do === 'move') return t('place.move');
  const number = lostByPlacing(state);
  return number === null ? words : t('place.loses', { place: words, number });
}

/**
 * @param {BarActions} actions
 * @param {boolean} isMain
 */
function doneButton(actions, isMain) {
  return el(
    `button.btn.done${isMain ? '.primary' : ''}`,
    { onclick: () => actions.act({ do: 'done' }) },
    t('done'),
  );
}

/**
 * Take or reject, or one of the open cards: decided before the tile is tried (6.2, 7.1).
 * @param {import('../../net/parts.js').Offer[]} choices
 * @param {number[]} revealed
 * @param {BarActions} actions
 */
function choiceButtons(choices, revealed, actions) {
  return choices.map((choice) => {
    if (choice.do === 'pass') {
      return el(
        'button.btn.primary.big',
        { onclick: () => actions.act({ do: 'pass' }) },
        t('pass'),
      );
    }
    if (choice.pile === undefined) {
      const isTaking = choice.do === 'take';
      return el(
        `button.btn.big.choice${isTaking ? '.primary' : ''}`,
        { onclick: () => actions.act({ do: choice.do }) },
        ...cardAndShape(revealed[0], 'small'),
        isTaking ? t('take', { number: revealed[0] }) : t('reject', { number: revealed[0] }),
      );
    }
    const { pile } = choice;
    return el(
      'button.btn.pile-choice',
      {
        'aria-label': t('take.pile', { number: revealed[pile], level: pile }),
        onclick: () => actions.act({ do: 'take', pile }),
      },
      el('b.marker', `×${pile}`),
      ...cardAndShape(revealed[pile]),
    );
  });
}

/**
 * The open cards of which the player has no tile left (7.4).
 * @param {import('../../net/parts.js').Offer[]} choices
 * @param {number[]} revealed
 */
function usedUp(choices, revealed) {
  if (!choices.some((choice) => choice.pile !== undefined)) return [];
  return revealed.flatMap((number, pile) => {
    if (choices.some((choice) => choice.pile === pile)) return [];
    return el(
      'span.pile-choice.used-up',
      el('b.marker', `×${pile}`),
      card(number, 'none'),
      el('small', t('used-up', { number })),
    );
  });
}

/**
 * A card with the shape of its tile: that is what one decides about.
 * @param {number} number
 * @param {string} [size]
 */
function cardAndShape(number, size) {
  return [card(number, size), tilePicture({ number, rotation: 0, x: 0, y: 0, level: 0 })];
}
