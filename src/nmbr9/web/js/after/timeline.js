// The steps of one player in a row, with a slider and buttons to walk through them.

import { el, fill } from '../dom.js';
import { t } from '../i18n/i18n.js';
import { icon } from '../ui/icons.js';
import { numberChip } from './chips.js';

/**
 * @param {{onStep: (index: number) => void, onPlay: () => void}} handlers
 */
export function timeline({ onStep, onPlay }) {
  let last = 0;
  let index = 0;
  const slider = /** @type {HTMLInputElement} */ (
    el('input.slider', {
      type: 'range',
      min: 0,
      'aria-label': t('replay.step'),
      oninput: () => onStep(slider.valueAsNumber),
    })
  );
  const cards = el('ol.step-cards', { 'aria-hidden': true });
  /** @param {import('../ui/icons.js').IconName} name @param {string} key @param {() => void} onclick */
  const button = (name, key, onclick) =>
    el(
      'button.btn.icon',
      { type: 'button', 'aria-label': t(key), title: t(key), onclick },
      icon(name),
    );
  const play = button('play', 'replay.play', onPlay);
  play.classList.add('primary');
  const element = el(
    'section.timeline',
    { 'aria-label': t('replay.steps') },
    el(
      'div.timeline-buttons',
      {},
      button('first', 'replay.first', () => onStep(0)),
      button('back', 'replay.back', () => onStep(index - 1)),
      play,
      button('chevron', 'replay.forward', () => onStep(index + 1)),
      button('last', 'replay.last', () => onStep(last)),
    ),
    slider,
    cards,
  );
  return {
    element,
    /** @param {Frame[]} frames */
    setFrames(frames) {
      last = frames.length - 1;
      slider.max = String(last);
      fill(cards, ...frames.slice(1).map((frame, step) => stepCard(frame, step + 1, onStep)));
    },
    /**
     * @param {number} step
     * @param {string} words
     */
    show(step, words) {
      index = step;
      slider.value = String(step);
      slider.setAttribute('aria-valuetext', words);
      [...cards.children].forEach((card, position) => {
        card.classList.toggle('now', position + 1 === step);
        card.classList.toggle('to-come', position + 1 > step);
      });
      const now = cards.children[step - 1];
      // Only inside the row: the page itself stays where it is.
      if (now instanceof HTMLElement) {
        cards.scrollLeft = now.offsetLeft - cards.offsetLeft - cards.clientWidth / 2;
      }
    },
    /** @param {boolean} isPlaying */
    setPlaying(isPlaying) {
      fill(play, icon(isPlaying ? 'pause' : 'play'));
      play.setAttribute('aria-label', t(isPlaying ? 'replay.pause' : 'replay.play'));
    },
  };
}

/**
 * @param {Frame} frame
 * @param {number} index
 * @param {(index: number) => void} onStep
 */
function stepCard({ step }, index, onStep) {
  const number = step?.action.number ?? step?.number;
  const gained = step?.gained ?? 0;
  return el(
    'li',
    { onclick: () => onStep(index) },
    el('span.gained', {}, gained > 0 ? `+${gained}` : gained < 0 ? gained : '·'),
    number === null || number === undefined || step?.action.do === 'fill'
      ? el('span.num-chip.other', {}, '–')
      : numberChip(number),
  );
}
