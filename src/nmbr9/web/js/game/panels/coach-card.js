// What the coach says in a first game, over the table; it can be sent away at any time.

import { el, fill } from '../../dom.js';
import { t } from '../../i18n/i18n.js';
import * as settings from '../../settings.js';
import { Coach, HINT_NAMES } from '../state/coach.js';
import { lying } from '../state/hand.js';

/** Enough for three lines, in pixels. */
const ROOM = 108;
/** A display of so many tiles needs the room itself. */
const SMALL = 7;
/** On smaller screens it would hide what it speaks of. */
const HAS_ROOM = '(min-height: 401px), (min-width: 560px)';

/**
 * A coach for this game; null where everything has been told, and where there is no room.
 * @param {HTMLElement} place
 * @param {() => void} onRoom  called when it needs other room than before
 */
export function coachIn(place, onRoom) {
  const { coached } = settings.current();
  const isKnown = HINT_NAMES.every((name) => coached.includes(name));
  if (isKnown || !matchMedia(HAS_ROOM).matches) return null;
  const coach = new Coach(coached);
  // Heard by itself, after what is said of the turn.
  const card = el('div.coach', { role: 'status', hidden: true });
  let isEarly = true;
  /** The card with which everything was told. @type {string | null} */
  let lastCard = null;
  const isTouch = matchMedia('(pointer: coarse)').matches;
  place.append(card);

  const end = () => {
    card.remove();
    settings.change({ coached: HINT_NAMES });
    onRoom();
  };
  /** @param {string} text @param {...Node} more */
  const show = (text, ...more) => {
    card.hidden = false;
    fill(card, el('p', text), ...more);
  };
  const wordsOf = (/** @type {string} */ hint) =>
    t(
      ['turn', 'pick-up'].includes(hint)
        ? `coach.${hint}.${isTouch ? 'touch' : 'mouse'}`
        : `coach.${hint}`,
    );

  return {
    /** What the table leaves free for it, in pixels: the same for all hints, so that nothing moves. */
    get room() {
      return card.isConnected && isEarly ? ROOM : 0;
    },
    /** @param {import('../state/state.js').GameState} state */
    look(state) {
      if (!card.isConnected) return;
      if (isEarly && lying(state).length >= SMALL) {
        isEarly = false;
        onRoom();
      }
      // The last words have been read when the next tile lies there, and would hide what it is built on.
      if (lastCard !== null && state.card !== lastCard) return end();
      if (!coach.look(state)) return;
      if (coach.told.length > settings.current().coached.length) {
        settings.change({ coached: [...coach.told] });
      }
      if (coach.hint) {
        show(wordsOf(coach.hint), el('button.link', { onclick: end }, t('coach.skip')));
      } else if (coach.isDone) {
        lastCard = state.card;
        show(
          t('coach.end'),
          el('a.link', { href: '/learn' }, t('learn')),
          el('button.link', { onclick: end }, t('close')),
        );
      } else card.hidden = true;
    },
  };
}
