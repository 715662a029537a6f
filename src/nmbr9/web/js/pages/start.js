// The start page.

import { el } from '../dom.js';
import { t } from '../i18n/i18n.js';

/** @param {HTMLElement} root */
export function open(root) {
  root.append(el('main', {}, el('h1', {}, t('start.title'))));
  return () => {};
}
