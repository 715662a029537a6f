// The clock that runs for slow players once others have prompted them (2.12), and the banner over the
// table.

import { el, fill } from '../../dom.js';
import { t } from '../../i18n/i18n.js';
import { say } from '../../ui/live.js';

/** @typedef {import('../layout.js').Layout} Layout */

/**
 * Counts down, beside the others' names and for oneself.
 * @param {Pick<Layout, 'players' | 'banner'>} parts
 * @param {import('../../net/parts.js').View} view
 */
export function showClock({ players, banner }, view) {
  for (const element of players.querySelectorAll('[data-deadline]')) {
    const text = element.querySelector('span');
    if (text) text.textContent = timeUntil(Number(element.getAttribute('data-deadline')));
  }
  const mine = view.you && view.seats[view.you.seat].deadline;
  if (banner.dataset.kind === 'lost') return;
  banner.hidden = !mine;
  if (!mine) return;
  // Said once: nobody wants to hear it tick.
  if (banner.dataset.deadline !== String(mine)) {
    banner.dataset.deadline = String(mine);
    fill(banner, el('span', { 'aria-hidden': 'true' }));
    say(t('minute.heard'));
  }
  const text = t('minute', { time: timeUntil(mine) });
  const { firstElementChild: shown } = banner;
  if (shown && shown.textContent !== text) shown.textContent = text;
}

/**
 * The line is cut, or there again.
 * @param {Pick<Layout, 'banner'>} parts
 * @param {boolean} isLost
 */
export function showLost({ banner }, isLost) {
  banner.dataset.kind = isLost ? 'lost' : '';
  banner.dataset.deadline = '';
  banner.hidden = !isLost;
  if (isLost) banner.textContent = t('lost');
}

/** @param {number} deadline in seconds since 1970 */
function timeUntil(deadline) {
  const seconds = Math.max(0, Math.ceil(deadline - Date.now() / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
