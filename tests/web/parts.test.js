// Views put together from frames, as the server's own `merged` does it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { merged, View } from '../../src/nmbr9/web/js/net/parts.js';

test('parts replace parts, null removes one, a display keeps its beginning', () => {
  const known = { a: { x: 1 }, b: { y: 1 }, 'displays/0': { pieces: [1, 2, 3] } };
  const after = merged(known, {
    a: { x: 2 },
    b: null,
    'displays/0': { keep: 1, pieces: [9] },
    c: { z: 1 },
  });
  assert.deepEqual(after, { a: { x: 2 }, c: { z: 1 }, 'displays/0': { pieces: [1, 9] } });
  assert.deepEqual(known['displays/0'].pieces, [1, 2, 3]);
});

test('a view knows whose it is', () => {
  const match = { options: { players: 2 }, host: 1, state: 'running' };
  const seats = { 'seats/0': { name: 'Ada' }, 'seats/1': { name: 'Ben' } };
  const mine = new View({ match, ...seats, you: { seat: 1, revision: 3, legal: [{}] } });
  assert.deepEqual([mine.shown, mine.isHost, mine.isMyTurn], [1, true, true]);
  const onlooker = new View({ match, ...seats });
  assert.deepEqual([onlooker.shown, onlooker.isHost, onlooker.isMyTurn], [0, false, false]);
  assert.deepEqual(onlooker.pieces(0), []);
});
