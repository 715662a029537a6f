// The caller: what it draws, deals and turns, steps back and on again, and its words.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { PLAYTHROUGHS } from './playthroughs.js';

Object.assign(globalThis, { localStorage: { getItem: () => null, setItem: () => {} } });
const { use } = await import('../../src/nmbr9/web/js/i18n/i18n.js');
const calls = await import('../../src/nmbr9/web/js/cardboard/call.js');
const words = await import('../../src/nmbr9/web/js/cardboard/call-words.js');
const { browserChance, shuffled, shuffledDeck } = await import(
  '../../src/nmbr9/web/js/cardboard/chance.js'
);
const { largest } = await import('../../src/nmbr9/web/js/cardboard/caller-stage.js');
const { secondsUntil } = await import('../../src/nmbr9/web/js/cardboard/minute.js');

const LOCALES = new URL('../../src/nmbr9/web/locales/', import.meta.url);
const PLAIN = {
  players: 2,
  variant: 'basic',
  starting_tiles: false,
  gap_fillers: false,
  special_tokens: [],
};

/** @param {'en' | 'de' | 'pt'} language */
function speak(language) {
  /** @param {string} path */
  const read = (path) => JSON.parse(readFileSync(new URL(`${path}.json`, LOCALES), 'utf8'));
  use(language, { ...read(language), ...read(`cardboard/${language}`) });
}

/** Chance that always takes the first. */
const first = () => 0;

/** @param {object} [options] @param {number[]} [deck] @param {string[]} [names] */
function callOf(options = {}, deck, names = ['Ada', 'Ben']) {
  const call = calls.newCall({ ...PLAIN, ...options }, names, browserChance, 1);
  return deck ? { ...call, deck } : call;
}

/** @param {import('../../src/nmbr9/web/js/cardboard/call.js').Call} call @param {number} times */
function on(call, times) {
  for (let time = 0; time < times; time++) call = calls.forward(call);
  return call;
}

test('a deck has as many of each number as the variant says', () => {
  for (const [variant, copies] of [['basic', 2], ['two-out-of-three', 3], ['level-to-level', 4]]) {
    const deck = shuffledDeck(String(variant), browserChance);
    for (let number = 0; number < 10; number++) {
      assert.equal(deck.filter((one) => one === number).length, copies);
    }
  }
});

test('every order is as likely', () => {
  const seen = new Map();
  for (const one of [0, 1, 2]) {
    for (const other of [0, 1]) {
      const picks = [one, other];
      const order = shuffled([1, 2, 3], () => picks.shift() ?? 0).join('');
      seen.set(order, (seen.get(order) ?? 0) + 1);
    }
  }
  assert.equal(seen.size, 6);
});

test('chance of the browser stays below its limit', () => {
  const drawn = new Set(Array.from({ length: 2000 }, () => browserChance(7)));
  assert.deepEqual([...drawn].sort(), [0, 1, 2, 3, 4, 5, 6]);
});

for (const { name, variant, deck, reveals } of PLAYTHROUGHS) {
  test(`the rules and the caller show the same cards: ${name}`, () => {
    let call = callOf({ variant }, deck);
    for (const [index, cards] of reveals.entries()) {
      const before = reveals[index - 1]?.length ?? 1;
      call = calls.forward({ ...call, turns: cards.length > before });
      assert.deepEqual(calls.openCards(call), cards);
      assert.equal(calls.cardsLeft(call), deck.length - reveals.slice(0, index + 1).flat().length);
    }
    assert.ok(!calls.isEnd(call));
  });
}

test('each variant ends after its cards', () => {
  for (
    const [variant, cards] of [['basic', 20], ['two-out-of-three', 30], ['level-to-level', 40]]
  ) {
    const last = on(callOf({ variant }), Number(cards));
    assert.ok(calls.isLastDraw(last) && !calls.isEnd(last));
    const end = calls.forward(last);
    assert.ok(calls.isEnd(end));
    assert.equal(calls.forward(end), end);
    assert.deepEqual(calls.openCards(end), []);
    assert.deepEqual(calls.openCards(calls.back(end)), calls.openCards(last));
  }
});

test('a step back and on again gives the same card', () => {
  const call = on(callOf(), 7);
  const again = calls.forward(calls.back(call));
  assert.deepEqual(again, call);
  assert.deepEqual(on(calls.back(calls.back(calls.back(call))), 3), call);
  const ready = callOf();
  assert.equal(calls.back(ready), ready);
});

test('a step back and on again turns the same marker, or another if somebody says so', () => {
  const deck = Array.from({ length: 40 }, (_, index) => index % 10);
  const second = calls.forward({
    ...on(callOf({ variant: 'level-to-level' }, deck), 1),
    turns: true,
  });
  assert.deepEqual(calls.openCards(second), [1, 2]);
  const third = calls.forward(second);
  assert.deepEqual(calls.openCards(third), [3, 4]);
  const before = calls.back(calls.back(third));
  assert.ok(before.turns, 'it is still to be turned');
  assert.deepEqual(on(before, 2), third);
  const other = calls.forward({ ...before, turns: false });
  assert.deepEqual(calls.openCards(other), [1]);
  assert.deepEqual(calls.openCards(calls.forward(other)), [2]);
});

test('markers are turned up to the fifth, and too few cards end the game (7.5)', () => {
  let call = on(callOf({ variant: 'level-to-level' }), 1);
  for (const marker of [1, 2, 3, 4]) {
    assert.equal(calls.nextMarker(call), marker);
    call = calls.forward({ ...call, turns: true });
    assert.equal(calls.turnedMarker(call), marker);
  }
  assert.equal(calls.nextMarker(call), null);
  // 1 + 2 + 3 + 4 + 5 cards, then five rounds of five.
  call = on(call, 5);
  assert.equal(calls.cardsLeft(call), 0);
  assert.ok(calls.isEnd(calls.forward(call)));
  // With two left and two markers there is a round; with a third marker there is none.
  const near = on(callOf({ variant: 'level-to-level' }), 36);
  const two = calls.forward({ ...near, turns: true });
  assert.equal(calls.cardsLeft(two), 2);
  assert.ok(!calls.isEnd(calls.forward(two)));
  assert.ok(calls.isEnd(calls.forward({ ...two, turns: true })));
});

test('tokens are drawn or chosen, starting tiles are all different', () => {
  const drawn = callOf({ draw_tokens: 3 });
  assert.equal(new Set(drawn.tokens).size, 3);
  assert.deepEqual(callOf({ special_tokens: ['gap'] }).tokens, ['gap']);
  for (let time = 0; time < 50; time++) {
    const { starting } = callOf({ players: 6, starting_tiles: true });
    assert.deepEqual([...starting].sort(), [0, 1, 2, 3, 4, 5]);
    const own = callOf({ starting_tiles: true, starting_shapes: [['X'], ['XX'], ['XXX']] });
    assert.equal(own.starting.length, 2);
    assert.ok(own.starting.every((tile) => tile < 3));
  }
  assert.deepEqual(callOf().starting, []);
});

test('the words of the basic game', () => {
  const deck = [7, ...Array(18).fill(3), 9];
  const expected = {
    en: [
      'Card 1 of 20',
      'seven',
      'nine. This is the last card',
      'The game is over.',
      '19 cards left',
    ],
    de: [
      'Karte 1 von 20',
      'sieben',
      'neun. Das ist die letzte Karte',
      'Das Spiel ist zu Ende.',
      'Noch 19 Karten',
    ],
    pt: [
      'Carta 1 de 20',
      'sete',
      'nove. Esta é a última carta',
      'O jogo acabou.',
      'Restam 19 cartas',
    ],
  };
  for (const [language, [title, seven, last, over, left]] of Object.entries(expected)) {
    speak(/** @type {'en'} */ (language));
    const call = on(callOf({}, deck), 1);
    assert.equal(words.title(call), title);
    assert.equal(words.said(call), seven);
    assert.equal(words.leftWords(call), left);
    assert.equal(words.said(on(call, 19)), last);
    assert.ok(words.said(on(call, 20)).startsWith(over));
  }
});

test('the words of "2 out of 3": three cards a round', () => {
  const call = callOf({ variant: 'two-out-of-three' }, [4, 9, 1, ...Array(27).fill(0)]);
  speak('en');
  assert.deepEqual([1, 2, 3, 4].map((times) => words.said(on(call, times))), [
    'Round 1: four',
    'nine',
    'one',
    'Round 2: zero',
  ]);
  assert.equal(words.title(on(call, 3)), 'Round 1 of 10 · Card 3 of 3');
  assert.deepEqual(calls.cardsOfRound(on(call, 2)), [4, 9]);
  assert.deepEqual(calls.cardsOfRound(on(call, 4)), [0]);
  assert.equal(words.said(on(call, 30)), 'zero. This is the last card');
  speak('de');
  assert.equal(words.said(on(call, 4)), 'Runde 2: null');
  speak('pt');
  assert.equal(words.said(on(call, 1)), 'Rodada 1: quatro');
});

test('the words of "Level to Level": markers and what lies under them', () => {
  const begun = on(callOf({ variant: 'level-to-level' }, [5, 8, 2, 6, ...Array(36).fill(0)]), 1);
  const turned = calls.forward({ ...begun, turns: true });
  const expected = {
    en: ['five', 'Marker one is active now. under marker zero: eight, under marker one: two'],
    de: ['fünf', 'Marker eins ist jetzt aktiv. unter Marker null: acht, unter Marker eins: zwei'],
    pt: [
      'cinco',
      'O marcador um agora está ativo. sob o marcador zero: oito, sob o marcador um: dois',
    ],
  };
  for (const [language, [one, two]] of Object.entries(expected)) {
    speak(/** @type {'en'} */ (language));
    assert.equal(words.said(begun), one);
    assert.equal(words.said(turned), two);
  }
  speak('en');
  assert.equal(words.title(turned), 'Round 2');
  assert.equal(words.said(calls.forward(turned)), 'under marker zero: six, under marker one: zero');
});

test('the preparation names what each variant and module needs', () => {
  speak('en');
  /** @param {object} options */
  const ready = (options) =>
    words.preparation(calls.newCall({ ...PLAIN, ...options }, ['Ada', ''], first, 1)).join(' ');
  assert.equal(ready({}), 'Sort the number tiles so that everybody can reach them.');
  assert.match(ready({ gap_fillers: true }), /gap filler of one square and one of two/);
  assert.match(
    ready({ starting_tiles: true }),
    /six starting tiles in a row: Ada takes number \d and Player 2 takes number \d, counted/,
  );
  assert.match(
    ready({ starting_tiles: true, starting_shapes: [['X'], ['XX']] }),
    /Ada takes number [AB] and Player 2 takes number [AB], as you have drawn them/,
  );
  assert.match(ready({ special_tokens: ['gap', 'move'] }), /in play: Gap and Move\. .*two markers/);
  assert.match(ready({ draw_tokens: 1 }), /This special token is in play/);
  const third = ready({ variant: 'two-out-of-three', special_tokens: ['gap'] });
  assert.match(third, /three markers: two for special tokens, one for the card they refuse/);
  assert.match(ready({ variant: 'level-to-level' }), /markers 0 to 4 .*marker 0 is active/);
  assert.match(ready({ variant: 'level-to-level' }), /^Sort/);
  assert.match(ready({ variant: 'level-to-level', players: 4 }), /^Everybody takes three tiles/);
});

test('no sentence lets a number stand before a full stop, which German hears as an ordinal', () => {
  speak('de');
  const everything = { starting_tiles: true, gap_fillers: true, draw_tokens: 6 };
  for (const variant of ['basic', 'two-out-of-three', 'level-to-level']) {
    let call = callOf({ ...everything, variant });
    for (
      ;
      !calls.isEnd(call);
      call = calls.forward({ ...call, turns: calls.nextMarker(call) === 1 })
    ) {
      assert.doesNotMatch(words.said(call), /\d\./);
    }
  }
});

test('the minute is said at its beginning, twice on the way, counted down and at its end', () => {
  speak('de');
  const heard = Array.from({ length: 61 }, (_, gone) => words.minuteSaid(60 - gone)).filter(
    Boolean,
  );
  assert.deepEqual(heard, [
    'Eine Minute für alle, die noch legen',
    '30 Sekunden',
    '10 Sekunden',
    'fünf',
    'vier',
    'drei',
    'zwei',
    'eins',
    'Die Minute ist um',
  ]);
  assert.equal(secondsUntil(61_000, 1000), 60);
  assert.equal(secondsUntil(61_000, 60_001), 1);
  assert.equal(secondsUntil(61_000, 99_000), 0);
});

test('cards are as large as their box allows, in the best number of columns', () => {
  assert.deepEqual(largest(1, 320, 900), { columns: 1, size: 320 });
  assert.deepEqual(largest(1, 1440, 500), { columns: 1, size: 400 });
  assert.equal(largest(5, 1440, 500, 44).columns, 5);
  assert.equal(largest(4, 320, 400, 44).columns, 2);
  for (let count = 1; count <= 5; count++) {
    const { columns, size } = largest(count, 320, 400, 44);
    assert.ok(columns * size <= 320 && size > 60, `${count}: ${size}`);
  }
});
