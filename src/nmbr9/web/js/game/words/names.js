// What the players of a table are called.

import { t } from '../../i18n/i18n.js';

/**
 * The name of who sits at a seat.
 * @param {import('../../net/parts.js').SeatPart[]} seats
 * @param {number} index
 */
export function seatName(seats, index) {
  const seat = seats[index];
  if (seat.is_person) return seat.name || t('player.numbered', { number: index + 1 });
  return botName(seats.map((one) => (one.is_person ? null : one.bot)), index) ?? t('seat.open');
}

/**
 * The name of a bot; those of one strength are told apart by a number.
 * @param {(string | null)[]} bots  by seat, null where none sits
 * @param {number} index
 */
export function botName(bots, index) {
  const bot = bots[index];
  if (!bot) return null;
  const name = t(`bot.${bot}`);
  const alike = bots.flatMap((one, seat) => (one === bot ? seat : []));
  if (alike.length < 2) return name;
  return t('bot.numbered', { name, number: alike.indexOf(index) + 1 });
}
