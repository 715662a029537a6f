// The name that others see is asked for once, at the first table with others, and can be left as it is.

import { el } from '../dom.js';
import { t } from '../i18n/i18n.js';
import { knownPlayer, NAME_ASKED } from '../net/api.js';
import { nameForm } from './settings-dialog.js';

/** From now on nobody asks; the settings change it at any time. */
export function noteNameAsked() {
  localStorage.setItem(NAME_ASKED, 'yes');
}

/** The question, or nothing for whoever was asked or has a name. */
export function nameOnce() {
  const name = knownPlayer()?.name ?? t('player.guest');
  if (localStorage.getItem(NAME_ASKED) || name !== t('player.guest')) return null;
  return el('div.name-once', nameForm(), el('small', t('name.once')));
}
