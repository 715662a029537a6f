// Sharing a game: a link, a text without spoilers, pictures, the record file.

import { displayToSvg, svgToPng } from '../art/standalone.js';
import { el } from '../dom.js';
import { t } from '../i18n/i18n.js';
import * as api from '../net/api.js';
import { openDialog } from '../ui/dialog.js';
import { icon } from '../ui/icons.js';
import { framesOf, silhouette } from './replay-model.js';

/**
 * What is shared; without a match (a record from a file) there is no link.
 * @typedef {object} Shared
 * @property {string | null} match
 * @property {Replay} replay
 * @property {number} player
 * @property {boolean} [isBig]
 */

/**
 * A button that opens the ways to share a game.
 * @param {Shared} shared
 */
export function shareButton(shared) {
  return el(
    shared.isBig ? 'button.btn.big' : 'button.btn',
    { type: 'button', onclick: () => openShare(shared) },
    icon('share'),
    t('after.share'),
  );
}

/** @param {Shared} shared */
function openShare(shared) {
  const { match, replay, player } = shared;
  const said = el('p.sm', { role: 'status' });
  const preview = el('pre.share-text', { tabindex: 0 }, shareText(replay, player, ''));
  /**
   * @param {import('../ui/icons.js').IconName} name
   * @param {string} words
   * @param {() => Promise<string>} work
   */
  const way = (name, words, work, kind = 'button.btn') => {
    const onclick = async () => {
      try {
        said.textContent = await work();
      } catch {
        said.textContent = t('share.failed');
      }
    };
    return el(kind, { type: 'button', onclick }, icon(name), words);
  };
  /** @param {Blob} blob @param {string} name */
  const saved = (blob, name) => {
    save(blob, name);
    return t('share.saved', { name });
  };
  openDialog({
    title: t('after.share'),
    words: t('share.no-spoilers'),
    kind: 'share',
    content: [
      preview,
      el(
        'div.ways',
        {},
        match &&
          way('share', t('share.text'), () => sendText(shared, preview), 'button.btn.primary'),
        match && way('link', t('share.link'), () => copy(`${location.origin}/replay/${match}`)),
        way('download', t('share.png'), async () =>
          saved(await svgToPng(picture(replay, player)), 'nmbr9.png'),
        ),
        way('download', t('share.svg'), async () =>
          saved(new Blob([picture(replay, player).svg], { type: 'image/svg+xml' }), 'nmbr9.svg'),
        ),
        match &&
          way('download', t('share.record'), async () => {
            const record = await api.get(`/matches/${match}/record`);
            return saved(
              new Blob([`${JSON.stringify(record)}\n`], { type: 'application/json' }),
              'nmbr9.json',
            );
          }),
      ),
      said,
    ],
  });
}

/**
 * Sends the result with a link to the same cards.
 * @param {Shared} shared
 * @param {HTMLElement} preview
 */
async function sendText({ match, replay, player }, preview) {
  const { contest } = await api.asPlayer(() => api.post('/challenges', { match }));
  const text = shareText(replay, player, `${location.origin}/c/${contest}`);
  preview.textContent = text;
  if (navigator.share) {
    try {
      await navigator.share({ text });
      return t('share.sent');
    } catch {
      // Dismissed, or not allowed here: the clipboard does as well.
    }
  }
  return copy(text);
}

/** @param {string} text */
async function copy(text) {
  await navigator.clipboard.writeText(text);
  return t('share.copied');
}

/**
 * @param {Replay} replay
 * @param {number} player
 * @param {string} link
 */
export function shareText(replay, player, link) {
  const lines = [
    t('share.headline', { points: replay.scores[player], cards: replay.deck.length }),
    silhouette(replay.levels[player]),
    link && t('share.invitation', { link }),
  ];
  return lines.filter(Boolean).join('\n');
}

/**
 * @param {Replay} replay
 * @param {number} player
 */
function picture(replay, player) {
  const pieces = framesOf(replay, player).at(-1)?.pieces ?? [];
  return displayToSvg(pieces, {
    title: replay.names[player],
    value: String(replay.scores[player]),
    note: t('after.on-levels', {
      points: t('after.points', { count: replay.scores[player] }),
      count: replay.levels[player].length,
    }),
  });
}

/**
 * Hands a file to the player.
 * @param {Blob} blob
 * @param {string} name
 */
function save(blob, name) {
  const link = el('a', { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(/** @type {HTMLAnchorElement} */ (link).href), 10_000);
}
