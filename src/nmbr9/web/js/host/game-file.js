// All games of this browser as one file, below the history of a page without a server.

import { el } from '../dom.js';
import { words } from '../game/words/refusals.js';
import { t } from '../i18n/i18n.js';
import { get, post, takeName } from '../net/api.js';
import { keepTable } from '../net/device-seats.js';
import { addStyle } from '../net/style.js';
import { saveFile } from '../ui/save-file.js';
import { addRefusals } from './notices.js';

const NAME = 'nmbr9-games.json';

/**
 * What came of a file.
 * @typedef {object} Loaded
 * @property {number} came
 * @property {number} known
 * @property {import('../net/api.js').Player | null} player  whose games they are now
 * @property {{match: string, tokens: string[]}[]} tables  the seats of those that several play here
 */

async function saveGames() {
  const text = JSON.stringify(await get('/games'));
  saveFile(new Blob([text], { type: 'application/json' }), NAME);
}

/** @param {File} file @returns {Promise<Loaded>} */
async function loadGames(file) {
  /** @type {Loaded} */
  const told = await post('/games', await file.text());
  for (const { match, tokens } of told.tables) keepTable(match, tokens);
  // The page may not have had a player yet, or one that the referee did not know.
  if (told.player) await takeName(told.player.name);
  return told;
}

/**
 * @param {HTMLElement} place  where the buttons belong
 * @param {() => Promise<void>} showAgain  the games, when some have come
 */
export async function addGameFile(place, showAgain) {
  await Promise.all([addRefusals(), addStyle('host').catch(() => {})]);
  const said = el('p', { role: 'status' });
  /** Says what comes of a deed, or why nothing does. @param {() => Promise<string>} deed */
  const tell = async (deed) => {
    said.textContent = '';
    try {
      said.textContent = await deed();
    } catch (error) {
      // The details are for those who look for the mistake, in English.
      const { message } = /** @type {Error} */ (error);
      said.replaceChildren(words(error), ' ', el('small', { lang: 'en' }, message));
    }
  };
  const load = async () => {
    const file = input.files?.[0];
    if (!file) return;
    await tell(async () => {
      const { came, known } = await loadGames(file);
      await showAgain();
      return `${t('host.games.came', { count: came })} ${
        known ? t('host.games.known', { count: known }) : ''
      }`;
    });
    input.value = ''; // The same file may be chosen again.
  };
  const input = /** @type {HTMLInputElement} */ (
    el('input', { type: 'file', accept: '.json,application/json', hidden: true, onchange: load })
  );
  const save = () =>
    tell(async () => {
      await saveGames();
      return '';
    });
  place.append(
    el(
      'div.host-files',
      el('button.btn', { onclick: save }, t('host.games.save')),
      el('button.btn', { onclick: () => input.click() }, t('host.games.load')),
    ),
    input,
    said,
  );
}
