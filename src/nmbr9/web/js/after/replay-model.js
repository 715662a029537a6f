// A replayed game as the server tells it, arranged by player. No DOM, no rules.

/** @typedef {import('../art/shapes.js').Piece} Piece */

/** @typedef {{level: number, numbers: number[], points: number}} LevelLine */

/**
 * One action and what it changed, as `POST /api/replay` answers.
 * @typedef {object} Step
 * @property {Record<string, any> & {player: number, do: string}} action
 * @property {string} notation
 * @property {number} round
 * @property {number[]} revealed
 * @property {number | null} number  the tile in hand before
 * @property {{keep: number, pieces: Piece[]} | {pieces: Piece[]}} display
 * @property {LevelLine[]} levels
 * @property {number} gained
 * @property {number[]} scores
 */

/**
 * @typedef {object} Replay
 * @property {{players: number, variant: string, starting_tiles: boolean, gap_fillers: boolean, special_tokens: string[]}} options
 * @property {string[]} names
 * @property {number[]} deck
 * @property {boolean} is_over
 * @property {{pieces: Piece[]}[]} start
 * @property {Step[]} steps
 * @property {LevelLine[][]} levels
 * @property {number[]} scores
 * @property {number[]} winners
 * @property {(string | null)[]} [bots]  which bot played at a seat, in a match of this server
 */

/**
 * A player's display after one of their steps; the first is the start.
 * @typedef {object} Frame
 * @property {Step | null} step
 * @property {Piece[]} pieces
 * @property {LevelLine[]} levels
 * @property {number} points
 */

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
  for (const step of replay.steps) {
    if (step.action.player !== player) continue;
    const before = frames[frames.length - 1].pieces;
    const { display } = step;
    const pieces =
      'keep' in display ? [...before.slice(0, display.keep), ...display.pieces] : display.pieces;
    frames.push({ step, pieces, levels: step.levels, points: step.scores[player] });
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
