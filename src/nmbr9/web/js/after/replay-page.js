// A game looked at again, step by step: from this server, or from a record file.

import { DisplayView, isCalm } from '../art/display-view.js';
import { el, fill } from '../dom.js';
import { t } from '../i18n/i18n.js';
import * as api from '../net/api.js';
import { pageBar } from '../ui/bar.js';
import { withBotNames } from './bot-names.js';
import { ladder } from './chips.js';
import { frameAtRound, framesOf } from './replay-model.js';
import { shareButton } from './share.js';
import { stepWords } from './step-words.js';
import { timeline } from './timeline.js';

/** Milliseconds a step is shown while it plays by itself. */
const PACE = 900;

/**
 * @param {HTMLElement} root
 * @param {Record<string, string>} params  match: whose replay is wanted; none opens a file
 */
export async function open(root, { match }) {
  if (!match) return openChooser(root);
  try {
    const replay = withBotNames(await api.get(`/matches/${match}/replay`));
    const seat = await ownSeat(match);
    return openReplay(root, replay, match, seat ?? replay.winners[0] ?? 0);
  } catch (error) {
    return openChooser(root, refusalWords(error));
  }
}

/** @param {string} match */
async function ownSeat(match) {
  if (!api.knownPlayer()) return null;
  const games = await api.history(200).catch(() => []);
  return games.find((line) => line.match === match)?.seat ?? null;
}

/** @param {unknown} error */
function refusalWords(error) {
  if (!(error instanceof api.ApiError)) throw error;
  if (error.code === 'record/refused') return t('replay.refused', { why: error.message });
  if (error.code === 'match/not-over') return t('replay.not-over');
  if (error.code === 'match/not-found') return t('replay.not-found');
  return t('replay.failed', { why: error.message });
}

/**
 * Asks for a record file; the server checks it.
 * @param {HTMLElement} root
 * @param {string} [problem]
 */
function openChooser(root, problem = '') {
  /** @type {() => void} */
  let close = () => {};
  const said = el('p.refusal', { role: 'alert' }, problem);
  /** @param {File | undefined} file */
  const read = async (file) => {
    if (!file) return;
    try {
      const replay = await api.post('/replay', await file.text());
      close = openReplay(root, replay, null, replay.winners[0] ?? 0);
    } catch (error) {
      said.textContent = refusalWords(error);
    }
  };
  const input = /** @type {HTMLInputElement} */ (
    el('input', {
      type: 'file',
      accept: '.json,application/json',
      onchange: () => read(input.files?.[0]),
    })
  );
  const zone = el(
    'label.drop-zone.panel',
    {
      ondragover: (/** @type {DragEvent} */ event) => event.preventDefault(),
      ondrop: (/** @type {DragEvent} */ event) => {
        event.preventDefault();
        void read(event.dataTransfer?.files[0]);
      },
    },
    el('b', {}, t('replay.choose')),
    el('span.sm', {}, t('replay.choose-note')),
    input,
  );
  fill(
    root,
    pageBar(),
    el(
      'main.narrow',
      {},
      el('h1', {}, t('replay.open')),
      el('p.lead', {}, t('replay.open-lead')),
      zone,
      said,
    ),
  );
  return () => close();
}

/**
 * @param {HTMLElement} root
 * @param {Replay} replay
 * @param {string | null} match
 * @param {number} first  the player shown at first
 */
export function openReplay(root, replay, match, first) {
  let player = first;
  let frames = framesOf(replay, player);
  let index = frames.length - 1;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  let playing;
  const stage = el('section.replay-stage.tablebg', { 'aria-label': t('after.display') });
  const where = el('p.where.panel', { 'aria-live': 'polite' });
  const rail = el('aside.replay-rail');
  const line = timeline({ onStep: (step) => show(step), onPlay: () => togglePlay() });
  fill(
    root,
    pageBar(),
    el('main.replay', {}, el('h1.only-heard', {}, t('after.replay')), stage, line.element, rail),
  );
  const view = new DisplayView(stage);
  stage.append(where);
  view.insets = { top: 64, right: 0, bottom: 0, left: 0 };

  /** @param {number} step */
  function show(step) {
    const isForward = step === index + 1;
    index = Math.max(0, Math.min(frames.length - 1, step));
    const frame = frames[index];
    view.setPieces(frame.pieces, {
      animate: isForward && !isCalm(),
      points: isForward ? frame.step?.gained : 0,
    });
    const words = stepWords(frame.step, frames[index - 1]?.pieces ?? []);
    fill(where, el('b', {}, words.when), ' ', el('span', {}, words.what));
    line.show(index, `${words.when}: ${words.what}. ${t('after.points', { count: frame.points })}`);
    fill(
      rail,
      el('p.cap', {}, replay.names[player]),
      el(
        'p.score-line',
        {},
        el('span.own-score', {}, frame.points),
        frame.step?.gained
          ? el('span.pill.ok', {}, t('replay.gained', { count: frame.step.gained }))
          : null,
      ),
      ladder(frame.levels, {
        factor: (level) => t('art.level', { level }),
        empty: (level) => (level.level === 0 ? t('replay.on-table') : t('replay.nothing-scores')),
      }),
      players(),
      el('div.ways-on', {}, shareButton({ match, replay, player })),
    );
  }

  function players() {
    if (replay.names.length === 1) return null;
    const shown = frames[index].step?.round ?? 0;
    return el(
      'div.seat-choices',
      { role: 'group', 'aria-label': t('replay.players') },
      ...replay.names.map((name, seat) => {
        const others = framesOf(replay, seat);
        const points = others[frameAtRound(others, shown)].points;
        return el(
          'button.btn.seat-choice',
          { type: 'button', 'aria-pressed': seat === player, onclick: () => choose(seat) },
          el('span', {}, name),
          el('b', {}, points),
        );
      }),
    );
  }

  /** @param {number} seat */
  function choose(seat) {
    const round = frames[index].step?.round ?? 0;
    player = seat;
    frames = framesOf(replay, player);
    line.setFrames(frames);
    index = -2;
    show(frameAtRound(frames, round));
    /** @type {HTMLElement | null} */ (rail.querySelector('[aria-pressed="true"]'))?.focus();
  }

  function togglePlay() {
    if (playing) {
      clearInterval(playing);
      playing = undefined;
    } else {
      if (index === frames.length - 1) show(0);
      playing = setInterval(() => {
        show(index + 1);
        if (index === frames.length - 1) togglePlay();
      }, PACE);
    }
    line.setPlaying(Boolean(playing));
  }

  line.setFrames(frames);
  index = -2;
  show(frames.length - 1);
  return () => {
    clearInterval(playing);
    view.close();
  };
}
