// The caller: draws the cards for people who have the tiles on their table, and says them aloud.

import { el, fill } from '../dom.js';
import { addTexts, t } from '../i18n/i18n.js';
import { addStyle } from '../net/style.js';
import { later } from '../net/version.js';
import { go } from '../router.js';
import { logo, pageBar } from '../ui/bar.js';
import { icon } from '../ui/icons.js';
import { say } from '../ui/live.js';
import { sureButton } from '../ui/sure-button.js';
import { keepAwake } from './awake.js';
import * as calls from './call.js';
import { leftWords, said, title } from './call-words.js';
import { calledCards, CallerStage } from './caller-stage.js';
import { browserChance } from './chance.js';
import { habits, keepCall, keepHabits, keptCall, onOtherTab } from './kept.js';
import { MinuteClock, minuteFrom } from './minute.js';
import { countCalled, isCountingOther } from './pad.js';
import { tableSetup } from './table-setup.js';
import { hasVoice, hush, onVoices, speak } from './voice.js';

/** @typedef {import('./call.js').Call} Call */

/** Milliseconds that a step stays at least: the second tap of two means nothing. */
const PAUSE = 700;

/** @param {HTMLElement} root */
export async function open(root) {
  await later(() => Promise.all([addTexts('cardboard'), addStyle('after'), addStyle('cardboard')]));
  /** @type {() => void} */
  let close = () => {};
  const show = () => {
    close();
    const call = keptCall();
    close = call ? openCaller(root, call, show) : openSetup(root, show);
  };
  show();
  return () => close();
}

/**
 * @param {HTMLElement} root
 * @param {() => void} started
 */
function openSetup(root, started) {
  fill(
    root,
    pageBar(),
    el(
      'main.sheet',
      el('h1', t('call.title')),
      el('p.lead', t('call.words')),
      el('a.btn', { href: '/score' }, t('call.only-count')),
      tableSetup({
        start: t('call.start'),
        onStart: (options, names) => {
          const call = calls.newCall(options, names, browserChance, Date.now());
          keepCall(call);
          started();
          /** @type {HTMLElement} */ (root.querySelector('.caller .primary')).focus();
          announce(call);
        },
      }),
    ),
  );
  return () => {};
}

/** Says a step aloud, or to a screen reader when there is no voice. @param {Call} call */
function announce(call) {
  tell(said(call));
}

/** @param {string} text */
function tell(text) {
  if (!text) return;
  if (habits().isMuted || !hasVoice()) say(text);
  if (!habits().isMuted) speak(text);
}

/**
 * @param {HTMLElement} root
 * @param {Call} kept
 * @param {() => void} ended
 */
function openCaller(root, kept, ended) {
  let call = kept;
  let shownAt = -PAUSE;
  const stage = new CallerStage();
  const heading = el('h1');
  const left = el('small');
  const mute = el('button.btn.icon.plain', { onclick: () => turnVoice() });
  const note = el('p.caller-note', t('call.no-voice'));
  const called = el('ul.caller-strip', { 'aria-label': t('call.called'), tabindex: 0 });
  const marker = el('button.btn.caller-turn', {
    onclick: () => take({ ...call, turns: !call.turns }),
  });
  const backButton = el(
    'button.btn.icon.big',
    {
      'aria-label': t('call.back'),
      title: t('call.back'),
      onclick: () => step(calls.back),
    },
    icon('back'),
  );
  const next = el('button.btn.primary.big.grow', { onclick: () => step(calls.forward) });
  const minute = el(
    'button.btn',
    { onclick: () => take({ ...call, minute: minuteFrom(Date.now()) }) },
    icon('clock'),
    t('call.minute'),
  );
  const more = el('div.row.caller-more');
  const newGame = () =>
    sureButton(t('call.new'), t('call.new.sure'), () => {
      keepCall(null);
      ended();
      return Promise.resolve();
    });
  const clock = new MinuteClock(tell, () => take({ ...call, minute: null }));

  const show = () => {
    heading.textContent = title(call);
    left.textContent = leftWords(call);
    stage.show(call, ending(call));
    clock.show(call.minute);
    fill(called, ...calledCards(call));
    called.hidden = !call.at;
    called.scrollLeft = called.scrollWidth;
    showMarker(marker, call);
    showVoice();
    const isEnd = calls.isEnd(call);
    next.hidden = isEnd;
    minute.hidden = isEnd || !call.at || call.minute !== null;
    /** @type {HTMLButtonElement} */ (backButton).disabled = call.at === 0;
    next.textContent = nextWords(call);
    // Anew with each step: a first press long ago is no question any more.
    fill(more, minute, newGame());
  };
  /** @param {Call} changed */
  const take = (changed) => {
    call = changed;
    keepCall(call);
    show();
  };
  /** @param {(call: Call) => Call} move */
  const step = (move) => {
    if (Date.now() < shownAt + PAUSE) return;
    const moved = move(call);
    if (moved === call) return;
    shownAt = Date.now();
    take(moved);
    if (calls.isEnd(call)) stage.element.querySelector('button')?.focus();
    announce(call);
  };
  const showVoice = () => {
    const { isMuted } = habits();
    fill(mute, icon(isMuted ? 'silent' : 'sound'));
    const words = t(isMuted ? 'call.speak' : 'call.mute');
    mute.setAttribute('aria-label', words);
    mute.title = words;
    // Told once: later the room belongs to the cards.
    note.hidden = call.at > 0 || isMuted || hasVoice();
  };
  const turnVoice = () => {
    const isMuted = !habits().isMuted;
    keepHabits({ isMuted });
    if (isMuted) hush();
    showVoice();
  };

  fill(
    root,
    el(
      'main.caller',
      el(
        'header.bar.caller-bar',
        logo(),
        el('div.grow', heading, left),
        el(
          'button.btn.icon.plain',
          { 'aria-label': t('call.again'), title: t('call.again'), onclick: () => announce(call) },
          icon('again'),
        ),
        mute,
      ),
      note,
      stage.element,
      clock.element,
      called,
      el(
        'div.caller-actions',
        marker,
        el('div.row', backButton, next),
        more,
      ),
    ),
  );
  show();
  const letGo = [
    keepAwake(),
    onVoices(showVoice),
    onKeys({ back: () => step(calls.back), forward: () => step(calls.forward) }),
    onOtherTab(() => {
      const now = keptCall();
      if (now?.id !== call.id) return ended();
      call = now;
      show();
    }),
  ];
  return () => {
    for (const end of letGo) end();
    clock.close();
    stage.close();
    hush();
  };
}

/** @param {Call} call */
function nextWords(call) {
  if (call.at === 0) return t('call.first');
  if (calls.isLastDraw(call)) return t('call.end');
  return t(call.options.variant === 'level-to-level' ? 'call.next-round' : 'call.next');
}

/**
 * The question whether a level marker is turned (7.3).
 * @param {HTMLElement} button
 * @param {Call} call
 */
function showMarker(button, call) {
  const marker = calls.nextMarker(call);
  button.hidden = marker === null;
  if (marker === null) return;
  button.setAttribute('aria-pressed', String(call.turns));
  button.classList.toggle('on', call.turns);
  fill(
    button,
    icon(call.turns ? 'check' : 'layers'),
    t('call.turn-marker', { level: marker - 1, marker }),
  );
}

/** The way to the score pad. @param {Call} call */
function ending(call) {
  const count = () => go(countCalled(call));
  return el(
    'div.caller-end',
    el('p.lead', t('call.over')),
    isCountingOther(call)
      ? sureButton(t('call.count'), t('call.count.sure'), count)
      : el('button.btn.primary.big', { onclick: () => void count() }, t('call.count')),
  );
}

/**
 * Arrows, and the keys of a remote control for talks.
 * @param {{back: () => void, forward: () => void}} steps
 */
function onKeys({ back, forward }) {
  /** @param {KeyboardEvent} event */
  const pressed = (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.target instanceof Element && event.target.closest('.caller-strip')) return;
    // Whoever holds a key down means one card.
    if (event.repeat && ['Enter', ' '].includes(event.key)) return event.preventDefault();
    const act =
      { ArrowRight: forward, PageDown: forward, ArrowLeft: back, PageUp: back }[event.key];
    if (!act || document.querySelector('dialog[open]')) return;
    event.preventDefault();
    if (!event.repeat) act();
  };
  document.addEventListener('keydown', pressed);
  return () => document.removeEventListener('keydown', pressed);
}
