// A referee in a worker behind the questions and frames that a server would answer.

import { line } from '../net/base.js';
import { earlyFrame, openEarly, settleEarly, unsettled } from './early.js';
import { LocalSocket } from './local-socket.js';
import { addRefusals, showProgress, tellElsewhere } from './notices.js';
import * as referee from './referee.js';

/** @typedef {{status: number, text: string}} Told */
/** @typedef {(method: string, path: string, told: Told) => Promise<Told>} Completed */

/** While one tab has the games, others ask before they take them over: two would overwrite each other. */
const LOCK = `nmbr9 games ${new URL('../../', import.meta.url).pathname.replace(/v\/\w+\/$/, '')}`;

/** Where it is noted that the player has said already that this tab is to have them. */
const TAKING = 'nmbr9-taking';

/** The socket's codes for a line that is refused, for one that has to be opened again, for no match. */
const POLICY = 1008;
const RESTART = 1012;
const NO_SUCH_MATCH = 4004;

/** What an answer becomes where there is a server that has other matches. @type {Completed | null} */
let completed = null;
let whenReady = () => {};
let isReady = false;
let count = 0;
/**
 * What waits for its answer.
 * @type {Map<number, {message: any, resolve: (told: Told) => void}>}
 */
const asked = new Map();
/** @type {Map<number, LocalSocket>} */
const sockets = new Map();

/** @param {object} question @returns {Promise<Told>} */
function ask(question) {
  const id = ++count;
  const message = { ...question, id };
  return new Promise((resolve) => {
    asked.set(id, { message, resolve });
    referee.post(message);
  });
}

/** @param {import('./early.js').Opening} opening */
async function tellEarly(opening) {
  await ask({ type: 'early', opening });
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
  const answer = await ask({ type: 'ask', method, path: question, body: text });
  const told = completed ? await completed(method, path, answer) : answer;
  if (told.status >= 400) await addRefusals();
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
      referee.post({ type: 'frame', id, text });
    },
    () => {
      sockets.delete(id);
      referee.post({ type: 'close', id });
    },
  );
  sockets.set(id, socket);
  return /** @type {WebSocket} */ (/** @type {unknown} */ (socket));
}

/** @param {{id: number, code: number, reason: string}} told of a line that the referee has ended */
async function end({ id, code, reason }) {
  const socket = sockets.get(id);
  sockets.delete(id);
  // Some reasons are only known here.
  await addRefusals();
  // The server may know it: that is another thing than a match that nobody knows.
  if (completed && code === NO_SUCH_MATCH) socket?.end(POLICY, 'match/cut: it is on the server');
  else socket?.end(code, reason);
}

/** @param {any} data a message of the referee */
function take(data) {
  switch (data.type) {
    case 'answer':
      asked.get(data.id)?.resolve(data);
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
      // What the referee refuses has other words here than with a server.
      void addRefusals();
      whenReady();
  }
}

/** A referee that was begun anew knows of no line and no question. */
function askAgain() {
  isReady = false;
  for (const [id, { message, resolve }] of asked) {
    if (message.type === 'early' || message.method === 'GET') {
      referee.post(message);
      continue;
    }
    // It may have been done, or not: who asked has to look.
    asked.delete(id);
    resolve({ status: 503, text: '{"code": "host/restarted", "message": "try again"}' });
  }
  const open = [...sockets.values()];
  sockets.clear();
  for (const socket of open) socket.end(RESTART, 'the referee was begun anew');
}

function begin() {
  referee.begin({ take, restarted: askAgain, isBusy: () => asked.size > 0 });
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
  referee.end();
  await tellElsewhere();
  sessionStorage.setItem(TAKING, 'here');
  location.reload();
}

/**
 * Lets a referee in this browser answer from now on.
 * @param {{completed?: Completed, whenReady?: () => void}} how
 */
export function playHere(how) {
  completed = how.completed ?? null;
  whenReady = how.whenReady ?? whenReady;
  line.ask = askHere;
  line.open = openHere;
  // By this the pages know that no server answers them.
  document.documentElement.dataset.host = 'begun';
  const before = unsettled();
  if (before) void tellEarly(before);
  void haveGames();
}
