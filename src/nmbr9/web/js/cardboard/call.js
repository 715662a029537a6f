// A game whose cards the page calls while the tiles lie on the table: what was drawn, dealt and turned,
// one step back and on again. No DOM.

import { TOKENS } from '../lobby/tokens.js';
import { shuffled, shuffledDeck } from './chance.js';

/**
 * @typedef {object} Call
 * @property {string} id
 * @property {import('../net/api.js').Options} options
 * @property {string[]} names  of the players; '' for whoever gave none
 * @property {number[]} deck  all cards, top first
 * @property {string[]} tokens  the special tokens in play
 * @property {number[]} starting  which starting tile each player gets, from 0
 * @property {number[]} counts  how many cards each draw has shown; none is forgotten by a step back
 * @property {number} at  which draw is shown, from 1; 0 is the preparation, one more than all draws the
 *   end
 * @property {boolean} turns  whether a level marker is turned with the next draw (7.3)
 * @property {number | null} minute  when the minute of a slow player is over (2.12), in milliseconds
 */

const CARDS_A_ROUND = 3;
const LEVEL_MARKERS = 5;
/** As many starting tiles as the box has (1.2). */
const STARTING_TILES = 6;

/**
 * @param {import('../net/api.js').Options} options
 * @param {string[]} names
 * @param {import('./chance.js').Random} random
 * @param {number} now  in milliseconds
 * @returns {Call}
 */
export function newCall(options, names, random, now) {
  const { starting_shapes: own = [], draw_tokens: drawn = 0 } = options;
  const tiles = Array.from({ length: own.length || STARTING_TILES }, (_, index) => index);
  return {
    id: `${now.toString(36)}-${random(2 ** 24).toString(36)}`,
    options,
    names,
    deck: shuffledDeck(options.variant, random),
    tokens: drawn ? shuffled(TOKENS, random).slice(0, drawn).sort() : options.special_tokens,
    starting: options.starting_tiles ? shuffled(tiles, random).slice(0, options.players) : [],
    counts: [],
    at: 0,
    turns: false,
    minute: null,
  };
}

/** @param {Call} call */
export const isEnd = ({ at, counts }) => at > counts.length;

/**
 * The cards of each draw up to the one that is shown.
 * @param {Call} call
 * @returns {number[][]}
 */
export function drawsOf({ deck, counts, at }) {
  let from = 0;
  return counts.slice(0, at).map((count) => deck.slice(from, from += count));
}

/** The cards that are open now. @param {Call} call */
export const openCards = (call) => (isEnd(call) ? [] : drawsOf(call).at(-1) ?? []);

/** How many cards are still in the pile. @param {Call} call */
export const cardsLeft = (call) => call.deck.length - drawsOf(call).flat().length;

/** Which round is shown, and which card of it. @param {Call} call */
export function roundOf({ options, at }) {
  if (options.variant !== 'two-out-of-three') return { round: at, card: 1 };
  return { round: Math.ceil(at / CARDS_A_ROUND), card: (at - 1) % CARDS_A_ROUND + 1 };
}

/** The cards of the round so far, in "2 out of 3" (6.1). @param {Call} call */
export function cardsOfRound(call) {
  return drawsOf(call).slice(-roundOf(call).card).flat();
}

/**
 * The level marker that somebody may have opened with this round (7.3); null where there is none.
 * @param {Call} call
 */
export function nextMarker(call) {
  const active = openCards(call).length;
  const isPossible = call.options.variant === 'level-to-level' && active && active < LEVEL_MARKERS;
  return isPossible ? active : null;
}

/** The marker that was turned for this draw; null where none was. @param {Call} call */
export function turnedMarker({ counts, at }) {
  return at > 1 && counts[at - 1] > counts[at - 2] ? counts[at - 2] : null;
}

/** How many cards come next. @param {Call} call */
const nextCount = (call) => (openCards(call).length || 1) + Number(call.turns);

/** Whether the next step is the end: the pile has too few cards for another draw (7.5). @param {Call} call */
export const isLastDraw = (call) => call.at > 0 && cardsLeft(call) < nextCount(call);

/**
 * The next draw or the end. After a step back the same cards come again.
 * @param {Call} call
 * @returns {Call}
 */
export function forward(call) {
  if (isEnd(call)) return call;
  const { counts, at } = call;
  const count = nextCount(call);
  const before = counts.slice(0, at);
  // Whoever goes back and turns another marker goes on differently, with the same pile.
  const known = counts[at] === count ? counts : [...before, count];
  const drawn = cardsLeft(call) < count ? before : known;
  return shown({ ...call, counts: drawn }, at + 1);
}

/** @param {Call} call @returns {Call} */
export const back = (call) => (call.at > 0 ? shown(call, call.at - 1) : call);

/** @param {Call} call @param {number} at @returns {Call} */
function shown(call, at) {
  const { counts } = call;
  return { ...call, at, minute: null, turns: at > 0 && counts[at] > counts[at - 1] };
}
