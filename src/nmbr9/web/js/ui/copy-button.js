// A button that puts a link into the clipboard.

import { el } from '../dom.js';
import { words } from '../game/words/refusals.js';
import { t } from '../i18n/i18n.js';
import { copyText } from './clipboard.js';
import { icon } from './icons.js';
import { toast } from './live.js';

/**
 * @param {string} label
 * @param {() => string | Promise<string>} link
 */
export function copyButton(label, link) {
  return el(
    'button.btn',
    {
      onclick: async () => {
        try {
          await copyText(await link());
          toast(t('copied'));
        } catch (error) {
          toast(words(error), 'bad');
        }
      },
    },
    icon('copy'),
    label,
  );
}
