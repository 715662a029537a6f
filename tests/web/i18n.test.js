// The three catalogues say the same things, and the page says nothing else.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';

const WEB = new URL('../../src/nmbr9/web/', import.meta.url);
const LANGUAGES = ['en', 'de', 'pt'];

/** Those of every page, and those that come with few. */
const FOLDERS = ['', 'after/', 'cardboard/', 'contests/', 'host/', 'learn/', 'lobby/'];

/** @param {string} language @param {string} folder @returns {Record<string, string>} */
const catalogue = (language, folder) =>
  JSON.parse(readFileSync(new URL(`locales/${folder}${language}.json`, WEB), 'utf8'));

/** @param {string} text */
const names = (text) => [...text.matchAll(/\{(\w+)\}/g)].map((found) => found[1]).sort();

const english = Object.assign({}, ...FOLDERS.map((folder) => catalogue('en', folder)));
const source = readdirSync(new URL('js/', WEB), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.js'))
  .map((file) => readFileSync(new URL(`js/${file}`, WEB), 'utf8'))
  .join('\n');

for (const folder of FOLDERS) {
  for (const language of LANGUAGES) {
    const texts = catalogue(language, folder);
    const originals = catalogue('en', folder);

    test(`${folder}${language} has every text and no other`, () => {
      assert.deepEqual(Object.keys(texts), Object.keys(originals));
    });

    test(`${folder}${language} is sorted, filled and names the same things`, () => {
      assert.deepEqual(Object.keys(texts), Object.keys(texts).sort());
      for (const [key, text] of Object.entries(texts)) {
        assert.ok(text.trim(), key);
        assert.deepEqual(names(text), names(originals[key] ?? ''), key);
      }
    });
  }
}

/** What the referee in the browser says in place of a server, which fails for another reason. */
const REPLACED = ['refusal.storage/unavailable'];

test('no text is kept twice, but those that replace what is said of a server', () => {
  const keys = FOLDERS.flatMap((folder) => Object.keys(catalogue('en', folder)));
  const twice = keys.filter((key, index) => keys.indexOf(key) !== index);
  assert.deepEqual(twice, REPLACED);
});

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
