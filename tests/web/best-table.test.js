// Play now: which of the open tables is tried first.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { bestFirst } from '../../src/nmbr9/web/js/lobby/best-table.js';
import { optionsKey, plainOptions } from '../../src/nmbr9/web/js/net/api.js';

/**
 * @param {string} match
 * @param {Partial<TableLine>} [rest]
 */
const table = (match, rest = {}) => ({
  match,
  host: 'Ada',
  options: plainOptions(4),
  has_own_shapes: false,
  seats: 4,
  open: 2,
  seconds: 60,
  ...rest,
});
const FILLERS = { ...plainOptions(4), gap_fillers: true };

/** @param {ReturnType<typeof table>[]} tables @param {import('../../src/nmbr9/web/js/net/api.js').Options} wanted */
const order = (tables, wanted = plainOptions()) =>
  bestFirst(tables, optionsKey(wanted)).map(({ match }) => match).join(' ');

test('the wanted kind of game comes first, others after it', () => {
  const tables = [table('other', { options: FILLERS, open: 1 }), table('plain')];
  assert.equal(order(tables), 'plain other');
  assert.equal(order(tables, FILLERS), 'other plain');
});

test('of one kind, where the fewest are missing, then who has waited the longest', () => {
  const tables = [
    table('young', { seconds: 5 }),
    table('old', { seconds: 500 }),
    table('nearly full', { open: 1, seconds: 1 }),
  ];
  assert.equal(order(tables), 'nearly full old young');
});
