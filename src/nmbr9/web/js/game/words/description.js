// A display in words, for those who listen instead of looking: level by level, from the top.

import { highestLevel } from '../../art/surface.js';
import { el } from '../../dom.js';
import { t } from '../../i18n/i18n.js';

/**
 * @param {Piece[]} pieces
 * @returns {HTMLElement[]} what a list for listeners holds
 */
export function describe(pieces) {
  if (!pieces.length) return [el('li', t('heard.empty'))];
  const levels = Array.from({ length: highestLevel(pieces) + 1 }, (_, level) => level);
  return levels.reverse().map((level) => {
    const here = pieces.filter((piece) => piece.level === level);
    const lines = here.map((piece) => el('li', pieceWords(piece)));
    return el('li', t('art.level', { level }), el('ul', ...lines));
  });
}

/** @param {Piece} piece */
function pieceWords({ number, filler, flipped, rotation, x, y }) {
  let what = t('heard.start');
  if (filler) what = `${t('held.fill')}, ${t('filler', { count: filler })}`;
  if (number !== undefined) what = flipped ? t('heard.over', { number }) : String(number);
  return `${what}. ${t('heard.where', { x, y, turn: t(`heard.turn.${rotation}`) })}`;
}
