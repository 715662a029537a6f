// Starting tiles of one's own (3.2): what a shape must be, and where the player's are kept. No DOM.

import { OWN_TILES } from '../net/api.js';

/** A 6 by 6 box, up to 16 squares, up to six tiles. */
export const SIDE = 6;
export const MOST_SQUARES = 16;
export const NAMES = ['A', 'B', 'C', 'D', 'E', 'F'];

/**
 * What is wrong with some tiles: the key of a sentence and what it names.
 * @typedef {{key: string, names: Record<string, string | number>}} Problem
 */

/** The player's shapes in this browser; none unless they have entered some. @returns {string[][]} */
export function ownShapes() {
  try {
    const kept = JSON.parse(localStorage.getItem(OWN_TILES) ?? '[]');
    return kept.length && !problemOf(kept) ? kept : [];
  } catch {
    return [];
  }
}

/** Keeps shapes that are known to be right. @param {string[][]} shapes */
export function keepShapes(shapes) {
  if (shapes.length) localStorage.setItem(OWN_TILES, JSON.stringify(shapes));
  else localStorage.removeItem(OWN_TILES);
}

/**
 * The first thing that is wrong with a list of shapes, as the server would say it.
 * @param {unknown} shapes
 * @returns {Problem | null}
 */
export function problemOf(shapes) {
  if (!Array.isArray(shapes)) return { key: 'own.bad.list', names: {} };
  if (shapes.length < 1 || shapes.length > NAMES.length) {
    return { key: 'own.bad.count', names: { tiles: shapes.length } };
  }
  for (const [index, rows] of shapes.entries()) {
    const problem = problemOfOne(NAMES[index], rows);
    if (problem) return problem;
  }
  return alikeIn(shapes.map((rows) => trimmed(rows).join('/')));
}

/**
 * @param {string} name
 * @param {unknown} rows
 * @returns {Problem | null}
 */
export function problemOfOne(name, rows) {
  if (
    !Array.isArray(rows) || rows.some((row) => typeof row !== 'string' || /[^X.]/.test(row))
  ) return { key: 'own.bad.rows', names: { name } };
  const width = Math.max(0, ...rows.map((row) => row.length));
  if (rows.length > SIDE || width > SIDE) {
    return { key: 'own.bad.large', names: { name, width, height: rows.length } };
  }
  const squares = squaresOf(rows);
  if (!squares.length) return { key: 'own.bad.empty', names: { name } };
  if (squares.length > MOST_SQUARES) {
    return { key: 'own.bad.many', names: { name, squares: squares.length } };
  }
  return hangingTogether(squares).size < squares.length
    ? { key: 'own.bad.torn', names: { name } }
    : null;
}

/**
 * @param {string[]} texts of the tiles, in their order; '' for none
 * @returns {Problem | null}
 */
export function alikeIn(texts) {
  for (const [index, text] of texts.entries()) {
    const first = texts.indexOf(text);
    if (text && first < index) {
      return { key: 'own.bad.alike', names: { name: NAMES[first], other: NAMES[index] } };
    }
  }
  return null;
}

/** @param {string[]} rows @returns {Cell[]} */
export function squaresOf(rows) {
  return rows.flatMap((row, y) =>
    [...row].flatMap((mark, x) => (mark === 'X' ? [/** @type {Cell} */ ([x, y])] : []))
  );
}

/**
 * The squares that hang together with the first one by their edges, as `x,y`.
 * @param {Cell[]} squares
 */
export function hangingTogether(squares) {
  const rest = new Set(squares.map(String));
  /** @type {Cell[]} */
  const open = squares.slice(0, 1);
  const reached = new Set(open.map(String));
  for (let next = open.pop(); next; next = open.pop()) {
    const [x, y] = next;
    for (const [dx, dy] of [[1, 0], [-1, 0], [0, 1], [0, -1]]) {
      const text = `${x + dx},${y + dy}`;
      if (rest.has(text) && !reached.has(text)) {
        reached.add(text);
        open.push([x + dx, y + dy]);
      }
    }
  }
  return reached;
}

/** A shape without the empty rows and columns around it. @param {string[]} rows */
export function trimmed(rows) {
  const squares = squaresOf(rows);
  const columns = squares.map(([x]) => x);
  const lines = squares.map(([, y]) => y);
  const [left, right] = [Math.min(...columns), Math.max(...columns)];
  return rows
    .slice(Math.min(...lines), Math.max(...lines) + 1)
    .map((row) => row.padEnd(SIDE, '.').slice(left, right + 1));
}
