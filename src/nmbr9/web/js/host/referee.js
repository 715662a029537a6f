// The worker with the referee: begun, watched, and begun anew when it has stopped. Browsers that lack
// memory end workers without a word.

import { toast } from '../ui/live.js';
import { forgetDamaged } from './mending.js';
import { showFailure, texts } from './notices.js';

/** Milliseconds: no frame takes the referee so long, not even on a slow phone. */
const SILENCE = 10_000;
/** Who stops so often lacks more than luck. */
const MOST_BEGINNINGS = 5;

/** @type {Worker | null} */
let worker = null;
let isReady = false;
let beginnings = 0;
/** What was said before there was a worker. @type {object[]} */
let unsaid = [];
/** @type {ReturnType<typeof setTimeout> | undefined} */
let doubting;
/**
 * Who is told: of messages, of a worker that is begun anew, and who knows whether a question keeps the
 * referee busy, which may take long.
 */
let listener = {
  take: (/** @type {any} */ _) => {},
  restarted: () => {},
  isBusy: () => false,
};

/** @param {typeof listener} who */
export function begin(who) {
  listener = who;
  beginnings++;
  worker = new Worker(new URL('./referee-worker.js', import.meta.url), { type: 'module' });
  worker.onmessage = ({ data }) => take(data);
  worker.onerror = ({ message }) => void (isReady ? beginAnew() : mend(message));
  for (const message of unsaid) worker.postMessage(message);
  unsaid = [];
}

/** Ends it: another tab has the games. */
export function end() {
  clearTimeout(doubting);
  worker?.terminate();
}

/** @param {any} message */
export function post(message) {
  if (!worker) return unsaid.push(message);
  worker.postMessage(message);
  if (message.type === 'frame' && isReady) doubting ??= setTimeout(doubt, SILENCE);
}

/** @param {any} message */
function take(message) {
  clearTimeout(doubting);
  doubting = undefined;
  if (message.type === 'ready') isReady = true;
  if (message.type === 'failed') void mend(message.message, message.key);
  else listener.take(message);
}

function doubt() {
  doubting = undefined;
  if (listener.isBusy()) doubting = setTimeout(doubt, SILENCE);
  else void beginAnew();
}

/** What was stored is there again, and what was not answered is sent again. */
async function beginAnew() {
  const words = await texts();
  if (beginnings >= MOST_BEGINNINGS) return showFailure('the referee stops again and again');
  restart();
  toast(words['host.restarted']);
}

function restart() {
  end();
  doubting = undefined;
  isReady = false;
  begin(listener);
  listener.restarted();
}

/**
 * What could not begin is tried once more if something that was kept of it was damaged.
 * @param {string} message
 * @param {string} [key] of the sentence that says what failed
 */
async function mend(message, key) {
  const isDamaged = key === 'host.failed' && beginnings === 1 &&
    await forgetDamaged().catch(() => false);
  if (isDamaged) restart();
  else await showFailure(message, key);
}
