// The rules in three languages have the paragraphs of the specification.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

const ROOT = new URL('../../', import.meta.url);
const specification = readFileSync(new URL('docs/rules.md', ROOT), 'utf8');
const paragraphs = [...specification.matchAll(/^\**(\d\.\d+)\b/gm)].map((found) => found[1]);

for (const language of ['en', 'de', 'pt']) {
  test(`${language} tells every paragraph, in order`, () => {
    const path = `src/nmbr9/web/locales/rules/${language}.json`;
    /** @type {{title: string, items: Record<string, string>}[]} */
    const sections = JSON.parse(readFileSync(new URL(path, ROOT), 'utf8'));
    const told = sections.flatMap((section) => Object.keys(section.items));
    assert.ok(paragraphs.length > 35);
    assert.deepEqual(told, [...paragraphs, '9']);
    for (const section of sections) {
      assert.ok(section.title);
      for (const text of Object.values(section.items)) assert.ok(text.length > 20);
    }
  });
}
