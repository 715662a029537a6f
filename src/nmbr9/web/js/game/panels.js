// The panels around the table; each is made anew from the view when the server tells of a change.

import { DisplayView } from '../art/display-view.js';
import { el, fill } from '../dom.js';
import { t } from '../i18n/i18n.js';
import { card } from '../ui/cards.js';
import { icon } from '../ui/icons.js';
import { pointsOf } from './spots.js';
import { seatName } from './words.js';

/** @typedef {import('../net/parts.js').View} View */

/** How many cards of each number a deck has, by variant (2.1, 6.1, 7.1). */
export const COPIES = /** @type {Record<string, number>} */ ({
  basic: 2,
  'two-out-of-three': 3,
  'level-to-level': 4,
});

/** "Round 13 of 20"; Level to Level has no fixed number of rounds. @param {View} view */
export function roundWords(view) {
  const { variant } = view.match.options;
  const round = view.table?.round ?? 0;
  if (variant === 'level-to-level') return t('round.open', { round });
  return t('round', { round, rounds: variant === 'basic' ? 20 : 10 });
}

/**
 * What a variant asks of the open card: how high it may go (7.2), whether it must be taken (6.2).
 * @param {View} view
 */
export function cardWords({ match, table, you, seats }) {
  if (!table || !you) return '';
  if (match.options.variant === 'two-out-of-three') {
    const key = seats[you.seat].has_rejected ? 'note.refused' : 'note.none-refused';
    return `${t('note.card', { card: table.card_in_round })}. ${t(key)}.`;
  }
  const { level_limit: level = null, is_settled: isSettled } = you;
  if (level === null || isSettled) return '';
  return level ? t('note.limit', { level }) : t('note.table');
}

/**
 * The cards so far, in the order of one's own tiles, the one of this round and the rest face down.
 * @param {HTMLElement} strip
 * @param {View} view
 */
export function showStrip(strip, view) {
  const { table, match } = view;
  if (!table || match.options.variant !== 'basic') return fill(strip);
  const [now] = table.revealed;
  const placed = view.pieces(view.shown).flatMap((piece) => piece.number ?? []);
  const before = placed.slice(0, table.round - 1);
  const missing = table.round - 1 - before.length;
  const left = table.cards_left.reduce((sum, count) => sum + count, 0);
  fill(
    strip,
    ...before.map((number) => card(number)),
    ...Array.from({ length: missing }, () => card(null)),
    card(now, 'now'),
    ...Array.from({ length: left }, () => card(null)),
  );
}

/**
 * The cards still in the pile, by number.
 * @param {HTMLElement} panel
 * @param {View} view
 */
export function showStillToCome(panel, view) {
  const left = view.table?.cards_left ?? [];
  const copies = COPIES[view.match.options.variant];
  const total = left.reduce((sum, count) => sum + count, 0);
  fill(
    panel,
    el(
      'div.panel-head',
      {},
      el('h2.cap', {}, t('still')),
      el('span.muted', {}, t('cards', { count: total })),
    ),
    el(
      'ul.pile',
      {},
      ...left.map((count, number) => {
        const isOpen = view.table?.revealed.includes(number);
        return el(
          `li${isOpen ? '.open' : ''}`,
          {},
          el('span.only-heard', {}, t('still.number', { number, count })),
          card(number, count || isOpen ? '' : 'none'),
          el(
            'span.pips',
            { 'aria-hidden': 'true' },
            ...Array.from({ length: copies }, (_, index) => el(`i${index < count ? '.on' : ''}`)),
          ),
        );
      }),
    ),
  );
}

/**
 * Points by level, highest first.
 * @param {HTMLElement} panel
 * @param {Piece[]} pieces
 * @param {Piece | null} trial what would be added
 */
export function showLadder(panel, pieces, trial) {
  const all = trial ? [...pieces, trial] : pieces;
  const highest = Math.max(0, ...all.map((piece) => piece.level));
  const rows = [];
  for (let level = highest; level >= 0; level--) {
    const here = all.filter((piece) => piece.level === level && piece.number !== undefined);
    const points = here.reduce((sum, piece) => sum + pointsOf(piece), 0);
    rows.push(
      el(
        `li${trial?.level === level ? '.trial' : ''}`,
        {},
        el('b', {}, `×${level}`),
        level
          ? el(
            'span.ladder-cards',
            {},
            ...here.map((piece) => card(piece.number ?? 0, piece === trial ? 'trial' : '')),
          )
          : el('span.muted.grow', {}, t('ladder.table', { count: here.length })),
        el('b', {}, points),
      ),
    );
  }
  fill(panel, ...rows);
}

/**
 * One's own points; whoever only looks on sees a player's.
 * @param {{whose: HTMLElement, points: HTMLElement}} parts
 * @param {View} view
 */
export function showScore({ whose, points: panel }, view) {
  const seat = view.seats[view.shown];
  const points = seat.points ?? 0;
  fill(whose, view.you ? t('score') : seatName(seat, view.shown));
  fill(
    panel,
    el('b', {}, points),
    el('span.points-word', {}, t('points', { count: points })),
    el('span.only-heard', {}, t('ladder.open')),
  );
}

/** @typedef {{onLook: (seat: number) => void, onNudge: (seat: number) => void, onHandOver: (seat: number) => void}} SeatActions */

/**
 * Everybody else at the table, if there is anybody.
 * @param {HTMLElement} panel
 * @param {View} view
 * @param {SeatActions} actions
 * @param {Map<number, DisplayView>} minis kept from one time to the next
 */
export function showPlayers(panel, view, actions, minis) {
  const { seats } = view;
  panel.hidden = seats.length < 2;
  if (panel.hidden) return;
  const done = seats.filter((seat) => seat.is_done).length;
  fill(
    panel,
    el(
      'div.panel-head',
      {},
      el('h2.cap', {}, t('players')),
      el('span.muted', {}, t('players.placed', { done, all: seats.length })),
    ),
    el('ul.players', {}, ...playerRows(view, actions, minis)),
  );
}

/**
 * @param {View} view
 * @param {SeatActions} actions
 * @param {Map<number, DisplayView>} minis
 */
function playerRows(view, actions, minis) {
  const mayNudge = view.you && view.seats[view.you.seat].is_done && !view.result;
  return view.seats.flatMap((seat, index) => {
    if (index === view.you?.seat || (!view.you && view.seats.length === 1)) return [];
    const name = seatName(seat, index);
    const host = el('span.mini');
    let mini = minis.get(index);
    if (mini) host.append(mini.root);
    else {
      mini = new DisplayView(host, { mini: true });
      minis.set(index, mini);
    }
    mini.setPieces(view.pieces(index));
    const look = el(
      'button.player-look',
      {
        type: 'button',
        'aria-label': t('player.look', { name }),
        'data-key': `look-${index}`,
        onclick: () => actions.onLook(index),
      },
      host,
    );
    const isWaitedFor = mayNudge && !seat.is_done && seat.is_person && !seat.bot;
    return [
      el(
        'li.player',
        { 'data-seat': index },
        look,
        el(
          'span.player-words',
          {},
          el(
            'span.player-name',
            {},
            name,
            seat.bot && el('span.tag', {}, seat.is_person ? t('seat.stand-in') : t('seat.bot')),
          ),
          status(seat),
          seat.is_clocked && el('span.status', {}, t('status.clocked')),
          seat.has_rejected && el('span.status', {}, t('seat.refused')),
        ),
        el('b.player-points', {}, seat.points ?? 0),
        isWaitedFor &&
          seat.deadline === null &&
          el(
            'button.btn.small',
            {
              type: 'button',
              'data-key': `nudge-${index}`,
              // The button goes, whoever pressed it stays with that player.
              onclick: () => {
                actions.onNudge(index);
                look.focus();
              },
            },
            t('nudge'),
          ),
        isWaitedFor &&
          seat.is_away &&
          view.isHost &&
          el(
            'button.btn.small',
            {
              type: 'button',
              'data-key': `hand-${index}`,
              onclick: () => actions.onHandOver(index),
            },
            t('hand-over'),
          ),
      ),
    ];
  });
}

/** @param {import('../net/parts.js').SeatPart} seat */
function status(seat) {
  if (seat.is_done) return el('span.status.done', {}, icon('check'), t('status.placed'));
  if (seat.deadline !== null) {
    return el('span.status.minute', { 'data-deadline': seat.deadline }, icon('clock'), el('span'));
  }
  if (seat.is_away && !seat.bot) return el('span.status', {}, t('status.away'));
  return el(
    'span.status.choosing',
    {},
    t('status.choosing'),
    el('span.dots3', { 'aria-hidden': 'true' }, el('i'), el('i'), el('i')),
  );
}
