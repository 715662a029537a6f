// Hints in three strengths: which level, which area, the very spot. The strongest bot knows them.

import { boxAround } from '../art/surface.js';
import { el, fill } from '../dom.js';
import { heldBy } from '../game/state/spots.js';
import { t } from '../i18n/i18n.js';
import { icon } from '../ui/icons.js';
import { say, toast } from '../ui/live.js';
import { areaOf } from './area.js';

/**
 * A button that tells more each time it is pressed, and the words it has told.
 * @param {Readonly<import('../game/state/state.js').GameState>} state
 * @param {import('../game/actions.js').Actions['goTo']} goTo
 * @param {import('../game/actions.js').Line['hint']} ask  undefined where nobody knows hints
 */
export function hintButton(state, goTo, ask) {
  let strength = 0;
  let revision = -1;
  /** @type {any} */
  let action = null;
  const words = el('p.hint-words', { role: 'status', hidden: true });
  const button = /** @type {HTMLButtonElement} */ (
    el('button.btn', { onclick: () => void more() })
  );
  const element = el('div.hint', button, words);
  label('hint');

  /** @param {string} key */
  function label(key) {
    fill(button, icon('bulb'), t(key));
  }

  /** @param {string} text */
  function tell(text) {
    words.hidden = !text;
    words.textContent = text;
    if (!text) return;
    say(text);
    // On a phone there is no room for the words, so they are shown in passing.
    if (!words.offsetParent) toast(text);
  }

  async function more() {
    const now = state.view.you?.revision ?? -1;
    if (now !== revision) {
      revision = now;
      strength = 0;
      button.disabled = true;
      tell(t('hint.thinking'));
      const answer = await ask?.();
      button.disabled = false;
      button.focus({ preventScroll: true });
      if (state.view.you?.revision !== now) return reset();
      action = answer?.type === 'hinted' ? answer.action : null;
    }
    if (!action) return tell(t('hint.failed'));
    const held = heldBy(state.holdable, action);
    if (!held) return tell(otherWords(action));
    strength = Math.min(3, strength + 1);
    if (strength === 1) {
      label('hint.more');
      const isOwn = action.do === 'place';
      tell(isOwn ? t('hint.level', { level: action.level }) : otherWords(action));
    } else if (strength === 2) {
      label('hint.where');
      const box = boxAround(state.view.pieces(state.view.shown));
      const piece = { ...held.kind, flipped: held.isTurnedOver, ...action };
      tell(t(`hint.area.${areaOf(piece, box)}`));
    } else {
      goTo(held, action);
      tell(t('hint.spot'));
    }
  }

  /** Another turn: the next hint begins anew. */
  function reset() {
    element.hidden = !isOffered();
    if (state.view.you?.revision === revision) return;
    revision = -1;
    action = null;
    strength = 0;
    label('hint');
    tell('');
  }

  /** Alone or against bots; in contests and with others it would not be fair. */
  function isOffered() {
    const { match, seats, you } = state.view;
    const people = seats.filter((seat) => seat.is_person).length;
    return Boolean(you) && people === 1 && !match.contest && ask !== undefined;
  }

  return {
    element,
    reset,
    more: () => void more(),
    get isOffered() {
      return isOffered();
    },
  };
}

/**
 * Hints that are not about this turn's tile begin with what to do instead.
 * @param {Record<string, any>} action
 */
function otherWords(action) {
  if (action.do === 'take' && action.pile !== undefined) {
    return t('hint.other.take-pile', { pile: action.pile });
  }
  return t(`hint.other.${action.do}`, { level: action.level ?? 0 });
}
