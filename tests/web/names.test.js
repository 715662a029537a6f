// What players are called: bots of one strength are told apart.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { withBotNames } from '../../src/nmbr9/web/js/after/bot-names.js';
import { botWords, seatName } from '../../src/nmbr9/web/js/game/words/names.js';
import { use } from '../../src/nmbr9/web/js/i18n/i18n.js';

const ENGLISH = new URL('../../src/nmbr9/web/locales/en.json', import.meta.url);
use('en', JSON.parse(readFileSync(ENGLISH, 'utf8')));

/** @param {string | null} name @param {string | null} bot */
const seat = (name, bot) => /** @type {any} */ ({ name, is_person: name !== null, bot });

/** @param {ReturnType<typeof seat>[]} seats */
const called = (...seats) => seats.map((_, index) => seatName(seats, index));

test('bots of one strength have numbers, others have none', () => {
  const seats = [seat('Ada', null), seat(null, 'careful'), seat(null, 'strong')];
  assert.deepEqual(called(...seats), ['Ada', 'Careful', 'Strong']);
  assert.deepEqual(
    called(...seats, seat(null, 'careful')),
    ['Ada', 'Careful 1', 'Strong', 'Careful 2'],
  );
});

test('a bot that is not ours is called as it calls itself', () => {
  assert.equal(seatName([seat('Ada', null), seat(null, 'numbered')], 1), 'numbered');
  const told = { name: 'tower', summary: 'builds high', is_ours: false };
  assert.equal(botWords(told), 'tower: builds high');
  assert.equal(botWords({ ...told, summary: '' }), 'tower');
});

test('a step of the ladder has a name and a sentence', () => {
  const told = { name: 'beaver', summary: '', is_ours: true };
  assert.equal(botWords(told), 'Beaver: plans a card ahead and overlooks some spots');
});

test('a bot that stands in for somebody is called like that person, and counts as none', () => {
  assert.deepEqual(called(seat('Ada', 'greedy'), seat(null, 'greedy')), ['Ada', 'Greedy']);
  assert.deepEqual(called(seat(null, null)), ['Open seat']);
});

test('in a replay the bots are called as they were in the game', () => {
  const replay = /** @type {any} */ ({
    names: ['Ada', 'careful', 'careful'],
    bots: [null, 'careful', 'careful'],
  });
  assert.deepEqual(withBotNames(replay).names, ['Ada', 'Careful 1', 'Careful 2']);
});
