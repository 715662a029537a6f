// Dialogs: the browser's own, so that focus and Escape behave.

import { el } from '../dom.js';
import { t } from '../i18n/i18n.js';
import { icon } from './icons.js';

/**
 * Opens a dialog.
 * @param {object} what
 * @param {string} what.title
 * @param {string} [what.words]
 * @param {import('../dom.js').Child[]} what.content
 * @param {import('../dom.js').Child[]} [what.footer]
 * @param {string} [what.kind] a class
 * @param {() => void} [what.onClose]
 * @returns {() => void} what closes it
 */
export function openDialog({ title, words, content, footer, kind = '', onClose }) {
  const close = () => dialog.close();
  const dialog = /** @type {HTMLDialogElement} */ (
    el(
      `dialog.dialog${kind && `.${kind}`}`,
      { 'aria-labelledby': 'dialog-title' },
      el(
        'header.dialog-head',
        el('div.grow', el('h2', { id: 'dialog-title' }, title), words && el('p.muted', words)),
        el('button.btn.icon.plain', { 'aria-label': t('close'), onclick: close }, icon('x')),
      ),
      el('div.dialog-body', ...content),
      footer && el('footer.dialog-foot', ...footer),
    )
  );
  dialog.addEventListener('close', () => {
    dialog.remove();
    onClose?.();
  });
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) close();
  });
  document.body.append(dialog);
  dialog.showModal();
  return close;
}

/**
 * A switch with its words.
 * @param {string} title
 * @param {string} words
 * @param {boolean} isOn
 * @param {(isOn: boolean) => void} onChange
 * @param {Node} [picture]
 */
export function toggleRow(title, words, isOn, onChange, picture) {
  const input = el('input.switch', {
    type: 'checkbox',
    role: 'switch',
    checked: isOn,
    onchange: () => onChange(/** @type {HTMLInputElement} */ (input).checked),
  });
  return el(
    'label.toggle-row',
    picture && el('span.toggle-picture', picture),
    el('span.grow', el('b', title), el('small', words)),
    input,
  );
}

/**
 * A choice of one among a few.
 * @param {string} name
 * @param {string} label
 * @param {[value: string, text: string][]} choices
 * @param {string} chosen
 * @param {(value: string) => void} onChange
 */
export function segments(name, label, choices, chosen, onChange) {
  return el(
    'fieldset.segments',
    el('legend.cap', label),
    el(
      'div.segments-row',
      ...choices.map(([value, text]) =>
        el(
          'label.segment',
          el('input', {
            type: 'radio',
            name,
            value,
            checked: value === chosen,
            onchange: () => onChange(value),
          }),
          el('span', text),
        )
      ),
    ),
  );
}
