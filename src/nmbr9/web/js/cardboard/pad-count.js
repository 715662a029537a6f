// Counting a display: the highest level first, then the numbers on each level from the top down.

import { digitSvg } from '../art/digits.js';
import { el, fill } from '../dom.js';
import { t } from '../i18n/i18n.js';
import { icon } from '../ui/icons.js';
import { say } from '../ui/live.js';
import { sureButton } from '../ui/sure-button.js';
import { playerName } from './call-words.js';
import * as counts from './count.js';
import { isCounted, nextPlayer } from './pad.js';

/** @typedef {import('./kept.js').TableGame} TableGame */
/** @typedef {import('./count.js').Count} Count */

/**
 * @param {TableGame} begun
 * @param {object} ways
 * @param {(game: TableGame) => void} ways.keep  after every tap
 * @param {(game: TableGame) => void} ways.done
 * @param {() => void} [ways.drop]  to begin anew
 */
export function countingView(begun, { keep, done, drop }) {
  let game = begun;
  const heading = el('h1');
  const players = el('div.pad-players', { role: 'group', 'aria-label': t('pad.players') });
  const ladder = el('ol.pad-ladder');
  const doubts = el('div.pad-doubts', { role: 'status' });
  const keypad = el('div.pad-keys', { role: 'group' });
  const actions = el('div.row.pad-actions');

  const show = () => {
    const count = game.counts[game.shown];
    heading.textContent = playerName(game.names, game.shown);
    heading.append(el('span.pad-total', t('after.points', { count: counts.pointsOf(count) })));
    fill(players, ...(game.names.length > 1 ? game.names.map((_, index) => tab(index)) : []));
    fill(ladder, ...rungs(count, change));
    fill(doubts, ...counts.doubtsOf(count, game.options).map(doubt));
    showKeys(keypad, count, game.options, change);
    fill(actions, ...(count.top === null ? [] : [undo(count), onward(count)]));
  };
  /** @param {Partial<TableGame>} changes */
  const take = (changes) => {
    game = { ...game, ...changes };
    keep(game);
    show();
  };
  /** @param {Count} count */
  const change = (count) => {
    take({ counts: game.counts.map((old, player) => (player === game.shown ? count : old)) });
    const points = t('after.points', { count: counts.pointsOf(count) });
    say(count.level ? `${t('art.level', { level: count.level })}: ${points}` : points);
  };
  /** @param {number} player */
  const tab = (player) =>
    el(
      'button.pad-player',
      {
        'aria-pressed': player === game.shown,
        'data-key': `player-${player}`,
        onclick: () => take({ shown: player }),
      },
      el('span.name', playerName(game.names, player)),
      el('b', game.counts[player].top === null ? '–' : counts.pointsOf(game.counts[player])),
      isCounted(game.counts[player]) && icon('check'),
    );
  /** @param {Count} count */
  const undo = (count) =>
    el(
      'button.btn.big',
      {
        'data-key': 'undo',
        'aria-label': t('pad.undo'),
        onclick: () => change(counts.withoutLast(count)),
      },
      icon('left'),
      el('span', t('pad.undo')),
    );
  /** One level down, to the next display, to the result. @param {Count} count */
  const onward = (count) => {
    const below = count.level - 1;
    if (below > 0) {
      return button(t('pad.down', { level: below }), () => change(counts.atLevel(count, below)));
    }
    const counted = counts.atLevel(count, 0);
    const all = game.counts.map((old, player) => (player === game.shown ? counted : old));
    const next = nextPlayer({ ...game, counts: all });
    if (next < 0) return button(t('pad.result'), () => done({ ...game, counts: all }));
    const words = t('pad.next', { name: playerName(game.names, next) });
    return button(words, () => take({ counts: all, shown: next }));
  };
  /** @param {string} text @param {() => void} onclick */
  const button = (text, onclick) =>
    el('button.btn.primary.big.grow', { 'data-key': 'on', onclick }, text);
  show();
  return el(
    'main.sheet.pad',
    players,
    heading,
    ladder,
    doubts,
    keypad,
    actions,
    el('p.sm', hints(game.options)),
    drop && sureButton(t('pad.drop'), t('pad.drop.sure'), () => Promise.resolve(drop())),
  );
}

/** What else lies in the display and does not count. @param {import('../net/api.js').Options} options */
function hints(
  { starting_tiles: starting, gap_fillers: fillers, special_tokens: tokens, draw_tokens: drawn },
) {
  return [
    t('pad.table'),
    (starting || fillers) && t('pad.no-number'),
    (drawn || tokens.includes('black')) && t('pad.turned-over'),
    (drawn || tokens.includes('reserve')) && t('pad.reserved'),
  ].filter(Boolean).join(' ');
}

/** @param {import('./count.js').Doubt} doubt */
const doubt = ({ key, names }) => el('p', icon('x'), el('span', t(key, names)));

/**
 * The levels from the top down, each with its numbers and points.
 * @param {Count} count
 * @param {(count: Count) => void} change
 */
function rungs(count, change) {
  return counts.linesOf(count).slice(1).toReversed().map(({ level, points }) =>
    el(
      `li${level === count.level ? '.now' : ''}`,
      el(
        'button.pad-level',
        {
          'aria-pressed': level === count.level,
          'aria-label': t('art.level', { level }),
          'data-key': `level-${level}`,
          onclick: () => change(counts.atLevel(count, level)),
        },
        `×${level}`,
      ),
      el(
        'span.pad-numbers',
        ...count.taps.flatMap(([on, number], index) =>
          on === level
            ? [numberButton(number, t('pad.remove', { number, level }), () =>
              change(counts.without(count, index)))]
            : []
        ),
      ),
      el('b', points),
    )
  );
}

/**
 * @param {number} number
 * @param {string} label
 * @param {() => void} onclick
 */
function numberButton(number, label, onclick) {
  const button = el(`button.pad-number.t${number}`, { 'aria-label': label, onclick });
  button.innerHTML = digitSvg(number);
  return button;
}

/**
 * Ten large keys: for the highest level at first, then for the numbers.
 * @param {HTMLElement} keypad
 * @param {Count} count
 * @param {import('../net/api.js').Options} options
 * @param {(count: Count) => void} change
 */
function showKeys(keypad, count, options, change) {
  const { top, level } = count;
  keypad.hidden = top !== null && level === 0;
  const question = top === null ? t('pad.top') : t('pad.numbers', { level });
  const digits = Array.from({ length: 10 }, (_, digit) => digit);
  const keys = top === null
    ? digits.filter((digit) => digit <= counts.highestLevel(options)).map((digit) =>
      el(
        'button.pad-key',
        {
          'data-key': `key-${digit}`,
          'aria-label': t('art.level', { level: digit }),
          onclick: () => change(counts.withTop(count, digit)),
        },
        digit,
      )
    )
    : digits.map((number) => {
      const key = numberButton(number, String(number), () => change(counts.withTap(count, number)));
      key.classList.add('pad-key');
      key.dataset.key = `key-${number}`;
      return key;
    });
  fill(keypad, el('p.pad-question', { id: 'pad-question' }, question), ...keys);
  keypad.setAttribute('aria-labelledby', 'pad-question');
}
