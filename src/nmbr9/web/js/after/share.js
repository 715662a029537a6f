// Sharing a game: a link, a text without spoilers, pictures, the record file.

import { displayToSvg, svgToPng } from '../art/standalone.js';
import { el } from '../dom.js';
import { t } from '../i18n/i18n.js';
import * as api from '../net/api.js';
import { linkTo } from '../net/invitation.js';
import { copyText } from '../ui/clipboard.js';
import { openDialog } from '../ui/dialog.js';
import { icon } from '../ui/icons.js';
import { saveFile } from '../ui/save-file.js';
import { framesOf, silhouette } from './replay-model.js';

/**
 * What is shared; without a match (a record from a file) there is no link.
 * @typedef {object} Shared
 * @property {string | null} match
 * @property {Replay} replay
 * @property {number} player
 * @property {string | null} [contest]  the contest that it was a game of
 * @property {boolean} [isBig]
 */

/**
 * A button that opens the ways to share a game.
 * @param {Shared} shared
 */
export function shareButton(shared) {
  return el(
    shared.isBig ? 'button.btn.big' : 'button.btn',
    { onclick: () => openShare(shared) },
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
   * @param {() => string | Promise<string>} work
   */
  const way = (name, words, work, kind = 'button.btn') => {
    const onclick = async () => {
      try {
        said.textContent = await work();
      } catch {
        said.textContent = t('share.failed');
      }
    };
    return el(kind, { onclick }, icon(name), words);
  };
  /** @param {Blob} blob @param {string} name */
  const saved = (blob, name) => {
    saveFile(blob, name);
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
        match &&
          way(
            'share',
            t(isAlone(replay) ? 'share.text' : 'share.text-link'),
            () => sendText(shared, preview),
            'button.btn.primary',
          ),
        match && way('link', t('share.link'), async () => copy(await linkTo(`/replay/${match}`))),
        way(
          'download',
          t('share.png'),
          async () => saved(await svgToPng(picture(replay, player)), 'nmbr9.png'),
        ),
        way(
          'download',
          t('share.svg'),
          () =>
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

/** Only a game alone can be played again by others. @param {Replay} replay */
export function isAlone(replay) {
  return replay.names.length === 1;
}

/**
 * Where a shared game leads: to the same cards if others may play them, else to the replay.
 * @param {Shared} shared
 */
async function invitation({ match, replay, contest }) {
  /** @param {string} key @param {string} path */
  const line = async (key, path) => t(key, { link: await linkTo(path) });
  if (contest?.startsWith('daily-')) return line('share.invitation', `/daily/${contest.slice(6)}`);
  if (contest) return line('share.invitation', `/c/${contest}`);
  try {
    if (isAlone(replay)) {
      const made = await api.asPlayer(() => api.post('/challenges', { match }));
      return line('share.invitation', `/c/${made.contest}`);
    }
  } catch (error) {
    // Refused as long as the contest that the cards belong to is open; anything else failed.
    if (!(error instanceof api.ApiError) || error.status !== 409) throw error;
  }
  return line('share.look', `/replay/${match}`);
}

/**
 * Sends the result with a link.
 * @param {Shared} shared
 * @param {HTMLElement} preview
 */
async function sendText(shared, preview) {
  const text = shareText(shared.replay, shared.player, await invitation(shared));
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
  await copyText(text);
  return t('share.copied');
}

/**
 * @param {Replay} replay
 * @param {number} player
 * @param {string} last  the line with the link
 */
export function shareText(replay, player, last) {
  const lines = [
    t('share.headline', { count: replay.scores[player], cards: replay.deck.length }),
    silhouette(replay.levels[player]),
    last,
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
