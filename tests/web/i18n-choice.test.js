// How a text is found.

import assert from 'node:assert/strict';
import { test } from 'node:test';

Object.assign(globalThis, { localStorage: { getItem: () => null, setItem: () => {} } });
const { choose, t, use } = await import('../../src/nmbr9/web/js/i18n/i18n.js');

test('the first language that we have is chosen', () => {
  assert.equal(choose(['fr-CA', 'pt-BR', 'de']), 'pt');
  assert.equal(choose(['fr']), 'en');
});

test('names and plural forms are put in, numbers as the language writes them', () => {
  use('de', { hello: 'Hallo {name}', 'left#one': '{count} Karte', 'left#other': '{count} Karten' });
  assert.equal(t('hello', { name: 'Ada' }), 'Hallo Ada');
  assert.equal(t('left', { count: 1 }), '1 Karte');
  assert.equal(t('left', { count: 1200 }), '1.200 Karten');
  assert.throws(() => t('nothing'), /expected a text for nothing in de/);
});
