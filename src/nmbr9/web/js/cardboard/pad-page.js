// The score pad: counts the displays on a table of cardboard, and remembers the games.

import { el, fill } from '../dom.js';
import { addTexts, t } from '../i18n/i18n.js';
import { addStyle } from '../net/style.js';
import { later } from '../net/version.js';
import { arrive, go } from '../router.js';
import { pageBar } from '../ui/bar.js';
import { browserChance } from './chance.js';
import { keepGame, keepPad, keptPad, onOtherTab, tableGames } from './kept.js';
import { finish, newPad } from './pad.js';
import { countingView } from './pad-count.js';
import { resultView } from './pad-result.js';
import { tableSetup } from './table-setup.js';

/** @typedef {import('./kept.js').TableGame} TableGame */

/**
 * @param {HTMLElement} root
 * @param {{game?: string}} params
 */
export async function open(root, params) {
  await later(() => Promise.all([addTexts('cardboard'), addStyle('after'), addStyle('cardboard')]));
  const show = () => params.game ? showKept(root, params.game) : showCurrent(root, show);
  show();
  return onOtherTab(show);
}

/**
 * The game that is being counted, or the questions before it.
 * @param {HTMLElement} root
 * @param {() => void} again
 */
function showCurrent(root, again) {
  const pad = keptPad();
  if (!pad) return showSetup(root, again);
  showCounting(root, pad, keepPad, (counted) => {
    finish(counted);
    void go(`/score/${counted.id}`, { replace: true });
  }, () => {
    keepPad(null);
    again();
  });
}

/**
 * A game that was counted, and can be corrected.
 * @param {HTMLElement} root
 * @param {string} id
 */
function showKept(root, id) {
  const game = tableGames().find((one) => one.id === id);
  if (!game) {
    fill(
      root,
      pageBar(),
      el(
        'main.notice',
        el('h1', t('missing.title')),
        el('p', t('pad.gone')),
        el('a.btn', { href: '/score' }, t('pad.new')),
      ),
    );
    return;
  }
  const correct = () =>
    showCounting(root, game, keepGame, (corrected) => {
      keepGame(corrected);
      showKept(root, id);
    });
  fill(root, pageBar(), resultView(game, correct));
  arrive(root);
}

/** @param {HTMLElement} root @param {() => void} started */
function showSetup(root, started) {
  fill(
    root,
    pageBar(),
    el(
      'main.sheet',
      el('h1', t('pad.title')),
      el('p.lead', t('pad.words')),
      el('a.btn', { href: '/caller' }, t('pad.also-call')),
      tableSetup({
        start: t('pad.start'),
        onStart: (options, names) => {
          const now = Date.now();
          const id = `${now.toString(36)}-${browserChance(2 ** 24).toString(36)}`;
          keepPad(newPad(id, now, options, names));
          started();
          arrive(root);
        },
      }),
    ),
  );
}

/**
 * @param {HTMLElement} root
 * @param {TableGame} game
 * @param {(game: TableGame) => void} keep
 * @param {(game: TableGame) => void} done
 * @param {(() => void)} [drop]
 */
function showCounting(root, game, keep, done, drop) {
  fill(root, pageBar(), countingView(game, { keep, done, drop }));
}
