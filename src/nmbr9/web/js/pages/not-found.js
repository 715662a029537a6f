// For an address that no page has.

import { el } from '../dom.js';
import { t } from '../i18n/i18n.js';

/** @param {HTMLElement} root */
export function open(root) {
  root.append(
    el(
      'main.notice',
      el('h1', t('missing.title')),
      el('p', t('missing.words')),
      el('a.btn', { href: '/' }, t('to-start')),
    ),
  );
  return () => {};
}
