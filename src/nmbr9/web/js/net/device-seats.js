// Several people at one device: what they are called, the tokens of their seats, and whose turn it is.

import { AT_DEVICE } from './api.js';

/** @typedef {{match: string, tokens: string[], seat: number}} Table  `seat` is who had the device last */

/** As many tables as are kept; the oldest are long over. */
const MOST = 30;

/** @returns {{names: string[], tables: Table[]}} */
function kept() {
  try {
    return { names: [], tables: [], ...JSON.parse(localStorage.getItem(AT_DEVICE) ?? '{}') };
  } catch {
    return { names: [], tables: [] };
  }
}

/** @param {Partial<ReturnType<typeof kept>>} changes */
function keep(changes) {
  localStorage.setItem(AT_DEVICE, JSON.stringify({ ...kept(), ...changes }));
}

/** Who played here last. */
export const namesAtDevice = () => kept().names;

/** @param {string[]} names */
export const keepNames = (names) => keep({ names });

/**
 * The seats of a match that are played at this device, or null.
 * @param {string} match
 */
export function tableAtDevice(match) {
  return kept().tables.find((table) => table.match === match) ?? null;
}

/**
 * Keeps them for when the page is opened again.
 * @param {string} match
 * @param {string[]} tokens  by seat
 */
export function keepTable(match, tokens, seat = 0) {
  const table = { match, tokens, seat };
  const others = kept().tables.filter((one) => one.match !== match);
  keep({ tables: [table, ...others].slice(0, MOST) });
  return table;
}

/**
 * The link's part behind the `#` that takes the whole table to another device.
 * @param {Pick<Table, 'tokens'>} table
 */
export const tableText = ({ tokens }) => tokens.join(',');

/** The tokens in such a part; of one seat alone, none. @param {string} text */
export function tokensIn(text) {
  const tokens = text.split(',');
  return tokens.length > 1 ? tokens : [];
}

/**
 * The seats of a match that are played at this device; a link may have brought them along.
 * @param {string} match
 * @param {string} text  what is behind the `#` of the address
 */
export function openTable(match, text) {
  const tokens = tokensIn(text);
  const table = tokens.length ? keepTable(match, tokens) : tableAtDevice(match);
  if (!table) return null;
  return {
    /** Of the seat that is played now. */
    get token() {
      return table.tokens[table.seat];
    },
    /**
     * Goes on to whose turn it is; whether that is somebody else.
     * @param {import('./parts.js').SeatPart[]} seats
     */
    handOn(seats) {
      const seat = seatInTurn(seats, table);
      if (seat === table.seat) return false;
      table.seat = seat;
      keepTable(match, table.tokens, seat);
      return true;
    },
  };
}

/**
 * Who plays now: whoever has the device stays as long as there is something to do, so that the one who
 * places last begins with the next card; then it goes round.
 * @param {import('./parts.js').SeatPart[]} seats
 * @param {Pick<Table, 'tokens' | 'seat'>} table
 */
export function seatInTurn(seats, { tokens, seat }) {
  const round = seats.map((_, step) => (seat + step) % seats.length);
  const isToPlay = (/** @type {number} */ index) =>
    Boolean(tokens[index]) && !seats[index].is_done && !seats[index].bot;
  return round.find(isToPlay) ?? seat;
}
