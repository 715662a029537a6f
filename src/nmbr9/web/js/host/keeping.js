// Keeping on this device all that plays without a line, for a page that has a server: fetched behind the
// first game that is over, and anew for every version from then on.

import { FILES, KEPT } from '../net/base.js';
import { toast } from '../ui/live.js';
import { showFailure, texts } from './notices.js';
import { addressOf, contents } from './python.js';

/** Milliseconds: the end of a game has the line for itself at first. */
const AFTER = 1500;

let isBegun = false;

/** Keeps everything, unless that is done, or somebody pays for every byte. */
export async function keepAfterGame() {
  const { connection } = /** @type {{connection?: {saveData: boolean}}} */ (navigator);
  if (isBegun || localStorage.getItem(KEPT) || connection?.saveData) return;
  if (!('serviceWorker' in navigator)) return;
  isBegun = true;
  await new Promise((resolve) => setTimeout(resolve, AFTER));
  await keepAll();
}

/** Keeps all of this version, and says so the first time. */
export async function keepAll() {
  const isFirst = !localStorage.getItem(KEPT);
  const found = await contents().catch(() => null);
  if (!found) return; // The line is cut just now, or there is another version: the next page tries again.
  const pages = found.page.map((path) => FILES + path);
  const host = Object.keys(found.files).map((name) => addressOf(found, name));
  const { active } = await navigator.serviceWorker.ready;
  const way = new MessageChannel();
  const told = new Promise((resolve) => (way.port1.onmessage = ({ data }) => resolve(data)));
  active?.postMessage({ files: FILES, loaded: [...pages, ...host] }, [way.port2]);
  const failed = await told;
  if (failed) {
    if (failed === 'QuotaExceededError') await showFailure(failed, 'host.no-room');
    return;
  }
  localStorage.setItem(KEPT, FILES);
  await navigator.storage?.persist?.().catch(() => {});
  document.documentElement.dataset.offline = 'ready';
  if (isFirst) toast((await texts())['host.offline']);
}
