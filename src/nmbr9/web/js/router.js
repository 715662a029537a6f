// Real paths, one page each. The server answers all of them with the same document.

import { el } from './dom.js';
import { t } from './i18n/i18n.js';
import { at, pathOf } from './net/base.js';
import { later } from './net/version.js';

/**
 * @typedef {object} PageModule
 * @property {(root: HTMLElement, params: Record<string, string>) => (() => void)
 *   | Promise<() => void>} open  shows the page, returns what closes it
 */

/** @type {[RegExp, () => Promise<PageModule>][]} */
const ROUTES = [
  [/^\/$/, () => import('./pages/start.js')],
  [/^\/m\/(?<match>[\w-]+)$/, () => import('./pages/match.js')],
  [/^\/daily(?:\/(?<day>[\d-]+))?$/, () => import('./pages/daily.js')],
  [/^\/arena$/, () => import('./pages/arena.js')],
  [/^\/c\/(?<contest>[\w-]+)$/, () => import('./pages/contest.js')],
  [/^\/history$/, () => import('./pages/history.js')],
  [/^\/replay(?:\/(?<match>[\w-]+))?$/, () => import('./after/replay-page.js')],
  [/^\/analysis\/(?<id>[\w-]+)$/, () => import('./after/review-page.js')],
  [/^\/learn(?:\/(?<lesson>[\w-]+))?$/, () => import('./learn/learn-page.js')],
  [/^\/rules$/, () => import('./learn/rules-page.js')],
  [/^\/caller$/, () => import('./cardboard/caller-page.js')],
  [/^\/score(?:\/(?<game>[\w-]+))?$/, () => import('./cardboard/pad-page.js')],
];

/** @type {() => void} */
let close = () => {};
let count = 0;

const here = () => pathOf(location.pathname) ?? '';

/** Shows the page of the current address. */
export async function show() {
  const mine = ++count;
  const root = document.createElement('div');
  root.className = 'root';
  const [load, params] = match(here());
  const module = await later(load).catch(() => UNREACHED);
  if (mine !== count) return;
  for (const dialog of document.querySelectorAll('dialog')) dialog.close();
  close();
  close = () => {};
  document.getElementById('page')?.replaceChildren(root);
  scrollTo(0, 0);
  const closing = await opened(module, root, params);
  if (mine !== count) return closing();
  close = closing;
  arrive(root);
}

/**
 * Opens a page; what comes with it from the server may not have come.
 * @param {PageModule} module
 * @param {HTMLElement} root
 * @param {Record<string, string>} params
 */
async function opened(module, root, params) {
  try {
    return await module.open(root, params);
  } catch (error) {
    const { code } = /** @type {{code?: string}} */ (error);
    if (code !== 'request/unreachable') throw error;
    return UNREACHED.open(root, params);
  }
}

/** What stands in for a page that did not come: nobody reads a blank one. @type {PageModule} */
const UNREACHED = {
  open(root) {
    root.replaceChildren(
      el(
        'main.notice',
        el('h1', t('offline.title')),
        el('p', t('offline.words')),
        el('button.btn.primary', { onclick: () => void show() }, t('offline.again')),
        el('a.btn', { href: '/' }, t('to-start')),
      ),
    );
    return () => {};
  },
};

/**
 * Names the page by its heading and, after a way within the site, lets whoever listens begin there.
 * A page whose heading comes later calls it then.
 * @param {HTMLElement} root
 */
export function arrive(root) {
  const heading = root.querySelector('h1');
  if (!heading || !root.isConnected) return;
  document.title = here() === '/' ? 'nmbr9' : `${heading.textContent} · nmbr9`;
  // A game begins at its table, where keys lay the tile.
  const isTable = root.querySelector('[role="application"]') !== null;
  if (count === 1 || isTable || root.contains(document.activeElement)) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

/**
 * @param {string} path
 * @returns {[() => Promise<PageModule>, Record<string, string>]}
 */
function match(path) {
  for (const [pattern, load] of ROUTES) {
    const found = pattern.exec(path);
    if (found) return [load, { ...found.groups }];
  }
  return [() => import('./pages/not-found.js'), {}];
}

/**
 * Goes to another page of ours.
 * @param {string} path
 * @param {{replace?: boolean}} [options]
 */
export function go(path, { replace = false } = {}) {
  if (replace) history.replaceState(null, '', at(path));
  else history.pushState(null, '', at(path));
  return show();
}

/** Lets links between our pages do without a reload. */
export function followLinks() {
  addEventListener('popstate', () => void show());
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    const isPlain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey;
    if (!link || !isPlain || link.target || link.hasAttribute('download')) return;
    const path = pathOf(link.pathname);
    if (link.origin !== location.origin || path === null || event.defaultPrevented) return;
    event.preventDefault();
    void go(path + link.search + link.hash);
  });
}
