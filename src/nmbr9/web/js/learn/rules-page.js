// The rules in the player's language, every paragraph with its number.

import { el, fill } from '../dom.js';
import { currentLanguage, readTexts, t } from '../i18n/i18n.js';
import { addStyle } from '../net/style.js';
import { later } from '../net/version.js';
import { pageBar } from '../ui/bar.js';
import { tilePicture } from '../ui/cards.js';
import { icon } from '../ui/icons.js';
import { lessons } from './lesson-socket.js';

/** @typedef {{title: string, items: Record<string, string>}} Section */

/** @param {HTMLElement} root */
export async function open(root) {
  /** @type {[Section[], Lesson[], void]} */
  const [sections, all] = await Promise.all([
    later(() => readTexts(`rules/${currentLanguage()}`)),
    lessons(),
    later(() => addStyle('learn')),
  ]);
  /** The first lesson that teaches a paragraph. */
  const lessonOf = new Map(
    all.toReversed().flatMap((lesson) => lesson.paragraphs.map((one) => [one, lesson.id])),
  );
  fill(
    root,
    pageBar(),
    el(
      'main.rules',
      el(
        'nav.rules-nav',
        { 'aria-label': t('rules.sections') },
        el(
          'ul',
          ...sections.map((section, index) =>
            el('li', el('a', { href: `#s${index + 1}` }, section.title))
          ),
        ),
      ),
      el(
        'div.rules-text',
        el('h1', t('rules.title')),
        el('p.lead', t('rules.lead')),
        ...sections.map((section, index) => sectionOf(section, index, lessonOf)),
      ),
    ),
  );
  const follow = () => {
    const aim = document.getElementById(location.hash.slice(1));
    root.querySelector('.aimed')?.classList.remove('aimed');
    aim?.classList.add('aimed');
    aim?.scrollIntoView();
  };
  addEventListener('hashchange', follow);
  follow();
  return () => removeEventListener('hashchange', follow);
}

/**
 * @param {Section} section
 * @param {number} index
 * @param {Map<string, string>} lessonOf
 */
function sectionOf(section, index, lessonOf) {
  return el(
    'section',
    { id: `s${index + 1}`, 'aria-labelledby': `h${index + 1}` },
    el('h2', { id: `h${index + 1}` }, section.title),
    index === 0 && tenTiles(),
    ...Object.entries(section.items).map(([paragraph, text]) => {
      const lesson = lessonOf.get(paragraph);
      return el(
        'p.rule',
        { id: `r${paragraph}` },
        el('b.rule-number', paragraph),
        el(
          'span',
          text,
          lesson && ' ',
          lesson && el('a', { href: `/learn/${lesson}` }, t('rules.practise'), icon('chevron')),
        ),
      );
    }),
  );
}

function tenTiles() {
  return el(
    'div.ten-tiles.tablebg',
    { role: 'img', 'aria-label': t('rules.tiles') },
    ...Array.from(
      { length: 10 },
      (_, number) => tilePicture({ number, rotation: 0, x: 0, y: 0, level: 0 }),
    ),
  );
}
