// Where the piece in hand may go, out of the legal actions that the server sent. Nothing here knows
// a rule: a spot is legal because it is in the list.

import { cellsOf, turned } from '../../art/shapes.js';

/** @typedef {import('../../net/parts.js').Offer} Offer */

/**
 * What a player can hold: this turn's tile, a filler, the reserved tile, a tile that is moved.
 * @typedef {object} Held
 * @property {'place' | 'fill' | 'build' | 'move'} do
 * @property {Kind} kind
 * @property {number} [piece]  the index of the piece that is moved
 * @property {boolean} isTurnedOver  a moved tile stays as it lies
 * @property {boolean} canTurnOver
 */

/**
 * A legal spot.
 * @typedef {object} LegalSpot
 * @property {number} rotation
 * @property {number} x
 * @property {number} y
 * @property {number} level
 * @property {boolean} flipped
 * @property {string[]} tokens  what it costs
 * @property {number} points  what the tile scores there
 */

/**
 * What a tile scores: number times level (2.11), nothing turned over (5.4).
 * @param {Kind & {flipped?: boolean, level: number}} piece
 */
export function pointsOf(piece) {
  return piece.flipped ? 0 : (piece.number ?? 0) * piece.level;
}

/**
 * Everything that can be held now, this turn's tile first.
 * @param {Offer[]} legal
 * @param {Piece[]} pieces  the player's display
 * @param {number | null | undefined} reserved
 * @returns {Held[]}
 */
export function holdable(legal, pieces, reserved) {
  /** @type {Held[]} */
  const found = [];
  const placing = legal.filter((offer) => offer.do === 'place');
  if (placing[0]) {
    found.push({
      do: 'place',
      kind: { number: placing[0].number },
      isTurnedOver: false,
      canTurnOver: placing.some((offer) => offer.flipped),
    });
  }
  const rest = { isTurnedOver: false, canTurnOver: false };
  for (const offer of legal) {
    if (offer.do === 'fill') found.push({ do: 'fill', kind: { filler: offer.size }, ...rest });
    if (offer.do === 'build') {
      found.push({ do: 'build', kind: { number: reserved ?? undefined }, ...rest });
    }
    if (offer.do === 'move') {
      const piece = pieces[offer.piece ?? -1];
      found.push({
        do: 'move',
        kind: { number: piece.number },
        piece: offer.piece,
        isTurnedOver: Boolean(piece.flipped),
        canTurnOver: false,
      });
    }
  }
  return found;
}

/**
 * Whether two are the same thing to hold.
 * @param {Held | null} one
 * @param {Held | null} other
 */
export function isSameHeld(one, other) {
  if (!one || !other) return one === other;
  return (
    one.do === other.do &&
    one.piece === other.piece &&
    one.kind.number === other.kind.number &&
    one.kind.filler === other.kind.filler
  );
}

/**
 * What an action is about, if it can be held.
 * @param {Held[]} all
 * @param {Record<string, any>} action
 */
export function heldBy(all, action) {
  return all.find(
    (held) =>
      held.do === action.do && held.piece === action.piece && held.kind.filler === action.size,
  );
}

/**
 * The spots of an offer, one by one.
 * @param {import('../../net/parts.js').At} at
 */
function* spotsAt(at) {
  for (const [rotation, level, set] of at.sets) {
    for (let bit = 0; bit < 4 * set.length; bit++) {
      const digit = Number.parseInt(set[set.length - 1 - (bit >> 2)], 16);
      if ((digit >> (bit & 3)) & 1) {
        yield { rotation, level, x: at.x + (bit % at.width), y: at.y + Math.floor(bit / at.width) };
      }
    }
  }
}

/**
 * All legal spots of what is held, most points first, then as one reads.
 * @param {Offer[]} legal
 * @param {Held} held
 * @returns {LegalSpot[]}
 */
export function spotsOf(legal, held) {
  /** @type {LegalSpot[]} */
  const spots = [];
  for (const offer of legal) {
    const isIt = offer.do === held.do && offer.piece === held.piece &&
      offer.size === held.kind.filler;
    if (!isIt) continue;
    const flipped = held.do === 'move' ? held.isTurnedOver : Boolean(offer.flipped);
    for (const { rotation, x, y, level } of offer.at ? spotsAt(offer.at) : []) {
      const points = pointsOf({ ...held.kind, flipped, level });
      spots.push({ rotation, x, y, level, flipped, tokens: offer.tokens ?? [], points });
    }
  }
  return spots.sort(
    (a, b) =>
      a.tokens.length - b.tokens.length ||
      b.points - a.points ||
      b.level - a.level ||
      a.y - b.y ||
      a.x - b.x ||
      a.rotation - b.rotation,
  );
}

/**
 * Spots in the order in which keys walk through them: highest first, then those that touch most. That
 * is no judgement, only less of a snake than reading order would build.
 * @param {LegalSpot[]} spots
 * @param {Kind} kind
 * @param {Piece[]} pieces
 * @returns {LegalSpot[]}
 */
export function walkOrder(spots, kind, pieces) {
  /** The cells of each level, by their names. @type {Map<number, Set<string>>} */
  const levels = new Map();
  for (const piece of pieces) {
    const cells = levels.get(piece.level) ?? new Set();
    for (const cell of cellsOf(piece)) cells.add(String(cell));
    levels.set(piece.level, cells);
  }
  /** @param {LegalSpot} spot */
  const touches = (spot) => {
    const beside = levels.get(spot.level);
    if (!beside) return 0;
    const around = cellsOf({ ...kind, ...spot }).flatMap(([x, y]) => [
      [x - 1, y],
      [x + 1, y],
      [x, y - 1],
      [x, y + 1],
    ]);
    return around.filter((cell) => beside.has(String(cell))).length;
  };
  return spots
    .map((spot) => ({ spot, edges: touches(spot) }))
    .sort(
      (a, b) =>
        a.spot.tokens.length - b.spot.tokens.length ||
        b.spot.level - a.spot.level ||
        b.edges - a.edges,
    )
    .map(({ spot }) => spot);
}

/**
 * How high the pieces lie in each square, by its name; where nothing lies it is not in it.
 * @param {Piece[]} pieces
 * @returns {Map<string, number>}
 */
export function heightsOf(pieces) {
  /** @type {Map<string, number>} */
  const heights = new Map();
  for (const piece of pieces) {
    for (const cell of cellsOf(piece)) {
      const name = String(cell);
      heights.set(name, Math.max(heights.get(name) ?? 0, piece.level + 1));
    }
  }
  return heights;
}

/**
 * The level on which a piece would come to rest: on top of whatever lies highest under it.
 * @param {Map<string, number>} heights
 * @param {[number, number][]} cells
 */
export function restingLevel(heights, cells) {
  return Math.max(...cells.map((cell) => heights.get(String(cell)) ?? 0));
}

/**
 * The rotations of a kind that look different, each under its smallest name.
 * @param {Kind} kind
 * @param {boolean} flipped
 * @returns {number[]}
 */
export function rotationsOf(kind, flipped) {
  /** @type {Map<string, number>} */
  const found = new Map();
  for (const rotation of [0, 1, 2, 3]) {
    const outline = turned(kind, rotation, flipped).cells.map(String).sort().join(' ');
    if (!found.has(outline)) found.set(outline, rotation);
  }
  return [...found.values()];
}
