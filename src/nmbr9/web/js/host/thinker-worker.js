// The worker in which bots think and games are analysed: Python once more, with kernel and weights.

import { addressOf, startPython } from './python.js';

/** Where the archive with the bots is unpacked. */
const BOTS = '/bots';

const worker = /** @type {any} */ (self);
const ready = begin();

worker.onmessage = async (/** @type {MessageEvent} */ { data: { id, call, isBasic } }) => {
  try {
    const { carriedOut, fetchValues } = await ready;
    if (!isBasic) await fetchValues();
    worker.postMessage({ id, answer: carriedOut(call) });
  } catch (error) {
    worker.postMessage({ id, failed: String(error) });
  }
};

async function begin() {
  const { python, contents } = await startPython();
  /** @param {string} name @returns {Promise<ArrayBuffer>} */
  const file = async (name) => (await fetch(addressOf(contents, name))).arrayBuffer();
  python.unpackArchive(await file('bots.zip'), 'zip', { extractDir: BOTS });
  python.globals.set('shared', python.toPy(contents.shared));
  python.runPython(`
import importlib, sys
sys.path.append("${BOTS}")
for name in shared:
    importlib.import_module(name).__path__.append("${BOTS}/" + name.replace(".", "/"))
`);
  const { carried_out: carryOut } = python.pyimport('nmbr9.host.thinker');
  /** @type {Promise<unknown> | null} */
  let values = null;
  return {
    /** @param {Uint8Array} call @returns {Uint8Array} */
    carriedOut(call) {
      const told = carryOut(python.toPy(call));
      const answer = told.toJs();
      told.destroy();
      return answer;
    },
    /** Has what only other variants than the basic game need, once. */
    fetchValues: () =>
      values ??= Promise.all(
        Object.entries(contents.values).map(async ([name, path]) => {
          python.FS.writeFile(`${BOTS}/${path}`, new Uint8Array(await file(name)));
        }),
      ),
  };
}
