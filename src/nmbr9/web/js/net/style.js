// Style sheets of pages that few open: they come with the page.

import { el } from '../dom.js';
import { FILES } from './base.js';

/** @type {Map<string, Promise<void>>} */
const loaded = new Map();

/** Loads a style sheet once; rejects when it does not come, and may be called again. @param {string} name */
export function addStyle(name) {
  const known = loaded.get(name);
  if (known) return known;
  const loading = new Promise((/** @type {(_: void) => void} */ resolve, reject) => {
    const link = el('link', {
      rel: 'stylesheet',
      href: `${FILES}css/${name}.css`,
      onload: () => resolve(),
      onerror: () => {
        loaded.delete(name);
        link.remove();
        reject(new Error(`expected the style sheet ${name}`));
      },
    });
    document.head.append(link);
  });
  loaded.set(name, loading);
  return loading;
}
