// Settings in several tabs, and where the browser keeps nothing.

import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';

/** @type {Map<string, string>} */
const kept = new Map();
let isFull = false;
Object.defineProperty(globalThis, 'localStorage', {
  value: {
    /** @param {string} key */
    getItem: (key) => kept.get(key) ?? null,
    /** @param {string} key @param {string} value */
    setItem: (key, value) => {
      if (isFull) throw new Error('nothing may be kept');
      kept.set(key, value);
    },
  },
});
const settings = await import('../../src/nmbr9/web/js/settings.js');

/** As another tab does. @param {Partial<import('../../src/nmbr9/web/js/settings.js').Settings>} values */
const changeElsewhere = (values) => kept.set('nmbr9', JSON.stringify(values));

beforeEach(() => {
  isFull = false;
});

test('a change takes back nothing that another tab has changed', () => {
  changeElsewhere({ finishes: 'never' });
  settings.change({ sound: true });
  assert.equal(settings.current().finishes, 'never');
  assert.deepEqual(JSON.parse(kept.get('nmbr9') ?? ''), { ...settings.current() });
});

test('what another tab changes holds here at once', () => {
  /** @type {boolean[]} */
  const heard = [];
  const stop = settings.onChange(({ confirms }) => heard.push(confirms));
  changeElsewhere({ confirms: false });
  const event = new Event('storage');
  globalThis.dispatchEvent(Object.assign(event, { key: 'nmbr9' }));
  globalThis.dispatchEvent(Object.assign(new Event('storage'), { key: 'another' }));
  stop();
  assert.deepEqual(heard, [false]);
});

test('where nothing can be kept a change holds for this tab', () => {
  isFull = true;
  settings.change({ magnet: false });
  assert.equal(settings.current().magnet, false);
});
