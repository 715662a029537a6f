// The tools of the table: spots, one level alone, tilted view, framing.

import { highestLevel } from '../art/surface.js';
import { el, fill } from '../dom.js';
import { t } from '../i18n/i18n.js';
import { icon } from '../ui/icons.js';

/** @typedef {import('./game.js').Game} Game */

/**
 * @param {HTMLElement} bar
 * @param {Game} game
 */
export function showToolbar(bar, game) {
  const { view: display } = game.table;
  const highest = highestLevel(display.pieces);
  /**
   * @param {import('../ui/icons.js').IconName} picture
   * @param {string} label
   * @param {string} key
   * @param {boolean} isOn
   * @param {() => void} onclick
   */
  const tool = (picture, label, key, isOn, onclick) =>
    el(
      `button.btn.icon.tool${isOn ? '.on' : ''}`,
      {
        type: 'button',
        'aria-label': label,
        'aria-pressed': isOn,
        'data-key': picture,
        title: key ? `${label} (${key})` : label,
        onclick,
      },
      icon(picture),
    );
  fill(
    bar,
    game.trial && tool('grid', t('tool.spots'), 'S', game.hasSpots, () => game.toggleSpots()),
    highest > 0 &&
      el(
        'span.tool-level',
        {},
        tool('layers', t('tool.level'), 'L', game.level !== null, () => game.nextLevel()),
        game.level !== null && el('span.tool-number', {}, `×${game.level}`),
      ),
    tool('cube', t('tool.tilt'), 'T', display.isTilted, () => game.toggleTilt()),
    tool('frame', t('tool.frame'), 'F', false, () => display.frame()),
    game.hints.isOffered &&
      el('span.narrow-only', {}, tool('bulb', t('hint'), '', false, game.hints.more)),
    game.trial?.held.canTurnOver &&
      tool('flip', t('tool.flip'), 'X', game.trial.flipped, () => game.turnOver()),
  );
}
