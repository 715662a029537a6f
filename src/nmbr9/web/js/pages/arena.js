// Opening an arena or a challenge, or joining one by its code.

import { el } from '../dom.js';
import { optionControls } from '../lobby/options.js';
import { words } from '../game/words/refusals.js';
import { addTexts, t } from '../i18n/i18n.js';
import * as api from '../net/api.js';
import { later } from '../net/version.js';
import { go } from '../router.js';
import { pageBar } from '../ui/bar.js';
import { codeForm } from '../ui/code-form.js';
import { openDialog, segments } from '../ui/dialog.js';
import { toast } from '../ui/live.js';

const MINUTES = [10, 30, 60, 24 * 60];

/** @param {HTMLElement} root */
export async function open(root) {
  await later(() => addTexts('contests'));
  root.append(
    pageBar(),
    el(
      'main.sheet',
      el('h1', t('arena.title')),
      el('p', t('arena.words')),
      el(
        'div.row.stack-row',
        el('button.btn.primary.big', { onclick: () => openNew('arenas') }, t('arena.open')),
      ),
      codeForm(t('arena.code'), 'c', (code) => go(`/c/${code}`)),
      el('h2', t('contest.title')),
      el('p', t('contest.words')),
      el(
        'div.row.stack-row',
        el('button.btn', { onclick: () => openNew('challenges') }, t('contest.open')),
      ),
    ),
  );
  return () => {};
}

/** @param {'arenas' | 'challenges'} kind */
function openNew(kind) {
  const options = api.plainOptions();
  let minutes = 60;
  const create = async () => {
    try {
      const { players: _, ...rest } = options;
      const body = { options: rest, ...(kind === 'arenas' ? { minutes } : {}) };
      /** @type {Contest} */
      const made = await api.asPlayer(() => api.post(`/${kind}`, body));
      close();
      await go(`/c/${made.contest}`);
    } catch (error) {
      toast(words(error), 'bad');
    }
  };
  const controls = optionControls(options, () => controls.update(), false);
  controls.update();
  const close = openDialog({
    title: kind === 'arenas' ? t('arena.open') : t('contest.open'),
    words: t('setup.words'),
    content: [
      kind === 'arenas' &&
      segments(
        'minutes',
        t('arena.minutes'),
        MINUTES.map((count) => [String(count), lasting(count)]),
        String(minutes),
        (value) => {
          minutes = Number(value);
        },
      ),
      ...controls.content,
    ],
    footer: [
      controls.summary,
      el('button.btn', { onclick: () => close() }, t('cancel')),
      el('button.btn.primary', { onclick: create }, t('setup.go')),
    ],
  });
}

/** @param {number} minutes */
function lasting(minutes) {
  return minutes < 120 ? t('minutes', { count: minutes }) : t('hours', { count: minutes / 60 });
}
