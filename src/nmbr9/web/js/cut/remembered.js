// Games that were played on the server, for when its line is cut: the history, and the replays of those
// that ended in this browser. The page keeps what the server has answered.

import { at } from '../net/base.js';

const NAME = `nmbr9 played ${at('/')}`;
/** What the page asks for in its history (js/net/api.js). */
const HISTORY = '/api/me/history?limit=50';
const RECORDS = '/api/me/records';
/** As many replays as the history shows. */
const MOST = 50;

/** @param {string} match */
const replayOf = (match) => `/api/matches/${match}/replay`;

/** Remembers a game that is over. @param {string} match */
export async function remember(match) {
  const cache = await caches.open(NAME);
  for (const path of [HISTORY, RECORDS, replayOf(match)]) {
    const answer = await fetch(at(path));
    if (answer.ok) await cache.put(at(path), answer);
  }
  const replays = (await cache.keys()).filter(({ url }) => url.endsWith('/replay'));
  for (const old of replays.slice(0, -MOST)) await cache.delete(old);
}

/**
 * What the server has answered to a question, or null.
 * @param {string} path
 * @returns {Promise<any>}
 */
async function known(path) {
  const answer = await (await caches.open(NAME)).match(at(path));
  return answer ? answer.json() : null;
}

/**
 * What is answered without the server, with what it has answered before.
 * @param {string} path  below the base
 * @param {any} here  what the referee in this browser answers
 * @returns {Promise<any>}
 */
export async function withPlayed(path, here) {
  if (path === HISTORY) {
    const lines = [...here, ...(await known(HISTORY) ?? [])];
    return lines.sort((one, other) => other.created - one.created);
  }
  if (path !== RECORDS) return here;
  /** @type {Map<string, BestLine>} */
  const best = new Map();
  for (const line of [...(await known(RECORDS) ?? []), ...here]) {
    const { score = -1 } = best.get(line.options_key) ?? {};
    if (line.score > score) best.set(line.options_key, line);
  }
  return [...best.values()];
}

/**
 * What the server has answered to a question that the referee here cannot answer.
 * @param {string} path
 * @returns {Promise<any>}
 */
export function replayed(path) {
  return /^\/api\/matches\/[\w-]+\/replay$/.test(path) ? known(path) : Promise.resolve(null);
}

/** Forgets everything that was played in this browser; a referee that is here does its part itself. */
export async function forgetGames() {
  await caches.delete(NAME);
  if (document.documentElement.dataset.host) return;
  await new Promise((resolve) => {
    const deleting = indexedDB.deleteDatabase('nmbr9');
    deleting.onsuccess = deleting.onerror = deleting.onblocked = resolve;
  });
}
