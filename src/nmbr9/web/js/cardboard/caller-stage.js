// What is read across the room: the open cards as large as the screen allows.

import { el, fill } from '../dom.js';
import { t } from '../i18n/i18n.js';
import { pictureOf } from '../lobby/starting-tiles.js';
import { card } from '../ui/cards.js';
import { icon } from '../ui/icons.js';
import { cardsOfRound, drawsOf, openCards } from './call.js';
import { playerName, preparation, title } from './call-words.js';

/** @typedef {import('./call.js').Call} Call */

/** Of a card: width to height. */
const RATIO = 0.8;
/** Pixels between cards, and for the marker below one. */
const GAP = 12;
const MARKER = 44;

/**
 * How some cards fill a box best: in so many columns, so wide.
 * @param {number} count
 * @param {number} width
 * @param {number} height
 * @param {number} [below]  pixels that each card needs below it
 */
export function largest(count, width, height, below = 0) {
  let best = { columns: 1, size: 0 };
  for (let columns = 1; columns <= count; columns++) {
    const rows = Math.ceil(count / columns);
    const size = Math.floor(Math.min(
      (width - GAP * (columns - 1)) / columns,
      ((height - GAP * (rows - 1)) / rows - below) * RATIO,
    ));
    if (size > best.size) best = { columns, size };
  }
  return best;
}

/** Shows the cards, and keeps them as large as can be. */
export class CallerStage {
  #cards = el('div');
  #frame = el('div.caller-cards', this.#cards);
  #watch = new ResizeObserver(() => this.#fit());
  #below = 0;
  /** On a small screen the preparation is scrolled, by keys as well. */
  element = el('section.caller-stage', { tabindex: 0 });

  constructor() {
    this.#watch.observe(this.#frame);
  }

  close() {
    this.#watch.disconnect();
  }

  /** @param {Call} call @param {import('../dom.js').Child} end  what is shown when the game is over */
  show(call, end) {
    const open = openCards(call);
    this.element.setAttribute('aria-label', title(call));
    if (!open.length) {
      return fill(this.element, call.at === 0 ? readiness(call) : end);
    }
    const isLevels = call.options.variant === 'level-to-level';
    this.#below = isLevels ? MARKER : 0;
    fill(
      this.#cards,
      ...open.map((number, marker) =>
        el(
          'div.caller-card',
          card(number),
          el('span.only-heard', number),
          isLevels && el('span.caller-marker', t('call.marker', { marker })),
        )
      ),
    );
    const isRow = call.options.variant === 'two-out-of-three';
    fill(this.element, isRow && rowOfThree(call), this.#frame);
    this.#fit();
  }

  #fit() {
    const { clientWidth, clientHeight } = this.#frame;
    const count = this.#cards.childElementCount;
    const { columns, size } = largest(count, clientWidth, clientHeight, this.#below);
    this.#frame.style.setProperty('--columns', String(columns));
    this.#frame.style.setProperty('--size', `${size}px`);
  }
}

/** The three cards of a round: those that came, and backs for the others. @param {Call} call */
function rowOfThree(call) {
  const cards = cardsOfRound(call);
  return el(
    'div.caller-round',
    { 'aria-hidden': 'true' },
    ...[0, 1, 2].map((index) =>
      card(cards[index] ?? null, index === cards.length - 1 ? 'now' : '')
    ),
  );
}

/** What to do before the first card. @param {Call} call */
function readiness(call) {
  const shapes = call.options.starting_shapes ?? [];
  return el(
    'div.caller-ready',
    el('ul.caller-list', ...preparation(call).map((sentence) => el('li', sentence))),
    call.tokens.length > 0 &&
      el(
        'ul.caller-tokens',
        ...call.tokens.map((token) =>
          el(
            'li',
            el('span.coin', { 'aria-hidden': 'true' }, icon(/** @type {'gap'} */ (token))),
            el('span', el('b', t(`token.${token}`)), el('small', t(`token.${token}.words`))),
          )
        ),
      ),
    call.starting.length > 0 &&
      el(
        'ul.caller-tokens',
        ...call.starting.map((tile, player) =>
          el(
            'li',
            shapes.length ? pictureOf(shapes[tile]) : el('span.caller-place', tile + 1),
            el('b', playerName(call.names, player)),
          )
        ),
      ),
  );
}

/** All cards so far, a group for each draw. @param {Call} call */
export function calledCards(call) {
  const draws = drawsOf(call);
  return draws.map((cards, index) =>
    el(
      index === draws.length - 1 ? 'li.now' : 'li',
      ...cards.map((number) => card(number, 'small')),
      el('span.only-heard', cards.join(', ')),
    )
  );
}
