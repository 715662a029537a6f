// What a viewer sees of a match, in parts, as docs/protocol.md describes them.

/** @typedef {import('./api.js').Options} Options */

/**
 * @typedef {object} MatchPart
 * @property {string} id
 * @property {Options} options
 * @property {string[][]} [starting_shapes]  of somebody's own, that were drawn from
 * @property {boolean} is_hidden
 * @property {boolean} is_listed
 * @property {string | null} contest
 * @property {number | null} host
 * @property {'open' | 'running' | 'over'} state
 * @property {string} commitment
 * @property {string | null} rematch
 */
/**
 * @typedef {object} SeatPart
 * @property {string | null} name
 * @property {boolean} is_person
 * @property {string | null} bot
 * @property {boolean} is_away
 * @property {boolean} is_gone  whether their line is cut
 * @property {number | null} deadline
 * @property {boolean} is_clocked
 * @property {boolean} [is_done]
 * @property {number} [points]
 * @property {number[]} [fillers]
 * @property {string[]} [used_tokens]
 * @property {number | null} [reserved]
 * @property {boolean} [has_rejected]
 */
/**
 * @typedef {object} TablePart
 * @property {number} round
 * @property {number} card_in_round
 * @property {number[]} revealed
 * @property {number} markers
 * @property {number[]} cards_left
 */
/**
 * Spots: for each rotation and level a set of cells in hexadecimal, on rows of `width` cells from
 * `x`, `y` on, the lowest bit first.
 * @typedef {{x: number, y: number, width: number, sets: [number, number, string][]}} At
 */
/**
 * Legal actions that differ in the spot only, or one without a spot.
 * @typedef {object} Offer
 * @property {number} player
 * @property {string} do
 * @property {number} [pile]
 * @property {number} [number]
 * @property {boolean} [flipped]
 * @property {string[]} [tokens]
 * @property {number} [size]
 * @property {number} [piece]
 * @property {At} [at]
 */
/**
 * @typedef {object} YouPart
 * @property {number} seat
 * @property {number} revision
 * @property {number | null} [number]
 * @property {number | null} [level_limit]
 * @property {boolean} [is_decided]
 * @property {boolean} [is_settled]
 * @property {Offer[]} [legal]
 */
/**
 * @typedef {object} ResultPart
 * @property {number[]} scores
 * @property {number[]} winners
 * @property {number[]} deck
 * @property {(number | string[])[]} starting_tiles
 * @property {string} salt
 * @property {Mark[][]} marks  by seat, why the score is no record
 */
/** @typedef {'helped' | 'hints' | 'known-deck'} Mark */
/** @typedef {Record<string, any>} Parts */

/**
 * What is known after a frame with changes.
 * @param {Parts} known
 * @param {Parts} changed
 * @returns {Parts}
 */
export function merged(known, changed) {
  const parts = { ...known };
  for (const [name, part] of Object.entries(changed)) {
    if (part === null) delete parts[name];
    else if ('keep' in part) {
      parts[name] = { pieces: [...parts[name].pieces.slice(0, part.keep), ...part.pieces] };
    } else parts[name] = part;
  }
  return parts;
}

/** A match as the page uses it. */
export class View {
  /** @param {Parts} parts */
  constructor(parts) {
    this.parts = parts;
    /** @type {MatchPart} */
    this.match = parts.match;
    /** @type {TablePart | undefined} */
    this.table = parts.table;
    /** @type {YouPart | undefined} */
    this.you = parts.you;
    /** @type {ResultPart | undefined} */
    this.result = parts.result;
    /** @type {SeatPart[]} */
    this.seats = this.match.options.players
      ? Array.from({ length: this.match.options.players }, (_, seat) => parts[`seats/${seat}`])
      : [];
  }

  /** The seat that an onlooker watches. */
  watched = 0;

  /** Whether several people play at this device, so that nobody of them is "you". */
  isShared = false;

  /** The seat whose display is in the middle: one's own, for onlookers the one they watch. */
  get shown() {
    return this.you?.seat ?? this.watched;
  }

  /** @param {number} seat @returns {Piece[]} */
  pieces(seat) {
    return this.parts[`displays/${seat}`]?.pieces ?? [];
  }

  get isHost() {
    return this.you !== undefined && this.match.host === this.you.seat;
  }

  /** Whether this player has something to do. */
  get isMyTurn() {
    return Boolean(this.you?.legal?.length);
  }
}
