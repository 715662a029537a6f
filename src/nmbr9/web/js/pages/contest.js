// A challenge or an arena, by its link.

import { el } from '../dom.js';
import { addTexts, t } from '../i18n/i18n.js';
import * as api from '../net/api.js';
import { later } from '../net/version.js';
import { pageBar } from '../ui/bar.js';
import { showContest } from './board.js';

/**
 * @param {HTMLElement} root
 * @param {Record<string, string>} params
 */
export async function open(root, { contest }) {
  await later(() => addTexts('contests'));
  const body = el('div.stack');
  const title = el('h1', t('contest.title'));
  root.append(pageBar(), el('main.sheet', title, el('p.muted', t('contest.words')), body));
  /** @param {number} start */
  const load = async (start) => {
    /** @type {Contest} */
    const found = await api.get(`/contests/${contest}?start=${start}`);
    title.textContent = found.kind === 'arena' ? t('arena.title') : t('contest.title');
    return found;
  };
  return showContest(body, load, `/contests/${contest}/play`);
}
