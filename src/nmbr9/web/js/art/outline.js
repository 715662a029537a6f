// The outline of a set of cells as an SVG path with rounded corners (look guide, "Drawing a tile").

/** How far a tile's outline lies inside its cells; this and the radii in sides of a square. */
export const INSET = 0.034;
const CONVEX = 0.24;
const CONCAVE = 0.13;

/**
 * Path data around the cells, for `fill-rule="evenodd"`. A cell x, y begins at x * square, y * square.
 * Other insets stay parallel to the outline: deeper ones have tighter outer and wider inner corners.
 * @param {Cell[]} cells
 * @param {number} square
 * @param {number} [inset]
 */
export function outlinePath(cells, square, inset = INSET) {
  const deeper = inset - INSET;
  const convex = Math.max(0, CONVEX - deeper);
  const concave = Math.max(0, CONCAVE + deeper);
  return loops(cells)
    .map((corners) => loopPath(corners, square, inset, convex, concave))
    .join('');
}

/**
 * The corners of each closed line around the cells, the inside always to the right.
 * @param {Cell[]} cells
 * @returns {Cell[][]}
 */
export function loops(cells) {
  /** @type {Map<string, [Cell, Cell]>} */
  const edges = new Map();
  for (const [x, y] of cells) {
    /** @type {Cell[]} */
    const corners = [[x, y], [x + 1, y], [x + 1, y + 1], [x, y + 1]];
    for (let side = 0; side < 4; side++) {
      const start = corners[side];
      const end = corners[(side + 1) % 4];
      // Between two squares the same edge is there in both directions.
      if (!edges.delete(`${end}>${start}`)) edges.set(`${start}>${end}`, [start, end]);
    }
  }
  const found = [];
  while (edges.size) found.push(withoutCollinear(chained(edges)));
  return found;
}

/**
 * Takes one closed line out of the edges, beginning at the topmost, then leftmost.
 * @param {Map<string, [Cell, Cell]>} edges
 * @returns {Cell[]}
 */
function chained(edges) {
  const [start, next] = [...edges.values()].sort(topmostFirst)[0];
  edges.delete(`${start}>${next}`);
  const points = [start];
  let came = direction(start, next);
  let here = next;
  while (here[0] !== start[0] || here[1] !== start[1]) {
    points.push(here);
    // Where two squares meet at a corner only, turning right keeps them apart.
    for (const way of [rightOf(came), came, leftOf(came)]) {
      /** @type {Cell} */
      const end = [here[0] + way[0], here[1] + way[1]];
      if (edges.delete(`${here}>${end}`)) {
        came = way;
        here = end;
        break;
      }
    }
  }
  return points;
}

/**
 * @param {[Cell, Cell]} one
 * @param {[Cell, Cell]} other
 */
function topmostFirst([[x, y], [, end]], [[otherX, otherY], [, otherEnd]]) {
  return y - otherY || x - otherX || end - otherEnd;
}

/** @param {Cell[]} points */
function withoutCollinear(points) {
  return points.filter((point, index) => {
    const came = direction(points.at(index - 1) ?? point, point);
    const goes = direction(point, points[(index + 1) % points.length]);
    return came[0] !== goes[0] || came[1] !== goes[1];
  });
}

/**
 * @param {Cell[]} corners
 * @param {number} square
 * @param {number} inset
 * @param {number} convex
 * @param {number} concave
 */
function loopPath(corners, square, inset, convex, concave) {
  const parts = corners.map((corner, index) => {
    const came = direction(corners.at(index - 1) ?? corner, corner);
    const goes = direction(corner, corners[(index + 1) % corners.length]);
    const turn = rightOf(came);
    const isConvex = goes[0] === turn[0] && goes[1] === turn[1];
    const radius = isConvex ? convex : concave;
    // Inwards along the normals of both edges: the inside is to the right of each.
    const out = rightOf(goes);
    const px = corner[0] + inset * (turn[0] + out[0]);
    const py = corner[1] + inset * (turn[1] + out[1]);
    const begin = pair((px - radius * came[0]) * square, (py - radius * came[1]) * square);
    const end = pair((px + radius * goes[0]) * square, (py + radius * goes[1]) * square);
    const bend = rounded(radius * square);
    return `${index ? 'L' : 'M'}${begin}A${bend} ${bend} 0 0 ${isConvex ? 1 : 0} ${end}`;
  });
  return `${parts.join('')}Z`;
}

/**
 * Short text of a number: two decimals are a fiftieth of a pixel.
 * @param {number} value
 */
export function rounded(value) {
  return String(Math.round(value * 100) / 100);
}

/**
 * @param {number} x
 * @param {number} y
 */
function pair(x, y) {
  return `${rounded(x)} ${rounded(y)}`;
}

/**
 * @param {Cell} start
 * @param {Cell} end
 * @returns {Cell}
 */
function direction(start, end) {
  return [Math.sign(end[0] - start[0]), Math.sign(end[1] - start[1])];
}

/**
 * The direction after a right turn; y grows downwards. Adding 0 turns -0 into 0.
 * @param {Cell} way
 * @returns {Cell}
 */
function rightOf(way) {
  return [0 - way[1], way[0]];
}

/**
 * @param {Cell} way
 * @returns {Cell}
 */
function leftOf(way) {
  return [way[1], 0 - way[0]];
}
