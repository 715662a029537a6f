// The tools of the table: spots, one level alone, tilted view, framing.

import { highestLevel } from '../../art/surface.js';
import { el, fill } from '../../dom.js';
import { t } from '../../i18n/i18n.js';
import { icon } from '../../ui/icons.js';
import { lying } from '../state/hand.js';

/** @typedef {import('../actions.js').Actions} Actions */

/**
 * @param {HTMLElement} bar
 * @param {import('../state/state.js').GameState} state
 * @param {Pick<Actions, 'toggleSpots' | 'nextLevel' | 'toggleHeights' | 'toggleTilt'
 *   | 'toggleCloser' | 'frame' | 'turnOver'>} actions
 * @param {(() => void) | null} onHint  null where there are no hints
 */
export function showToolbar(bar, state, actions, onHint) {
  const { trial, level, hasSpots, isTilted, isCloser } = state;
  /**
   * @param {import('../../ui/icons.js').IconName} picture
   * @param {string} label
   * @param {string} key
   * @param {boolean} isOn
   * @param {() => void} onclick
   */
  const tool = (picture, label, key, isOn, onclick) =>
    el(
      `button.btn.icon.tool${isOn ? '.on' : ''}`,
      {
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
    trial && tool('grid', t('tool.spots'), 'S', hasSpots, actions.toggleSpots),
    highestLevel(lying(state)) > 0 &&
      el(
        'span.tool-level',
        tool('layers', t('tool.level'), 'L', level !== null, actions.nextLevel),
        level !== null && el('span.tool-number', `×${level}`),
      ),
    highestLevel(lying(state)) > 0 &&
      tool('heights', t('tool.heights'), 'H', state.hasHeights, actions.toggleHeights),
    tool('cube', t('tool.tilt'), 'T', isTilted, actions.toggleTilt),
    (trial?.raisedBox || isCloser) &&
      tool('closer', t('tool.closer'), 'C', isCloser, actions.toggleCloser),
    tool('frame', t('tool.frame'), 'F', false, actions.frame),
    onHint && el('span.narrow-only', tool('bulb', t('hint'), '', false, onHint)),
    trial?.held.canTurnOver &&
      tool('flip', t('tool.flip'), 'X', trial.flipped, actions.turnOver),
  );
}
