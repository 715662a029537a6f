// Handing a file to the player.

import { el } from '../dom.js';

/**
 * @param {Blob} blob
 * @param {string} name
 */
export function saveFile(blob, name) {
  const link = el('a', { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(/** @type {HTMLAnchorElement} */ (link).href), 10_000);
}
