// Being called when it is one's turn again: the tab says so by its title and icon; whoever wants it
// hears a tone and feels a buzz, and is notified while the page is hidden.

import { t } from '../i18n/i18n.js';
import { FILES } from '../net/base.js';
import * as settings from '../settings.js';
import { chime } from '../ui/sound.js';
import { roundWords } from './words/turn.js';

/** @typedef {import('../net/parts.js').View} View */

/** Whoever waited less has not looked away, in milliseconds. */
const LOOKED_AWAY = 2000;
/** Of the vibration, in milliseconds. */
const BUZZ = 120;

/**
 * Follows the turns of a game.
 * @param {HTMLElement} heading  of the page, which names the tab, too
 * @param {boolean} hasWaited  whether the player was here before the game began
 */
export function caller(heading, hasWaited) {
  let wasMyTurn = !hasWaited;
  let since = Date.now();
  /** @type {Notification | null} */
  let notice = null;
  const usual = heading.textContent ?? '';

  /** @param {boolean} isCalling */
  const showTab = (isCalling) => {
    const text = isCalling ? t('call.turn') : usual;
    if (heading.textContent !== text) {
      heading.textContent = text;
      document.title = `${text} · nmbr9`;
    }
    const link = document.querySelector('link[rel="icon"]');
    const href = `${FILES}icons/${isCalling ? 'icon-turn' : 'icon'}.svg`;
    if (link && link.getAttribute('href') !== href) link.setAttribute('href', href);
  };

  /** @param {View} view */
  const call = async (view) => {
    if (!settings.current().calls) return;
    chime();
    navigator.vibrate?.(BUZZ);
    if (document.hidden) notice = await notify(t('call.turn'), roundWords(view), view.match.id);
  };

  const hush = () => {
    notice?.close();
    notice = null;
  };
  const seen = () => document.hidden || hush();
  document.addEventListener('visibilitychange', seen);

  return {
    /**
     * @param {View} view
     * @param {boolean} isMyTurn  whether the player has something to do or to decide
     */
    update(view, isMyTurn) {
      // Alone it is always one's turn.
      const hasOthers = view.seats.length > 1;
      showTab(hasOthers && isMyTurn);
      if (isMyTurn === wasMyTurn) return;
      const waited = Date.now() - since;
      wasMyTurn = isMyTurn;
      since = Date.now();
      if (!isMyTurn) hush();
      else if (hasOthers && (document.hidden || waited > LOOKED_AWAY)) void call(view);
    },
    close() {
      document.removeEventListener('visibilitychange', seen);
      hush();
      showTab(false);
    },
  };
}

/**
 * Tells it outside of the page, if that is allowed.
 * @param {string} title
 * @param {string} body
 * @param {string} tag  one notification for each
 */
async function notify(title, body, tag) {
  if (!('Notification' in globalThis) || Notification.permission !== 'granted') return null;
  const what = { body, tag, icon: `${FILES}icons/icon-192.png` };
  try {
    const notice = new Notification(title, what);
    notice.onclick = () => {
      focus();
      notice.close();
    };
    return notice;
  } catch {
    // On phones only the worker may.
    const worker = await navigator.serviceWorker?.getRegistration();
    await worker?.showNotification(title, what);
    return (await worker?.getNotifications({ tag }))?.[0] ?? null;
  }
}

/** Asks whether the page may notify, once the player has switched calls on. */
export async function askToNotify() {
  if ('Notification' in globalThis && Notification.permission === 'default') {
    await Notification.requestPermission();
  }
}
