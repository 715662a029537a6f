// Where the referee has bots think: a second worker, begun when somebody has to.

/** @type {Worker | null} */
let thinker = null;
let count = 0;
/** @type {Map<number, {resolve: (answer: Uint8Array) => void, reject: (error: Error) => void}>} */
const waiting = new Map();

function begin() {
  const worker = new Worker(new URL('./thinker-worker.js', import.meta.url), { type: 'module' });
  worker.onmessage = ({ data: { id, answer, failed } }) => {
    const who = waiting.get(id);
    waiting.delete(id);
    if (failed) who?.reject(new Error(failed));
    else who?.resolve(answer);
  };
  worker.onerror = ({ message }) => {
    // The next one begins anew.
    thinker = null;
    for (const { reject } of waiting.values()) reject(new Error(message));
    waiting.clear();
  };
  return worker;
}

/**
 * What a call gives that Python has written as bytes (src/nmbr9/host/calls.py).
 * @param {Uint8Array} call
 * @param {boolean} isBasic  whether the basic game will do for it
 * @returns {Promise<Uint8Array>}
 */
export function think(call, isBasic) {
  thinker ??= begin();
  const id = ++count;
  thinker.postMessage({ id, call, isBasic });
  return new Promise((resolve, reject) => waiting.set(id, { resolve, reject }));
}
