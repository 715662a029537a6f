// Everybody else at the table, with their displays in small.

import { DisplayView } from '../../art/display-view.js';
import { el, fill } from '../../dom.js';
import { t } from '../../i18n/i18n.js';
import { icon } from '../../ui/icons.js';
import { seatName } from '../words/names.js';

/** @typedef {import('../../net/parts.js').View} View */
/** @typedef {Pick<import('../actions.js').Actions, 'look' | 'nudge' | 'handOver'>} SeatActions */

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
      el('h2.cap', t('players')),
      el('span.muted', t('players.placed', { done, all: seats.length })),
    ),
    el('ul.players', ...playerRows(view, actions, minis)),
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
    const name = seatName(view.seats, index);
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
        'aria-label': t('player.look', { name }),
        'data-key': `look-${index}`,
        onclick: () => actions.look(index),
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
          el(
            'span.player-name',
            name,
            seat.bot && el('span.tag', seat.is_person ? t('seat.stand-in') : t('seat.bot')),
          ),
          status(seat),
          seat.is_clocked && el('span.status', t('status.clocked')),
          seat.has_rejected && el('span.status', t('seat.refused')),
        ),
        el('b.player-points', seat.points ?? 0),
        isWaitedFor &&
          seat.deadline === null &&
          el(
            'button.btn.small',
            {
              'data-key': `nudge-${index}`,
              // The button goes, whoever pressed it stays with that player.
              onclick: () => {
                actions.nudge(index);
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
              'data-key': `hand-${index}`,
              onclick: () => actions.handOver(index),
            },
            t('hand-over'),
          ),
      ),
    ];
  });
}

/** @param {import('../../net/parts.js').SeatPart} seat */
function status(seat) {
  if (seat.is_done) return el('span.status.done', icon('check'), t('status.placed'));
  if (seat.deadline !== null) {
    return el('span.status.minute', { 'data-deadline': seat.deadline }, icon('clock'), el('span'));
  }
  if (seat.is_away && !seat.bot) return el('span.status', t('status.away'));
  return el(
    'span.status.choosing',
    t('status.choosing'),
    el('span.dots3', { 'aria-hidden': 'true' }, el('i'), el('i'), el('i')),
  );
}
