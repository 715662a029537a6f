// The analysis of a game: what each tile lost, and the better spot beside the one that was chosen.
// It fills in while the server computes.

import { el, fill } from '../dom.js';
import { addTexts, formatNumber, t } from '../i18n/i18n.js';
import * as api from '../net/api.js';
import { addStyle } from '../net/style.js';
import { later } from '../net/version.js';
import { withBotNames } from './bot-names.js';
import { openChooser, ownSeat, refusalWords } from './replay-page.js';
import { openReplay } from './replay-player.js';
import {
  certaintyOf,
  gradeOf,
  isAbove,
  judgedFrames,
  pieceOf,
  reasonOf,
  waysOf,
  worstFrame,
} from './review-model.js';
import { stepWords } from './step-words.js';
import { stepChip } from './timeline.js';

/** Milliseconds between two looks at what the server has found out. */
const PAUSE = 700;
/** Pixels of the longest bar. */
const TALLEST = 84;

/**
 * @param {HTMLElement} root
 * @param {Record<string, string>} params  id: of a match, or of an opened record
 */
export async function open(root, { id }) {
  await later(() => Promise.all([addTexts('after'), addStyle('after')]));
  const isRecord = id.length === 64;
  const path = isRecord ? `/analysis/${id}` : `/matches/${id}/analysis`;
  try {
    const replay = withBotNames(await api.get(`${isRecord ? path : `/matches/${id}`}/replay`));
    const seat = isRecord ? null : await ownSeat(id);
    return openReview(root, replay, isRecord ? null : id, seat, await api.get(path), path);
  } catch (error) {
    return openChooser(root, refusalWords(error));
  }
}

/**
 * @param {HTMLElement} root
 * @param {Replay} replay
 * @param {string | null} match
 * @param {number | null} seat  the viewer's own
 * @param {Analysis} told  what is known at first
 * @param {string} path  where more is asked for
 */
function openReview(root, replay, match, seat, told, path) {
  let known = told;
  let isClosed = false;
  /** Which of the better ways is drawn. */
  let picked = 0;
  /** Whoever has chosen a step is not led to another one. */
  let isLed = true;
  const state = el('p.sm', { role: 'status' });
  const bar = /** @type {HTMLProgressElement} */ (
    el('progress', { max: 1, 'aria-label': t('review.progress') })
  );
  const summary = el('div.grow', el('h2', t('review.lost')), state, bar);

  /** Whether every decision was looked at: the par comes after them. */
  const isJudged = () => known.par !== null || known.is_complete;

  /** @param {import('./replay-player.js').Seen} seen */
  const judged = ({ frames, player }) => judgedFrames(frames, known.players[player].moves);

  const page = openReplay(root, {
    replay,
    match,
    first: seat ?? replay.winners[0] ?? 0,
    title: t('review.title'),
    steps: { heading: summary, card },
    rail,
    marks,
  });

  /**
   * A bar for what a step lost, and its tile.
   * @param {Frame} frame
   * @param {() => void} onPick
   * @param {number} player
   */
  function card(frame, onPick, player) {
    const { moves } = known.players[player];
    const move = moves.find(({ index }) => index === frame.at);
    const most = Math.max(5, ...moves.map(({ loss }) => loss));
    const grade = move ? gradeOf(move.loss) : 'none';
    const height = el('i');
    if (move) height.style.height = `${Math.max(8, (TALLEST * move.loss) / most)}px`;
    const points = Math.round(move?.loss ?? 0);
    const { when, what } = stepWords(frame.step, []);
    const loss = move ? t('review.loss', { count: points }) : t('review.unknown');
    return el(
      'li',
      el(
        `button.loss.${grade}`,
        {
          'aria-label': `${when}: ${what}. ${loss}`,
          onclick: () => {
            [picked, isLed] = [0, false];
            onPick();
          },
        },
        points > 0 && el('b', points),
        height,
        stepChip(frame.step),
      ),
    );
  }

  /** @param {import('./replay-player.js').Seen} seen @returns {Mark[]} */
  function marks(seen) {
    const { frames, index, frame, player } = seen;
    const move = judged(seen)[index];
    if (!move || !frame.step) return [];
    const before = frames[index - 1].pieces;
    const ways = waysOf(move, frame.step.gained);
    const way = ways[picked] ?? ways[0];
    const own = pieceOf(move.action, before, frame.pieces.at(-1));
    const other = way.isOwn ? null : pieceOf(way.action, before, frame.pieces.at(-1));
    const isBelow = Boolean(own && other && isAbove(own, other));
    const who = player === seat ? t('after.you') : replay.names[player];
    /** @param {string} name @param {number} gained */
    const label = (name, gained) => t('review.label', { name, points: signed(gained) });
    const name = way.rank === 1 ? t('review.best') : t('review.rank', { rank: way.rank ?? 0 });
    return [
      ...(own
        ? [
          {
            piece: own,
            kind: /** @type {const} */ ('own'),
            label: label(who, frame.step.gained),
            isBelow,
          },
        ]
        : []),
      ...(other
        ? [
          {
            piece: other,
            kind: /** @type {const} */ ('best'),
            label: label(name, way.gained),
            isBelow: !isBelow,
          },
        ]
        : []),
    ];
  }

  /** @param {import('./replay-player.js').Seen} seen */
  function rail(seen) {
    const move = judged(seen)[seen.index];
    return [
      ...(move ? moveWords(move, seen) : [el('p.sm', noWords(seen))]),
      boxes(seen),
      ...turns(seen),
    ];
  }

  /** @param {import('./replay-player.js').Seen} seen */
  function noWords({ frame }) {
    if (!frame.step) return t('replay.start-note');
    return known.is_complete ? t('review.no-choice') : t('review.unknown');
  }

  /**
   * @param {Judged} move
   * @param {import('./replay-player.js').Seen} seen
   */
  function moveWords(move, { player, frame, frames, index }) {
    const grade = gradeOf(move.loss);
    const gained = frame.step?.gained ?? 0;
    const before = frames[index - 1].pieces;
    const [best] = move.best;
    const ways = waysOf(move, gained);
    const [low, high] = [Math.round(move.low), Math.round(move.high)];
    return [
      el('p.cap', t('review.this-move')),
      el(
        'p.score-line',
        el(`span.own-score.${grade}`, signed(-Math.round(move.loss))),
        el(`span.pill.${grade}`, t(`review.grade.${grade}`)),
      ),
      el(
        'p',
        t(`review.why.${reasonOf(move, gained)}`, {
          what: best ? describe(best, frame, before) : '',
          points: signed(gained),
          count: Math.round(move.loss),
        }),
      ),
      grade !== 'best' && el('p.sm', t(`review.${certaintyOf(move)}`, { low, high })),
      el('h2.cap', t('review.spots')),
      el(
        'ol.spots',
        ...ways.map((way, place) =>
          el(
            'li',
            el(
              'button.btn.spot',
              {
                class: way.rank === 1 ? 'btn spot first' : 'btn spot',
                'data-key': `spot-${place}`,
                'aria-pressed': place === (picked < ways.length ? picked : 0),
                onclick: () => {
                  [picked, isLed] = [place, false];
                  page.refresh();
                },
              },
              el('span.rank', way.rank ?? '–'),
              el(
                'span.grow',
                way.isOwn &&
                  el('b', player === seat ? t('review.yours') : replay.names[player]),
                el('span', describe(way, frame, before)),
              ),
              el('b', formatNumber(Math.round(way.value))),
            ),
          )
        ),
      ),
    ];
  }

  /**
   * The decisions that cost most, in words; each leads to its step.
   * @param {import('./replay-player.js').Seen} seen
   */
  function turns({ frames, player }) {
    const { turning_points: points, moves } = known.players[player];
    // The worst so far may not be the worst of all.
    if (!points.length || !isJudged()) return [];
    return [
      el('h2.cap', t('review.turns')),
      el(
        'div.seat-choices',
        ...points.map((at, place) => {
          const index = frames.findIndex((frame) => frame.at === at);
          const { step } = frames[index];
          const move = moves.find((one) => one.index === at);
          const { when, what } = stepWords(step, frames[index - 1].pieces);
          const count = Math.round(move?.loss ?? 0);
          return el(
            'button.btn.turning',
            {
              'data-key': `turn-${place}`,
              onclick: () => {
                [picked, isLed] = [0, false];
                page.show(index);
              },
            },
            el('span.grow', el('b', when), ' ', what),
            el(`span.pill.${gradeOf(count)}`, signed(-count)),
          );
        }),
      ),
    ];
  }

  /** @param {import('./replay-player.js').Seen} seen */
  function boxes({ player }) {
    const who = player === seat ? t('after.you') : replay.names[player];
    /** @param {string} name @param {number | null} points */
    const box = (name, points) =>
      el('div', el('dt.sm', name), el('dd.num', points ?? (known.is_complete ? '–' : '…')));
    return el(
      'dl.boxes',
      box(who, replay.scores[player]),
      box(t('review.par'), known.par),
      box(t('review.found'), known.best_found),
    );
  }

  function showState() {
    const seen = page.seen();
    const { loss } = known.players[seen.player];
    const move = judged(seen)[seen.index];
    bar.hidden = known.is_complete || known.state === 'failed';
    bar.value = known.progress;
    fill(
      state,
      known.is_complete
        ? t('review.sum', { count: Math.round(loss), here: Math.round(move?.loss ?? 0) })
        : t(`review.${known.state}`),
    );
  }

  /** @param {Analysis} now */
  function take(now) {
    known = now;
    const seen = page.seen();
    const { turning_points: points } = known.players[seen.player];
    const worst = worstFrame(seen.frames, points);
    // Where most was lost comes first, once everything was looked at.
    page.redraw();
    if (isLed && isJudged() && worst !== null) {
      isLed = false;
      page.show(worst);
    }
    showState();
  }

  async function follow() {
    take(known);
    while (!known.is_complete && known.state !== 'failed' && !isClosed) {
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
      if (isClosed) return;
      // A server that cannot be reached now may be there again soon.
      const now = await api.get(path).catch(() => null);
      if (now && !isClosed) take(now);
    }
  }

  void follow();
  return () => {
    isClosed = true;
    page.close();
  };
}

/**
 * A way in words.
 * @param {Way} way
 * @param {Frame} frame
 * @param {Piece[]} before
 */
function describe({ action, gained }, frame, before) {
  const step = /** @type {Step} */ (frame.step);
  return stepWords({ ...step, action, gained }, before).what;
}

/** "+9", "−15", "0". @param {number} points */
function signed(points) {
  return points < 0 ? `−${formatNumber(-points)}` : points ? `+${formatNumber(points)}` : '0';
}
