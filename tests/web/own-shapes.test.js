// Starting tiles of one's own: what is wrong with them is what the server would say (3.2).

import assert from 'node:assert/strict';
import { test } from 'node:test';

/** @type {Map<string, string>} */
const kept = new Map();
Object.defineProperty(globalThis, 'localStorage', {
  value: {
    getItem: (/** @type {string} */ key) => kept.get(key) ?? null,
    setItem: (/** @type {string} */ key, /** @type {string} */ text) => kept.set(key, text),
    removeItem: (/** @type {string} */ key) => kept.delete(key),
  },
});
const { keepShapes, ownShapes, problemOf, trimmed } = await import(
  '../../src/nmbr9/web/js/lobby/own-shapes.js'
);
const { optionsKey, plainOptions } = await import('../../src/nmbr9/web/js/net/api.js');

const SQUARE = ['XX', 'XX'];

for (
  const [key, shapes] of /** @type {[string, unknown][]} */ ([
    ['own.bad.list', { A: SQUARE }],
    ['own.bad.list', null],
    ['own.bad.count', []],
    ['own.bad.count', Array(7).fill(SQUARE)],
    ['own.bad.rows', ['XX']],
    ['own.bad.rows', [['XO']]],
    ['own.bad.rows', [[1]]],
    ['own.bad.large', [SQUARE, ['XXXXXXX']]],
    ['own.bad.large', [Array(7).fill('X')]],
    ['own.bad.empty', [['...', '...']]],
    ['own.bad.empty', [[]]],
    ['own.bad.many', [Array(3).fill('XXXXXX')]],
    ['own.bad.torn', [['X.', '.X']]],
    ['own.bad.alike', [['X'], SQUARE, ['.X']]],
  ])
) {
  test(`${JSON.stringify(shapes)} is refused with ${key}`, () => {
    assert.equal(problemOf(shapes)?.key, key);
  });
}

test('any connected shape of 1 to 16 squares in 6 by 6 is right, wherever it is drawn', () => {
  assert.equal(problemOf([['X'], SQUARE, ['XXXXXX', 'X....X', 'X....X', '......']]), null);
  assert.equal(problemOf([Array(4).fill('XXXX')]), null);
  assert.deepEqual(trimmed(['......', '.X', '.XX...', '......']), ['X.', 'XX']);
});

test('they are kept until they are taken away; what is not right is not read', () => {
  assert.deepEqual(ownShapes(), []);
  keepShapes([SQUARE, ['X']]);
  assert.deepEqual(ownShapes(), [SQUARE, ['X']]);
  kept.set('nmbr9-starting-tiles', '[["X.X"]]');
  assert.deepEqual(ownShapes(), []);
  kept.set('nmbr9-starting-tiles', '{');
  assert.deepEqual(ownShapes(), []);
  keepShapes([]);
  assert.equal(kept.size, 0);
});

test('scores with such tiles are compared among themselves, under the name of the server', () => {
  const options = { ...plainOptions(), starting_tiles: true };
  assert.equal(optionsKey(options), 'basic starting-tiles');
  assert.equal(optionsKey(options, true), 'basic own-starting-tiles');
  assert.equal(optionsKey(plainOptions(), true), 'basic');
});
