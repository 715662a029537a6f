// What a counted game came to: who wins, the points per level and player, and the ranks.

import { resultTable } from '../after/result-table.js';
import { el } from '../dom.js';
import { formatDate, formatList, t } from '../i18n/i18n.js';
import { optionsWords } from '../lobby/options.js';
import { icon } from '../ui/icons.js';
import { playerName } from './call-words.js';
import { doubtsOf, linesOf, ranksOf } from './count.js';
import { outcome } from './pad.js';

/** Alone so many points are excellent (2.13). */
const EXCELLENT = 100;

/**
 * @param {import('./kept.js').TableGame} game
 * @param {() => void} correct
 */
export function resultView(game, correct) {
  const names = game.names.map((_, player) => playerName(game.names, player));
  const { scores, winners } = outcome(game);
  const levels = game.counts.map(linesOf);
  const ranks = ranksOf(scores);
  const order = names.map((_, player) => player).sort((one, other) => ranks[one] - ranks[other]);
  return el(
    'main.sheet.pad-result',
    el('h1', titleOf(names, scores, winners)),
    el('p.muted', `${optionsWords(game.options)} · ${formatDate(game.created)}`),
    names.length === 1 &&
      el('p.lead', t(scores[0] >= EXCELLENT ? 'after.excellent' : 'after.solo-next')),
    names.length > 1 &&
      el(
        'ol.pad-ranks',
        ...order.map((player) =>
          el(
            'li',
            el('span.pad-rank', ranks[player]),
            el('span.grow', names[player]),
            winners.includes(player) &&
              el('span.win', { role: 'img', 'aria-label': t('after.winner') }, icon('trophy')),
            el('b', scores[player]),
          )
        ),
      ),
    ...doubts(game, names),
    resultTable({ names, scores, winners, levels }, winners[0], null).element,
    el(
      'div.ways-on',
      el('a.btn.primary.big', { href: '/score' }, t('pad.new')),
      el('button.btn.big', { onclick: correct }, t('pad.correct')),
      el('a.btn.big', { href: '/caller' }, t('call.title')),
      el('a.btn.big', { href: '/history' }, t('nav.games')),
    ),
  );
}

/**
 * @param {string[]} names
 * @param {number[]} scores
 * @param {number[]} winners
 */
function titleOf(names, scores, winners) {
  if (names.length === 1) return t('after.points', { count: scores[0] });
  const who = formatList(winners.map((winner) => names[winner]));
  return t(winners.length > 1 ? 'after.they-share' : 'after.wins', { who });
}

/**
 * What cannot be, with the name of whose display it is.
 * @param {import('./kept.js').TableGame} game
 * @param {string[]} names
 */
function doubts(game, names) {
  return game.counts.flatMap((count, player) =>
    doubtsOf(count, game.options).map(({ key, names: what }) =>
      el('p.pad-doubt', icon('x'), el('span', `${names[player]}: ${t(key, what)}`))
    )
  );
}
