// A replayed game as the server tells it, arranged by player. No DOM, no rules.

/**
 * The displays of one player, one after the other.
 * @param {Replay} replay
 * @param {number} player
 * @returns {Frame[]}
 */
export function framesOf(replay, player) {
  /** @type {Frame[]} */
  const frames = [
    { step: null, pieces: replay.start[player]?.pieces ?? [], levels: [], points: 0 },
  ];
  for (const [at, step] of replay.steps.entries()) {
    if (step.action.player !== player) continue;
    const before = frames[frames.length - 1].pieces;
    const { display } = step;
    const pieces = 'keep' in display
      ? [...before.slice(0, display.keep), ...display.pieces]
      : display.pieces;
    frames.push({ at, step, pieces, levels: step.levels, points: step.scores[player] });
  }
  return frames;
}

/**
 * The frame of a player that shows the same time as a frame of another one: the last of that round.
 * @param {Frame[]} frames
 * @param {number} round
 */
export function frameAtRound(frames, round) {
  let found = 0;
  frames.forEach((frame, index) => {
    if (frame.step && frame.step.round <= round) found = index;
  });
  return found;
}

/**
 * How many tiles score on each level, highest first, as a text that gives away nothing of the cards.
 * @param {LevelLine[]} levels
 */
export function silhouette(levels) {
  return levels
    .filter((line) => line.level > 0)
    .toReversed()
    .map((line) => `×${line.level} ${'■'.repeat(line.numbers.length)}`)
    .join('\n');
}

/**
 * Rows of the table at the end: all levels from the top down to 1, with every player's line on it.
 * @param {LevelLine[][]} levels
 * @returns {{level: number, lines: (LevelLine | null)[]}[]}
 */
export function tableRows(levels) {
  const highest = Math.max(0, ...levels.map((lines) => lines.length - 1));
  return Array.from({ length: highest }, (_, index) => {
    const level = highest - index;
    return { level, lines: levels.map((lines) => lines[level] ?? null) };
  });
}
