// A button for what cannot be taken back: it asks, and acts when it is pressed again.

import { el } from '../dom.js';
import { words } from '../game/words/refusals.js';
import { toast } from './live.js';

/**
 * @param {string} label
 * @param {string} question  what it says then
 * @param {() => Promise<unknown>} act
 */
export function sureButton(label, question, act) {
  const button = el(
    'button.btn.plain.danger',
    {
      onclick: async () => {
        if (!button.dataset.sure) {
          button.dataset.sure = 'yes';
          button.textContent = question;
          return;
        }
        try {
          await act();
        } catch (error) {
          toast(words(error), 'bad');
        }
      },
    },
    label,
  );
  return button;
}
