// HTTP: names, making matches, history, contests.

import { t } from '../i18n/i18n.js';
import { FILES, KEPT, line } from './base.js';

/** @typedef {{match: string, seat: number, token: string}} SeatAnswer */
/** @typedef {SeatAnswer & {tokens: string[]}} MadeMatch */
/** @typedef {{id: string, name: string}} Player */
/** @typedef {{name: string, summary: string, is_ours: boolean}} Bot */
/** @typedef {{bot: string | null, games: number}} Opponent */
/**
 * @typedef {object} Options
 * @property {number} players
 * @property {string} variant
 * @property {boolean} starting_tiles
 * @property {boolean} gap_fillers
 * @property {string[]} special_tokens
 * @property {number} [draw_tokens]
 * @property {string[][]} [starting_shapes]  starting tiles of one's own to draw from (3.2)
 */

/** An answer that says no; the code has words in every language. */
export class ApiError extends Error {
  /** @param {number} status @param {string} code @param {string} message */
  constructor(status, code, message) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** @param {string} method @param {string} path @param {unknown} [body] @returns {Promise<any>} */
async function ask(method, path, body) {
  const asked = () =>
    line.ask(`/api${path}`, {
      method,
      headers: body === undefined ? {} : { 'Content-Type': 'application/json' },
      // A text is JSON already.
      body: body === undefined || typeof body === 'string' ? body : JSON.stringify(body),
    }).catch(() => null);
  let answer = await asked();
  if ((!answer || answer.status === 404) && await takesOver(path, !answer)) answer = await asked();
  if (!answer) throw new ApiError(0, 'request/unreachable', 'the server cannot be reached');
  const told = answer.status === 204 ? null : await answer.json().catch(() => null);
  if (!answer.ok) {
    throw new ApiError(answer.status, told?.code ?? 'request/refused', told?.message ?? '');
  }
  return told;
}

/**
 * Whether the referee in this browser answers from now on, if it is kept here: when the line is cut, or
 * when the match of a question is one of its own.
 * @param {string} path
 * @param {boolean} isCut
 */
export async function takesOver(path, isCut) {
  if (localStorage.getItem(KEPT) !== FILES || document.documentElement.dataset.host) return false;
  return (await import('../cut/take-over.js')).takeOver(path, isCut);
}

/** @param {string} path @returns {Promise<any>} */
export const get = (path) => ask('GET', path);
/** @param {string} path @param {unknown} [body] @returns {Promise<any>} */
export const post = (path, body = {}) => ask('POST', path, body);

/** Ours, weakest first, that the page offers. */
export const LADDER = [
  'mole',
  'hamster',
  'magpie',
  'squirrel',
  'swallow',
  'beaver',
  'spider',
  'owl',
];
/** Whom it offers to those who have not chosen: a good family player. */
export const USUAL = 'swallow';
/** Ours that it has words for: some sit in older games. */
export const OURS = ['random', 'greedy', 'careful', 'steady', 'strong', ...LADDER];

/** As far as is known: ours, until the server has answered. @type {Bot[]} */
let known = LADDER.map((name) => ({ name, summary: '', is_ours: true }));
/** What the server was asked, until it fails. @type {Promise<void> | null} */
let asked = null;

/** Those that are offered. */
export const bots = () => known;

/**
 * Asks the server once, and calls back if there are more than were known.
 * @param {() => void} onMore
 */
export async function askBots(onMore) {
  const before = known.length;
  asked ??= get('/bots').then(
    (/** @type {Bot[]} */ told) => {
      known = told.filter(({ name, is_ours }) => !is_ours || LADDER.includes(name));
    },
    () => {
      asked = null; // The next one who looks asks again; ours can be chosen all the same.
    },
  );
  await asked;
  if (known.length > before) onMore();
}

const KNOWN = 'nmbr9-player';
/** Where the player's own starting tiles are kept. */
export const OWN_TILES = 'nmbr9-starting-tiles';
/** Where those who play at this device are kept, and their seats. */
export const AT_DEVICE = 'nmbr9-at-device';
/** Where it is noted that the player was asked for a name. */
export const NAME_ASKED = 'nmbr9-name-asked';

/**
 * The player of this browser as far as we remember. The cookie that proves it is hidden from us, and
 * asking the server without one would be an error.
 * @returns {Player | null}
 */
export function knownPlayer() {
  return JSON.parse(localStorage.getItem(KNOWN) ?? 'null');
}

/** A name that is being taken: whoever acts meanwhile has to wait for it. @type {Promise<Player> | null} */
let taking = null;

/** @param {Player} player */
function remember(player) {
  localStorage.setItem(KNOWN, JSON.stringify(player));
  return player;
}

/**
 * Takes a name; whoever has none becomes a player by it.
 * @param {string} name
 */
export function takeName(name) {
  taking = post('/players', { name }).then(remember);
  return taking;
}

/** The player of this browser, a guest at first. @returns {Promise<Player>} */
export async function player() {
  await taking?.catch(() => {});
  return knownPlayer() ?? takeName(t('player.guest'));
}

/**
 * Does something as a player; if the server has forgotten us, as a new one.
 * @template T @param {() => Promise<T>} request @returns {Promise<T>}
 */
export async function asPlayer(request) {
  const known = await player();
  try {
    return await request();
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'player/unknown') throw error;
    await takeName(known.name);
    return request();
  }
}

/** What is kept in this browser of the player, of the device and of tables of cardboard. */
const OWN = /^nmbr9-(player|starting-tiles|at-device|name-asked|table-)/;

/** Whether there is anything to forget. */
export const isKnown = () => Object.keys(localStorage).some((key) => OWN.test(key));

/** Deletes everything that the server and this browser know of the player. */
export const forgetMe = () => leaveAs('/me');

/** Lets this browser, and every other one that has this player's cookie, be somebody else. */
export const logOut = () => leaveAs('/me/session');

/** @param {string} path  of what is deleted at the server */
async function leaveAs(path) {
  if (knownPlayer()) await ask('DELETE', path);
  if (localStorage.getItem(KEPT)) await (await import('../cut/remembered.js')).forgetGames();
  for (const key of Object.keys(localStorage)) if (OWN.test(key)) localStorage.removeItem(key);
}

/**
 * Takes a seat; a guest becomes a player by it: that is one way to the server and back instead of two.
 * @param {string} path @param {object} body
 */
async function sit(path, body) {
  await taking?.catch(() => {});
  if (knownPlayer()) return asPlayer(() => post(path, body));
  const sitting = post(path, { ...body, name: t('player.guest') });
  taking = sitting.then(({ player }) => remember(player));
  await taking;
  return sitting;
}

/**
 * @param {Partial<Options>} options
 * @param {string[]} [bots]
 * @param {{is_hidden?: boolean, is_listed?: boolean, people?: string[]}} [rest]
 * @returns {Promise<MadeMatch>}
 */
export const newMatch = (options, bots = [], rest = {}) =>
  sit('/matches', { options, bots, ...rest });

/** @param {string} match @returns {Promise<SeatAnswer>} */
export const join = (match) => sit(`/matches/${match}/join`, {});

/** @returns {Promise<Tables>} */
export const tables = () => get('/tables');

/** @returns {Promise<HistoryLine[]>} */
export const history = (limit = 50, before = '') =>
  asPlayer(() => get(`/me/history?limit=${limit}${before && `&before=${before}`}`));

/** Takes a game of one's own out of the history, over or not. @param {string} match */
export const deleteMatch = (match) => asPlayer(() => ask('DELETE', `/me/history/${match}`));

/** @returns {Promise<BestLine[]>} */
export const records = () => asPlayer(() => get('/me/records'));

/** Who plays about as well as the player. @returns {Promise<Opponent>} */
export const opponent = () => asPlayer(() => get('/me/opponent'));

/** @returns {Options} */
export function plainOptions(players = 1) {
  return {
    players,
    variant: 'basic',
    starting_tiles: false,
    gap_fillers: false,
    special_tokens: [],
    draw_tokens: 0,
    starting_shapes: [],
  };
}

/**
 * The same text for games that can be compared by score.
 * @param {Options} options
 * @param {boolean} [hasOwnShapes]
 */
export function optionsKey(options, hasOwnShapes = false) {
  const starting = hasOwnShapes ? 'own-starting-tiles' : 'starting-tiles';
  return [
    options.variant,
    ...(options.starting_tiles ? [starting] : []),
    ...(options.gap_fillers ? ['gap-fillers'] : []),
    ...options.special_tokens,
  ].join(' ');
}
