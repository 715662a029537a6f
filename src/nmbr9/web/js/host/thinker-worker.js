// The worker in which bots think and games are analysed: Python once more, with kernel and weights.

import { addressOf, startPython } from './python.js';

/** Where the archive with the bots is unpacked. */
const BOTS = '/bots';

const worker = /** @type {any} */ (self);
const ready = begin();

worker.onmessage = async (/** @type {MessageEvent} */ { data: { id, call } }) => {
  try {
    const carriedOut = await ready;
    const told = carriedOut(call);
    const answer = told.toJs();
    told.destroy();
    worker.postMessage({ id, answer });
  } catch (error) {
    worker.postMessage({ id, failed: String(error) });
  }
};

async function begin() {
  const { python, contents } = await startPython();
  /** @param {string} name @returns {Promise<ArrayBuffer>} */
  const file = async (name) => (await fetch(addressOf(contents, name))).arrayBuffer();
  const nets = Object.entries(contents.values);
  const [bots, ...weights] = await Promise.all(
    ['bots.zip', ...nets.map(([name]) => name)].map(file),
  );
  python.unpackArchive(bots, 'zip', { extractDir: BOTS });
  nets.forEach(([, path], index) => {
    python.FS.writeFile(`${BOTS}/${path}`, new Uint8Array(weights[index]));
  });
  python.globals.set('shared', python.toPy(contents.shared));
  python.runPython(`
import importlib, sys
sys.path.append("${BOTS}")
for name in shared:
    importlib.import_module(name).__path__.append("${BOTS}/" + name.replace(".", "/"))
`);
  const { carried_out: carriedOut } = python.pyimport('nmbr9.host.thinker');
  return (/** @type {Uint8Array} */ call) => carriedOut(python.toPy(call));
}
