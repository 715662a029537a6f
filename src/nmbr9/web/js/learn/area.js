// Which part of a display a spot lies in. No DOM.

import { turned } from '../art/shapes.js';

/**
 * One of nine areas, such as `top-left`, `left` or `centre`.
 * @param {Record<string, any>} action  a placement
 * @param {Box | null} box  around the display
 */
export function areaOf(action, box) {
  if (!box) return 'centre';
  const { width, height } = turned(action, action.rotation, action.flipped);
  const across = third(action.x + width / 2, box.left, box.right);
  const down = third(action.y + height / 2, box.top, box.bottom);
  const vertical = ['top', '', 'bottom'][down];
  const horizontal = ['left', '', 'right'][across];
  return [vertical, horizontal].filter(Boolean).join('-') || 'centre';
}

/**
 * @param {number} value
 * @param {number} from
 * @param {number} to
 */
function third(value, from, to) {
  const share = (value - from) / (to - from);
  return share < 1 / 3 ? 0 : share <= 2 / 3 ? 1 : 2;
}
