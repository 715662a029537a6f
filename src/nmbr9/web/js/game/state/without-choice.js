// What is done for the player, because there is nothing to choose: the one decision that the rules
// leave, and the end of a turn in which only something optional is left. No DOM.

/** @typedef {import('../../net/parts.js').Offer} Offer */
/** @typedef {import('../../net/parts.js').View} View */
/** @typedef {{do: string, pile?: number}} Automatic */

const DECISIONS = ['take', 'reject', 'pass'];
/** What a player who wants no more than to place gives up without being asked (8.1). */
const WAIVED = ['fill', 'move', 'done'];

/**
 * What is done for the player now; null where something is to be decided.
 * @param {import('./state.js').GameState} state
 * @param {import('../../settings.js').Settings['finishes']} finishes  as the player has chosen
 * @returns {Automatic | null}
 */
export function automaticAction(state, finishes) {
  const only = onlyDecision(state.view);
  if (only) return only.pile === undefined ? { do: only.do } : { do: only.do, pile: only.pile };
  return finishesNow(state, finishes) ? { do: 'done' } : null;
}

/**
 * The decision about a card that is the only one left (6.2, 7.1, 7.4), if there is such a one.
 * @param {View} view
 * @returns {Offer | null}
 */
export function onlyDecision({ you, seats }) {
  if (!you || seats[you.seat].bot) return null;
  const [only, ...more] = (you.legal ?? []).filter((offer) => DECISIONS.includes(offer.do));
  return only && !more.length ? only : null;
}

/**
 * Whether the turn ends now that its tile is settled.
 * @param {import('./state.js').GameState} state
 * @param {import('../../settings.js').Settings['finishes']} finishes  as the player has chosen
 */
export function finishesNow({ view, hasSettled }, finishes) {
  const { you, seats } = view;
  const legal = you?.legal ?? [];
  if (!hasSettled || !legal.some((offer) => offer.do === 'done')) return false;
  const isAmongBots = seats.every((seat, index) => index === you?.seat || !seat.is_person);
  if (finishes === 'never' || (finishes === 'bots' && !isAmongBots)) return false;
  return legal.every((offer) => WAIVED.includes(offer.do));
}
