// What the coach says in a first game, over the table; it can be sent away at any time.

import { el, fill } from '../../dom.js';
import { t } from '../../i18n/i18n.js';
import * as settings from '../../settings.js';
import { Coach, HINT_NAMES } from '../state/coach.js';
import { lying } from '../state/hand.js';

/** Below the card as much is left free as above it, in pixels. */
const GAP = 14;
/** It never takes more of the table than this: a tile that is dragged there lies over it. */
const MOST = 0.4;
/** A display of so many tiles needs the room itself, unless there is something to be read. */
const SMALL = 7;
/** Over a lower table it would hide what it speaks of, in pixels. */
const LOWEST = 300;
/** Beside this width it stands next to it. */
const WIDE = 560;

/**
 * A coach for this game; null where everything has been told, and where there is no room.
 * @param {HTMLElement} place  heard by itself, after what is said of the turn
 * @param {HTMLElement} table  over which it stands
 * @param {() => void} onRoom  called when it needs other room than before
 */
export function coachIn(place, table, onRoom) {
  const { coached } = settings.current();
  const isKnown = HINT_NAMES.every((name) => coached.includes(name));
  if (isKnown || (table.clientHeight < LOWEST && table.clientWidth < WIDE)) return null;
  const coach = new Coach(coached);
  const card = el('div.coach', { hidden: true });
  /** What the table leaves free, in pixels. */
  let room = 0;
  /** The card with which everything was told. @type {string | null} */
  let lastCard = null;
  const isTouch = matchMedia('(pointer: coarse)').matches;
  place.append(card);

  const end = () => {
    const isLeft = card.contains(document.activeElement);
    card.remove();
    // The button that was pressed is gone: the hand goes back to the table.
    if (isLeft) table.focus({ preventScroll: true });
    settings.change({ coached: HINT_NAMES });
    onRoom();
  };
  const wordsOf = (/** @type {string} */ hint) =>
    t(
      ['turn', 'pick-up'].includes(hint)
        ? `coach.${hint}.${isTouch ? 'touch' : 'mouse'}`
        : `coach.${hint}`,
    );
  const skip = () => el('button.link', { onclick: end }, t('coach.skip'));

  /** What the tallest hint needs: it is the same for all of them, so that none moves the table. */
  const tallest = () => {
    const probe = el('div.coach', { 'aria-hidden': 'true' });
    probe.style.visibility = 'hidden';
    place.append(probe);
    const bottoms = HINT_NAMES.map((hint) => {
      fill(probe, el('p', wordsOf(hint)), skip());
      return probe.getBoundingClientRect().bottom;
    });
    probe.remove();
    const { top, height } = table.getBoundingClientRect();
    return Math.min(Math.max(...bottoms) - top + GAP, MOST * height);
  };

  /** Writes what helps now. @param {import('../state/state.js').GameState} state */
  const tell = (state) => {
    if (coach.hint) fill(card, el('p', wordsOf(coach.hint)), skip());
    else if (coach.isDone) {
      lastCard = state.card;
      fill(
        card,
        el('p', t('coach.end')),
        el('a.link', { href: '/learn' }, t('learn')),
        el('button.link', { onclick: end }, t('close')),
      );
    }
  };

  return {
    /** What the table leaves free for it at its top, in pixels. */
    get room() {
      return card.isConnected ? room : 0;
    },
    /** @param {import('../state/state.js').GameState} state */
    look(state) {
      if (!card.isConnected) return;
      // The last words have been read when the next tile lies there, and would hide what it is built on.
      if (lastCard !== null && state.card !== lastCard) return end();
      if (coach.look(state)) {
        if (coach.told.length > settings.current().coached.length) {
          settings.change({ coached: [...coach.told] });
        }
        tell(state);
      }
      // Without a tile in hand there is nothing to be done about it.
      card.hidden = !state.trial || (!coach.hint && !coach.isDone);
      const moment = `${state.card} ${state.trial !== null}`;
      if (moment === card.dataset.moment) return;
      // Between two tiles the table may move.
      card.dataset.moment = moment;
      const isNeeded = !card.hidden || lying(state).length < SMALL;
      if (isNeeded === room > 0) return;
      room = isNeeded ? tallest() : 0;
      onRoom();
    },
  };
}
