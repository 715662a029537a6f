// What is in the player's hand: this turn's tile, or the cards to choose from.

import { el, fill } from '../dom.js';
import { t } from '../i18n/i18n.js';
import { card, tilePicture } from '../ui/cards.js';

/**
 * @param {HTMLElement} panel
 * @param {import('./game.js').Game} game
 */
export function showHand(panel, game) {
  const { trial, view } = game;
  const held = trial?.held;
  const revealed = view.table?.revealed ?? [];
  const isChoosing = !view.you?.is_decided && revealed.length > 1;
  fill(
    panel,
    el('h2.cap', {}, held && held.do !== 'place' ? t(`held.${held.do}`) : t('your-tile')),
    el(
      'div.row.tile-row',
      {},
      ...(isChoosing ? revealed.map((number) => card(number)) : [face(game), picture(trial)]),
    ),
  );
}

/** The card, from which the tile can be dragged. @param {import('./game.js').Game} game */
function face({ trial, view, table }) {
  const number = trial?.held.kind.number ?? view.table?.revealed[0] ?? null;
  const shown = card(trial?.held.kind.filler ? null : number, 'large');
  shown.addEventListener('pointerdown', (event) => table.carry(event));
  return shown;
}

/** @param {import('./trial.js').Trial | null} trial */
function picture(trial) {
  if (!trial) return null;
  const { held, flipped } = trial;
  return tilePicture({ ...held.kind, rotation: 0, x: 0, y: 0, level: 0, flipped });
}
