// What the players of a table are called.

import { t } from '../../i18n/i18n.js';
import { OURS } from '../../net/api.js';

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

/** What a kind of bot is called: ours in the player's language, others as they call themselves. */
export const botWord = (/** @type {string} */ bot) => OURS.includes(bot) ? t(`bot.${bot}`) : bot;

/**
 * What a kind of bot is called, and how it plays.
 * @param {import('../../net/api.js').Bot} bot
 */
export function botWords({ name, summary, is_ours }) {
  const how = is_ours ? t(`bot.${name}.words`) : summary;
  return how ? `${botWord(name)}: ${how}` : name;
}

/**
 * The name of a bot; those of one strength are told apart by a number.
 * @param {(string | null)[]} bots  by seat, null where none sits
 * @param {number} index
 */
export function botName(bots, index) {
  const bot = bots[index];
  if (!bot) return null;
  const name = botWord(bot);
  const alike = bots.flatMap((one, seat) => (one === bot ? seat : []));
  if (alike.length < 2) return name;
  return t('bot.numbered', { name, number: alike.indexOf(index) + 1 });
}
