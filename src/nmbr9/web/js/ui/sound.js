// Short sounds, made on the spot: a knock for a placed tile, two tones for a turn. Off unless the
// player wants them.

import * as settings from '../settings.js';

/** @type {AudioContext | null} */
let audio = null;

/** A knock, higher for a higher level. @param {number} level */
export function knock(level) {
  if (settings.current().sound) sound(220 * 2 ** (level / 6), 90, 0, 0.16);
}

/** Two tones that rise: somebody is called. */
export function chime() {
  sound(660, 660, 0, 0.2);
  sound(880, 880, 0.14, 0.35);
}

/**
 * One tone that fades.
 * @param {number} from  its frequency at first
 * @param {number} to  and in the end
 * @param {number} delay  in seconds
 * @param {number} length
 */
function sound(from, to, delay, length) {
  audio ??= new AudioContext();
  const at = audio.currentTime + delay;
  const tone = audio.createOscillator();
  const gain = audio.createGain();
  tone.frequency.setValueAtTime(from, at);
  tone.frequency.exponentialRampToValueAtTime(to, at + length * 0.75);
  gain.gain.setValueAtTime(0.25, at);
  gain.gain.exponentialRampToValueAtTime(0.001, at + length);
  tone.connect(gain).connect(audio.destination);
  tone.start(at);
  tone.stop(at + length + 0.01);
}
