// The referee of this browser: Python that answers the questions and frames of the page.

import { startPython } from './python.js';
import { openShelf } from './shelf.js';
import { think } from './thinking.js';

const worker = /** @type {any} */ (self);
/** What came before the referee was there. @type {any[]} */
const inbox = [];
/** @type {any} */
let desk = null;

worker.onmessage = (/** @type {MessageEvent} */ { data }) => {
  if (desk) take(data);
  else inbox.push(data);
};

/** @param {any} message */
function take(message) {
  const { type, id } = message;
  if (type === 'ask') void answer(message);
  else if (type === 'frame') desk.hear(id, message.text);
  else if (type === 'close') desk.hang_up(id);
}

/** @param {{id: number, method: string, path: string, body: string}} question */
async function answer({ id, method, path, body }) {
  const [status, data] = JSON.parse(await desk.ask(method, path, body));
  worker.postMessage({ type: 'answer', id, status, text: JSON.stringify(data) });
}

async function begin() {
  const [{ python }, shelf] = await Promise.all([
    startPython((done, all) => worker.postMessage({ type: 'progress', done, all })),
    openShelf(),
  ]);
  const { begin: beginDesk } = python.pyimport('nmbr9.host.referee_worker');
  desk = await beginDesk(
    shelf,
    (/** @type {number} */ id, /** @type {string} */ text) => {
      worker.postMessage({ type: 'frame', id, text });
    },
    (/** @type {number} */ id, /** @type {number} */ code, /** @type {string} */ reason) => {
      worker.postMessage({ type: 'closed', id, code, reason });
    },
    (/** @type {any} */ call) => think(call.toJs()),
  );
  worker.postMessage({ type: 'ready' });
  for (const message of inbox.splice(0)) take(message);
}

begin().catch((error) => worker.postMessage({ type: 'failed', message: String(error) }));
