// What opens over a running game: the menu, the score by level, another player's display.

import { DisplayView } from '../../art/display-view.js';
import { el } from '../../dom.js';
import { t } from '../../i18n/i18n.js';
import { playLike } from '../../lobby/again.js';
import { deleteMatch, join } from '../../net/api.js';
import { tableAtDevice, tableText } from '../../net/device-seats.js';
import { linkTo } from '../../net/invitation.js';
import { MatchSocket } from '../../net/match-socket.js';
import { go } from '../../router.js';
import * as settings from '../../settings.js';
import { copyButton } from '../../ui/copy-button.js';
import { openDialog } from '../../ui/dialog.js';
import { icon } from '../../ui/icons.js';
import { toast } from '../../ui/live.js';
import { openSettings } from '../../ui/settings-dialog.js';
import { sureButton } from '../../ui/sure-button.js';
import { describe } from '../words/description.js';
import { showLadder } from './score.js';
import { seatName } from '../words/names.js';
import { words } from '../words/refusals.js';

/** @typedef {import('../../net/parts.js').View} View */
/** @typedef {import('../actions.js').Line['emote']} Emote */

const EMOTES = ['hello', 'wow', 'hurry', 'thanks', 'oops', 'good game'];

/**
 * @param {View} view
 * @param {import('../actions.js').Actions['command']} command
 * @param {Emote} emote
 * @param {() => void} showKeys
 */
export function openMenu(view, command, emote, showKeys) {
  const others = !view.isShared && view.seats.filter((seat) => seat.is_person).length > 1;
  const close = openSettings([
    el(
      'div.menu-links',
      el('a.btn', { href: '/' }, icon('chevron'), t('to-start')),
      el('a.btn', { href: '/rules', target: '_blank' }, icon('book'), t('rules')),
      el('a.btn', { href: '/learn', target: '_blank' }, icon('bulb'), t('learn')),
      el('button.btn', { onclick: () => showHow() }, icon('eye'), t('coach.again')),
      el(
        'button.btn.wide-only',
        {
          onclick: () => {
            close();
            showKeys();
          },
        },
        el('kbd.kbd', { 'aria-hidden': 'true' }, '?'),
        t('keys.title'),
      ),
      copyButton(t('share.watch'), () => linkTo(`/m/${view.match.id}`)),
      view.you &&
        copyButton(t('share.device'), async () => {
          const table = view.isShared && tableAtDevice(view.match.id);
          const seats = table ? tableText(table) : (await join(view.match.id)).token;
          return `${await linkTo(`/m/${view.match.id}`)}#${seats}`;
        }),
      view.you &&
        others &&
        el(
          'button.btn',
          {
            onclick: async () => {
              close();
              const answer = await command('leave');
              if (answer.type === 'accepted') await go('/');
            },
          },
          icon('door'),
          t('leave'),
        ),
    ),
    view.isShared && minuteButton(view, () => close()),
    view.you && emote && !others && !view.match.contest && ownGame(view),
    view.you && !view.isShared && view.seats.length > 1 && emote && emoteRow(emote, () => close()),
  ]);
}

/** Lets the coach tell everything once more, from the next card on. */
function showHow() {
  settings.change({ coached: [] });
  location.reload();
}

/**
 * A game without people elsewhere is begun again or given up as one likes.
 * @param {View} view
 */
function ownGame(view) {
  const { id } = view.match;
  return el(
    'div.menu-links',
    sureButton(t('again.start'), t('again.sure'), async () => {
      await deleteMatch(id);
      await playLike(view);
    }),
    sureButton(t('give-up'), t('give-up.sure'), async () => {
      await deleteMatch(id);
      await go('/');
    }),
  );
}

/**
 * Those who are done and wait for the device may set the clock for whoever has it (2.12).
 * @param {View} view
 * @param {() => void} close
 */
function minuteButton({ match: { id }, seats, you }, close) {
  const token = tableAtDevice(id)?.tokens.find((_, seat) => seats[seat].is_done);
  if (!token || !you || seats[you.seat].is_done || seats[you.seat].deadline !== null) return null;
  const ask = async () => {
    close();
    // A command is a person's own, so it goes over the line of who waits.
    const line = new MatchSocket(id, token);
    const answer = await line.command('prompt', { seat: you.seat });
    line.close();
    if (answer.type !== 'accepted') toast(words(answer), 'bad');
  };
  const text = t('device.minute', { name: seatName(seats, you.seat) });
  return el('div.menu-links', el('button.btn', { onclick: ask }, icon('clock'), text));
}

/**
 * @param {NonNullable<Emote>} send
 * @param {() => void} close
 */
function emoteRow(send, close) {
  return el(
    'div.emotes',
    { role: 'group', 'aria-label': t('emotes') },
    ...EMOTES.map((emote) =>
      el(
        'button.btn.small',
        {
          onclick: () => {
            send(emote);
            close();
          },
        },
        t(`emote.${emote.replace(' ', '-')}`),
      )
    ),
  );
}

/** The score by level, where it has no room beside the table. @param {View} view */
export function openLadder(view) {
  const ladder = el('ol.ladder');
  showLadder(ladder, view.pieces(view.shown), null);
  openDialog({ title: t('score'), words: t('score.words'), kind: 'narrow', content: [ladder] });
}

/**
 * Another player's display, large.
 * @param {View} view
 * @param {number} seat
 */
export function openLook(view, seat) {
  const host = el('div.look.tablebg');
  const ladder = el('ol.ladder');
  const pieces = describe(view.pieces(seat));
  showLadder(ladder, view.pieces(seat), null);
  /** @type {DisplayView | null} */
  let display = null;
  openDialog({
    title: seatName(view.seats, seat),
    words: t('points.are', { count: view.seats[seat].points ?? 0 }),
    content: [host, el('ul.only-heard', { 'aria-label': t('heard.display') }, ...pieces), ladder],
    onClose: () => display?.close(),
  });
  display = new DisplayView(host);
  display.setPieces(view.pieces(seat));
}
