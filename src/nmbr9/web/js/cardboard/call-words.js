// What is shown and said aloud of a game whose cards are called. Numbers are said as words: in German
// "7." would be heard as "the seventh".

import { formatList, t } from '../i18n/i18n.js';
import { NAMES } from '../lobby/own-shapes.js';
import { cardsLeft, isEnd, isLastDraw, openCards, roundOf, turnedMarker } from './call.js';

/** @typedef {import('./call.js').Call} Call */

/** At these seconds of the minute something is said. */
const SAID_SECONDS = [30, 10];
const COUNTED_SECONDS = 5;

/** @param {number} number */
const spoken = (number) => t(`digit.${number}`);

/** The name of a player, or a number for whoever gave none. @param {string[]} names @param {number} player */
export const playerName = (names, player) =>
  names[player] || t('player.numbered', { number: player + 1 });

/** Where the game is. @param {Call} call */
export function title(call) {
  if (isEnd(call)) return t('over');
  if (call.at === 0) return t('call.prepare');
  const { round, card } = roundOf(call);
  if (call.options.variant === 'basic') {
    return t('call.card', { card: call.at, cards: call.deck.length });
  }
  if (call.options.variant === 'level-to-level') return t('round.open', { round });
  return `${t('round', { round, rounds: call.deck.length / 3 })} · ${t('note.card', { card })}`;
}

/** @param {Call} call */
export const leftWords = (call) => t('call.left', { count: cardsLeft(call) });

/**
 * What the players do before the first card, a sentence each.
 * @param {Call} call
 * @returns {string[]}
 */
export function preparation({ options, names, tokens, starting }) {
  const { variant, players } = options;
  const isLevels = variant === 'level-to-level';
  const hasOwn = Boolean(options.starting_shapes?.length);
  const dealt = starting.map((tile, player) =>
    t('call.dealt', {
      name: playerName(names, player),
      tile: hasOwn ? NAMES[tile] : String(tile + 1),
    })
  );
  return [
    t(isLevels && players === 4 ? 'call.supply-of-four' : 'call.supply'),
    ...(isLevels ? [t('call.level-markers')] : []),
    ...(dealt.length
      ? [t(hasOwn ? 'call.deal-own' : 'call.deal', { dealt: formatList(dealt) })]
      : []),
    ...(options.gap_fillers ? [t('call.fillers')] : []),
    ...(tokens.length
      ? [
        t('call.tokens', {
          count: tokens.length,
          tokens: formatList(tokens.map((token) => t(`token.${token}`))),
        }),
        t(variant === 'two-out-of-three' ? 'call.three-markers' : 'call.markers'),
      ]
      : []),
  ];
}

/** What is said aloud at a step. @param {Call} call */
export function said(call) {
  if (isEnd(call)) return t('call.said.over');
  if (call.at === 0) return preparation(call).join(' ');
  const cards = openCards(call);
  const turned = turnedMarker(call);
  const { round, card } = roundOf(call);
  const isNewRound = call.options.variant === 'two-out-of-three' && card === 1;
  return [
    turned !== null && t('call.said.turned', { marker: spoken(turned) }),
    cards.length > 1
      ? cards.map((number, marker) =>
        t('call.said.under', { marker: spoken(marker), number: spoken(number) })
      ).join(', ')
      : isNewRound
      ? t('call.said.round', { round, number: spoken(cards[0]) })
      : spoken(cards[0]),
    call.options.variant !== 'level-to-level' && isLastDraw(call) && t('call.said.last'),
  ].filter(Boolean).join('. ');
}

/**
 * What is said while the minute runs (2.12); nothing at most seconds.
 * @param {number} seconds left
 */
export function minuteSaid(seconds) {
  if (seconds === 60) return t('call.minute.begins');
  if (seconds === 0) return t('call.minute.over');
  if (SAID_SECONDS.includes(seconds)) return t('call.minute.seconds', { seconds });
  return seconds <= COUNTED_SECONDS ? spoken(seconds) : '';
}
