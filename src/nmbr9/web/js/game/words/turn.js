// The turn in words: round, card, who is waited for, whom the clock has overtaken.

import { t } from '../../i18n/i18n.js';
import { seatName } from './names.js';

/** @typedef {import('../../net/parts.js').View} View */

/** So long Level to Level explains its piles in whole sentences. */
const EXPLAINED_ROUNDS = 6;

/** "Round 13 of 20"; Level to Level has no fixed number of rounds. @param {View} view */
export function roundWords(view) {
  const { variant } = view.match.options;
  const round = view.table?.round ?? 0;
  if (variant === 'level-to-level') return t('round.open', { round });
  return t('round', { round, rounds: variant === 'basic' ? 20 : 10 });
}

/**
 * What a variant asks of the open card: how high it may go (7.2), whether it must be taken (6.2).
 * @param {View} view
 * @param {boolean} [isHolding]  something is in the hand: then nobody is told how to choose a card
 */
export function cardWords({ match, table, you, seats }, isHolding = false) {
  if (!table || !you) return '';
  if (match.options.variant === 'two-out-of-three') {
    const key = seats[you.seat].has_rejected ? 'note.refused' : 'note.none-refused';
    return `${t('note.card', { card: table.card_in_round })}. ${t(key)}.`;
  }
  if (match.options.variant === 'level-to-level' && !you.is_decided && table.revealed.length > 1) {
    if (isHolding) return '';
    return t(table.round <= EXPLAINED_ROUNDS ? 'note.piles.words' : 'note.piles');
  }
  const { level_limit: level = null, is_settled: isSettled } = you;
  if (level === null || isSettled) return '';
  return level ? t('note.limit', { level }) : t('note.table');
}

/** Who is waited for. @param {View} view */
export function waitingWords({ seats }) {
  const names = seats
    .map((seat, index) => (seat.is_done ? '' : seatName(seats, index)))
    .filter(Boolean);
  if (!names.length) return t('waiting.card');
  return names.length === 1
    ? t('waiting.one', { name: names[0] })
    : t('waiting.more', { count: names.length });
}

/**
 * Whose turn the clock has just finished (2.12), in words; empty if nobody's.
 * @param {View} before
 * @param {View} view
 */
export function clockedWords(before, { seats, you }) {
  return seats
    .flatMap((seat, index) => {
      if (!seat.is_clocked || before.seats[index].is_clocked) return [];
      if (index === you?.seat) return t('clocked.you');
      return t('clocked.other', { name: seatName(seats, index) });
    })
    .join(' ');
}

/**
 * The decision about a card that the rules leave, and why; nothing where there was but one card.
 * @param {View} view
 * @param {import('../state/without-choice.js').Automatic} only
 */
export function onlyWords({ table }, only) {
  if (only.pile !== undefined || only.do === 'done') return '';
  return t(`only.${only.do}`, { number: table?.revealed[0] ?? '' });
}

/** The tokens that a spot costs. @param {string[]} tokens */
export function tokenWords(tokens) {
  return tokens.map((token) => t(`token.${token}`)).join(', ');
}
