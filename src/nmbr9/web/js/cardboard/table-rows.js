// Games counted on the score pad, as rows among the player's other games.

import { el } from '../dom.js';
import { addTexts, formatDate, formatList, t } from '../i18n/i18n.js';
import { optionsWords } from '../lobby/options.js';
import { later } from '../net/version.js';
import { icon } from '../ui/icons.js';
import { sureButton } from '../ui/sure-button.js';
import { playerName } from './call-words.js';
import { deleteGame, tableGames } from './kept.js';
import { outcome } from './pad.js';

/** @typedef {{created: number, row: HTMLElement}} DatedRow */

/** All of them, newest first. @returns {Promise<DatedRow[]>} */
export async function rowsAtTable() {
  const games = tableGames();
  if (games.length) await later(() => addTexts('cardboard'));
  return games.map((game) => ({ created: game.created, row: rowOf(game) }));
}

/**
 * A page of rows with those of the table among them, by time.
 * @param {DatedRow[]} page  newest first
 * @param {DatedRow[]} waiting  rows of the table that no page had yet; those of this page are taken out
 * @param {boolean} isLast  whether nothing older follows
 * @returns {DatedRow[]}
 */
export function mixed(page, waiting, isLast) {
  const oldest = isLast ? -Infinity : page[page.length - 1].created;
  const count = waiting.filter(({ created }) => created >= oldest).length;
  return [...page, ...waiting.splice(0, count)].sort((one, other) => other.created - one.created);
}

/** @param {import('./kept.js').TableGame} game */
function rowOf(game) {
  const { scores, winners } = outcome(game);
  const results = scores.map((points, player) => `${playerName(game.names, player)} ${points}`);
  const row = el(
    'li',
    el(
      'a',
      { href: `/score/${game.id}` },
      el(
        'span.grow',
        el('b', optionsWords(game.options)),
        el('small', `${formatDate(game.created)} · ${formatList(results)}`),
        el('span.tag', t('table.tag')),
      ),
      el('span.number', scores[winners[0]]),
      icon('chevron'),
    ),
    sureButton(t('history.delete'), t('history.delete.sure'), () => {
      deleteGame(game.id);
      row.remove();
      return Promise.resolve();
    }),
  );
  return row;
}
