// German and Portuguese use the words of the printed rules, as docs/glossary.md lists them.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

const ROOT = new URL('../../', import.meta.url);

/** Texts that share their spelling with a word that is never said. */
const OTHER_MEANING = new Set([
  'de after.share', // to share is "teilen"
  'de after.share-note',
  'de after.share-note.together',
  'de refusal.contest/open',
]);

/** @typedef {{english: string[], words: string[], never: string[]}} Term */

/** @param {string} cell */
const listed = (cell) => cell.split(',').map((word) => word.trim()).filter(Boolean);

const rows = readFileSync(new URL('docs/glossary.md', ROOT), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| English'))
  .map((line) => line.split('|').slice(1, -1).map(listed));

/** @type {Record<string, Term[]>} */
const glossary = {
  de: rows.map(([english = [], words = [], never = []]) => ({ english, words, never })),
  pt: rows.map(([english = [], , , words = [], never = []]) => ({ english, words, never })),
};

/**
 * Every text of a language by its key, those of single pages as well.
 *
 * @param {string} language
 * @returns {Map<string, string>}
 */
function texts(language) {
  /** @param {string} path */
  const read = (path) =>
    JSON.parse(readFileSync(new URL(`src/nmbr9/web/locales/${path}.json`, ROOT), 'utf8'));
  /** @type {{title: string, items: Record<string, string>}[]} */
  const sections = read(`rules/${language}`);
  return new Map([
    ...Object.entries(read(language)),
    ...Object.entries(read(`cardboard/${language}`)),
    ...sections.map((section, index) => /** @type {const} */ ([`title ${index}`, section.title])),
    ...sections.flatMap((section) => Object.entries(section.items)),
  ]);
}

/**
 * Whether a text says one of some words, as whole words; names of what is put in do not count.
 *
 * @param {string} text
 * @param {string[]} words
 */
function says(text, words) {
  const plain = text.replaceAll(/\{\w+\}/g, '');
  return words.some((word) => new RegExp(`(?<![\\p{L}-])${word}(?!\\p{L})`, 'iu').test(plain));
}

const english = texts('en');

for (const [language, terms] of Object.entries(glossary)) {
  const translated = texts(language);

  test(`${language} says no word that is never said`, () => {
    for (const [key, text] of translated) {
      if (OTHER_MEANING.has(`${language} ${key}`)) continue;
      for (const { never } of terms) assert.ok(!says(text, never), `${key}: ${text}`);
    }
  });

  test(`${language} has the word of the rules wherever English has it`, () => {
    const lacking = [];
    for (const [key, text] of english) {
      const said = translated.get(key) ?? '';
      for (const term of terms) {
        if (says(text, term.english) && !says(said, term.words)) {
          lacking.push(`${key}: ${term.english[0]}: ${said}`);
        }
      }
    }
    assert.deepEqual(lacking, []);
  });
}

test('a token is never called a tile', () => {
  for (const [key, text] of english) {
    if (!says(text, ['token', 'tokens']) || says(text, ['tile', 'tiles'])) continue;
    const german = texts('de').get(key) ?? '';
    assert.ok(!says(german, ['Plättchen']), `${key}: ${german}`);
    const portuguese = texts('pt').get(key) ?? '';
    assert.ok(!/fichas?(?!\p{L})(?! especia)/iu.test(portuguese), `${key}: ${portuguese}`);
  }
});

test('the paragraph of the gap says in every language that it must be closed', () => {
  const closed = {
    en: /gap must be closed/,
    de: /Lücke muss .*geschlossen sein/,
    pt: /lacuna precisa estar fechada/,
  };
  for (const [language, words] of Object.entries(closed)) {
    assert.match(texts(language).get('5.3') ?? '', words);
  }
});
