// The steps of one player in a row, with buttons to walk through them.

import { el, fill } from '../dom.js';
import { t } from '../i18n/i18n.js';
import { icon } from '../ui/icons.js';
import { numberChip } from './chips.js';

/**
 * How steps are shown: each as a card, and with a slider where the cards are no buttons.
 * @typedef {object} Steps
 * @property {(frame: Frame, onPick: () => void, player: number) => HTMLElement} card
 * @property {(onStep: (index: number) => void) => HTMLInputElement} [slider]
 * @property {HTMLElement} [heading]
 */

/**
 * @param {Steps & {onStep: (index: number) => void, onPlay: () => void}} how
 */
export function timeline({ card, slider: newSlider, heading, onStep, onPlay }) {
  let last = 0;
  let index = 0;
  const slider = newSlider?.(onStep);
  const cards = el('ol.step-cards', { 'aria-hidden': Boolean(slider) });
  /** @param {import('../ui/icons.js').IconName} name @param {string} key @param {() => void} onclick */
  const button = (name, key, onclick) =>
    el('button.btn.icon', { 'aria-label': t(key), title: t(key), onclick }, icon(name));
  const play = button('play', 'replay.play', onPlay);
  play.classList.add('primary');
  const element = el(
    'section.timeline',
    { 'aria-label': t('replay.steps') },
    el(
      'div.timeline-buttons',
      heading,
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
    /** @param {Frame[]} frames @param {number} player */
    setFrames(frames, player) {
      last = frames.length - 1;
      if (slider) slider.max = String(last);
      const held = [...cards.children].findIndex((it) => it.contains(document.activeElement));
      fill(
        cards,
        ...frames.slice(1).map((frame, step) => card(frame, () => onStep(step + 1), player)),
      );
      cards.children[held]?.querySelector('button')?.focus();
    },
    /**
     * @param {number} step
     * @param {string} [words]
     */
    show(step, words = '') {
      index = step;
      if (slider) {
        slider.value = String(step);
        slider.setAttribute('aria-valuetext', words);
      }
      [...cards.children].forEach((one, position) => {
        one.classList.toggle('now', position + 1 === step);
        one.classList.toggle('to-come', position + 1 > step);
        one.querySelector('button')?.setAttribute('aria-pressed', String(position + 1 === step));
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

/** @param {(index: number) => void} onStep */
export function stepSlider(onStep) {
  const slider = /** @type {HTMLInputElement} */ (
    el('input.slider', {
      type: 'range',
      min: 0,
      'aria-label': t('replay.step'),
      oninput: () => onStep(slider.valueAsNumber),
    })
  );
  return slider;
}

/**
 * A step with the points that it brought.
 * @param {Frame} frame
 * @param {() => void} onPick
 */
export function stepCard({ step }, onPick) {
  const gained = step?.gained ?? 0;
  return el(
    'li',
    { onclick: onPick },
    el('span.gained', gained > 0 ? `+${gained}` : gained < 0 ? gained : '·'),
    stepChip(step),
  );
}

/** The tile of a step. @param {Step | null} step */
export function stepChip(step) {
  const number = step?.action.number ?? step?.number;
  return number === null || number === undefined || step?.action.do === 'fill'
    ? el('span.num-chip.other', '–')
    : numberChip(number);
}
