// The minute that a slow player has once somebody asks for it (2.12), shown and said.

import { el, fill } from '../dom.js';
import { t } from '../i18n/i18n.js';
import { minuteSaid } from './call-words.js';

const SECONDS = 60;
/** Milliseconds between two looks at the clock. */
const LOOK = 200;

/** @param {number} now in milliseconds */
export const minuteFrom = (now) => now + SECONDS * 1000;

/** @param {number} deadline @param {number} now  both in milliseconds */
export const secondsUntil = (deadline, now) => Math.max(0, Math.ceil((deadline - now) / 1000));

export class MinuteClock {
  element = el('div.caller-minute', { hidden: true });
  #time = el('b', { role: 'timer' });
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #ticking;
  /** @type {number | null} */
  #deadline = null;
  #seconds = 0;

  /** @param {(text: string) => void} say @param {() => void} stop */
  constructor(say, stop) {
    this.say = say;
    fill(this.element, this.#time, el('button.btn', { onclick: stop }, t('call.minute.stop')));
  }

  /** @param {number | null} deadline in milliseconds */
  show(deadline) {
    if (deadline === this.#deadline) return;
    this.close();
    this.#deadline = deadline;
    this.element.hidden = deadline === null;
    if (deadline === null) return;
    const seconds = secondsUntil(deadline, Date.now());
    // A minute that runs already, after a reload, is not announced again.
    this.#seconds = seconds < SECONDS ? seconds : SECONDS + 1;
    this.#ticking = setInterval(() => this.#tick(), LOOK);
    this.#tick();
  }

  #tick() {
    if (this.#deadline === null) return;
    const seconds = secondsUntil(this.#deadline, Date.now());
    this.#time.textContent = seconds
      ? `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
      : t('call.minute.over');
    if (seconds < this.#seconds) this.say(minuteSaid(seconds));
    this.#seconds = seconds;
    if (!seconds) clearInterval(this.#ticking);
  }

  close() {
    clearInterval(this.#ticking);
    this.#deadline = null;
  }
}
