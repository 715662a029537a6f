// The player's games and records.

import { mixed, rowsAtTable } from '../cardboard/table-rows.js';
import { el, fill } from '../dom.js';
import { optionsWords } from '../lobby/options.js';
import { words } from '../game/words/refusals.js';
import { formatDate, t } from '../i18n/i18n.js';
import * as api from '../net/api.js';
import { FILES, KEPT } from '../net/base.js';
import { opener } from '../net/version.js';
import { pageBar } from '../ui/bar.js';
import { icon } from '../ui/icons.js';
import { sureButton } from '../ui/sure-button.js';

const PAGE = 50;

const addGameFile = opener(async () => (await import('../host/game-file.js')).addGameFile);
const addOwnGames = opener(async () => (await import('../host/own-games.js')).addOwnGames);

/** @param {HTMLElement} root */
export function open(root) {
  const records = el('ul.record-list');
  const games = el('ul.games');
  const more = el('div');
  const file = el('div');
  root.append(
    pageBar(),
    el(
      'main.sheet',
      el('h1', t('history.title')),
      el('h2', t('history.records')),
      records,
      el('h2', t('history.games')),
      games,
      more,
      el('a.btn', { href: '/replay' }, t('history.file')),
      file,
    ),
  );
  void load(records, games, more);
  const showAgain = () => {
    fill(games);
    return load(records, games, more);
  };
  // A page without a server has the games itself, and hands them out.
  const addFile = () => addGameFile(file, showAgain);
  if (document.documentElement.dataset.host) addFile();
  else if (localStorage.getItem(KEPT) === FILES) {
    addOwnGames(file, () => {
      addFile();
      return showAgain();
    });
  }
  return () => {};
}

/**
 * @param {HTMLElement} records
 * @param {HTMLElement} games
 * @param {HTMLElement} more
 */
async function load(records, games, more) {
  const atTable = await rowsAtTable();
  try {
    if (!api.knownPlayer()) return show(games, mixed([], atTable, true));
    const best = await api.records();
    if (best.length) fill(records, ...best.map(recordCard));
    else fill(records, el('li.muted', t('history.no-records')));
    await addPage(games, more, atTable, '');
  } catch (error) {
    fill(games, el('li', { role: 'alert' }, words(error)), ...atTable.map(({ row }) => row));
  }
}

/**
 * @param {HTMLElement} games
 * @param {import('../cardboard/table-rows.js').DatedRow[]} rows
 */
function show(games, rows) {
  games.append(...rows.map(({ row }) => row));
  if (!games.childElementCount) fill(games, el('li.muted', t('history.none')));
}

/**
 * @param {HTMLElement} games
 * @param {HTMLElement} more
 * @param {import('../cardboard/table-rows.js').DatedRow[]} atTable  those that no page had yet
 * @param {string} before
 */
async function addPage(games, more, atTable, before) {
  const lines = await api.history(PAGE, before);
  const rows = lines.map((line) => ({ created: line.created, row: gameRow(line) }));
  show(games, mixed(rows, atTable, lines.length < PAGE));
  fill(
    more,
    lines.length === PAGE &&
      el(
        'button.btn',
        {
          onclick: () => addPage(games, more, atTable, String(lines[PAGE - 1].created)),
        },
        t('history.more'),
      ),
  );
}

/** @param {BestLine} line */
function recordCard({ options_key: key, score, match }) {
  const [variant, ...extras] = key.split(' ');
  const options = {
    players: 1,
    variant,
    starting_tiles: extras.some((word) => word.endsWith('starting-tiles')),
    gap_fillers: extras.includes('gap-fillers'),
    special_tokens: extras.filter((word) => !word.includes('-')),
  };
  return el(
    'li.panel',
    el('b', score),
    el('small', optionsWords(options, extras.includes('own-starting-tiles'))),
    el('a', { href: `/replay/${match}` }, t('contest.replay')),
  );
}

/** @param {HistoryLine} line */
function gameRow(line) {
  const row = gameLink(line);
  // With others it is their game, too, and in a contest it counts.
  if (line.contest || line.has_others) return row;
  row.append(
    sureButton(t('history.delete'), t('history.delete.sure'), async () => {
      await api.deleteMatch(line.match);
      row.remove();
    }),
  );
  return row;
}

/** @param {HistoryLine} line */
function gameLink({ match, created, finished, score, options, has_own_shapes, contest }) {
  const isOver = finished !== null;
  const kind = contest
    ? ` · ${contest.startsWith('daily-') ? t('mode.daily') : t('contest.tag')}`
    : '';
  return el(
    'li',
    el(
      'a',
      { href: isOver ? `/replay/${match}` : `/m/${match}` },
      el(
        'span.grow',
        el('b', optionsWords(options, has_own_shapes)),
        el(
          'small',
          `${formatDate(created)} · ${t('players.count', { count: options.players })}${kind}`,
        ),
      ),
      isOver ? el('span.number', score) : el('span.tag', t('history.running')),
      icon('chevron'),
    ),
  );
}
