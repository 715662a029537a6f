// A field for a code that somebody said, or for the link that they sent.

import { el } from '../dom.js';
import { t } from '../i18n/i18n.js';

/**
 * @param {string} label
 * @param {string} name  what tells it apart from others on the page
 * @param {(code: string) => unknown} take  is given the code, or the last word of the link
 */
export function codeForm(label, name, take) {
  const input = /** @type {HTMLInputElement} */ (
    el('input.field.grow', {
      id: `code-${name}`,
      autocomplete: 'off',
      autocapitalize: 'off',
      spellcheck: 'false',
      required: true,
      maxlength: 200,
    })
  );
  return el(
    'form.name-form',
    {
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        // A whole link is as good as its last word, and a code is said in groups.
        const code = input.value.replaceAll(/[\s·-]/g, '').split('#')[0].split('/').pop() ?? '';
        void take(encodeURIComponent(code.toLowerCase()));
      },
    },
    el('label.cap', { for: input.id }, label),
    el('div.row', input, el('button.btn', { type: 'submit' }, t('code.go'))),
  );
}
