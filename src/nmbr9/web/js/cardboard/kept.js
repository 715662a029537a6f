// What tables of cardboard keep in this browser: nothing of it goes to the server.

/** @typedef {import('../net/api.js').Options} Options */
/** @typedef {import('./call.js').Call} Call */
/** @typedef {import('./count.js').Count} Count */
/**
 * A game counted on the score pad.
 * @typedef {object} TableGame
 * @property {string} id
 * @property {number} created  in seconds since 1970
 * @property {Options} options
 * @property {string[]} names
 * @property {Count[]} counts  by player
 * @property {number} shown  whose display is being counted
 */
/**
 * How it was last time.
 * @typedef {object} Habits
 * @property {string[]} names
 * @property {Options | null} options
 * @property {boolean} isMuted
 */

const CALL = 'nmbr9-table-call';
const PAD = 'nmbr9-table-pad';
const GAMES = 'nmbr9-table-games';
const HABITS = 'nmbr9-table-habits';

/** As many games as are remembered. */
const MOST_GAMES = 300;

/**
 * Where nothing may be kept it holds until the tab is closed.
 * @type {Map<string, string>}
 */
const inTab = new Map();

/** @param {string} key @returns {any} */
function read(key) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? inTab.get(key) ?? 'null');
  } catch {
    return null;
  }
}

/** @param {string} key @param {unknown} value  null removes it */
function write(key, value) {
  const text = JSON.stringify(value);
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
    inTab.delete(key);
  } catch {
    inTab.set(key, text);
  }
}

/** @returns {Call | null} */
export const keptCall = () => read(CALL);
/** @param {Call | null} call */
export const keepCall = (call) => write(CALL, call);

/** The count that is not finished. @returns {TableGame | null} */
export const keptPad = () => read(PAD);
/** @param {TableGame | null} game */
export const keepPad = (game) => write(PAD, game);

/** @returns {Habits} */
export const habits = () => ({ names: [], options: null, isMuted: false, ...read(HABITS) });
/** @param {Partial<Habits>} changes */
export const keepHabits = (changes) => write(HABITS, { ...habits(), ...changes });

/** All counted games, newest first. @returns {TableGame[]} */
export const tableGames = () => read(GAMES) ?? [];

/** Keeps a counted game; one that was corrected takes the place of what it was. @param {TableGame} game */
export function keepGame(game) {
  const others = tableGames().filter(({ id }) => id !== game.id);
  const all = [game, ...others].sort((one, other) => other.created - one.created);
  write(GAMES, all.slice(0, MOST_GAMES));
}

/** @param {string} id */
export function deleteGame(id) {
  const others = tableGames().filter((game) => game.id !== id);
  write(GAMES, others.length ? others : null);
}

/**
 * Calls back when another tab has changed the call, until the returned function is called.
 * @param {() => void} changed
 */
export function onOtherTab(changed) {
  /** @param {StorageEvent} event */
  const heard = ({ key }) => {
    if (key === null || key === CALL || key === PAD || key === GAMES) changed();
  };
  addEventListener('storage', heard);
  return () => removeEventListener('storage', heard);
}
