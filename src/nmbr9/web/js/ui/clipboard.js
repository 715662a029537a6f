// Copying, also where the browser has no clipboard for pages: over plain http on a local network.

import { el } from '../dom.js';
import { t } from '../i18n/i18n.js';

/**
 * Puts a text into the clipboard, or shows it to be copied by hand.
 * @param {string} text
 */
export async function copyText(text) {
  if (navigator.clipboard) await navigator.clipboard.writeText(text);
  else if (!copySelected(text)) prompt(t('copy.by-hand'), text);
}

/**
 * The old way: select it, and press Copy for the player.
 * @param {string} text
 */
function copySelected(text) {
  const had = /** @type {HTMLElement | null} */ (document.activeElement);
  const area = /** @type {HTMLTextAreaElement} */ (
    el('textarea.unseen', { 'aria-hidden': 'true', tabindex: -1, readonly: true })
  );
  area.value = text;
  // Behind an open dialog nothing can be selected.
  const dialogs = document.querySelectorAll('dialog[open]');
  (dialogs[dialogs.length - 1] ?? document.body).append(area);
  area.select();
  try {
    return document.execCommand('copy');
  } finally {
    area.remove();
    had?.focus({ preventScroll: true });
  }
}
