// Several people at one device: whose turn it is, what they are called, how they look.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { portraitsOf } from '../../src/nmbr9/web/js/art/portrait.js';
import { use } from '../../src/nmbr9/web/js/i18n/i18n.js';
import { calledNames } from '../../src/nmbr9/web/js/lobby/device-match.js';
import { seatInTurn, tableText, tokensIn } from '../../src/nmbr9/web/js/net/device-seats.js';

const ENGLISH = new URL('../../src/nmbr9/web/locales/en.json', import.meta.url);
use('en', JSON.parse(readFileSync(ENGLISH, 'utf8')));

const TOKENS = ['a', 'b', 'c'];

/** @param {...(boolean | string)} told  whether each is done, or the bot that plays */
const seats = (...told) =>
  told.map((one) => /** @type {any} */ ({
    is_done: one === true,
    bot: typeof one === 'string' ? one : null,
  }));

test('whoever has the device stays while there is something to do, then it goes round', () => {
  const turn = (/** @type {number} */ seat, /** @type {boolean[]} */ ...done) =>
    seatInTurn(seats(...done), { tokens: TOKENS, seat });
  assert.equal(turn(0, false, false, false), 0);
  assert.equal(turn(0, true, false, false), 1);
  assert.equal(turn(1, true, true, false), 2);
  assert.equal(turn(2, false, false, false), 2);
  assert.equal(turn(2, false, false, true), 0);
  assert.equal(turn(2, true, true, true), 2);
});

test('bots and people elsewhere are not waited for here', () => {
  assert.equal(seatInTurn(seats(true, 'greedy', false), { tokens: TOKENS, seat: 0 }), 2);
  assert.equal(seatInTurn(seats(true, false, false), { tokens: ['a', '', 'c'], seat: 0 }), 2);
});

test('a link takes all seats along, and one of a single seat none', () => {
  assert.deepEqual(tokensIn(tableText({ tokens: TOKENS })), TOKENS);
  assert.deepEqual(tokensIn('a'), []);
  assert.deepEqual(tokensIn(''), []);
});

test('nobody has to tell a name, and two of one name are told apart', () => {
  assert.deepEqual(calledNames(['', ' Ben ', 'Ben', 'Ben']), ['Player 1', 'Ben', 'Ben 2', 'Ben 3']);
  const long = 'x'.repeat(24);
  const [first, second] = calledNames([long, long]);
  assert.equal(first, long);
  assert.equal(second.length, 24);
  assert.notEqual(second, first);
});

test('a name looks the same everywhere, and no two at a table have the same tile', () => {
  assert.deepEqual(portraitsOf(['Ada', null, 'Ben']), portraitsOf(['Ada', null, 'Ben']));
  assert.deepEqual(portraitsOf(['Ada'])[0], portraitsOf(['Ada', 'Ben'])[0]);
  const looks = portraitsOf(['Ada', 'Ada', 'Ada', 'Ben', 'Cy', 'Dee']);
  assert.equal(new Set(looks.map((look) => look?.number)).size, 6);
  assert.equal(portraitsOf([null])[0], null);
});
