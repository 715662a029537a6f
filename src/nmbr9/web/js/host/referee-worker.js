// The referee of this browser: Python that answers the questions and frames of the page.

import { startPython } from './python.js';
import { openShelf } from './shelf.js';
import { think } from './thinking.js';

const worker = /** @type {any} */ (self);
/** What was not taken yet. @type {any[]} */
const inbox = [];
/** @type {any} */
let desk = null;
let isTaking = false;
let isRefused = false;

worker.onmessage = (/** @type {MessageEvent} */ { data }) => {
  inbox.push(data);
  void takeAll();
};

/** Takes what came, once the referee is there; a game is opened before anybody asks for it. */
async function takeAll() {
  if (!desk || isTaking) return;
  isTaking = true;
  for (let message = inbox.shift(); message; message = inbox.shift()) {
    if (message.type === 'early') await beginEarly(message);
    else take(message);
  }
  isTaking = false;
}

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

/** @param {{id: number, opening: {id: string, first: number, name: string}}} message */
async function beginEarly({ id, opening }) {
  try {
    const text = await desk.begin_early(opening.id, opening.first, opening.name);
    worker.postMessage({ type: 'answer', id, status: 201, text });
  } catch (error) {
    // Whoever watches it is told that there is no such game.
    worker.postMessage({ type: 'failed', key: 'host.no-shelf', message: String(error) });
  }
}

/** @param {Error} error @returns {never} */
function refuse(error) {
  // A newer page has kept games in another way, which this one cannot read.
  const key = error.name === 'VersionError' ? 'host.newer' : 'host.no-shelf';
  worker.postMessage({ type: 'failed', key, message: String(error) });
  isRefused = true;
  throw error;
}

async function begin() {
  const [{ python }, shelf] = await Promise.all([
    startPython((done, all) => worker.postMessage({ type: 'progress', done, all })),
    openShelf().catch(refuse),
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
    (/** @type {any} */ call, /** @type {boolean} */ isBasic) => think(call.toJs(), isBasic),
  );
  worker.postMessage({ type: 'ready' });
  await takeAll();
}

begin().catch((error) => {
  if (!isRefused) {
    worker.postMessage({ type: 'failed', key: 'host.failed', message: String(error) });
  }
});
