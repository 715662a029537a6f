// Calls that are carried out in the other worker, in which bots think; it begins with the first one, and
// anew when it has stopped.

/** Milliseconds: a bot thinks for a second or two, and no part of an analysis takes so long. */
const SILENCE = 60_000;

/**
 * @typedef {object} Waiting
 * @property {Uint8Array} call
 * @property {boolean} isBasic
 * @property {boolean} isAgain  whether it was begun before, by a worker that has stopped
 * @property {(answer: Uint8Array) => void} resolve
 * @property {(error: Error) => void} reject
 */

/** @type {Worker | null} */
let thinker = null;
let count = 0;
/** @type {Map<number, Waiting>} */
const waiting = new Map();
/** @type {ReturnType<typeof setTimeout> | undefined} */
let doubting;

function watch() {
  clearTimeout(doubting);
  if (waiting.size) doubting = setTimeout(() => beginAnew('no answer'), SILENCE);
}

function begin() {
  const worker = new Worker(new URL('./thinker-worker.js', import.meta.url), { type: 'module' });
  worker.onmessage = ({ data: { id, answer, failed } }) => {
    const who = waiting.get(id);
    waiting.delete(id);
    watch();
    if (failed) who?.reject(new Error(failed));
    else who?.resolve(answer);
  };
  worker.onerror = ({ message }) => beginAnew(message);
  return worker;
}

/** What was under way is begun once more, by another worker. @param {string} why */
function beginAnew(why) {
  thinker?.terminate();
  thinker = null;
  for (const [id, one] of waiting) {
    if (one.isAgain) {
      waiting.delete(id);
      one.reject(new Error(why));
    } else {
      one.isAgain = true;
      post(id, one);
    }
  }
  watch();
}

/** @param {number} id @param {Waiting} one */
function post(id, { call, isBasic }) {
  thinker ??= begin();
  thinker.postMessage({ id, call, isBasic });
}

/**
 * What a call gives that Python has written as bytes (src/nmbr9/host/calls.py).
 * @param {Uint8Array} call
 * @param {boolean} isBasic  whether the basic game will do for it
 * @returns {Promise<Uint8Array>}
 */
export function think(call, isBasic) {
  const id = ++count;
  return new Promise((resolve, reject) => {
    const one = { call, isBasic, isAgain: false, resolve, reject };
    waiting.set(id, one);
    post(id, one);
    watch();
  });
}
