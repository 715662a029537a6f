// The score pad counts as the rules do, and says what cannot be.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PLAYTHROUGHS } from './playthroughs.js';

Object.assign(globalThis, { localStorage: { getItem: () => null, setItem: () => {} } });
const counts = await import('../../src/nmbr9/web/js/cardboard/count.js');
const { nextPlayer, newPad, isCounted, outcome } = await import(
  '../../src/nmbr9/web/js/cardboard/pad.js'
);
const { mixed } = await import('../../src/nmbr9/web/js/cardboard/table-rows.js');

const PLAIN = {
  players: 2,
  variant: 'basic',
  starting_tiles: false,
  gap_fillers: false,
  special_tokens: [],
};

/**
 * A display counted from the top down.
 * @param {Record<number, number[]>} levels
 * @param {number} [top]
 */
function counted(levels, top = Math.max(0, ...Object.keys(levels).map(Number))) {
  let count = counts.withTop(counts.newCount(), top);
  for (let level = top; level > 0; level--) {
    count = counts.atLevel(count, level);
    for (const number of levels[level] ?? []) count = counts.withTap(count, number);
  }
  return counts.atLevel(count, 0);
}

/** @param {ReturnType<typeof counted>} count @param {object} [options] */
const doubts = (count, options = {}) =>
  counts.doubtsOf(count, { ...PLAIN, ...options }).map(({ key, names }) => [
    key.replace('pad.doubt.', ''),
    names.number ?? names.level ?? names.tiles,
  ]);

for (const { name, variant, players, tokens, lines, scores } of PLAYTHROUGHS) {
  test(`the rules and the pad count the same: ${name}`, () => {
    const all = scores.map((_, player) => {
      const own = lines.filter((line) => line.player === player);
      return counted(Object.fromEntries(own.map(({ level, numbers }) => [level, numbers])));
    });
    assert.deepEqual(all.map(counts.pointsOf), scores);
    for (const { player, level, points } of lines) {
      assert.equal(counts.linesOf(all[player])[level].points, points);
    }
    for (const count of all) {
      assert.deepEqual(doubts(count, { variant, players, special_tokens: tokens }), []);
    }
  });
}

test('the most points win, who ties shares the win and the rank', () => {
  assert.deepEqual(counts.winnersOf([88, 97, 97, 12]), [1, 2]);
  assert.deepEqual(counts.ranksOf([88, 97, 97, 12]), [3, 1, 1, 4]);
  assert.deepEqual(counts.winnersOf([0, 0]), [0, 1]);
  assert.deepEqual(counts.winnersOf([5]), [0]);
});

test('what was tapped is taken back, one after the other, or any of it', () => {
  let count = counts.withTap(counts.withTap(counts.withTop(counts.newCount(), 2), 9), 4);
  count = counts.withTap(counts.atLevel(count, 1), 7);
  assert.equal(counts.pointsOf(count), 33);
  const corrected = counts.without(count, 0);
  assert.equal(counts.pointsOf(corrected), 15);
  assert.equal(corrected.level, 2, 'the right number goes where the wrong one lay');
  count = counts.withoutLast(count);
  assert.equal(count.level, 1);
  count = counts.withoutLast(count);
  assert.deepEqual([count.level, counts.pointsOf(count)], [2, 18]);
  count = counts.withoutLast(counts.withoutLast(count));
  assert.deepEqual(count, counts.newCount());
});

test('more of a number than the cards have is told', () => {
  const three = counted({ 1: [9, 9, 9, 1] });
  assert.deepEqual(doubts(three), [['copies', 9]]);
  assert.deepEqual(doubts(three, { variant: 'two-out-of-three' }), []);
  const four = counted({ 1: [9, 9, 9, 9] });
  assert.deepEqual(doubts(four, { variant: 'two-out-of-three' }), [['copies', 9]]);
  assert.deepEqual(doubts(four, { variant: 'level-to-level' }), []);
  assert.deepEqual(doubts(four, { variant: 'level-to-level', players: 4 }), [['copies', 9]]);
  const five = counted({ 1: [0, 0, 0, 0, 0] });
  assert.deepEqual(doubts(five, { variant: 'level-to-level' }), [['copies', 0]]);
});

test('more tiles than a display gets are told', () => {
  const all = Array.from({ length: 21 }, (_, index) => index % 10);
  assert.deepEqual(doubts(counted({ 1: all }), { variant: 'two-out-of-three' }), [['tiles', 20]]);
});

test('a level that cannot carry the next one is told, once it is counted', () => {
  assert.deepEqual(doubts(counted({ 2: [9], 1: [4] })), [['support', 1]]);
  assert.deepEqual(doubts(counted({ 2: [9], 1: [4, 3] })), []);
  assert.deepEqual(doubts(counted({ 2: [9], 1: [4] }, 3)), [['support', 1], ['support', 2], [
    'top',
    3,
  ]]);
  assert.deepEqual(doubts(counts.atLevel(counted({ 2: [9], 1: [4] }), 1)), []);
  // "single" needs but one, and a tile turned over is not seen.
  for (const token of ['single', 'black']) {
    assert.deepEqual(doubts(counted({ 2: [9], 1: [4] }), { special_tokens: [token] }), []);
    assert.deepEqual(doubts(counted({ 2: [9], 1: [] }), { special_tokens: [token] }), [[
      'support',
      1,
    ]]);
  }
  assert.deepEqual(doubts(counted({ 2: [9], 1: [] }), { draw_tokens: 2 }), []);
});

test('nothing above the table is no points', () => {
  const count = counted({});
  assert.ok(isCounted(count));
  assert.equal(counts.pointsOf(count), 0);
  assert.deepEqual(doubts(count), []);
});

test('the highest level is limited by the tiles, or by the markers', () => {
  assert.equal(counts.highestLevel(PLAIN), 9);
  assert.equal(counts.highestLevel({ ...PLAIN, variant: 'level-to-level' }), 4);
});

test('displays are counted one after the other', () => {
  const game = newPad('g', 1_000_500, PLAIN, ['Ada', 'Ben', 'Cem']);
  assert.equal(game.created, 1000);
  assert.equal(nextPlayer(game), 0);
  game.counts[0] = counted({ 1: [5, 4] });
  assert.equal(nextPlayer(game), 1);
  game.counts[1] = counts.withTop(counts.newCount(), 2);
  game.shown = 2;
  assert.equal(nextPlayer(game), 2);
  game.counts[2] = counted({ 1: [9] });
  assert.equal(nextPlayer(game), 1, 'half counted is not counted');
  game.counts[1] = counted({});
  assert.equal(nextPlayer(game), -1);
  assert.deepEqual(outcome(game), { scores: [9, 0, 9], winners: [0, 2] });
});

test('games of the table stand among the others, by time', () => {
  /** @param {...number} times */
  const rows = (...times) => times.map((created) => ({ created, row: /** @type {any} */ (null) }));
  const waiting = rows(95, 70, 10);
  /** @param {{created: number}[]} mixture */
  const times = (mixture) => mixture.map(({ created }) => created);
  assert.deepEqual(times(mixed(rows(100, 90, 80), waiting, false)), [100, 95, 90, 80]);
  assert.deepEqual(times(mixed(rows(60, 50), waiting, true)), [70, 60, 50, 10]);
  assert.deepEqual(waiting, []);
  assert.deepEqual(times(mixed([], rows(5, 3), true)), [5, 3]);
});
