// Everybody else at the table, with their displays in small.

import { DisplayView } from '../../art/display-view.js';
import { el, fill } from '../../dom.js';
import { t } from '../../i18n/i18n.js';
import { later } from '../../net/version.js';
import { icon } from '../../ui/icons.js';
import { seatName } from '../words/names.js';

/** How long one waits for others before one may hurry them, in milliseconds. */
const PATIENCE = 20_000;

/** How long one waits for a line that is cut before a bot may play, in milliseconds; the server counts. */
const LONG_GONE = 30_500;

/** @typedef {import('../state/state.js').GameState} GameState */
/** @typedef {Pick<import('../actions.js').Actions, 'look' | 'nudge' | 'handOver'>} SeatActions */

/**
 * Everybody else at the table, if there is anybody.
 * @param {HTMLElement} panel
 * @param {GameState} state
 * @param {SeatActions} actions
 * @param {Map<number, DisplayView>} minis kept from one time to the next
 */
export function showPlayers(panel, state, actions, minis) {
  const { seats } = state.view;
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
    el('ul.players', ...playerRows(state, actions, minis)),
  );
}

/**
 * @param {GameState} state
 * @param {SeatActions} actions
 * @param {Map<number, DisplayView>} minis
 */
function playerRows({ view, waitsSince, goneSince }, actions, minis) {
  /** @param {number} index */
  const handFrom = (index) => (goneSince.get(index) ?? 0) + LONG_GONE;
  const mayNudge = waitsSince !== null && !view.result;
  const nudgeFrom = (waitsSince ?? 0) + PATIENCE;
  const names = view.seats.map((seat, index) =>
    seat.is_person ? seatName(view.seats, index) : null
  );
  const hasPortraits = names.filter(Boolean).length > 1;
  const pictures = names.map((name) =>
    name === null || !hasPortraits ? null : el('span.portrait', { 'aria-hidden': 'true' })
  );
  if (hasPortraits) void drawPortraits(pictures, names);
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
        // Onlookers choose by it whom they watch.
        'aria-pressed': view.you ? null : index === view.shown,
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
            pictures[index],
            name,
            seat.bot && el('span.tag', seat.is_person ? t('seat.stand-in') : t('seat.bot')),
          ),
          status(seat, view.isShared),
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
              'data-from': nudgeFrom,
              hidden: Date.now() < nudgeFrom,
              // The button goes, whoever pressed it stays with that player.
              onclick: () => {
                actions.nudge(index);
                look.focus();
              },
            },
            t('nudge'),
          ),
        mayCall(view, seat) &&
          el(
            'button.btn.small',
            {
              'data-key': `hand-${index}`,
              'data-from': seat.is_away && view.isHost ? 0 : handFrom(index),
              hidden: !(seat.is_away && view.isHost) && Date.now() < handFrom(index),
              onclick: () => actions.handOver(index),
            },
            t('hand-over'),
          ),
      ),
    ];
  });
}

/**
 * Whether a bot may be called for somebody: by the host for who has left, by all for who is cut off.
 * @param {import('../../net/parts.js').View} view
 * @param {import('../../net/parts.js').SeatPart} seat
 */
function mayCall(view, seat) {
  if (!view.you || view.result || view.match.contest || !seat.is_person || seat.bot) return false;
  return seat.is_gone || (seat.is_away && view.isHost);
}

/**
 * Draws who sits there; alone nobody needs it.
 * @param {(HTMLElement | null)[]} places
 * @param {(string | null)[]} names
 */
async function drawPortraits(places, names) {
  // Without a line the names are enough.
  const art = await later(() => import('../../art/portrait.js')).catch(() => null);
  art?.portraitsOf(names).forEach((look, seat) => {
    if (look) places[seat]?.replaceChildren(...art.portrait(look).childNodes);
  });
}

/**
 * @param {import('../../net/parts.js').SeatPart} seat
 * @param {boolean} isShared  whether they have to wait for the device
 */
function status(seat, isShared) {
  if (seat.is_gone && !seat.bot) return el('span.status', t('status.gone'));
  if (seat.is_done) return el('span.status.done', icon('check'), t('status.placed'));
  if (seat.deadline !== null) {
    return el('span.status.minute', { 'data-deadline': seat.deadline }, icon('clock'), el('span'));
  }
  if (seat.is_away && !seat.bot) return el('span.status', t('status.away'));
  if (isShared) return el('span.status', t('status.next'));
  return el(
    'span.status.choosing',
    t('status.choosing'),
    el('span.dots3', { 'aria-hidden': 'true' }, el('i'), el('i'), el('i')),
  );
}
