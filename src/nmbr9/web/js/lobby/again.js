// Another game of the same kind, alone or against the same bots.

import { newMatch } from '../net/api.js';
import { go } from '../router.js';

/** @param {import('../net/parts.js').View} view */
export async function playLike({ match: { options, starting_shapes, is_hidden }, seats }) {
  const bots = seats.flatMap((seat) => (seat.is_person ? [] : (seat.bot ?? [])));
  const { match } = await newMatch({ ...options, starting_shapes }, bots, { is_hidden });
  await go(`/m/${match}`);
}
