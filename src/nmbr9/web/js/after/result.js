// The end of a game: the sums counted from the top level down, the winners, the own record.

import { DisplayView } from '../art/display-view.js';
import { el, fill } from '../dom.js';
import { words } from '../game/words/refusals.js';
import { formatList, t } from '../i18n/i18n.js';
import * as api from '../net/api.js';
import { icon } from '../ui/icons.js';
import { withBotNames } from './bot-names.js';
import { lastGames } from './last-games.js';
import { framesOf } from './replay-model.js';
import { resultTable } from './result-table.js';
import { isAlone, shareButton } from './share.js';

/**
 * Shows the end of a match.
 * @param {HTMLElement} root
 * @param {object} options
 * @param {string} options.match
 * @param {number | null} options.seat  the viewer's own, null for onlookers
 * @param {string | null} [options.contest]
 * @param {import('../net/parts.js').ResultPart | null} [options.result]
 * @param {(() => void) | null} [options.playAgain]
 * @param {(() => void) | null} [options.praise]  tells the others that it was a good game
 * @returns {Promise<() => void>}
 */
export async function openResult(root, options) {
  const { match, seat, contest = null, result = null, playAgain = null, praise = null } = options;
  /** @type {Replay} */
  let replay;
  try {
    replay = withBotNames(await api.get(`/matches/${match}/replay`));
  } catch (error) {
    if (!contest || !result) throw error;
    return showPoints(root, result.scores[0], contest, words(error));
  }
  const marks = seat === null ? [] : result?.marks[seat] ?? [];
  const shown = seat ?? replay.winners[0] ?? 0;
  const stopping = new AbortController();
  const stage = el('section.result-stage.tablebg', { 'aria-label': t('after.display') });
  const table = resultTable(replay, shown, seat);
  const title = el('h1', { tabindex: -1 }, titleOf(replay, seat));
  fill(
    root,
    el(
      'main.result',
      el(
        'section.result-words',
        title,
        el('p.lead', summaryOf(replay, shown, seat)),
        ...marks.map((mark) => el('p.sm', t(`mark.${mark}`))),
        table.element,
        el(
          'div.ways-on',
          playAgain &&
            el('button.btn.primary.big', { onclick: playAgain }, icon('again'), t('after.again')),
          praise && praiseButton(praise),
          el('a.btn.big', { href: `/analysis/${match}` }, icon('bulb'), t('review.title')),
          el('a.btn.big', { href: `/replay/${match}` }, icon('eye'), t('after.replay')),
          shareButton({ match, replay, player: shown, contest, isBig: true }),
        ),
        el('p.sm', t(isAlone(replay) ? 'after.share-note' : 'after.share-note.together')),
      ),
      stage,
    ),
  );
  const view = new DisplayView(stage, { margin: 1 });
  view.setPieces(framesOf(replay, shown).at(-1)?.pieces ?? []);
  view.setTilted(true);
  title.focus();
  // Whoever has played a game may want to play in a tunnel.
  if (seat !== null && document.documentElement.dataset.line === 'served') {
    void import('../cut/keeping.js').then(({ keepAfterGame }) => keepAfterGame(match), () => {});
  }
  if (seat !== null) void showLastGames(stage, view, match, replay, seat);
  void table.count(stopping.signal);
  return () => {
    stopping.abort();
    view.close();
  };
}

/**
 * Shows how a game ended whose cards are not shown yet.
 * @param {HTMLElement} root
 * @param {number} points
 * @param {string} contest
 * @param {string} why
 */
function showPoints(root, points, contest, why) {
  const title = el('h1', { tabindex: -1 }, t('after.points', { count: points }));
  const board = contest.startsWith('daily-') ? `/daily/${contest.slice(6)}` : `/c/${contest}`;
  fill(
    root,
    el('main.notice', title, el('p', why), el('a.btn', { href: board }, t('contest.tag'))),
  );
  title.focus();
  return () => {};
}

/** Said once. @param {() => void} praise */
function praiseButton(praise) {
  const button = /** @type {HTMLButtonElement} */ (
    el(
      'button.btn.big',
      {
        onclick: () => {
          praise();
          button.disabled = true;
        },
      },
      icon('smile'),
      t('emote.good-game'),
    )
  );
  return button;
}

/**
 * @param {HTMLElement} stage
 * @param {DisplayView} view
 * @param {string} match
 * @param {Replay} replay
 * @param {number} seat
 */
async function showLastGames(stage, view, match, replay, seat) {
  const games = lastGames(await api.history(200), match, replay.options);
  if (!games) return;
  const { before, best, isRecord } = games;
  const score = replay.scores[seat];
  if (isRecord) stage.append(el('p.record-pill', icon('star'), t('after.record')));
  const highest = Math.max(score, best, 1);
  /** @param {number} points @param {string} kind */
  const bar = (points, kind) => {
    const element = el(`i${kind}`);
    element.style.height = `${Math.max(3, (100 * points) / highest)}%`;
    return element;
  };
  const line = el('span.best-line');
  line.style.bottom = `${(100 * best) / highest}%`;
  stage.append(
    el(
      'aside.last-games.panel',
      el(
        'div',
        el('p.cap', t('after.last-games', { count: before.length + 1 })),
        el('p.num', score),
        el(
          'p.sm',
          isRecord
            ? t('after.more-than-ever', { count: score - best })
            : before.length
            ? t('after.best', { count: best })
            : t('after.first'),
        ),
      ),
      el(
        'div.bars',
        { 'aria-hidden': true },
        before.length > 0 && line,
        ...before.map((points) => bar(points, '')),
        bar(score, '.own'),
      ),
    ),
  );
  // The panel covers the lower edge: the pile moves up.
  view.insets = { top: 24, right: 0, bottom: 150, left: 0 };
}

/**
 * @param {Replay} replay
 * @param {number | null} seat
 */
function titleOf(replay, seat) {
  const { winners, names, scores } = replay;
  if (names.length === 1) return t('after.points', { count: scores[0] });
  if (seat !== null && winners.includes(seat)) {
    return winners.length > 1 ? t('after.you-share') : t('after.you-win');
  }
  const who = formatList(winners.map((winner) => names[winner]));
  return winners.length > 1 ? t('after.they-share', { who }) : t('after.wins', { who });
}

/**
 * @param {Replay} replay
 * @param {number} shown
 * @param {number | null} seat
 */
function summaryOf(replay, shown, seat) {
  const { names, scores, winners } = replay;
  const count = replay.levels[shown].length;
  const points = t('after.points', { count: scores[shown] });
  const first = t('after.on-levels', { points, count });
  if (names.length === 1) {
    return `${first} ${t(scores[0] >= 100 ? 'after.excellent' : 'after.solo-next')}`;
  }
  const order = names.map((_, player) => player).sort((one, other) => scores[other] - scores[one]);
  const rival = order.find(
    (player) => player !== shown && !(winners.includes(player) && winners.includes(shown)),
  );
  if (rival === undefined) return first;
  const key = winners.includes(shown) ? 'after.follows' : 'after.leads';
  return `${seat === null ? t('after.who', { who: names[shown] }) : ''} ${first} ${
    t(key, { who: names[rival], points: scores[rival] })
  }`.trim();
}
