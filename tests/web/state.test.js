// The state of a game, changed by views and by the player, without a browser.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import {
  aboutToLift,
  hold,
  lying,
  movable,
  moving,
  nextMovable,
  putBack,
  toggleLifting,
} from '../../src/nmbr9/web/js/game/state/hand.js';
import {
  isMeant,
  newState,
  nextLevel,
  question,
  takeView,
} from '../../src/nmbr9/web/js/game/state/state.js';
import { View } from '../../src/nmbr9/web/js/net/parts.js';

const PIECES = [
  { number: 0, flipped: false, rotation: 0, x: 0, y: 0, level: 0 },
  { number: 1, flipped: false, rotation: 0, x: 4, y: 0, level: 0 },
];

/** @param {number} x @param {number} y */
const at = (x, y) => ({ x, y, width: 1, sets: [[0, 0, '1']] });

/** This turn's tile has two spots, a filler and both tiles that lie there one. */
const LEGAL = [
  { player: 1, do: 'place', number: 9, flipped: false, tokens: [], at: at(7, 0) },
  { player: 1, do: 'place', number: 9, flipped: false, tokens: [], at: at(-3, 0) },
  { player: 1, do: 'fill', size: 2, at: at(0, 9) },
  { player: 1, do: 'move', piece: 0, at: at(20, 0) },
  { player: 1, do: 'move', piece: 1, at: at(20, 0) },
  { player: 1, do: 'done' },
];

/**
 * A view of seat 1.
 * @param {{revision?: number, round?: number, legal?: object[], pieces?: Piece[], you?: null}} [what]
 */
function viewOf({ revision = 1, round = 3, legal = LEGAL, pieces = PIECES, you } = {}) {
  const seat = { name: 'Ada', is_person: true, reserved: null };
  return new View({
    match: { options: { players: 2, variant: 'basic' }, state: 'running' },
    table: { round, card_in_round: 1, revealed: [9] },
    'seats/0': seat,
    'seats/1': seat,
    'displays/0': { pieces: [] },
    'displays/1': { pieces },
    ...(you === null ? {} : { you: { seat: 1, revision, legal } }),
  });
}

/** @param {Parameters<typeof viewOf>[0]} [what] */
function stateOf(what) {
  const state = newState(viewOf(what));
  takeView(state, state.view, 1000);
  return state;
}

test("a view puts this turn's tile into the hand", () => {
  const state = stateOf();
  assert.deepEqual(
    state.holdable.map((held) => held.do),
    ['place', 'fill', 'move', 'move'],
  );
  assert.equal(state.trial?.held.kind.number, 9);
  assert.equal(state.trial?.spots.length, 2);
  assert.equal(state.revision, 1);
  assert.deepEqual(lying(state), PIECES);
});

test('when only others have acted, the hand stays as it is', () => {
  const state = stateOf();
  const { trial } = state;
  trial?.moveTo(40, 40);
  state.isSending = true;
  assert.equal(takeView(state, viewOf(), 1000), false);
  assert.equal(state.trial, trial);
  assert.equal(state.isSending, true);
});

test('after an own action of the same card the tile is where it was, with the next card not', () => {
  const state = stateOf();
  state.trial?.moveTo(40, 40);
  state.isSending = true;
  assert.equal(takeView(state, viewOf({ revision: 2 }), 1000), true);
  assert.deepEqual([state.trial?.x, state.isSending], [40, false]);
  takeView(state, viewOf({ revision: 3, round: 4 }), 1000);
  assert.notEqual(state.trial?.x, 40);
});

test('without anything to do the hand is empty and no spots are shown', () => {
  const state = stateOf();
  state.hasSpots = true;
  takeView(state, viewOf({ revision: 2, legal: [] }), 1000);
  assert.deepEqual([state.trial, state.hasSpots, state.holdable.length], [null, false, 0]);
});

test('whoever looks on holds nothing and takes every view', () => {
  const state = stateOf({ you: null });
  assert.deepEqual([state.trial, state.revision], [null, -1]);
  assert.equal(takeView(state, viewOf({ you: null }), 1000), true);
  assert.equal(question(state), null);
});

test("something else is held until the player goes back to this turn's tile", () => {
  const state = stateOf();
  hold(state, state.holdable[1]);
  assert.equal(state.trial?.held.kind.filler, 2);
  hold(state, null);
  assert.equal(state.trial?.held.do, 'place');
});

test('a lifted tile does not lie in the display', () => {
  const state = stateOf();
  hold(state, moving(state, 1) ?? null);
  assert.deepEqual(lying(state), [PIECES[0]]);
  assert.equal(moving(state, 7), undefined);
});

test('keys walk through the tiles that can be lifted, both ways', () => {
  const state = stateOf();
  assert.deepEqual(movable(state), [0, 1]);
  nextMovable(state, 1);
  assert.equal(state.lifting, null, 'nobody lifts yet');
  toggleLifting(state);
  assert.deepEqual([state.trial, aboutToLift(state)], [null, undefined]);
  nextMovable(state, -1);
  assert.equal(aboutToLift(state), 1);
  nextMovable(state, 1);
  assert.equal(aboutToLift(state), 0);
  toggleLifting(state);
  assert.equal(state.trial?.held.do, 'place');
});

test('the server is asked about a tile where it does not fit, under the name of its player', () => {
  const state = stateOf();
  assert.equal(question(state), null);
  state.trial?.moveTo(0, 0);
  assert.deepEqual(question(state), {
    player: 1,
    do: 'place',
    number: 9,
    flipped: false,
    rotation: 0,
    x: 0,
    y: 0,
    level: 1,
    tokens: [],
  });
});

test('levels are shown alone from the highest down, and all again when it is gone', () => {
  const high = { ...PIECES[0], level: 1 };
  const state = stateOf({ pieces: [...PIECES, high] });
  const seen = [1, 2, 3].map(() => {
    nextLevel(state);
    return state.level;
  });
  assert.deepEqual(seen, [1, 0, null]);
  nextLevel(state);
  takeView(state, viewOf(), 1000);
  assert.equal(state.level, null);
});

test('nothing in game/state knows the DOM, nor imports what does', () => {
  const web = new URL('../../src/nmbr9/web/js/', import.meta.url);
  const folder = new URL('game/state/', web);
  const todo = readdirSync(folder).map((name) => new URL(name, folder));
  /** @type {Set<string>} */
  const seen = new Set();
  for (const file of todo) {
    const path = file.href.slice(web.href.length);
    if (seen.has(path)) continue;
    seen.add(path);
    const code = readFileSync(file, 'utf8').replace(/\/\*[^]*?\*\/|\/\/.*/g, '');
    assert.doesNotMatch(code, /\b(document|window|localStorage|navigator)\b|\bel\(/, path);
    for (const [, name] of code.matchAll(/\bfrom '([^']+)'/g)) todo.push(new URL(name, file));
  }
  const outside = [...seen].filter((path) => !path.startsWith('game/state/'));
  assert.deepEqual(outside.sort(), ['art/shapes.js', 'art/surface.js', 'art/tile-shapes.js']);
});

test('no press counts that began before the card, or just after it', () => {
  const state = newState(viewOf());
  takeView(state, state.view, 1000);
  for (const [pressedAt, isIt] of [[900, false], [1399, false], [1400, true]]) {
    state.pressedAt = Number(pressedAt);
    assert.equal(isMeant(state), isIt);
  }
  takeView(state, viewOf({ revision: 2 }), 5000);
  assert.equal(isMeant(state), true, 'the card is the same');
  takeView(state, viewOf({ revision: 3, round: 4 }), 5000);
  assert.equal(isMeant(state), false);
});

test('a tile rests until it is picked up, or is in the hand at once where the player wants that', () => {
  const state = newState(viewOf());
  takeView(state, state.view, 0);
  assert.equal(state.trial?.isResting, true);
  state.trial?.moveTo(9, 9);
  state.isMouseOver = true;
  putBack(state);
  assert.equal(state.trial?.isResting, false, 'the mouse carries it');
  state.isMouseOver = false;
  putBack(state);
  assert.equal(state.trial?.isResting, true, 'nothing could carry it');
  state.takesAtOnce = true;
  takeView(state, viewOf({ revision: 3, round: 4 }), 0);
  assert.equal(state.trial?.isResting, false);
});
