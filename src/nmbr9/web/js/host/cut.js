// The page of a server when its line is cut: what can be played alone goes on here, with the referee
// that was fetched for that (keeping.js), and the way back when the line is there again.

import { at, pathOf } from '../net/base.js';
import { toast } from '../ui/live.js';
import { playHere } from './here.js';
import { offer, texts } from './notices.js';
import { openShelf } from './shelf.js';

/** Milliseconds between two looks for the server. */
const LOOK = 15_000;

let isHere = false;

/** Whether a game is kept in this browser. @param {string} match */
async function isOurs(match) {
  const shelf = await openShelf().catch(() => null);
  return Boolean(await shelf?.get('headers', match));
}

/**
 * Lets the referee here answer a question if it can: see `takesOver` in js/net/api.js.
 * @param {string} path
 * @param {boolean} isCut
 */
export async function takeOver(path, isCut) {
  if (isCut) await goOn();
  else {
    const [, match] = /^\/(?:matches|me\/history)\/([\w-]+)/.exec(path) ?? [];
    if (!match || !await isOurs(match)) return false;
    begin({ isServerThere: true });
  }
  return true;
}

/** Lets the referee here answer, because nobody else does, and says so. */
export async function goOn() {
  if (isHere) return;
  begin({ isServerThere: false });
  toast((await texts())['host.cut']);
}

/** @param {{isServerThere: boolean}} what  then the referee here has what the server does not know */
export function begin({ isServerThere }) {
  if (isHere) return;
  isHere = true;
  playHere({ isCut: true });
  if (isServerThere) leaveWithNextPage();
  else lookForServer();
}

function lookForServer() {
  const looking = setInterval(() => void look(), LOOK);
  addEventListener('online', look);
  async function look() {
    const answer = await fetch(at('/healthz'), { cache: 'no-store' }).catch(() => null);
    if (!answer?.ok) return;
    clearInterval(looking);
    removeEventListener('online', look);
    await comeBack();
  }
}

/** A game that is played here is not torn from anybody. */
async function comeBack() {
  // A page that only says that it needs the server has nothing to lose.
  if (document.querySelector('main.notice')) return location.reload();
  leaveWithNextPage();
  const words = await texts();
  await offer(words['host.back'], words['host.back.now'], () => location.assign(at('/')));
}

/** From the next page on the server answers again, except for the games that are kept here. */
function leaveWithNextPage() {
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (!link || link.origin !== location.origin || link.target) return;
    if (/^\/(m|replay|analysis)\//.test(pathOf(link.pathname) ?? '')) return;
    // What follows links within the page would have prevented it, too (js/router.js).
    event.stopPropagation();
  }, true);
}
