// In the history of a server's page: the way to the games that this browser has kept while the line was
// cut.

import { el } from '../dom.js';
import { addTexts, t } from '../i18n/i18n.js';
import { begin } from './cut.js';
import { openShelf } from './shelf.js';

/**
 * @param {HTMLElement} place
 * @param {() => Promise<void>} showAgain  the games, when they are those of this browser
 */
export async function addOwnGames(place, showAgain) {
  const shelf = await openShelf();
  const count = (await shelf.all('headers')).length;
  if (!count) return;
  await addTexts('host');
  const button = el('button.btn', {
    onclick: () => {
      button.remove();
      begin({ isServerThere: true });
      void showAgain();
    },
  }, t('host.ours', { count }));
  place.append(button);
}
