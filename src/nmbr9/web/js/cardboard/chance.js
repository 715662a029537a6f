// Shuffling and drawing for a table of cardboard. Chance comes in as an argument.

import { COPIES } from '../game/panels/deck.js';

/** A whole number from 0 up to the one below the limit, each as likely. @typedef {(limit: number) => number} Random */

const ALL = 2 ** 32;

/** Chance from the browser, good enough for cards. @type {Random} */
export function browserChance(limit) {
  const fair = ALL - (ALL % limit);
  const number = new Uint32Array(1);
  // What is beyond the last whole multiple of the limit would favour small numbers.
  do crypto.getRandomValues(number); while (number[0] >= fair);
  return number[0] % limit;
}

/**
 * @template T
 * @param {readonly T[]} items
 * @param {Random} random
 */
export function shuffled(items, random) {
  const order = [...items];
  for (let last = order.length - 1; last > 0; last--) {
    const chosen = random(last + 1);
    [order[last], order[chosen]] = [order[chosen], order[last]];
  }
  return order;
}

/**
 * The cards of a variant, shuffled (2.1, 6.1, 7.1).
 * @param {string} variant
 * @param {Random} random
 */
export function shuffledDeck(variant, random) {
  const cards = Array.from({ length: 10 * COPIES[variant] }, (_, index) => index % 10);
  return shuffled(cards, random);
}
