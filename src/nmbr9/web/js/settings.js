// What the player chose on this device, kept in the browser.

/**
 * @typedef {object} Settings
 * @property {'system'|'light'|'dark'|'contrast'} theme
 * @property {'en'|'de'|'pt'|''} language  '' follows the browser
 * @property {boolean} confirms  a spot is chosen first and confirmed then
 * @property {boolean} followsMouse  a new tile follows the mouse at once
 * @property {boolean} magnet  a tile snaps to a legal spot close by
 * @property {readonly string[]} coached  what the coach has told so far
 * @property {boolean} sound
 * @property {boolean} calls  a tone, a buzz and a notification when it is one's turn again
 * @property {'bots' | 'always' | 'never'} finishes  in which games a turn ends with its tile, though
 *   fillers or a move would still be possible; `bots` are those without other people
 * @property {boolean} digitsUpright  digits stay upright when the tile turns
 * @property {boolean} commandField  show the field for typed commands
 */

const KEY = 'nmbr9';

/** @type {Settings} */
const USUAL = {
  theme: 'system',
  language: '',
  confirms: true,
  followsMouse: false,
  magnet: true,
  coached: [],
  sound: false,
  calls: false,
  finishes: 'bots',
  digitsUpright: true,
  commandField: false,
};

/** @type {Settings} */
let settings = { ...USUAL, ...stored() };

/** @type {Set<(settings: Settings) => void>} */
const listeners = new Set();

// What is chosen in one tab holds in all of them.
globalThis.addEventListener('storage', ({ key }) => {
  if (key === KEY) take({ ...settings, ...stored() });
});

/** What the browser keeps; it may keep nothing, or allow no look at it. @returns {Partial<Settings>} */
function stored() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}');
  } catch {
    return {};
  }
}

/** @param {Settings} taken */
function take(taken) {
  settings = taken;
  for (const listener of listeners) listener(settings);
}

/** @returns {Readonly<Settings>} */
export function current() {
  return settings;
}

/** @param {Partial<Settings>} changes */
export function change(changes) {
  // Another tab may have changed others meanwhile: they are not taken back here.
  take({ ...settings, ...stored(), ...changes });
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // Where nothing may be kept it holds until the tab is closed.
  }
}

/**
 * Calls back at every change, until the returned function is called.
 * @param {(settings: Settings) => void} listener
 */
export function onChange(listener) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
