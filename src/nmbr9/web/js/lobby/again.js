// Another game of the same kind: alone, against the same bots, with the same people at this device.

import { seatName } from '../game/words/names.js';
import { newMatch } from '../net/api.js';
import { go } from '../router.js';
import { newDeviceMatch } from './device-match.js';

/** @param {import('../net/parts.js').View} view */
export async function playLike(view) {
  await go(`/m/${await matchLike(view)}`);
}

/** @param {import('../net/parts.js').View} view */
async function matchLike({ match: { options, starting_shapes, is_hidden }, seats, isShared }) {
  const same = { ...options, starting_shapes };
  if (isShared) {
    const names = seats.map((_, index) => seatName(seats, index));
    return newDeviceMatch(same, names, { is_hidden });
  }
  const bots = seats.flatMap((seat) => (seat.is_person ? [] : (seat.bot ?? [])));
  return (await newMatch(same, bots, { is_hidden })).match;
}
