// The deck of the day, the same for everybody, and those of the days before.

import { el, fill } from '../dom.js';
import { addTexts, formatDate, t } from '../i18n/i18n.js';
import * as api from '../net/api.js';
import { later } from '../net/version.js';
import { pageBar } from '../ui/bar.js';
import { showContest } from './board.js';

/** Decks change at midnight of this zone for all, so that nobody is ahead. */
const today = () => new Date().toISOString().slice(0, 10);

/**
 * @param {HTMLElement} root
 * @param {Record<string, string>} params
 */
export async function open(root, { day = today() }) {
  await later(() => addTexts('contests'));
  const body = el('div.stack');
  const days = el('nav.days', { 'aria-label': t('daily.days') });
  const date = formatDate(Date.parse(day) / 1000, { dateStyle: 'full', timeZone: 'UTC' });
  root.append(
    pageBar(),
    el(
      'main.sheet',
      el('h1', t('daily.title')),
      el('p', date),
      el('p.muted', t('daily.words')),
      body,
      days,
    ),
  );
  void showDays(days, day);
  return showContest(
    body,
    (start) => api.get(`/daily/${day}?start=${start}`),
    `/daily/${day}/play`,
  );
}

/**
 * @param {HTMLElement} place
 * @param {string} shown
 */
async function showDays(place, shown) {
  /** @type {string[]} */
  const days = await api.get('/daily').catch(() => []);
  const others = days.filter((day) => day !== shown).slice(0, 14);
  if (!others.length) return;
  fill(
    place,
    el('h2.cap', t('daily.days')),
    ...others.map((day) => {
      const text = formatDate(Date.parse(day) / 1000, { dateStyle: 'medium', timeZone: 'UTC' });
      return el('a.btn.small', { href: `/daily/${day}` }, text);
    }),
  );
}
