// What opens over a running game: the menu, the score by level, another player's display.

import { DisplayView } from '../art/display-view.js';
import { el } from '../dom.js';
import { t } from '../i18n/i18n.js';
import { join } from '../net/api.js';
import { go } from '../router.js';
import { openDialog } from '../ui/dialog.js';
import { icon } from '../ui/icons.js';
import { toast } from '../ui/live.js';
import { openSettings } from '../ui/settings-dialog.js';
import { describe } from './description.js';
import { showLadder } from './panels.js';
import { seatName, words } from './words.js';

/** @typedef {import('./game.js').Game} Game */

const EMOTES = ['hello', 'wow', 'hurry', 'thanks', 'oops', 'good game'];

/** @param {Game} game */
export function openMenu(game) {
  const { view } = game;
  const others = view.seats.filter((seat) => seat.is_person).length > 1;
  const close = openSettings([
    el(
      'div.menu-links',
      {},
      el('a.btn', { href: '/' }, icon('chevron'), t('to-start')),
      el('a.btn', { href: '/rules', target: '_blank' }, icon('book'), t('rules')),
      el('a.btn', { href: '/learn', target: '_blank' }, icon('bulb'), t('learn')),
      copyButton(t('share.watch'), () => location.origin + location.pathname),
      view.you &&
        copyButton(t('share.device'), async () => {
          const { token } = await join(view.match.id);
          return `${location.origin}${location.pathname}#${token}`;
        }),
      view.you &&
        others &&
        el(
          'button.btn',
          {
            type: 'button',
            onclick: async () => {
              close();
              const answer = await game.command('leave');
              if (answer.type === 'accepted') await go('/');
            },
          },
          icon('door'),
          t('leave'),
        ),
    ),
    view.you && view.seats.length > 1 && emoteRow(game, () => close()),
  ]);
}

/**
 * @param {string} label
 * @param {() => string | Promise<string>} link
 */
export function copyButton(label, link) {
  return el(
    'button.btn',
    {
      type: 'button',
      onclick: async () => {
        try {
          await navigator.clipboard.writeText(await link());
          toast(t('copied'));
        } catch (error) {
          toast(words(error), 'bad');
        }
      },
    },
    icon('copy'),
    label,
  );
}

/**
 * @param {Game} game
 * @param {() => void} close
 */
function emoteRow(game, close) {
  return el(
    'div.emotes',
    { role: 'group', 'aria-label': t('emotes') },
    ...EMOTES.map((emote) =>
      el(
        'button.btn.small',
        {
          type: 'button',
          onclick: () => {
            game.socket.emote(emote);
            close();
          },
        },
        t(`emote.${emote.replace(' ', '-')}`),
      )
    ),
  );
}

/** The score by level, where it has no room beside the table. @param {Game} game */
export function openLadder(game) {
  const ladder = el('ol.ladder');
  showLadder(ladder, game.view.pieces(game.view.shown), null);
  openDialog({ title: t('score'), words: t('score.words'), kind: 'narrow', content: [ladder] });
}

/**
 * Another player's display, large.
 * @param {Game} game
 * @param {number} seat
 */
export function openLook(game, seat) {
  const host = el('div.look.tablebg');
  const ladder = el('ol.ladder');
  const { view } = game;
  const pieces = describe(view.pieces(seat));
  showLadder(ladder, view.pieces(seat), null);
  /** @type {DisplayView | null} */
  let display = null;
  openDialog({
    title: seatName(view.seats[seat], seat),
    words: t('points.are', { count: view.seats[seat].points ?? 0 }),
    content: [host, el('ul.only-heard', { 'aria-label': t('heard.display') }, ...pieces), ladder],
    onClose: () => display?.close(),
  });
  display = new DisplayView(host);
  display.setPieces(view.pieces(seat));
}
