// What a page without a server says of itself: how far it is, what failed, who else has the games.
// It may have to before the page has its own texts, so these are read and kept apart.

import { el } from '../dom.js';
import { addTexts, readTexts } from '../i18n/i18n.js';
import { addStyle } from '../net/style.js';
import { toast } from '../ui/live.js';

/** The bar at the top of the page, as long as something is on its way. @type {HTMLElement | null} */
let bar = null;

/**
 * @param {number} done bytes
 * @param {number} all
 */
export function showProgress(done, all) {
  if (done >= all) {
    bar?.remove();
    bar = null;
    return;
  }
  void addStyle('host').catch(() => {});
  bar ??= el('progress.host-progress', { 'aria-hidden': 'true' });
  bar.setAttribute('max', String(all));
  bar.setAttribute('value', String(done));
  if (!bar.isConnected) document.body.prepend(bar);
}

/** @returns {Promise<Record<string, string>>} in the language that js/boot.js has chosen */
export const texts = () => readTexts(`host/${document.documentElement.lang}`);

/** Adds the words for what a server alone can do to those of the page. */
export const addRefusals = () => addTexts('host');

/** @param {string} message @param {string} [key] of the sentence that says it */
export async function showFailure(message, key = 'host.failed') {
  console.error(message);
  toast((await texts())[key], 'bad');
}

/** Says that another tab has the games; done when the player wants them here. @returns {Promise<void>} */
export async function tellElsewhere() {
  const [words] = await Promise.all([texts(), addStyle('host').catch(() => {})]);
  return new Promise((resolve) => {
    const notice = el(
      'div.host-elsewhere',
      { role: 'alertdialog', 'aria-label': words['host.elsewhere'] },
      el('p', words['host.elsewhere']),
      el(
        'button.btn.primary',
        {
          onclick: () => {
            notice.remove();
            resolve();
          },
        },
        words['host.here'],
      ),
    );
    document.body.append(notice);
    notice.querySelector('button')?.focus();
  });
}

/**
 * Offers something as long as nobody takes it.
 * @param {string} text
 * @param {string} label
 * @param {() => void} take
 */
export async function offer(text, label, take) {
  await addStyle('host').catch(() => {});
  if (document.querySelector('.host-offer')) return;
  document.getElementById('toasts')?.append(
    el('div.toast.host-offer', text, el('button.btn.small', { onclick: take }, label)),
  );
}
