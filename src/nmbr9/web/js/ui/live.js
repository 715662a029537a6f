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

/**
 * Shows a message for some seconds.
 * @param {string} text
 * @param {'plain' | 'bad'} [kind]
 */
export function toast(text, kind = 'plain') {
  const box = document.getElementById('toasts');
  const message = el(`div.toast.${kind}`, kind === 'bad' && icon('x'), text);
  box?.append(message);
  while (box && box.children.length > 3) box.firstElementChild?.remove();
  setTimeout(() => message.remove(), 3000 + 50 * text.length);
}
