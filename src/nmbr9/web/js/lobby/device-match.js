// A match of several people at this device.

import { t } from '../i18n/i18n.js';
import { knownPlayer, newMatch, takeName } from '../net/api.js';
import { keepNames, keepTable } from '../net/device-seats.js';

/** As long as the server takes names. */
const LONGEST = 24;

/**
 * What people are called: whoever told nothing by their number, two of one name apart.
 * @param {string[]} told
 */
export function calledNames(told) {
  /** @type {string[]} */
  const called = [];
  told.forEach((text, index) => {
    const name = text.trim().slice(0, LONGEST) || t('player.numbered', { number: index + 1 });
    let unique = name;
    for (let count = 2; called.includes(unique); count++) {
      unique = `${name.slice(0, LONGEST - 2)} ${count}`;
    }
    called.push(unique);
  });
  return called;
}

/**
 * Makes a match and keeps everybody's seat here. The first is the player of this browser.
 * @param {import('../net/api.js').Options} options
 * @param {string[]} names  as they are called
 * @param {{is_hidden: boolean}} rest
 */
export async function newDeviceMatch(options, [first, ...people], rest) {
  keepNames([first, ...people]);
  if (knownPlayer()?.name !== first) await takeName(first);
  const { match, tokens } = await newMatch(options, [], { ...rest, people });
  keepTable(match, tokens);
  return match;
}
