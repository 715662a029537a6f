// A referee in a worker behind the questions and frames that a server would answer.

import { line } from '../net/base.js';
import { earlyFrame, openEarly, settleEarly, unsettled } from './early.js';
import { LocalSocket } from './local-socket.js';
import { addRefusals, showFailure, showProgress, tellElsewhere } from './notices.js';

/** @typedef {{status: number, text: string}} Told */

/** While one tab has the games, others ask before they take them over: two would overwrite each other. */
const LOCK = `nmbr9 games ${new URL('../../', import.meta.url).pathname.replace(/v\/\w+\/$/, '')}`;

/** Where it is noted that the player has said already that this tab is to have them. */
const TAKING = 'nmbr9-taking';

/** The socket's code for a line that is refused, and that for a match that nobody knows. */
const POLICY = 1008;
const NO_SUCH_MATCH = 4004;

/** @type {Worker | null} */
let worker = null;
/** Whether there is a server that has other matches, and whose line is cut. */
let isCut = false;
let whenReady = () => {};
let isReady = false;
let count = 0;
/** What waits for its answer. @type {Map<number, (told: Told) => void>} */
const asked = new Map();
/** @type {Map<number, LocalSocket>} */
const sockets = new Map();
/** What was said before there was a worker. @type {object[]} */
let unsaid = [];

/** @param {object} message */
function post(message) {
  if (worker) worker.postMessage(message);
  else unsaid.push(message);
}

/**
 * @param {string} method
 * @param {string} path  below /api
 * @param {string} body
 * @returns {Promise<Told>}
 */
function ask(method, path, body) {
  const id = ++count;
  post({ type: 'ask', id, method, path, body });
  return new Promise((resolve) => asked.set(id, resolve));
}

/** @param {import('./early.js').Opening} opening */
async function tellEarly(opening) {
  const id = ++count;
  post({ type: 'early', id, opening });
  await new Promise((resolve) => asked.set(id, resolve));
  settleEarly();
}

/** @type {typeof line.ask} */
async function askHere(path, { method = 'GET', body } = {}) {
  const question = path.slice('/api'.length);
  const text = String(body ?? '');
  const early = !isReady && method === 'POST' ? openEarly(question, text) : null;
  if (early) {
    void tellEarly(early.opening);
    return Response.json(early.answer, { status: 201 });
  }
  const told = await ask(method, question, text);
  const isRefused = told.text?.includes('"request/needs-server"');
  if (isRefused) await addRefusals();
  if (isRefused && isCut) told.text = told.text.replace('request/needs-server', 'request/cut');
  const isEmpty = told.status === 204;
  return new Response(isEmpty ? null : told.text, { status: told.status });
}

/** @type {typeof line.open} */
function openHere() {
  const id = ++count;
  const socket = new LocalSocket(
    (text) => {
      const frame = isReady ? null : earlyFrame(text);
      if (frame) void frame.then((first) => isReady || socket.take(first));
      post({ type: 'frame', id, text });
    },
    () => {
      sockets.delete(id);
      post({ type: 'close', id });
    },
  );
  sockets.set(id, socket);
  return /** @type {WebSocket} */ (/** @type {unknown} */ (socket));
}

/** @param {{id: number, code: number, reason: string}} told of a line that the referee has ended */
async function end({ id, code, reason }) {
  const socket = sockets.get(id);
  sockets.delete(id);
  if (!isCut || code !== NO_SUCH_MATCH) return socket?.end(code, reason);
  // The server may know it: that is another thing than a match that nobody knows.
  await addRefusals();
  socket?.end(POLICY, 'match/cut: the match is on the server');
}

/** @param {MessageEvent} event */
function take({ data }) {
  switch (data.type) {
    case 'answer':
      asked.get(data.id)?.(data);
      asked.delete(data.id);
      break;
    case 'frame':
      sockets.get(data.id)?.take(data.text);
      break;
    case 'closed':
      void end(data);
      break;
    case 'progress':
      showProgress(data.done, data.all);
      break;
    case 'ready':
      isReady = true;
      document.documentElement.dataset.host = 'ready';
      whenReady();
      break;
    case 'failed':
      void showFailure(data.message, data.key);
  }
}

function begin() {
  worker = new Worker(new URL('./referee-worker.js', import.meta.url), { type: 'module' });
  worker.onmessage = take;
  worker.onerror = ({ message }) => void showFailure(message);
  for (const message of unsaid) worker.postMessage(message);
  unsaid = [];
  navigator.storage?.persist?.().catch(() => {});
}

/** Begins when no other tab has the games, or when the player wants them here. */
async function haveGames() {
  if (!navigator.locks) return begin();
  const forEver = () => {
    begin();
    return new Promise(() => {});
  };
  const isTaking = sessionStorage.getItem(TAKING) !== null;
  sessionStorage.removeItem(TAKING);
  if (!isTaking) {
    const isHere = await new Promise((resolve) => {
      const have = (/** @type {Lock | null} */ lock) => {
        resolve(lock !== null);
        return lock && forEver();
      };
      navigator.locks.request(LOCK, { ifAvailable: true }, have).catch(lose);
    });
    if (isHere) return;
    await tellElsewhere();
  }
  await navigator.locks.request(LOCK, { steal: true }, forEver).catch(lose);
}

/** Another tab has taken the games over: this one stops at once. */
async function lose() {
  worker?.terminate();
  await tellElsewhere();
  sessionStorage.setItem(TAKING, 'here');
  location.reload();
}

/**
 * Lets a referee in this browser answer from now on.
 * @param {{isCut: boolean, whenReady?: () => void}} how
 */
export function playHere(how) {
  isCut = how.isCut;
  whenReady = how.whenReady ?? whenReady;
  line.ask = askHere;
  line.open = openHere;
  // By this the pages know that no server answers them.
  document.documentElement.dataset.host = 'begun';
  const before = unsettled();
  if (before) void tellEarly(before);
  void haveGames();
}
