// The points per level and player, counted from the top level down.

import { portrait, portraitsOf } from '../art/portrait.js';
import { el, isCalm } from '../dom.js';
import { t } from '../i18n/i18n.js';
import { icon } from '../ui/icons.js';
import { numberChip } from './chips.js';
import { tableRows } from './replay-model.js';

/** The guide: one level every 450 ms. */
const PACE = 450;

/**
 * The table per level and player, and the way to count it.
 * @param {Pick<Replay, 'names' | 'scores' | 'winners' | 'levels' | 'bots'>} replay
 * @param {number} shown  the player whose numbers are shown too
 * @param {number | null} seat
 */
export function resultTable(replay, shown, seat) {
  const { names, scores, winners } = replay;
  const order = [shown, ...names.map((_, player) => player).filter((player) => player !== shown)];
  const totals = order.map((player) =>
    el('td', { class: columnClass(player, shown) }, scores[player])
  );
  const rows = tableRows(replay.levels);
  const isPerson = (/** @type {number} */ player) => names.length > 1 && !replay.bots?.[player];
  const looks = portraitsOf(names.map((name, player) => (isPerson(player) ? name : null)));
  const body = rows.map(({ level, lines }) =>
    el(
      'tr.counted',
      el('th', { scope: 'row' }, t('art.level', { level })),
      ...order.map((player) => {
        const line = lines[player];
        const points = el('b', line ? line.points : '–');
        if (player !== shown) return el('td', points);
        const chips = el(
          'span.chips',
          ...(line?.numbers ?? []).map((number) => numberChip(number)),
        );
        return el('td.own', el('span.row', chips, points));
      }),
    )
  );
  const element = el(
    'div.table-frame',
    { tabindex: 0, role: 'region', 'aria-label': t('after.table') },
    el(
      'table.sums',
      el(
        'thead',
        el(
          'tr',
          el('td'),
          ...order.map((player) =>
            el(
              'th',
              { scope: 'col', class: columnClass(player, shown) },
              looks[player] && portrait(looks[player]),
              el('span.name', player === seat ? t('after.you') : names[player]),
              replay.bots?.[player] && el('span.sm', t('after.bot')),
              winners.includes(player) &&
                names.length > 1 &&
                el('span.win', { role: 'img', 'aria-label': t('after.winner') }, icon('trophy')),
            )
          ),
        ),
      ),
      el('tbody', ...body),
      el('tfoot', el('tr', el('th', { scope: 'row' }, t('after.total')), ...totals)),
    ),
  );
  return {
    element,
    /** Shows the levels one after the other and adds them up; any key or press skips. @param {AbortSignal} signal */
    async count(signal) {
      if (isCalm()) return;
      let isSkipped = false;
      const skip = () => {
        isSkipped = true;
      };
      addEventListener('keydown', skip, { once: true, signal });
      addEventListener('pointerdown', skip, { once: true, signal });
      const sums = order.map(() => 0);
      for (const row of body) row.classList.add('to-come');
      const show = () => {
        sums.forEach((sum, column) => {
          totals[column].textContent = String(sum);
        });
      };
      show();
      for (const [index, row] of body.entries()) {
        if (!isSkipped) await pause(PACE);
        if (signal.aborted) return;
        row.classList.remove('to-come');
        order.forEach((player, column) => {
          sums[column] += rows[index].lines[player]?.points ?? 0;
        });
        show();
      }
      element.classList.add('is-counted');
    },
  };
}

/**
 * @param {number} player
 * @param {number} shown
 */
function columnClass(player, shown) {
  return player === shown ? 'own' : '';
}

/** @param {number} milliseconds */
function pause(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
