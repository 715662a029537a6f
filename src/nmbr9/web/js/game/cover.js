// Between two people at one device who place in secret: nothing of anybody is seen until the next one
// says that it is they who look.

import { portrait, portraitsOf } from '../art/portrait.js';
import { el } from '../dom.js';
import { t } from '../i18n/i18n.js';
import { logo } from '../ui/bar.js';
import { say } from '../ui/live.js';
import { showMinute } from './panels/prompt-clock.js';
import { NEW_CARD_PAUSE } from './state/state.js';
import { seatName } from './words/names.js';
import { roundWords } from './words/turn.js';

/**
 * @param {HTMLElement} root
 * @param {import('../net/parts.js').View} view  of the person who is to come
 * @param {() => void} uncover
 */
export function openCover(root, view, uncover) {
  const { seats } = view;
  const seat = view.you?.seat ?? 0;
  const name = seatName(seats, seat);
  const title = el('h1', { tabindex: -1 }, t('cover.title', { name }));
  const lost = el('div.banner', { role: 'status', hidden: true }, t('lost'));
  const minute = el('div.banner', { hidden: true });
  const look = portraitsOf(seats.map((_, index) => seatName(seats, index)))[seat];
  const button = /** @type {HTMLButtonElement} */ (
    el('button.btn.primary.huge', { disabled: true, onclick: uncover }, t('cover.show'))
  );
  // Whoever presses twice to place must not show what is the next one's.
  const pausing = setTimeout(() => {
    button.disabled = false;
  }, NEW_CARD_PAUSE);
  // What was said or told in passing to the one before is theirs.
  document.getElementById('toasts')?.replaceChildren();
  say('');
  root.classList.add('covered');
  root.append(
    el('header.bar', logo(), el('b.bar-middle', roundWords(view))),
    lost,
    minute,
    el('main.cover', look && portrait(look), title, el('p.muted', t('cover.words')), button),
  );
  title.focus({ preventScroll: true });
  // A minute that was asked for goes on (2.12), else whoever loads the page anew could stop it: it is shown.
  const tick = () => showMinute(minute, view);
  const ticking = setInterval(tick, 1000);
  tick();
  return {
    /** @param {import('../net/parts.js').View} newer */
    update(newer) {
      view = newer;
      tick();
    },
    /** @param {boolean} isLost */
    showLost(isLost) {
      lost.hidden = !isLost;
    },
    close() {
      clearTimeout(pausing);
      clearInterval(ticking);
    },
  };
}
