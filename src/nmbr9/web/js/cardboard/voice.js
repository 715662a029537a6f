// The browser's own voice, in the language of the page.

import { currentLanguage } from '../i18n/i18n.js';

/** A little slower than in talking: it is heard across the room. */
const RATE = 0.9;

/** Kept while it is said: some browsers fall silent when it is cleared away. @type {SpeechSynthesisUtterance | null} */
let saying = null;

const synthesis = () => globalThis.speechSynthesis ?? null;

const voices = () => synthesis()?.getVoices() ?? [];

/** The first voice of the language; those of the device come before those of a network. */
function voice() {
  const fitting = voices().filter(({ lang }) => lang.toLowerCase().startsWith(currentLanguage()));
  return fitting.find(({ localService }) => localService) ?? fitting[0] ?? null;
}

/** Whether somebody will surely be heard. */
export const hasVoice = () => voice() !== null;

/** Says something aloud, instead of what is being said. @param {string} text */
export function speak(text) {
  const chosen = voice();
  // Some browsers name no voice and have one; a voice of another language would say other words.
  if (!synthesis() || (!chosen && voices().length)) return;
  hush();
  saying = new SpeechSynthesisUtterance(text);
  saying.voice = chosen;
  saying.lang = chosen?.lang ?? currentLanguage();
  saying.rate = RATE;
  synthesis()?.speak(saying);
}

export function hush() {
  synthesis()?.cancel();
}

/**
 * Calls back when the voices are known, which may be later than the page.
 * @param {() => void} changed
 */
export function onVoices(changed) {
  synthesis()?.addEventListener('voiceschanged', changed);
  return () => synthesis()?.removeEventListener('voiceschanged', changed);
}
