// The coach of a first game: which hint when, and none twice.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Coach, HINT_NAMES } from '../../src/nmbr9/web/js/game/state/coach.js';

/** @param {number[]} levels  of the tiles that lie there */
const stateOf = (
  levels,
  { x = 0, rotation = 0, card = '1/1', spots = [0], fits = true } = {},
) => /** @type {any} */ ({
  view: { shown: 0, pieces: () => levels.map((level) => ({ number: 1, level })) },
  card,
  violations: fits ? undefined : [{}],
  trial: {
    held: { do: 'place' },
    x,
    y: 0,
    rotation,
    spot: fits ? {} : null,
    spots: spots.map((level) => ({ level, tokens: [] })),
  },
});

test('hints come when they help, go when what they say is done, and never come again', () => {
  const coach = new Coach([]);
  /** @param {any} state */
  const told = (state) => {
    coach.look(state);
    return coach.hint;
  };
  assert.equal(told(stateOf([])), 'place');
  assert.equal(told(stateOf([])), 'place');
  assert.equal(told(stateOf([0], { card: '2/1' })), 'pick-up');
  assert.equal(told(stateOf([0], { card: '2/1', x: 3, fits: false })), 'red');
  assert.equal(told(stateOf([0], { card: '2/1', x: 4 })), null);
  assert.equal(told(stateOf([0, 0], { card: '3/1' })), 'turn');
  assert.equal(told(stateOf([0, 0], { card: '3/1', rotation: 1 })), null);
  assert.equal(told(stateOf([0, 0], { card: '3/1', rotation: 1, spots: [0, 1] })), 'step-up');
  assert.equal(told(stateOf([0, 0, 1], { card: '4/1', fits: false })), null);
  assert.equal(told(stateOf([0, 0, 1, 0], { card: '5/1' })), 'goal');
  assert.equal(coach.isDone, false);
  assert.equal(told(stateOf([0, 0, 1, 0, 1], { card: '6/1' })), null);
  assert.equal(coach.isDone, true);
  assert.deepEqual([...coach.told].sort(), [...HINT_NAMES].sort());
});

test('the next card is no move of the player', () => {
  const coach = new Coach(['place']);
  coach.look(stateOf([0], { card: '2/1' }));
  coach.look(stateOf([0, 0], { card: '3/1', x: 9, rotation: 2 }));
  assert.equal(coach.hint, 'pick-up');
});

test('the goal is told, too, when the step up came late', () => {
  const coach = new Coach(['place', 'pick-up', 'turn', 'red']);
  coach.look(stateOf([0, 0, 0, 0], { card: '5/1', spots: [0, 1] }));
  assert.equal(coach.hint, 'step-up');
  coach.look(stateOf([0, 0, 0, 0, 1], { card: '6/1' }));
  assert.equal(coach.hint, 'goal');
  coach.look(stateOf([0, 0, 0, 0, 1, 0], { card: '7/1' }));
  assert.equal(coach.isDone, true);
});

test('what a player has done untold is not waited for', () => {
  const coach = new Coach(['pick-up', 'turn', 'red']);
  coach.look(stateOf([0, 0, 0, 0, 1], { card: '6/1' }));
  assert.equal(coach.hint, 'goal');
  coach.look(stateOf([0, 0, 0, 0, 1, 0], { card: '7/1' }));
  assert.equal(coach.isDone, true);
});
