// The three catalogues say the same things, and the page says nothing else.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';

const WEB = new URL('../../src/nmbr9/web/', import.meta.url);
const LANGUAGES = ['en', 'de', 'pt'];

/** @param {string} language @returns {Record<string, string>} */
const catalogue = (language) =>
  JSON.parse(readFileSync(new URL(`locales/${language}.json`, WEB), 'utf8'));

/** @param {string} text */
const names = (text) => [...text.matchAll(/\{(\w+)\}/g)].map((found) => found[1]).sort();

const english = catalogue('en');
const source = readdirSync(new URL('js/', WEB), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.js'))
  .map((file) => readFileSync(new URL(`js/${file}`, WEB), 'utf8'))
  .join('\n');

for (const language of LANGUAGES) {
  const texts = catalogue(language);

  test(`${language} has every text and no other`, () => {
    assert.deepEqual(Object.keys(texts), Object.keys(english));
  });

  test(`${language} is sorted, filled and names the same things`, () => {
    assert.deepEqual(Object.keys(texts), Object.keys(texts).sort());
    for (const [key, text] of Object.entries(texts)) {
      assert.ok(text.trim(), key);
      assert.deepEqual(names(text), names(english[key] ?? ''), key);
    }
  });
}

test('a plural has the forms that the languages need', () => {
  for (const key of Object.keys(english)) {
    const [stem, form] = key.split('#');
    if (form === 'one') assert.ok(`${stem}#other` in english, key);
    if (form === 'other') assert.ok(`${stem}#one` in english, key);
    if (form) assert.ok(!(String(stem) in english), key);
  }
});

test('every text is used, and every text that is used is there', () => {
  const literal = new Set([...source.matchAll(/['"`]([a-z][\w./#-]*)['"`]/g)].map((m) => m[1]));
  const prefixes = [...source.matchAll(/`([a-z][\w-]*\.[\w./-]*)\$\{/g)].map((m) => String(m[1]));
  const stems = new Set(Object.keys(english).map((key) => String(key.split('#')[0])));
  const unused = [...stems].filter(
    (stem) => !literal.has(stem) && !prefixes.some((prefix) => stem.startsWith(prefix)),
  );
  assert.deepEqual(unused, []);
  const asked = [...source.matchAll(/\bt\(\s*['"]([^'"]+)['"]/g)].map((m) => String(m[1]));
  assert.deepEqual(
    asked.filter((key) => !stems.has(key)),
    [],
  );
});
