// The games that the Python rules have played and written down (tests/golden/playthroughs).

import { readdirSync, readFileSync } from 'node:fs';

const FOLDER = new URL('../golden/playthroughs/', import.meta.url);

/**
 * @typedef {object} Playthrough
 * @property {string} name
 * @property {string} variant
 * @property {number} players
 * @property {string[]} tokens
 * @property {number[]} deck
 * @property {number[][]} reveals  the open cards, one draw after the other
 * @property {{player: number, level: number, numbers: number[], points: number}[]} lines
 * @property {number[]} scores
 */

const TOKENS = ['apart', 'black', 'gap', 'move', 'reserve', 'single'];

/** @param {string} text */
const numbers = (text) => text.trim().split(' ').map(Number);

/** @param {string} file @returns {Playthrough} */
function read(file) {
  const text = readFileSync(new URL(file, FOLDER), 'utf8');
  /** @param {RegExp} pattern */
  const one = (pattern) => text.match(pattern)?.[1] ?? '';
  return {
    name: file.replace('.txt', ''),
    variant: one(/^variant (.*)$/m),
    players: one(/^players (.*)$/m).match(/"[^"]*"/g)?.length ?? 0,
    tokens: TOKENS.filter((token) => one(/^modules (.*)$/m).split(' ').includes(token)),
    deck: numbers(one(/^deck (.*)$/m)),
    reveals: [...text.matchAll(/^# round \d+(?: card \d)?: (.*)$/gm)].map((m) => numbers(m[1])),
    lines: [...text.matchAll(/^# (\w) level (\d+): (.*) = (\d+)$/gm)].map((m) => ({
      player: m[1].charCodeAt(0) - 'a'.charCodeAt(0),
      level: Number(m[2]),
      numbers: numbers(m[3]),
      points: Number(m[4]),
    })),
    scores: numbers(one(/^scores (.*)$/m)),
  };
}

export const PLAYTHROUGHS = readdirSync(FOLDER).filter((file) => file.endsWith('.txt')).map(read);
