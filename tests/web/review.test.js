// What an analysis says about a player's steps, without a browser.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  certaintyOf,
  gradeOf,
  judgedFrames,
  pieceOf,
  reasonOf,
  waysOf,
  worstFrame,
} from '../../src/nmbr9/web/js/after/review-model.js';

/** @param {number} x */
const place = (x) => ({
  player: 0,
  do: 'place',
  number: 9,
  flipped: false,
  rotation: 1,
  x,
  y: 2,
  level: 1,
  tokens: [],
});

/** @param {number} x @param {number} value @param {number} gained */
const way = (x, value, gained) => ({ action: place(x), value, gained });

/** @param {Partial<Judged>} [more] @returns {Judged} */
const judged = (more) => ({
  index: 4,
  round: 3,
  action: place(0),
  value: 90,
  loss: 10,
  low: 8,
  high: 11,
  best: [way(1, 100, 18), way(2, 98, 9), way(3, 97, 9), way(4, 95, 9), way(0, 90, 9)],
  ...more,
});

test('losses are graded by whole points', () => {
  assert.deepEqual([0, 0.4, 0.6, 1.4, 1.6, 5.4, 5.5, 20].map(gradeOf), [
    'best',
    'best',
    'fine',
    'fine',
    'slip',
    'slip',
    'costly',
    'costly',
  ]);
});

test('the reason tells points now from points later', () => {
  assert.equal(reasonOf(judged(), 9), 'more-now');
  assert.equal(reasonOf(judged(), 18), 'more-later');
  assert.equal(reasonOf(judged(), 27), 'both-later');
  assert.equal(reasonOf(judged({ loss: 0 }), 9), 'best');
});

test('the farther shorter looks disagree, the less sure it is', () => {
  assert.equal(certaintyOf(judged({ low: 8.6, high: 9.4 })), 'exact');
  assert.equal(certaintyOf(judged({ low: 9, high: 11 })), 'sure');
  assert.equal(certaintyOf(judged()), 'fair');
  assert.equal(certaintyOf(judged({ low: 0 })), 'unsure');
});

test('the best three are listed, and what was done with its rank if it has one', () => {
  assert.deepEqual(
    waysOf(judged(), 9).map(({ rank, isOwn }) => [rank, isOwn]),
    [
      [1, false],
      [2, false],
      [3, false],
      [5, true],
    ],
  );
  const far = waysOf(judged({ action: place(7), value: 50 }), 9);
  assert.deepEqual([far.length, far[3].rank, far[3].value, far[3].isOwn], [4, null, 50, true]);
  assert.equal(waysOf(judged({ action: place(1) }), 18).length, 3);
});

test('the piece of an action is found, whatever kind it is', () => {
  const spot = { flipped: false, rotation: 1, x: 0, y: 2, level: 1 };
  const before = [{ number: 5, rotation: 0, x: 9, y: 9, level: 0 }];
  assert.deepEqual(pieceOf(place(0), before, undefined), { number: 9, ...spot });
  const base = { player: 0, rotation: 1, x: 0, y: 2, level: 1 };
  assert.deepEqual(pieceOf({ ...base, do: 'fill', size: 3 }, before, undefined), {
    filler: 3,
    ...spot,
  });
  assert.deepEqual(pieceOf({ ...base, do: 'move', piece: 0 }, before, undefined), {
    number: 5,
    ...spot,
  });
  assert.equal(pieceOf({ ...base, do: 'build' }, [], { number: 2, ...spot })?.number, 2);
  assert.equal(pieceOf({ player: 0, do: 'reject' }, before, undefined), null);
});

test('frames find what is known of them', () => {
  const frame = (/** @type {number | undefined} */ at) => /** @type {Frame} */ ({ at });
  const frames = [frame(undefined), frame(2), frame(4)];
  assert.deepEqual(
    judgedFrames(frames, [judged()]).map((move) => move?.index),
    [undefined, undefined, 4],
  );
  assert.equal(worstFrame(frames, [4, 2]), 2);
  assert.equal(worstFrame(frames, []), null);
});
