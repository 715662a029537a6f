// What is in the player's hand: this turn's tile, or the cards to choose from.

import { el, fill } from '../../dom.js';
import { t } from '../../i18n/i18n.js';
import { card, tilePicture } from '../../ui/cards.js';

/**
 * @param {HTMLElement} panel
 * @param {import('../state/state.js').GameState} state
 */
export function showHand(panel, { trial, view }) {
  const held = trial?.held;
  const revealed = view.table?.revealed ?? [];
  const isChoosing = !view.you?.is_decided && revealed.length > 1;
  const number = held?.kind.filler ? null : (held?.kind.number ?? revealed[0] ?? null);
  // From the large card the tile can be dragged (input/pointer.js).
  const cards = isChoosing
    ? revealed.map((one) => card(one))
    : [card(number, 'large'), trial && picture(trial)];
  fill(
    panel,
    el('h2.cap', held && held.do !== 'place' ? t(`held.${held.do}`) : t('your-tile')),
    el('div.row.tile-row', ...cards),
  );
}

/** @param {import('../state/trial.js').Trial} trial */
function picture({ held, flipped }) {
  return tilePicture({ ...held.kind, rotation: 0, x: 0, y: 0, level: 0, flipped });
}
