// Which boxes one needs, as paragraph 1.2 counts their tiles.

import assert from 'node:assert/strict';
import { test } from 'node:test';

Object.assign(globalThis, { localStorage: { getItem: () => null, setItem: () => {} } });
const { boxes } = await import('../../src/nmbr9/web/js/lobby/boxes.js');

const PLAIN = {
  players: 1,
  variant: 'basic',
  starting_tiles: false,
  gap_fillers: false,
  special_tokens: [],
};

/** @param {object} [changed] */
const byPlayers = (changed = {}) =>
  [1, 2, 3, 4, 5, 6].map((players) => boxes({ ...PLAIN, players, ...changed }));

test('the basic game: either box for two, the base box for four, both for six', () => {
  assert.deepEqual(byPlayers(), ['either', 'either', 'base', 'base', 'both', 'both']);
});

test('a module lies in the ++ box, whose tiles are enough for two', () => {
  const needed = ['plus', 'plus', 'both', 'both', 'both', 'both'];
  assert.deepEqual(byPlayers({ gap_fillers: true }), needed);
  assert.deepEqual(byPlayers({ starting_tiles: true }), needed);
  assert.deepEqual(byPlayers({ special_tokens: ['gap'] }), needed);
  assert.deepEqual(byPlayers({ draw_tokens: 3 }), needed);
});

test('the variants need the cards of both boxes', () => {
  for (const variant of ['two-out-of-three', 'level-to-level']) {
    assert.equal(boxes({ ...PLAIN, variant }), 'both');
  }
});
