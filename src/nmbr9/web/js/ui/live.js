// What is said rather than shown: to those who listen, and in passing to everybody.

import { el } from '../dom.js';
import { icon } from './icons.js';

/** Says something to a screen reader, instead of what it was about to say. @param {string} text */
export function say(text) {
  const live = document.getElementById('live');
  if (!live) return;
  // The same text again would be no change, and so not be heard.
  live.textContent = live.textContent === text ? `${text}\u00a0` : text;
}

/** As many messages as there may be at once. */
const MOST = 3;

/**
 * Shows a message for some seconds; what is shown already is shown anew, not twice.
 * @param {string} text
 * @param {'plain' | 'bad'} [kind]
 */
export function toast(text, kind = 'plain') {
  const box = document.getElementById('toasts');
  if (!box) return;
  const message = el(`div.toast.${kind}`, kind === 'bad' && icon('x'), text);
  for (const other of [...box.children]) if (other.textContent === text) other.remove();
  box.append(message);
  // A game has room for one, above its table: more would cover the tile in hand.
  const most = document.querySelector('.game') ? 1 : MOST;
  while (box.children.length > most) box.firstElementChild?.remove();
  setTimeout(() => message.remove(), 3000 + 50 * text.length);
}
