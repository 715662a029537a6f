// A page that was left open while the server got another version of it: it loads itself again.

import { t } from '../i18n/i18n.js';
import { say, toast } from '../ui/live.js';
import { FILES } from './base.js';

/** Milliseconds, to read why. */
const AFTER = 1500;
let isLeaving = false;

/** Says that there is a new version and loads it. */
export function renew() {
  if (isLeaving) return;
  isLeaving = true;
  const text = t('refusal.page/outdated');
  toast(text);
  say(text);
  setTimeout(() => location.reload(), AFTER);
}

/** Asks whether the server still has the files of this page. */
export async function checkVersion() {
  const asked = { method: 'HEAD', cache: /** @type {const} */ ('no-store') };
  const answer = await fetch(`${FILES}js/main.js`, asked).catch(() => null);
  if (answer?.status === 410 || answer?.status === 404) renew();
}

/**
 * Loads what is needed only now, a module or texts; it may be gone.
 * @template T
 * @param {() => Promise<T>} load
 */
export async function later(load) {
  try {
    return await load();
  } catch (error) {
    await checkVersion();
    throw error;
  }
}

/**
 * What a button opens and nobody needs before: it is loaded with the first press, and whoever presses
 * again meanwhile opens it once.
 * @template {unknown[]} A
 * @param {() => Promise<(...args: A) => unknown>} load
 * @returns {(...args: A) => void}
 */
export function opener(load) {
  let isLoading = false;
  return async (...args) => {
    if (isLoading) return;
    isLoading = true;
    try {
      (await later(load))(...args);
    } catch {
      toast(t('lost'), 'bad');
    } finally {
      isLoading = false;
    }
  };
}
