// A step of a replay in words.

import { t } from '../i18n/i18n.js';

/**
 * When a step was and what was done in it.
 * @param {Step | null} step  null at the start
 * @param {Piece[]} before  the display before it
 * @returns {{when: string, what: string}}
 */
export function stepWords(step, before) {
  if (!step) return { when: t('replay.start'), what: t('replay.start-note') };
  const { action } = step;
  const moved = before[action.piece]?.number ?? 0;
  const params = {
    number: action.number ?? step.number ?? (action.do === 'move' ? moved : 0),
    level: action.level ?? 0,
    size: action.size ?? 0,
    points: step.gained,
    pile: action.pile ?? 0,
  };
  return { when: t('replay.round', { round: step.round }), what: t(keyOf(action), params) };
}

/** @param {Record<string, any>} action */
function keyOf(action) {
  switch (action.do) {
    case 'place':
      return action.flipped ? 'step.place-over' : 'step.place';
    case 'take':
      return 'step.take';
    case 'reject':
      return 'step.reject';
    case 'reserve':
      return 'step.reserve';
    case 'build':
      return 'step.build';
    case 'fill':
      return 'step.fill';
    case 'move':
      return 'step.move';
    case 'pass':
      return 'step.pass';
    default:
      return 'step.done';
  }
}
