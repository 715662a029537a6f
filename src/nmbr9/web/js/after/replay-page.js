// A game looked at again, step by step: from this server, or from a record file.

import { el, fill } from '../dom.js';
import { words } from '../game/words/refusals.js';
import { addTexts, t } from '../i18n/i18n.js';
import * as api from '../net/api.js';
import { addStyle } from '../net/style.js';
import { later } from '../net/version.js';
import { go } from '../router.js';
import { pageBar } from '../ui/bar.js';
import { icon } from '../ui/icons.js';
import { toast } from '../ui/live.js';
import { withBotNames } from './bot-names.js';
import { ladder } from './chips.js';
import { openReplay } from './replay-player.js';
import { stepCard, stepSlider } from './timeline.js';

/**
 * @param {HTMLElement} root
 * @param {Record<string, string>} params  match: whose replay is wanted; none opens a file
 */
export async function open(root, { match }) {
  await later(() => Promise.all([addTexts('after'), addStyle('after')]));
  if (!match) return openChooser(root);
  try {
    const replay = withBotNames(await api.get(`/matches/${match}/replay`));
    const seat = await ownSeat(match);
    return openPlain(root, replay, match, seat, () => go(`/analysis/${match}`));
  } catch (error) {
    return openChooser(root, refusalWords(error));
  }
}

/** @param {string} match */
export async function ownSeat(match) {
  if (!api.knownPlayer()) return null;
  const games = await api.history(200).catch(() => []);
  return games.find((line) => line.match === match)?.seat ?? null;
}

/** @param {unknown} error */
export function refusalWords(error) {
  if (!(error instanceof api.ApiError)) throw error;
  if (error.code === 'record/refused') {
    // The message is for developers, in English; where it points to is for everybody.
    const step = /^actions\[(\d+)\]/.exec(error.message)?.[1];
    return step ? t('replay.refused', { step: Number(step) + 1 }) : words(error);
  }
  if (error.code === 'match/not-over') return t('replay.not-over');
  if (error.code === 'match/not-found') return t('replay.not-found');
  return t('replay.failed', { why: words(error) });
}

/**
 * Asks for a record file; the server checks it.
 * @param {HTMLElement} root
 * @param {string} [problem]
 */
export function openChooser(root, problem = '') {
  /** @type {() => void} */
  let close = () => {};
  const said = el('p.refusal', { role: 'alert' }, problem);
  /** @param {File | undefined} file */
  const read = async (file) => {
    if (!file) return;
    try {
      const text = await file.text();
      close = openPlain(root, await api.post('/replay', text), null, null, async () => {
        const { id } = await api.post('/analysis', text);
        await go(`/analysis/${id}`);
      });
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
    el('b', t('replay.choose')),
    el('span.sm', t('replay.choose-note')),
    input,
  );
  fill(
    root,
    pageBar(),
    el('main.narrow', el('h1', t('replay.open')), el('p.lead', t('replay.open-lead')), zone, said),
  );
  return () => close();
}

/**
 * The steps with a slider, and the levels of the display.
 * @param {HTMLElement} root
 * @param {Replay} replay
 * @param {string | null} match
 * @param {number | null} seat  the viewer's own
 * @param {() => Promise<void>} analyse
 */
function openPlain(root, replay, match, seat, analyse) {
  return openReplay(root, {
    replay,
    match,
    first: seat ?? replay.winners[0] ?? 0,
    title: t('after.replay'),
    steps: { card: stepCard, slider: stepSlider },
    rail: ({ frame, player }) => [
      el('p.cap', replay.names[player]),
      el(
        'p.score-line',
        el('span.own-score', frame.points),
        frame.step?.gained
          ? el('span.pill.ok', t('replay.gained', { count: frame.step.gained }))
          : null,
      ),
      ladder(frame.levels, {
        factor: (level) => t('art.level', { level }),
        empty: (level) => (level.level === 0 ? t('replay.on-table') : t('replay.nothing-scores')),
      }),
      replay.is_over &&
      el(
        'button.btn',
        {
          'data-key': 'analyse',
          onclick: () => analyse().catch((error) => toast(refusalWords(error), 'bad')),
        },
        icon('bulb'),
        t('review.title'),
      ),
    ],
  }).close;
}
