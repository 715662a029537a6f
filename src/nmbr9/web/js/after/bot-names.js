// Bots are called by their names in the player's language.

import { botName } from '../game/words/names.js';

/**
 * @param {Replay} replay
 * @returns {Replay}
 */
export function withBotNames(replay) {
  const bots = replay.bots ?? [];
  const names = replay.names.map((name, seat) => botName(bots, seat) ?? name);
  return { ...replay, names };
}
