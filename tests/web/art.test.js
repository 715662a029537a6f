// The geometry of tiles and views, without a browser.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { centreOf, digitPlace, homeOf } from '../../src/nmbr9/web/js/art/digits.js';
import { loops, outlinePath } from '../../src/nmbr9/web/js/art/outline.js';
import { ghostMarkup, heightsMarkup, wrongMarkup } from '../../src/nmbr9/web/js/art/overlays.js';
import { cellsOf, turned } from '../../src/nmbr9/web/js/art/shapes.js';
import { boxAround, topmost, uncovered } from '../../src/nmbr9/web/js/art/surface.js';
import { sceneMarkup, tileMarkup } from '../../src/nmbr9/web/js/art/tile.js';
import { Viewport } from '../../src/nmbr9/web/js/art/viewport.js';

/**
 * @param {number} number
 * @param {Partial<Piece>} [where]
 * @returns {Piece}
 */
function tile(number, where = {}) {
  return { number, rotation: 0, x: 0, y: 0, level: 0, ...where };
}

/** @param {Piece} piece */
function drawn(piece) {
  const keys = new Set(cellsOf(piece).map(String));
  const { width, height } = turned(piece, piece.rotation, piece.flipped);
  return Array.from(
    { length: height },
    (_, y) =>
      Array.from({ length: width }, (_, x) => keys.has(`${piece.x + x},${piece.y + y}`) ? 'X' : '.')
        .join(''),
  );
}

test('a tile is turned clockwise', () => {
  assert.deepEqual(drawn(tile(1)), ['XX', '.X', '.X', '.X']);
  assert.deepEqual(drawn(tile(1, { rotation: 1 })), ['...X', 'XXXX']);
  assert.deepEqual(drawn(tile(1, { rotation: 2 })), ['X.', 'X.', 'X.', 'XX']);
  assert.deepEqual(drawn(tile(1, { rotation: -1 })), ['XXXX', 'X...']);
});

test('a turned-over tile is mirrored first and turned then', () => {
  assert.deepEqual(drawn(tile(1, { flipped: true })), ['XX', 'X.', 'X.', 'X.']);
  assert.deepEqual(drawn(tile(1, { flipped: true, rotation: 1, x: -3, y: 5 })), ['XXXX', '...X']);
});

test('starting tiles and fillers have squares, anything else is refused', () => {
  const own = { starting_tile: ['X.X', 'XXX', '..X'], rotation: 0, x: 2, y: 1, level: 0 };
  assert.deepEqual(cellsOf(own), [[2, 1], [4, 1], [2, 2], [3, 2], [4, 2], [4, 3]]);
  assert.throws(() => cellsOf({ ...own, starting_tile: [] }), RangeError);
  assert.equal(cellsOf({ starting_tile: 4, rotation: 0, x: 0, y: 0, level: 0 }).length, 7);
  assert.deepEqual(cellsOf({ filler: 2, rotation: 1, x: 1, y: 2, level: 0 }), [
    [1, 2],
    [1, 3],
  ]);
  assert.throws(() => turned({ number: 10 }, 0), /expected a tile, got {"number":10}/);
});

test('an outline has no collinear points, and a hole is a line of its own', () => {
  assert.deepEqual(
    loops([
      [0, 0],
      [1, 0],
    ]),
    [
      [
        [0, 0],
        [2, 0],
        [2, 1],
        [0, 1],
      ],
    ],
  );
  assert.deepEqual(
    loops(cellsOf(tile(0))).map((loop) => loop.length),
    [4, 4],
  );
});

test('two squares that meet at a corner are two outlines', () => {
  const found = loops([
    [0, 0],
    [1, 1],
  ]);
  assert.equal(found.length, 2);
});

test('a path rounds outer corners one way and inner corners the other', () => {
  assert.equal(
    outlinePath([[0, 0]], 100),
    'M3.4 27.4A24 24 0 0 1 27.4 3.4L72.6 3.4A24 24 0 0 1 96.6 27.4' +
      'L96.6 72.6A24 24 0 0 1 72.6 96.6L27.4 96.6A24 24 0 0 1 3.4 72.6Z',
  );
  const bends = outlinePath(cellsOf(tile(1)), 100).match(/0 0 [01]/g);
  assert.deepEqual(bends, ['0 0 1', '0 0 1', '0 0 1', '0 0 1', '0 0 0', '0 0 1']);
});

test('a digit stands at home, turned with the tile', () => {
  assert.deepEqual(homeOf(tile(9)), { x: 0, y: 0, side: 2 });
  assert.deepEqual(homeOf(tile(9, { rotation: 1, x: 10 })), { x: 12, y: 0, side: 2 });
  assert.deepEqual(homeOf(tile(1, { flipped: true })), { x: 0, y: 1, side: 1 });
  for (let number = 0; number < 10; number++) {
    for (let rotation = 0; rotation < 4; rotation++) {
      const piece = tile(number, { rotation, x: 3, y: -2 });
      assert.deepEqual(digitPlace(piece, cellsOf(piece)), homeOf(piece));
    }
  }
});

test('a covered digit moves to the nearest free block, then square, then goes', () => {
  const nine = tile(9);
  const below = cellsOf(nine).filter(([, y]) => y > 1);
  assert.deepEqual(digitPlace(nine, below), { x: 0, y: 2, side: 2 });
  assert.deepEqual(digitPlace(nine, [[2, 1]]), { x: 2, y: 1, side: 1 });
  assert.equal(digitPlace(nine, []), null);
  assert.deepEqual(centreOf({ x: 2, y: 1, side: 1 }), [2.5, 1.5]);
});

test('the highest piece is seen', () => {
  const pieces = [tile(8), tile(8, { level: 1 }), tile(0, { x: 5 })];
  assert.equal(topmost(pieces).get('1,0'), 1);
  assert.deepEqual(
    uncovered(pieces).map((cells) => cells.length),
    [0, 8, 10],
  );
  assert.deepEqual(boxAround(pieces), { left: 0, top: 0, right: 8, bottom: 4 });
  assert.equal(boxAround([]), null);
});

test('a scene is painted level by level: shadows, walls, faces', () => {
  const scene = sceneMarkup([tile(5, { level: 1 }), tile(8), tile(9, { x: 3 })]);
  const order = [...scene.matchAll(/class="(sh|wall|tile)[ "]/g)].map((found) => found[1]);
  assert.deepEqual(order, ['sh', 'wall', 'wall', 'tile', 'tile', 'sh', 'wall', 'tile']);
  assert.match(scene, />×1</);
  assert.doesNotMatch(sceneMarkup([tile(5, { level: 1 })], { mini: true }), /×1|class="dg"/);
});

test('low tiles lie in fog, the top is clear', () => {
  assert.match(tileMarkup(tile(3), { highest: 2 }), /class="fog" .*opacity="0.11"/);
  assert.doesNotMatch(tileMarkup(tile(3, { level: 2 }), { highest: 2 }), /class="fog"/);
});

test('a ghost is drawn the same wherever it is, with room for wrong squares under its digit', () => {
  const piece = tile(9, { x: 2, y: 3, level: 1 });
  const markup = ghostMarkup(piece, false);
  assert.equal(markup, ghostMarkup({ ...piece, x: 5 }, false));
  assert.ok(markup.indexOf('class="wrongs"') < markup.indexOf('class="dg"'));
  const wrong = wrongMarkup(piece, [[4, 3]]);
  assert.equal(wrong.match(/class="wrong"/g)?.length, 1);
  assert.match(wrong, /translate\(96 0\)/);
  assert.equal(wrongMarkup(piece, []), '');
});

test('heights write the level into every square', () => {
  const markup = heightsMarkup([tile(8), tile(8, { level: 1 })]);
  assert.equal(markup.match(/>1<\/text>/g)?.length, 8);
  assert.doesNotMatch(markup, />0<\/text>/);
});

test('a view frames its box and keeps what is under the pointer while zooming', () => {
  const port = new Viewport({ smallest: 18, largest: 72, margin: 1 });
  [port.width, port.height] = [600, 400];
  port.frame({ left: -2, top: 0, right: 8, bottom: 6 });
  assert.equal(port.square, 50);
  assert.deepEqual(port.pixelOf(3, 3), { x: 300, y: 200 });
  const before = port.cellAt(123, 77);
  port.zoomBy(1.25, 123, 77);
  assert.equal(port.square, 62.5);
  const after = port.cellAt(123, 77);
  assert.ok(Math.abs(before.x - after.x) + Math.abs(before.y - after.y) < 1e-9);
  port.panBy(-100, 0);
  assert.ok(port.cellAt(123, 77).x > after.x);
});

test('toolbars push the display aside', () => {
  const port = new Viewport({ smallest: 18, largest: 40, margin: 1 });
  [port.width, port.height] = [600, 400];
  port.insets = { top: 0, right: 0, bottom: 100, left: 200 };
  port.frame({ left: 0, top: 0, right: 4, bottom: 4 });
  assert.deepEqual(port.pixelOf(2, 2), { x: 400, y: 150 });
});

test('a tile at any side is in view as long as squares are well seen', () => {
  const port = new Viewport({ smallest: 4, largest: 72, margin: 2, roomy: 4, comfortable: 24 });
  [port.width, port.height] = [360, 480];
  port.frame({ left: 0, top: 0, right: 6, bottom: 6 });
  assert.equal(port.square, 360 / 14);
  assert.equal(port.cellAt(0, 0).x, -4);
  port.frame({ left: 0, top: 0, right: 8, bottom: 6 });
  assert.equal(port.square, 24, 'no smaller for that');
  port.frame({ left: 0, top: 0, right: 16, bottom: 6 });
  assert.equal(port.square, 360 / 20, 'a long display has the smaller margin');
  port.frame({ left: 0, top: 0, right: 6, bottom: 6 }, { isRoomy: false });
  assert.equal(port.square, 360 / 10);
});

test('what else is to be seen needs no margin', () => {
  const port = new Viewport({ smallest: 4, largest: 72, margin: 2 });
  [port.width, port.height] = [700, 550];
  const box = { left: 0, top: 0, right: 4, bottom: 4 };
  port.frame(box, { also: { left: 0, top: 4, right: 3, bottom: 8 } });
  assert.equal(port.square, 550 / 10.5);
  port.frame(null, { also: { left: 0, top: 0, right: 3, bottom: 4 } });
  assert.equal(port.square, 550 / 8, 'the first tile');
});

test('what may be covered is left free where that costs no size', () => {
  const port = new Viewport({ smallest: 4, largest: 40, margin: 1 });
  port.insets = { top: 0, right: 10, bottom: 0, left: 10, aside: 60 };
  [port.width, port.height] = [420, 240];
  port.frame({ left: 0, top: 0, right: 4, bottom: 4 });
  assert.equal(port.square, 40);
  assert.equal(port.pixelOf(2, 0).x, 10 + (400 - 60) / 2, 'in the middle of the rest');
  port.frame({ left: 0, top: 0, right: 8, bottom: 4 });
  assert.equal(port.square, 40);
  assert.equal(port.pixelOf(4, 0).x, 10 + 400 / 2, 'as wide as the view: where it was');
});
