// Replays, results and hints: what is computed without a browser.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lastGames } from '../../src/nmbr9/web/js/after/last-games.js';
import {
  frameAtRound,
  framesOf,
  silhouette,
  tableRows,
} from '../../src/nmbr9/web/js/after/replay-model.js';
import { areaOf } from '../../src/nmbr9/web/js/learn/area.js';

const OPTIONS = {
  players: 1,
  variant: 'basic',
  starting_tiles: false,
  gap_fillers: false,
  special_tokens: [],
};

/** @param {number} x */
const piece = (x) => ({ number: 1, flipped: false, rotation: 0, x, y: 0, level: 0 });

/** @param {number} player @param {number} round @param {object} display @param {number[]} scores */
const step = (player, round, display, scores) => /** @type {any} */ ({
  action: { player, do: 'place' },
  round,
  display,
  levels: [],
  scores,
});

const REPLAY = /** @type {any} */ ({
  options: OPTIONS,
  start: [{ pieces: [] }, { pieces: [piece(9)] }],
  steps: [
    step(0, 1, { keep: 0, pieces: [piece(0)] }, [0, 0]),
    step(1, 1, { keep: 1, pieces: [piece(1)] }, [0, 4]),
    step(0, 2, { keep: 1, pieces: [piece(2)] }, [7, 4]),
    step(0, 2, { keep: 0, pieces: [piece(5), piece(2)] }, [7, 4]),
  ],
});

test('frames follow one player and keep what stayed', () => {
  const frames = framesOf(REPLAY, 0);
  assert.deepEqual(
    frames.map((frame) => frame.pieces.map(({ x }) => x)),
    [[], [0], [0, 2], [5, 2]],
  );
  assert.deepEqual(
    frames.map((frame) => frame.points),
    [0, 0, 7, 7],
  );
  assert.deepEqual(
    framesOf(REPLAY, 1).map((frame) => frame.pieces.length),
    [1, 2],
  );
});

test('another player is shown at the end of the same round', () => {
  const frames = framesOf(REPLAY, 0);
  assert.equal(frameAtRound(frames, 0), 0);
  assert.equal(frameAtRound(frames, 1), 1);
  assert.equal(frameAtRound(frames, 2), 3);
});

const LEVELS = [
  { level: 0, numbers: [0, 2, 5], points: 0 },
  { level: 1, numbers: [9, 8], points: 17 },
  { level: 2, numbers: [], points: 0 },
];

test('the text for others tells heights and no numbers', () => {
  assert.equal(silhouette(LEVELS), '×2 \n×1 ■■');
});

test('the table goes from the top level of anybody down to 1', () => {
  assert.deepEqual(tableRows([LEVELS, LEVELS.slice(0, 2)]), [
    { level: 2, lines: [LEVELS[2], null] },
    { level: 1, lines: [LEVELS[1], LEVELS[1]] },
  ]);
  assert.deepEqual(tableRows([[]]), []);
});

/** @param {string} match @param {number | null} score @param {number} finished */
const line = (match, score, finished, options = OPTIONS) => ({
  match,
  seat: 0,
  created: 0,
  finished,
  score,
  options,
  contest: null,
  has_others: false,
});

test('a record beats all earlier games of the same kind, whoever else played', () => {
  const history = [
    line('later', 99, 5),
    line('now', 60, 4),
    line('fillers', 80, 3, { ...OPTIONS, gap_fillers: true }),
    line('friends', 55, 2, { ...OPTIONS, players: 3 }),
    line('open', null, 0),
    line('first', 40, 1),
  ];
  assert.deepEqual(lastGames(history, 'now', OPTIONS), {
    before: [40, 55],
    best: 55,
    isRecord: true,
  });
  assert.equal(lastGames(history, 'friends', OPTIONS)?.isRecord, true);
  assert.equal(lastGames(history, 'first', OPTIONS)?.isRecord, false);
  assert.equal(lastGames(history, 'elsewhere', OPTIONS), null);
});

test('a game that is marked is no record, and no later one is compared with it', () => {
  const marked = { ...line('hinted', 99, 2), is_marked: true };
  const history = [line('now', 60, 3), marked, line('first', 40, 1)];
  assert.equal(lastGames(history, 'hinted', OPTIONS)?.isRecord, false);
  assert.deepEqual(lastGames(history, 'now', OPTIONS), { before: [40], best: 40, isRecord: true });
});

test('a hint names one of nine areas', () => {
  const box = { left: 0, top: 0, right: 12, bottom: 12 };
  /** @param {number} x @param {number} y */
  const at = (x, y) => areaOf({ number: 9, rotation: 0, x, y }, box);
  assert.equal(at(0, 0), 'top-left');
  assert.equal(at(5, 4), 'centre');
  assert.equal(at(5, 9), 'bottom');
  assert.equal(at(10, 4), 'right');
  assert.equal(areaOf({ number: 9, rotation: 0, x: 0, y: 0 }, null), 'centre');
});
