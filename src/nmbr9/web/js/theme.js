// Light, dark or high contrast: the player's choice, else the system's.

import * as settings from './settings.js';

const CONTRAST = matchMedia('(prefers-contrast: more)');
const DARK = matchMedia('(prefers-color-scheme: dark)');

/** @returns {'light'|'dark'|'contrast'} */
export function theme() {
  const chosen = settings.current().theme;
  if (chosen !== 'system') return chosen;
  return CONTRAST.matches ? 'contrast' : DARK.matches ? 'dark' : 'light';
}

/** What is shown; to look the colour up costs part of a frame, and other settings change in a game, too. */
let shown = '';

function show() {
  if (theme() === shown) return;
  shown = document.documentElement.dataset.theme = theme();
  const colour = getComputedStyle(document.documentElement).getPropertyValue('--bg').trim();
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', colour);
}

export function followTheme() {
  CONTRAST.addEventListener('change', show);
  DARK.addEventListener('change', show);
  settings.onChange(show);
  show();
}

export function nextTheme() {
  const order = /** @type {const} */ (['light', 'dark', 'contrast']);
  settings.change({ theme: order[(order.indexOf(theme()) + 1) % order.length] ?? 'light' });
}
