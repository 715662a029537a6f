// The clock that runs for slow players once others have prompted them (2.12), and the banner over the
// table.

import { el, fill } from '../../dom.js';
import { t } from '../../i18n/i18n.js';
import { say } from '../../ui/live.js';

/** @typedef {import('../layout.js').Layout} Layout */

/**
 * Counts down, beside the others' names and for oneself, and lets one hurry who is slow.
 * @param {Pick<Layout, 'players' | 'banner'>} parts
 * @param {import('../../net/parts.js').View} view
 */
export function showClock({ players, banner }, view) {
  for (const element of players.querySelectorAll('[data-deadline]')) {
    const text = element.querySelector('span');
    if (text) text.textContent = timeUntil(Number(element.getAttribute('data-deadline')));
  }
  for (const button of players.querySelectorAll('[data-from]')) {
    if (Date.now() >= Number(button.getAttribute('data-from'))) button.removeAttribute('hidden');
  }
  showMinute(banner, view);
}

/**
 * Counts down one's own minute.
 * @param {HTMLElement} banner
 * @param {import('../../net/parts.js').View} view
 */
export function showMinute(banner, view) {
  const mine = view.you && view.seats[view.you.seat].deadline;
  if (banner.dataset.kind) return;
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
 * The line is cut, or there again; and what becomes of the tile in hand.
 * @param {Pick<Layout, 'banner'>} parts
 * @param {import('../state/state.js').GameState} state
 */
export function showLost({ banner }, { isLost, isSending, trial }) {
  banner.dataset.kind = isLost ? 'lost' : '';
  banner.dataset.deadline = '';
  banner.hidden = !isLost;
  const key = isSending ? 'lost.sending' : trial ? 'lost.hand' : 'lost';
  if (isLost) banner.textContent = t(key);
}

/** @param {number} deadline in seconds since 1970 */
function timeUntil(deadline) {
  const seconds = Math.max(0, Math.ceil(deadline - Date.now() / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
