// Before a tile is reserved: what that costs, and until when the tile can be built (5.8).

import { el } from '../../dom.js';
import { t } from '../../i18n/i18n.js';
import { card, tilePicture } from '../../ui/cards.js';
import { openDialog } from '../../ui/dialog.js';

/**
 * @param {import('../../net/parts.js').View} view
 * @param {() => void} reserve
 */
export function openReserve(view, reserve) {
  const number = view.you?.number ?? view.table?.revealed[0] ?? 0;
  const close = openDialog({
    title: t('reserve.ask', { number }),
    kind: 'narrow',
    content: [
      el(
        'div.row.tile-row',
        card(number, 'large'),
        tilePicture({ number, rotation: 0, x: 0, y: 0, level: 0 }),
      ),
      el('p', t('reserve.words')),
    ],
    footer: [
      el('span.grow'),
      el('button.btn', { onclick: () => close() }, t('cancel')),
      el(
        'button.btn.primary',
        {
          onclick: () => {
            close();
            reserve();
          },
        },
        t('token.reserve'),
      ),
    ],
  });
}
