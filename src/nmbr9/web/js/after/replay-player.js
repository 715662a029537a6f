// A game walked through step by step: display, steps, and a rail that says what is seen.

import { DisplayView } from '../art/display-view.js';
import { el, fill, isCalm } from '../dom.js';
import { t } from '../i18n/i18n.js';
import { pageBar } from '../ui/bar.js';
import { frameAtRound, framesOf } from './replay-model.js';
import { shareButton } from './share.js';
import { stepWords } from './step-words.js';
import { timeline } from './timeline.js';

/** Milliseconds a step is shown while it plays by itself. */
const PACE = 900;

/**
 * What is seen at the moment.
 * @typedef {object} Seen
 * @property {number} player
 * @property {Frame[]} frames
 * @property {number} index
 * @property {Frame} frame
 */

/**
 * What a page shows of a game besides the display.
 * @typedef {object} Lens
 * @property {Replay} replay
 * @property {string | null} match
 * @property {number} first  the player shown at first
 * @property {string} title
 * @property {import('./timeline.js').Steps} steps
 * @property {(seen: Seen) => import('../dom.js').Child[]} rail
 * @property {(seen: Seen) => Mark[]} [marks]
 */

/**
 * @param {HTMLElement} root
 * @param {Lens} lens
 */
export function openReplay(root, { replay, match, first, title, steps, rail: told, marks }) {
  let player = first;
  let frames = framesOf(replay, player);
  let index = -2;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  let playing;
  const stage = el('section.replay-stage.tablebg', { 'aria-label': t('after.display') });
  const where = el('p.where.panel', { 'aria-live': 'polite' });
  const rail = el('aside.replay-rail', { 'aria-label': title });
  const line = timeline({ ...steps, onStep: (step) => show(step), onPlay: () => togglePlay() });
  fill(root, pageBar(), el('main.replay', el('h1.only-heard', title), stage, line.element, rail));
  const view = new DisplayView(stage);
  stage.append(where);
  view.insets = { top: 64, right: 0, bottom: marks ? 32 : 0, left: 0 };

  const seen = () => ({ player, frames, index, frame: frames[index] });

  /** @param {number} step */
  function show(step) {
    const isForward = step === index + 1;
    index = Math.max(0, Math.min(frames.length - 1, step));
    const frame = frames[index];
    view.setPieces(frame.pieces, {
      animate: isForward && !isCalm(),
      points: isForward && !marks ? frame.step?.gained : 0,
    });
    const words = stepWords(frame.step, frames[index - 1]?.pieces ?? []);
    fill(where, el('b', words.when), ' ', el('span', words.what));
    line.show(index, `${words.when}: ${words.what}. ${t('after.points', { count: frame.points })}`);
    refresh();
  }

  /** Tells again what is seen. */
  function refresh() {
    if (marks) view.showMarks(marks(seen()));
    fill(
      rail,
      ...told(seen()),
      players(),
      el('div.ways-on', shareButton({ match, replay, player })),
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
          {
            'aria-pressed': seat === player,
            'data-key': `seat-${seat}`,
            onclick: () => choose(seat),
          },
          el('span', name),
          el('b', points),
        );
      }),
    );
  }

  /** @param {number} seat */
  function choose(seat) {
    const round = frames[index].step?.round ?? 0;
    player = seat;
    frames = framesOf(replay, player);
    line.setFrames(frames, player);
    index = -2;
    show(frameAtRound(frames, round));
    // The buttons are new ones; who clicked stays where they were, as whoever came by keys does.
    /** @type {HTMLElement | null} */ (
      document.querySelector(`[data-key="seat-${seat}"]`)
    )?.focus();
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

  line.setFrames(frames, player);
  show(frames.length - 1);
  return {
    show,
    seen,
    refresh,
    /** Draws the steps anew, for what is known of them has changed. */
    redraw() {
      line.setFrames(frames, player);
      line.show(index);
      refresh();
    },
    close() {
      clearInterval(playing);
      view.close();
    },
  };
}
