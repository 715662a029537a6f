// What an analysis says about one player's steps. No DOM, no words, no rules.

/** How many of the best spots are listed. */
const LISTED = 3;

/**
 * What each frame of a player lost, where that is known.
 * @param {Frame[]} frames
 * @param {Judged[]} moves
 * @returns {(Judged | undefined)[]}
 */
export function judgedFrames(frames, moves) {
  const byIndex = new Map(moves.map((move) => [move.index, move]));
  return frames.map(({ at }) => byIndex.get(at ?? -1));
}

/**
 * How bad a loss is; never told by colour alone.
 * @param {number} loss
 * @returns {'best' | 'fine' | 'slip' | 'costly'}
 */
export function gradeOf(loss) {
  const points = Math.round(loss);
  if (points <= 0) return 'best';
  if (points === 1) return 'fine';
  return points < 6 ? 'slip' : 'costly';
}

/**
 * Why the best way is better.
 * @param {Judged} move
 * @param {number} gained  by what was done
 * @returns {'best' | 'more-now' | 'more-later' | 'both-later'}
 */
export function reasonOf(move, gained) {
  const [best] = move.best;
  if (gradeOf(move.loss) === 'best' || !best) return 'best';
  if (best.gained > gained) return 'more-now';
  return best.gained === gained ? 'more-later' : 'both-later';
}

/**
 * How sure a loss is, from how far shorter looks ahead disagree.
 * @param {Judged} move
 * @returns {'exact' | 'sure' | 'fair' | 'unsure'}
 */
export function certaintyOf({ low, high }) {
  if (Math.round(low) === Math.round(high)) return 'exact';
  if (high - low <= 2) return 'sure';
  return high - low <= 6 ? 'fair' : 'unsure';
}

/**
 * The best ways, best first, and what was done if it is not among them.
 * @param {Judged} move
 * @param {number} gained  by what was done
 * @returns {(Way & {rank: number | null, isOwn: boolean})[]}
 */
export function waysOf(move, gained) {
  const own = JSON.stringify(move.action);
  const ways = move.best.map((way, index) => ({
    ...way,
    rank: index + 1,
    isOwn: JSON.stringify(way.action) === own,
  }));
  const shown = ways.filter((way, index) => index < LISTED || way.isOwn);
  if (shown.some((way) => way.isOwn)) return shown;
  return [...shown, { action: move.action, value: move.value, gained, rank: null, isOwn: true }];
}

/**
 * The piece that an action would lay, null for one that lays none.
 * @param {Step['action']} action
 * @param {Piece[]} before
 * @param {Piece | undefined} played  what the player laid instead
 * @returns {Piece | null}
 */
export function pieceOf(action, before, played) {
  if (action.x === undefined) return null;
  const { rotation, x, y, level, flipped = false } = action;
  const spot = { flipped, rotation, x, y, level };
  if (action.do === 'fill') return { filler: action.size, ...spot };
  if (action.do === 'move') return { ...before[action.piece], ...spot };
  return { number: action.number ?? played?.number, ...spot };
}

/**
 * The spot to look at beside the one that was played; the words keep out of each other's way.
 * @param {Piece} own
 * @param {Piece} best
 */
export function isAbove(own, best) {
  return best.y <= own.y;
}

/**
 * The frame of the worst decision, null if none lost anything worth a word.
 * @param {Frame[]} frames
 * @param {number[]} turningPoints  actions of the game, worst first
 */
export function worstFrame(frames, turningPoints) {
  const found = frames.findIndex(({ at }) => at !== undefined && at === turningPoints[0]);
  return found < 0 ? null : found;
}
