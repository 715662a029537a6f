// Bots are called by their names in the player's language.

import { t } from '../i18n/i18n.js';

/**
 * @param {Replay} replay
 * @returns {Replay}
 */
export function withBotNames(replay) {
  const names = replay.names.map((name, seat) => {
    const bot = replay.bots?.[seat];
    return bot ? t(`bot.${bot}`) : name;
  });
  return { ...replay, names };
}
