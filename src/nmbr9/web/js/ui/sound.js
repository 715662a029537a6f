// One short sound for a placed tile, made on the spot. Off unless the player wants it.

import * as settings from '../settings.js';

/** @type {AudioContext | null} */
let audio = null;

/** A knock, higher for a higher level. @param {number} level */
export function knock(level) {
  if (!settings.current().sound) return;
  audio ??= new AudioContext();
  const at = audio.currentTime;
  const tone = audio.createOscillator();
  const gain = audio.createGain();
  tone.frequency.setValueAtTime(220 * 2 ** (level / 6), at);
  tone.frequency.exponentialRampToValueAtTime(90, at + 0.12);
  gain.gain.setValueAtTime(0.25, at);
  gain.gain.exponentialRampToValueAtTime(0.001, at + 0.16);
  tone.connect(gain).connect(audio.destination);
  tone.start(at);
  tone.stop(at + 0.17);
}
