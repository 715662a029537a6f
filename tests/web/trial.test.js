// The tile being tried, and the legal spots that the server sent.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  heightsOf,
  holdable,
  pointsOf,
  restingLevel,
  rotationsOf,
  spotsOf,
  walkOrder,
} from '../../src/nmbr9/web/js/game/state/spots.js';
import { Trial } from '../../src/nmbr9/web/js/game/state/trial.js';

/** @typedef {import('../../src/nmbr9/web/js/net/parts.js').Offer} Offer */

/**
 * A single spot, as the server tells it.
 * @param {number} rotation
 * @param {number} x
 * @param {number} y
 * @param {number} level
 * @returns {import('../../src/nmbr9/web/js/net/parts.js').At}
 */
const spot = (rotation, x, y, level) => ({ x, y, width: 1, sets: [[rotation, level, '1']] });

/** @type {Offer[]} */
const LEGAL = [
  { player: 0, do: 'done' },
  {
    player: 0,
    do: 'place',
    number: 9,
    flipped: false,
    tokens: [],
    // 4,0 and -3,0 on the table, 0,0 turned once on level 2.
    at: {
      x: -4,
      y: -1,
      width: 9,
      sets: [
        [0, 0, '20400'],
        [1, 2, '2000'],
      ],
    },
  },
  { player: 0, do: 'place', number: 9, flipped: true, tokens: ['black'], at: spot(0, 4, 0, 0) },
  { player: 0, do: 'fill', size: 2, at: spot(1, 3, 0, 0) },
  { player: 0, do: 'build', at: spot(0, 9, 9, 0) },
  { player: 0, do: 'move', piece: 0, at: spot(2, 0, 0, 0) },
];
const PIECES = [{ number: 0, flipped: false, rotation: 0, x: 0, y: 0, level: 0 }];

test('everything on offer can be held, the tile of the turn first', () => {
  const held = holdable(LEGAL, PIECES, 7);
  assert.deepEqual(
    held.map((one) => [one.do, one.kind.number ?? one.kind.filler, one.canTurnOver]),
    [
      ['place', 9, true],
      ['fill', 2, false],
      ['build', 7, false],
      ['move', 0, false],
    ],
  );
  assert.deepEqual(holdable([{ player: 0, do: 'done' }], PIECES, null), []);
});

test('spots come most points first, those that cost a token last', () => {
  const spots = spotsOf(LEGAL, holdable(LEGAL, PIECES, 7)[0]);
  assert.deepEqual(
    spots.map(({ x, points, tokens }) => [x, points, tokens.length]),
    [
      [0, 18, 0],
      [-3, 0, 0],
      [4, 0, 0],
      [4, 0, 1],
    ],
  );
});

test('an action is written as in a record but for the player', () => {
  const [place, fill, build, move] = [0, 1, 2, 3].map((which) => trial(which));
  place.nextSpot(1);
  assert.deepEqual(place.action, {
    do: 'place',
    number: 9,
    flipped: false,
    rotation: 1,
    x: 0,
    y: 0,
    level: 2,
    tokens: [],
  });
  place.turnOver();
  assert.deepEqual(place.action.tokens, ['black']);
  assert.deepEqual(fill.action, { do: 'fill', size: 2, rotation: 1, x: 3, y: 0, level: 0 });
  assert.deepEqual(build.action, { do: 'build', rotation: 0, x: 9, y: 9, level: 0 });
  assert.deepEqual(move.action, { do: 'move', piece: 0, rotation: 2, x: 0, y: 0, level: 0 });
});

test('a tile scores number times level, and nothing turned over', () => {
  assert.equal(pointsOf({ number: 9, level: 3 }), 27);
  assert.equal(pointsOf({ number: 9, level: 3, flipped: true }), 0);
  assert.equal(pointsOf({ filler: 2, level: 3 }), 0);
});

test('equal outlines are one rotation', () => {
  assert.deepEqual(rotationsOf({ number: 0 }, false), [0, 1]);
  assert.deepEqual(rotationsOf({ number: 8 }, false), [0, 1]);
  assert.deepEqual(rotationsOf({ number: 7 }, false), [0, 1, 2, 3]);
  assert.deepEqual(rotationsOf({ filler: 1 }, false), [0]);
});

test('a tile comes to rest on the highest that lies under it', () => {
  const pieces = [...PIECES, { number: 1, flipped: false, rotation: 0, x: 0, y: 0, level: 1 }];
  assert.equal(restingLevel(heightsOf(pieces), [[8, 8]]), 0);
  assert.equal(restingLevel(heightsOf(pieces), [[0, 0]]), 2);
  assert.equal(
    restingLevel(heightsOf(pieces), [
      [0, 3],
      [9, 9],
    ]),
    1,
  );
});

/** @param {number} [which] */
function trial(which = 0) {
  const held = holdable(LEGAL, PIECES, 7)[which];
  return new Trial(held, spotsOf(LEGAL, held), PIECES);
}

test('a trial begins on the table where it fits', () => {
  const { spot } = trial();
  assert.equal(spot?.level, 0);
  assert.deepEqual(spot?.tokens, []);
});

test('four turns lead back to the same place, one to another rotation', () => {
  const tried = trial();
  const { x, y, rotation } = tried;
  tried.turn(1);
  assert.notEqual(tried.rotation, rotation);
  for (let turn = 0; turn < 3; turn++) tried.turn(1);
  assert.deepEqual([tried.x, tried.y, tried.rotation], [x, y, rotation]);
  tried.turn(-1);
  tried.turn(1);
  assert.deepEqual([tried.x, tried.y, tried.rotation], [x, y, rotation]);
});

test('Tab begins with the best spot and walks through all of them', () => {
  const tried = trial();
  const seen = [];
  for (let step = 0; step < 3; step++) {
    tried.nextSpot(1);
    seen.push(tried.spot);
  }
  assert.deepEqual(seen, tried.spots.slice(0, 3));
  tried.nextSpot(1);
  assert.equal(tried.spot, tried.spots[0]);
  tried.moveTo(50, 50);
  assert.equal(tried.spot, null);
  tried.nextSpot(-1);
  assert.equal(tried.spot, tried.spots[2]);
});

test('turned over, Tab walks through the spots of that side only', () => {
  const tried = trial();
  tried.nextSpot(1);
  tried.turnOver();
  for (const step of [1, 1, -1]) {
    tried.nextSpot(step);
    assert.equal(tried.spot, tried.spots[3]);
  }
  tried.turnOver();
  tried.nextSpot(1);
  assert.equal(tried.spot?.flipped, false);
});

test('a tile that fits nowhere else stays where it is', () => {
  const fixed = trial(2);
  assert.equal(fixed.moveTo(0, 0), false);
  assert.deepEqual([fixed.x, fixed.y], [9, 9]);
});

test('the middle of the tile follows the pointer to the nearest cells', () => {
  const tried = trial();
  assert.equal(tried.centreOn(20.4, 20.4), true);
  assert.equal(tried.centreOn(20.5, 20.3), false);
  const { x, y } = tried.centre;
  assert.ok(Math.abs(x - 20.4) <= 0.5 && Math.abs(y - 20.4) <= 0.5);
  assert.equal(tried.piece.level, 0);
  assert.equal(tried.covers(tried.x + 0, tried.y + 0), true);
});

/** This turn's tile over the spots of LEGAL. */
const trialOfNine = () => {
  const [held] = holdable(LEGAL, PIECES, 7);
  return new Trial(held, spotsOf(LEGAL, held), PIECES);
};

test('close to a legal spot a carried tile snaps to it, farther away it goes to the nearest cells', () => {
  const nine = trialOfNine();
  nine.moveTo(4, 0);
  const { x, y } = nine.centre;
  nine.centreOn(x + 0.55, y, true);
  assert.deepEqual([nine.x, nine.y], [4, 0]);
  nine.centreOn(x + 0.55, y);
  assert.deepEqual([nine.x, nine.y], [5, 0]);
  nine.centreOn(x + 0.45, y + 0.45, true);
  assert.deepEqual([nine.x, nine.y], [4, 0], 'nearest cells, though too far for the magnet');
  nine.centreOn(x + 0.65, y, true);
  assert.deepEqual([nine.x, nine.y], [5, 0]);
});

test('where a tile fits nowhere near, the nearest spot in another rotation is known', () => {
  /** @param {number} x @param {number} y */
  const turnedFrom = (x, y) => {
    const nine = trialOfNine();
    nine.moveTo(x, y);
    const spot = nine.turnedSpot;
    return spot && [spot.rotation, spot.x, spot.y, spot.level];
  };
  assert.equal(turnedFrom(4, 0), null, 'it fits');
  assert.equal(turnedFrom(5, 0), null, 'it would fit one square to the left');
  assert.deepEqual(turnedFrom(0, 4), [1, 0, 0, 2]);
});

test('a tile goes back to where it began, with the side up that was up', () => {
  const nine = trialOfNine();
  const began = [nine.rotation, nine.x, nine.y, nine.flipped];
  nine.turn(1);
  nine.moveTo(-7, 3);
  nine.turnOver();
  nine.putBack();
  assert.deepEqual([nine.rotation, nine.x, nine.y, nine.flipped], began);
});

test('keys come to the highest spots first, among them to those that touch most', () => {
  const pieces = [
    { number: 8, rotation: 0, x: 0, y: 0, level: 0 },
    { number: 9, rotation: 0, x: 3, y: 0, level: 0 },
  ];
  /** @param {number} x @param {number} level */
  const at = (x, level) => ({
    rotation: 0,
    x,
    y: 0,
    level,
    flipped: false,
    tokens: [],
    points: 0,
  });
  const order = walkOrder([at(9, 0), at(6, 0), at(1, 1)], { number: 0 }, pieces);
  assert.deepEqual(order.map(({ x, level }) => [x, level]), [[1, 1], [6, 0], [9, 0]]);
  const costly = { ...at(2, 3), tokens: ['gap'] };
  assert.equal(walkOrder([costly, at(9, 0)], { number: 0 }, pieces)[0].x, 9);
});
