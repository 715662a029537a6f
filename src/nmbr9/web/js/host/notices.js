// What a page without a server says of itself: how far it is, what failed, who else has the games.

import { el } from '../dom.js';
import { addTexts, loadLanguage, t } from '../i18n/i18n.js';
import { openDialog } from '../ui/dialog.js';
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
  bar ??= el('progress.host-progress', { 'aria-hidden': 'true' });
  bar.setAttribute('max', String(all));
  bar.setAttribute('value', String(done));
  if (!bar.isConnected) document.body.prepend(bar);
}

/** Has the texts of this folder; whoever comes before the page has its language waits for it. */
export async function addNotices() {
  await addTexts('host').catch(async () => {
    await loadLanguage();
    await addTexts('host');
  });
}

/** @param {string} message */
export async function showFailure(message) {
  console.error(message);
  await addNotices();
  toast(t('host.failed'), 'bad');
}

/** Says that another tab has the games; done when the player wants them here. @returns {Promise<void>} */
export async function tellElsewhere() {
  await addNotices();
  return new Promise((resolve) => {
    const close = openDialog({
      title: t('host.here'),
      content: [el('p', t('host.elsewhere'))],
      footer: [
        el(
          'button.btn.primary',
          {
            onclick: () => {
              close();
              resolve();
            },
          },
          t('host.here'),
        ),
      ],
    });
  });
}
