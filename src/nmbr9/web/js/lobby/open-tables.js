// Tables of strangers on the start page: to sit down at, to watch, and the quickest way to one.

import { el, fill } from '../dom.js';
import { words } from '../game/words/refusals.js';
import { currentLanguage, t } from '../i18n/i18n.js';
import * as api from '../net/api.js';
import { go } from '../router.js';
import { icon } from '../ui/icons.js';
import { toast } from '../ui/live.js';
import { bestFirst } from './best-table.js';
import { optionsWords } from './options-words.js';

/** Milliseconds between two looks at the list, while the page is seen. */
const AGAIN = 10_000;

/** What a page answers itself that has no server: others cannot be met. */
const NEEDS_SERVER = ['request/needs-server', 'request/cut'];

/**
 * Shows the tables, and goes on doing so.
 * @param {HTMLElement} section
 * @returns {() => void} what ends it
 */
export function showTables(section) {
  const lists = el('div.tables-lists');
  const play = el('button.btn.primary', { onclick: () => void playNow(play) }, t('tables.play'));
  section.append(
    el(
      'div.head-row',
      el('div.grow', el('h2', t('tables.title')), el('p.muted', t('tables.words'))),
      play,
    ),
    lists,
  );
  let shown = '';
  /** @type {ReturnType<typeof setTimeout>} */
  let timer;
  let isEnded = false;
  const look = async () => {
    clearTimeout(timer);
    // Nothing moves under a finger, nor away from whoever is there by keys.
    if (!document.hidden && !lists.matches(':hover, :focus-within')) {
      try {
        const parts = contents(await api.tables());
        const now = parts.map((part) => part && part.outerHTML).join();
        if (now !== shown) fill(lists, ...parts);
        shown = now;
      } catch (error) {
        // The list stays as it is until there is a line again.
        if (!(error instanceof api.ApiError)) throw error;
        if (NEEDS_SERVER.includes(error.code)) fill(lists, el('p.muted', words(error)));
      }
    }
    // Whoever came back to the page has looked meanwhile.
    clearTimeout(timer);
    if (!isEnded) timer = setTimeout(look, AGAIN);
  };
  const seen = () => void (document.hidden || look());
  document.addEventListener('visibilitychange', seen);
  void look();
  return () => {
    isEnded = true;
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', seen);
  };
}

/** @param {Tables} tables */
function contents({ open, running }) {
  return [
    el(
      'div',
      el('h3.cap', { id: 'tables-open' }, t('join.tables')),
      open.length > 0 ? list('tables-open', open, openWords) : el('p.muted', t('tables.none')),
    ),
    running.length > 0 && el(
      'div',
      el('h3.cap', { id: 'tables-running' }, t('tables.running')),
      list('tables-running', running, runningWords),
    ),
  ];
}

/**
 * @param {string} heading its id
 * @param {TableLine[]} tables
 * @param {(table: TableLine) => string} told
 */
function list(heading, tables, told) {
  return el(
    'ul.games',
    { 'aria-labelledby': heading },
    ...tables.map((table) =>
      el(
        'li',
        el(
          'a',
          { href: `/m/${table.match}` },
          el('span.grow', el('b', title(table)), el('small', told(table))),
          icon(table.open ? 'chevron' : 'eye'),
        ),
      )
    ),
  );
}

/** @param {TableLine} table */
const title = ({ host }) => t('lobby.of', { name: host || t('player.guest') });

/** @param {TableLine} table */
function openWords({ options, has_own_shapes, open, seats, seconds }) {
  const kind = optionsWords(options, has_own_shapes);
  return `${kind} · ${t('join.open', { open, seats })} · ${t('tables.waits', minutes(seconds))}`;
}

/** @param {TableLine} table */
function runningWords({ options, has_own_shapes, seats, seconds }) {
  const kind = optionsWords(options, has_own_shapes);
  const count = t('players.count', { count: seats });
  return `${kind} · ${count} · ${t('tables.plays', minutes(seconds))}`;
}

/** @param {number} seconds */
function minutes(seconds) {
  const style = /** @type {const} */ ({ style: 'unit', unit: 'minute', unitDisplay: 'short' });
  const format = new Intl.NumberFormat(currentLanguage(), style);
  return { time: format.format(Math.max(1, Math.round(seconds / 60))) };
}

/**
 * Sits down at the table that suits best, or opens one that others find.
 * @param {HTMLElement} button
 */
async function playNow(button) {
  button.toggleAttribute('disabled', true);
  try {
    const [{ open }, wanted] = await Promise.all([api.tables(), usualKind()]);
    const match = (await firstFree(bestFirst(open, wanted))) ?? (await openedTable());
    await go(`/m/${match}`);
  } catch (error) {
    toast(words(error), 'bad');
  } finally {
    button.toggleAttribute('disabled', false);
  }
}

/** The kind of game that the player played last. */
async function usualKind() {
  const [last] = api.knownPlayer() ? await api.history(1) : [];
  return last
    ? api.optionsKey(last.options, last.has_own_shapes)
    : api.optionsKey(api.plainOptions());
}

/**
 * Takes a seat at the first table that still has one.
 * @param {TableLine[]} tables
 */
async function firstFree(tables) {
  for (const { match } of tables) {
    try {
      return (await api.join(match)).match;
    } catch (error) {
      // Somebody was quicker, or the host does not want this player.
      if (!(error instanceof api.ApiError) || error.status !== 409) throw error;
    }
  }
  return null;
}

async function openedTable() {
  return (await api.newMatch(api.plainOptions(2), [], { is_listed: true })).match;
}
