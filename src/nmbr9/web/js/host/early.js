// The first tile of a game alone does not wait for Python: its ten possible views were made with the
// site. The page shows one and sends what is done until it is answered, as over a bad line.

import { knownPlayer } from '../net/api.js';
import { FILES } from '../net/base.js';

/** @typedef {{id: string, first: number, name: string}} Opening */

const KEPT = 'nmbr9-opening';
const ALPHABET = '23456789abcdefghjkmnpqrstuvwxyz';
const ID_LENGTH = 18;
const NUMBERS = 10;

/** Games that were begun before the referee was there. @type {Map<string, Opening>} */
const openings = new Map();
const views = fetch(`${FILES}host/first-views.json`).then((answer) => answer.json());

/** @param {number} below @returns {number} each as likely as any other */
function drawn(below) {
  const most = 2 ** 32 - (2 ** 32 % below);
  for (;;) {
    const [number] = crypto.getRandomValues(new Uint32Array(1));
    if (number < most) return number % below;
  }
}

/**
 * What is answered to a page that wants a plain game alone, and how the referee is told of it; null
 * for everything else.
 * @param {string} question
 * @param {string} text
 * @returns {{answer: object, opening: Opening} | null}
 */
export function openEarly(question, text) {
  if (question !== '/matches') return null;
  const { options = {}, bots = [], people = [], name } = JSON.parse(text);
  const { players = 1, variant = 'basic', draw_tokens = 0, special_tokens = [] } = options;
  const hasModules = options.starting_tiles || options.gap_fillers || draw_tokens ||
    special_tokens.length;
  const isPlain = players === 1 && variant === 'basic' && !hasModules;
  if (!isPlain || bots.length || people.length) return null;
  const id = Array.from({ length: ID_LENGTH }, () => ALPHABET[drawn(ALPHABET.length)]).join('');
  const called = knownPlayer()?.name ?? name;
  const opening = { id, first: drawn(NUMBERS), name: called };
  openings.set(id, opening);
  localStorage.setItem(KEPT, JSON.stringify(opening));
  const player = { id: 'me', name: called };
  // Without a token the seat is that of whoever has the device.
  return { answer: { match: id, seat: 0, token: '', tokens: [''], player }, opening };
}

/** A game that was begun, and whose referee never came: it is begun again. @returns {Opening | null} */
export const unsettled = () => JSON.parse(localStorage.getItem(KEPT) ?? 'null');

/** The referee has the game. */
export function settleEarly() {
  localStorage.removeItem(KEPT);
}

/**
 * The first frame of such a game, for the frame that asks for it; null for every other.
 * @param {string} text
 * @returns {Promise<string> | null}
 */
export function earlyFrame(text) {
  const { type, match } = JSON.parse(text);
  const opening = type === 'watch' ? openings.get(match) : undefined;
  if (!opening) return null;
  return views.then((all) => {
    const parts = structuredClone(all[opening.first]);
    parts.match.id = match;
    parts['seats/0'].name = opening.name;
    return JSON.stringify({ type: 'state', n: 1, parts });
  });
}
