// The bar at the top of every page.

import { el } from '../dom.js';
import { t } from '../i18n/i18n.js';
import { knownPlayer } from '../net/api.js';
import { opener } from '../net/version.js';
import { nextTheme } from '../theme.js';
import { icon } from './icons.js';

const openSettings = opener(async () => (await import('./settings-dialog.js')).openSettings);

export function logo() {
  const picture = el('span.logo-picture', { 'aria-hidden': 'true' });
  picture.innerHTML =
    '<svg viewBox="0 0 28 28"><rect class="t5" x="0" y="11" width="25" height="16" rx="4"/>' +
    '<rect class="t3" x="4" y="7" width="18" height="12" rx="4"/><rect class="t9" x="11" y="1" width="14" height="11" rx="4"/></svg>';
  return el('a.logo', { href: '/', 'aria-label': t('logo') }, picture, el('span', 'nmbr9'));
}

/** The bar of pages other than the game. */
export function pageBar() {
  const who = el(
    'button.btn',
    { onclick: () => openSettings() },
    icon('user'),
    el('span.who', knownPlayer()?.name ?? t('player.guest')),
    el('span.only-heard', t('settings.title')),
  );
  return el(
    'header.bar.page-bar',
    logo(),
    el('span.grow'),
    el(
      'nav.row',
      el(
        'a.btn.plain.nav-games',
        { href: '/history', 'aria-label': t('nav.games') },
        icon('clock'),
        el('span', t('nav.games')),
      ),
    ),
    el(
      'button.btn.icon.plain',
      { 'aria-label': t('theme.next'), title: t('theme.next'), onclick: nextTheme },
      icon('sun'),
    ),
    who,
  );
}
