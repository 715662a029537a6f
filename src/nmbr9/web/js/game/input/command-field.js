// The field for typed commands: the text notation, which the server reads.

import { el, fill } from '../../dom.js';
import { t } from '../../i18n/i18n.js';

/**
 * Shows the field or hides it.
 * @param {HTMLElement} place
 * @param {boolean} isOn
 * @param {(text: string) => Promise<boolean>} onCommand  whether it was understood
 */
export function showCommandField(place, isOn, onCommand) {
  place.hidden = !isOn;
  if (!isOn || place.childElementCount) return;
  const input = /** @type {HTMLInputElement} */ (
    el('input.field.grow', {
      id: 'typed',
      autocomplete: 'off',
      autocapitalize: 'off',
      spellcheck: 'false',
      maxlength: 100,
      placeholder: '8r@3,-2^1',
      'aria-describedby': 'typed-help',
    })
  );
  /** @param {Event} event */
  const onsubmit = async (event) => {
    event.preventDefault();
    if (await onCommand(input.value)) input.value = '';
  };
  fill(
    place,
    el(
      'form.row',
      { onsubmit },
      el('label.only-heard', { for: 'typed' }, t('typed.label')),
      input,
      el('button.btn', { type: 'submit' }, t('typed.send')),
    ),
    el('p.only-heard', { id: 'typed-help' }, t('typed.help')),
  );
}
