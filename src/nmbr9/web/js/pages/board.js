// A contest: its ranking, and the way in. Shared by the daily deck, challenges and arenas.

import { el, fill } from '../dom.js';
import { optionsWords } from '../lobby/options.js';
import { words } from '../game/words/refusals.js';
import { formatDate, t } from '../i18n/i18n.js';
import * as api from '../net/api.js';
import { linkTo } from '../net/invitation.js';
import { go } from '../router.js';
import { copyButton } from '../ui/copy-button.js';
import { icon } from '../ui/icons.js';
import { toast } from '../ui/live.js';

/** How many lines the server tells at once. */
const PAGE = 100;

/** How often a live ranking is asked for, in milliseconds. */
const PACE = 5000;

/**
 * Shows a contest and keeps it up to date.
 * @param {HTMLElement} root
 * @param {(start: number) => Promise<Contest>} load  from which line of the ranking on
 * @param {string} playPath where one enters
 * @returns {() => void} what ends it
 */
export function showContest(root, load, playPath) {
  let isOver = false;
  let start = 0;
  /** @param {number} from */
  const turn = (from) => {
    start = from;
    void refresh();
  };
  const refresh = async () => {
    try {
      const contest = await load(start);
      if (isOver) return;
      fill(root, ...contestParts(contest, playPath, turn));
      if (!contest.is_open) clearInterval(timer);
    } catch (error) {
      clearInterval(timer);
      fill(root, el('p', { role: 'alert' }, words(error)));
    }
  };
  const timer = setInterval(refresh, PACE);
  void refresh();
  return () => {
    isOver = true;
    clearInterval(timer);
  };
}

/**
 * @param {Contest} contest
 * @param {string} playPath
 * @param {(start: number) => void} turn
 */
function contestParts(contest, playPath, turn) {
  const isEnterable = contest.is_open || contest.kind !== 'arena';
  const mine = contest.board.find((line) => line.is_you);
  return [
    el('p.muted', optionsWords(contest.options, contest.has_own_shapes), closing(contest)),
    el(
      'div.row.stack-row',
      isEnterable &&
        !mine?.is_finished &&
        el(
          'button.btn.primary.big',
          { onclick: () => enter(playPath) },
          icon('play'),
          mine ? t('contest.continue') : t('contest.play'),
        ),
      mine?.is_finished &&
        contest.is_shown &&
        el('a.btn', { href: `/replay/${contest.match}` }, icon('eye'), t('contest.replay')),
      contest.kind !== 'daily' &&
        copyButton(t('lobby.copy'), () => linkTo(`/c/${contest.contest}`)),
    ),
    isEnterable && !contest.is_open && !mine && el('p.muted', t('contest.practice')),
    contest.practice && el('p.muted', t(`contest.practice.${contest.practice}`)),
    contest.par !== null && el('p', t('contest.par', { count: contest.par })),
    contest.board.length ? ranking(contest.board) : el('p.muted', t('contest.empty')),
    contest.entered > PAGE && pages(contest, turn),
  ];
}

/** @param {Contest} contest */
function closing({ closes, is_open: isOpen }) {
  if (closes === null) return '';
  const key = isOpen ? 'contest.closes' : 'contest.closed';
  return ` · ${t(key, { time: formatDate(closes) })}`;
}

/** @param {string} path */
async function enter(path) {
  try {
    const { match } = await api.asPlayer(() => api.post(path));
    await go(`/m/${match}`);
  } catch (error) {
    toast(words(error), 'bad');
  }
}

/**
 * The ways to the pages before and after.
 * @param {Contest} contest
 * @param {(start: number) => void} turn
 */
function pages({ start, entered }, turn) {
  return el(
    'div.row',
    start > 0 &&
      el('button.btn', { onclick: () => turn(Math.max(0, start - PAGE)) }, t('board.before')),
    start + PAGE < entered &&
      el('button.btn', { onclick: () => turn(start + PAGE) }, t('board.after')),
  );
}

/** @param {BoardLine[]} board */
function ranking(board) {
  return el(
    'table.board',
    el(
      'thead',
      el(
        'tr',
        el('th', { scope: 'col' }, t('board.rank')),
        el('th', { scope: 'col' }, t('board.name')),
        el('th.number', { scope: 'col' }, t('board.score')),
      ),
    ),
    el('tbody', ...board.map(boardRow)),
  );
}

/** @param {BoardLine} line */
function boardRow(line) {
  const name = line.name ?? t('board.gone');
  const shown = line.is_you ? t('seat.you', { name }) : name;
  return el(
    `tr${line.is_you ? '.you' : ''}`,
    el('td', line.rank ?? '–'),
    el(
      'td',
      line.match && line.is_finished ? el('a', { href: `/replay/${line.match}` }, shown) : shown,
      !line.is_finished && el('small', ` ${t('board.running', { round: line.rounds })}`),
      line.is_practice && el('small', ` ${t('board.practice')}`),
    ),
    el('td.number', line.score),
  );
}
