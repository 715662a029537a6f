// What is done for the player, what is lost by placing, and what is left to take.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ownSupply } from '../../src/nmbr9/web/js/game/panels/deck.js';
import { lostByPlacing } from '../../src/nmbr9/web/js/game/state/reserved.js';
import { finishesNow, onlyDecision } from '../../src/nmbr9/web/js/game/state/without-choice.js';
import { View } from '../../src/nmbr9/web/js/net/parts.js';

const ADA = { name: 'Ada', is_person: true, bot: null, reserved: null };
const BOT = { name: null, is_person: false, bot: 'greedy' };
const BEN = { ...ADA, name: 'Ben' };
const TILE = { number: 7, flipped: false, rotation: 0, x: 0, y: 0, level: 1 };

/**
 * A view of the first seat.
 * @param {string[]} legal
 * @param {object[]} seats
 * @param {{variant?: string, pieces?: object[]}} [rest]
 */
function viewOf(legal, seats = [ADA, BOT], { variant = 'two-out-of-three', pieces = [] } = {}) {
  return new View({
    match: { options: { players: seats.length, variant } },
    ...Object.fromEntries(seats.map((seat, index) => [`seats/${index}`, seat])),
    'displays/0': { pieces },
    you: { seat: 0, revision: 1, legal: legal.map((name) => ({ player: 0, do: name })) },
  });
}

/** @param {View} view */
const afterPlacing = (view) => /** @type {any} */ ({ view, hasSettled: true });

test('a decision is made for the player only where there is one', () => {
  assert.equal(onlyDecision(viewOf(['take', 'reject'])), null);
  assert.equal(onlyDecision(viewOf(['take', 'fill']))?.do, 'take');
  assert.equal(onlyDecision(viewOf(['reject']))?.do, 'reject');
  assert.equal(onlyDecision(viewOf(['place', 'done'])), null);
  // A bot that stands in decides by itself.
  assert.equal(onlyDecision(viewOf(['reject'], [{ ...ADA, bot: 'greedy' }, BOT])), null);
});

test('a turn ends with its tile among bots, with people only when the player says so', () => {
  const [amongBots, withBen] = [[ADA, BOT], [ADA, BEN]].map((seats) =>
    afterPlacing(viewOf(['fill', 'move', 'done'], seats))
  );
  assert.ok(finishesNow(amongBots, 'bots'));
  assert.ok(!finishesNow(withBen, 'bots'));
  assert.ok(finishesNow(withBen, 'always'));
  assert.ok(!finishesNow(amongBots, 'never'));
});

test('a turn does not end before its tile is placed, nor while a reserved one can be built', () => {
  const view = viewOf(['fill', 'done']);
  assert.ok(!finishesNow(/** @type {any} */ ({ view, hasSettled: false }), 'always'));
  assert.ok(!finishesNow(afterPlacing(viewOf(['build', 'done'])), 'always'));
  assert.ok(!finishesNow(afterPlacing(viewOf(['place'])), 'always'));
});

test('a tile on a new highest level loses the reserved one', () => {
  const view = viewOf([], [{ ...ADA, reserved: 9 }], { pieces: [TILE] });
  /** @param {number} level @param {string} what */
  const lost = (level, what = 'place') =>
    lostByPlacing(/** @type {any} */ ({ view, trial: { held: { do: what }, spot: { level } } }));
  assert.equal(lost(2), 9);
  assert.equal(lost(1), null);
  assert.equal(lost(2, 'build'), null);
});

test('with four players everybody has three tiles of each number', () => {
  const pieces = [TILE, { ...TILE, number: 9 }, { filler: 1 }];
  const seats = [{ ...ADA, reserved: 9 }, BOT, BOT, BOT];
  const left = ownSupply(viewOf([], seats, { variant: 'level-to-level', pieces }));
  assert.deepEqual(left, [3, 3, 3, 3, 3, 3, 3, 2, 3, 1]);
  const three = viewOf([], seats.slice(1), { variant: 'level-to-level' });
  assert.equal(ownSupply(three), null);
});
