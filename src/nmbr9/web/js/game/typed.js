// The field for typed commands: the text notation, which the server reads.

import { el, fill } from '../dom.js';
import { t } from '../i18n/i18n.js';

/** @typedef {import('./game.js').Game} Game */

/**
 * @param {HTMLElement} place
 * @param {Game} game
 * @param {boolean} isOn
 */
export function showTyped(place, game, isOn) {
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
  fill(
    place,
    el(
      'form.row',
      {
        onsubmit: (/** @type {Event} */ event) => {
          event.preventDefault();
          void send(input, game);
        },
      },
      el('label.only-heard', { for: 'typed' }, t('typed.label')),
      input,
      el('button.btn', {}, t('typed.send')),
    ),
    el('p.only-heard', { id: 'typed-help' }, t('typed.help')),
  );
}

/**
 * @param {HTMLInputElement} input
 * @param {Game} game
 */
async function send(input, game) {
  const answer = await game.socket.explain({ text: input.value });
  if (answer.type !== 'explained' || answer.violations.length) return game.refused(answer);
  input.value = '';
  await game.act(answer.action);
}
