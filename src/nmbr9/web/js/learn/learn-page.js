// Learning to play: the list of lessons, and a lesson in which the learner solves a small task.

import { DisplayView } from '../art/display-view.js';
import { el, fill } from '../dom.js';
import { openGame } from '../game/game.js';
import { told, violationWords, wrongSquares } from '../game/words/refusals.js';
import { addTexts, t } from '../i18n/i18n.js';
import * as api from '../net/api.js';
import { addStyle } from '../net/style.js';
import { later } from '../net/version.js';
import { go } from '../router.js';
import { logo, pageBar } from '../ui/bar.js';
import { icon } from '../ui/icons.js';
import { say } from '../ui/live.js';
import { lessons, LessonSocket } from './lesson-socket.js';
import { rememberSolved, solvedLessons } from './progress.js';

/**
 * @param {HTMLElement} root
 * @param {Record<string, string>} params  lesson: which one; none shows the list
 */
export async function open(root, { lesson }) {
  const [all] = await Promise.all([
    lessons(),
    later(() => Promise.all([addTexts('learn'), addStyle('learn')])),
  ]);
  const index = all.findIndex((one) => one.id === lesson);
  return index < 0 ? openList(root, all, Boolean(lesson)) : openLesson(root, all, index);
}

/**
 * @param {HTMLElement} root
 * @param {Lesson[]} all
 * @param {boolean} isLost  the lesson asked for does not exist
 */
function openList(root, all, isLost) {
  const solved = solvedLessons();
  const next = all.find((lesson) => !solved.has(lesson.id)) ?? all[0];
  const chapters = [...new Set(all.map((lesson) => lesson.chapter))];
  fill(
    root,
    pageBar(),
    el(
      'main.narrow',
      el('h1', t('learn.title')),
      el('p.lead', isLost ? t('learn.not-found') : t('learn.lead')),
      el(
        'p.ways-on',
        el(
          'a.btn.primary.big',
          { href: `/learn/${next.id}` },
          solved.size ? t('learn.continue') : t('learn.begin'),
        ),
        el('a.btn.big', { href: '/rules' }, icon('book'), t('rules.title')),
      ),
      ...chapters.map((chapter) =>
        el(
          'section.chapter',
          el('h2', t(`learn.chapter.${chapter}`)),
          el(
            'ol.lessons',
            ...all
              .filter((lesson) => lesson.chapter === chapter)
              .map((lesson) => listed(lesson, solved.has(lesson.id))),
          ),
        )
      ),
    ),
  );
  return () => {};
}

/**
 * @param {Lesson} lesson
 * @param {boolean} isSolved
 */
function listed(lesson, isSolved) {
  return el(
    'li',
    el(
      'a.panel',
      { href: `/learn/${lesson.id}` },
      el('span.grow', t(`lesson.${lesson.id}.title`)),
      isSolved && el('span.pill.ok', icon('check'), t('learn.done')),
      icon('chevron'),
    ),
  );
}

/**
 * @param {HTMLElement} root
 * @param {Lesson[]} all
 * @param {number} index
 */
function openLesson(root, all, index) {
  const lesson = all[index];
  const chapter = all.filter((one) => one.chapter === lesson.chapter);
  const socket = new LessonSocket(lesson);
  const host = el('div.lesson-table');
  const task = el('section.task', { role: 'status' });
  const before = chapter[chapter.indexOf(lesson) - 1];
  const after = all[index + 1];
  const next = /** @type {HTMLButtonElement} */ (el('button.btn.next', { onclick: () => goOn() }));
  const views = lesson.examples.map((example) => exampleOf(lesson, example));
  fill(
    root,
    el(
      'header.bar',
      logo(),
      progress(chapter, lesson),
      el(
        'a.btn.plain',
        { href: '/learn' },
        t(lesson.chapter === 'basic' ? 'learn.skip' : 'learn.all'),
      ),
    ),
    el(
      'div.lesson',
      el(
        'section.lesson-words',
        { 'aria-labelledby': 'lesson-title' },
        el('p.pill.ok', t(`learn.chapter.${lesson.chapter}`)),
        el('h1', { id: 'lesson-title' }, t(`lesson.${lesson.id}.title`)),
        el('p.lead', t(`lesson.${lesson.id}.text`)),
        task,
        views.length > 0 &&
          el(
            'div.examples',
            { role: 'group', 'aria-label': t('learn.examples') },
            ...views.map((view) => view.element),
          ),
        el(
          'p.sm.lesson-rules',
          ...lesson.paragraphs.flatMap((paragraph) => [
            el('a', { href: `/rules#r${paragraph}`, target: '_blank' }, t('rule', { paragraph })),
            ' ',
          ]),
        ),
        el(
          'div.lesson-foot',
          el(
            'a.btn',
            { href: before ? `/learn/${before.id}` : '/learn' },
            before ? t('learn.back') : t('learn.all'),
          ),
          next,
        ),
      ),
      host,
    ),
  );
  const game = openGame(host, socket, socket.view, { hasCoach: false });
  for (const view of views) view.show();

  function goOn() {
    if (after && after.chapter === lesson.chapter) void go(`/learn/${after.id}`);
    else if (lesson.chapter === 'basic') void play();
    else void go('/learn');
  }

  async function play() {
    const made = await api.newMatch({ players: 1 });
    await go(`/m/${made.match}`);
  }

  /** The task that is next, or praise. */
  function showTask() {
    const { isSolved } = socket;
    const words = isSolved
      ? t(`lesson.${lesson.id}.done`)
      : t(`lesson.${lesson.id}.task.${socket.reached + 1}`);
    task.classList.toggle('solved', isSolved);
    fill(
      task,
      el('span.coin', { 'aria-hidden': true }, icon(isSolved ? 'check' : 'bulb')),
      el('div', el('b', t(isSolved ? 'learn.solved' : 'learn.your-turn')), el('p', words)),
    );
    const isLast = !after || after.chapter !== lesson.chapter;
    next.textContent = t(
      !isLast ? 'learn.next' : lesson.chapter === 'basic' ? 'learn.finish' : 'learn.all',
    );
    next.disabled = !isSolved;
    next.classList.toggle('primary', isSolved);
    host.classList.toggle('is-solved', isSolved);
    return words;
  }

  socket.onView = (view) => {
    game.update(view);
    say(showTask());
    if (!socket.isSolved) return;
    rememberSolved(lesson.id);
    next.focus();
  };
  showTask();
  return () => {
    game.close();
    for (const view of views) view.close();
  };
}

/**
 * How far the chapter is, as a row of marks and in words.
 * @param {Lesson[]} chapter
 * @param {Lesson} lesson
 */
function progress(chapter, lesson) {
  const solved = solvedLessons();
  const number = chapter.indexOf(lesson) + 1;
  return el(
    'div.bar-middle.lesson-progress',
    el(
      'span.marks',
      { 'aria-hidden': true },
      ...chapter.map((one) => el(one === lesson ? 'i.now' : solved.has(one.id) ? 'i.done' : 'i')),
    ),
    el('span', t('learn.progress', { number, count: chapter.length })),
  );
}

/**
 * A small picture of what fits or why it does not.
 * @param {Lesson} lesson
 * @param {Lesson['examples'][number]} example
 */
function exampleOf(lesson, { piece, violations }) {
  const violation = told(violations);
  const words = violation ? violationWords(violation) : t('learn.fits');
  const picture = el('div.example-picture.tablebg');
  const element = el(
    'figure.example',
    picture,
    el(
      violation ? 'figcaption.bad' : 'figcaption.ok',
      icon(violation ? 'x' : 'check'),
      el('span', words),
    ),
  );
  /** @type {DisplayView | undefined} */
  let view;
  return {
    element,
    show() {
      view = new DisplayView(picture, { largest: 30, smallest: 8, margin: 0.8 });
      view.setPieces(lesson.parts['displays/0'].pieces);
      view.frame([piece]);
      view.setGhost({
        piece,
        state: violation ? 'illegal' : 'fits',
        wrong: wrongSquares(violation),
        pill: null,
        turned: null,
      });
    },
    close: () => view?.close(),
  };
}
