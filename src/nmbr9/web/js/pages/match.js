// A match: the lobby before it, the game, and what comes after.

import { el } from '../dom.js';
import { openGame } from '../game/game.js';
import { seatName } from '../game/words/names.js';
import { words } from '../game/words/refusals.js';
import { has, t } from '../i18n/i18n.js';
import { MatchSocket } from '../net/match-socket.js';
import { later } from '../net/version.js';
import { arrive, go } from '../router.js';
import { logo } from '../ui/bar.js';
import { say, toast } from '../ui/live.js';

/** @typedef {import('../net/parts.js').View} View */
/** @typedef {{update?: (view: View) => void, showLost?: (isLost: boolean) => void, close: () => void}} Stage */

/** The last tile is seen lying before the sums come. */
const LAST_LOOK = 900;

/**
 * @param {HTMLElement} root
 * @param {Record<string, string>} params
 */
export function open(root, { match }) {
  const token = location.hash.slice(1) || null;
  /** @type {MatchSocket} */
  let socket;
  /** @type {Stage | null} */
  let stage = null;
  /** @type {View} */
  let latest;
  let shown = '';
  /** Whether the player was in the lobby when the game began. */
  let hasWaited = false;
  let isClosed = false;

  const connect = () => {
    socket = new MatchSocket(match, token);
    socket.onView = take;
    socket.onStatus = (status, reason) => {
      if (status === 'gone' || status === 'refused') showRefusal(status, reason);
      else stage?.showLost?.(status === 'lost');
    };
    socket.onEmote = (seat, emote) => showEmote(latest, seat, emote);
    socket.onError = (code, message) => toast(words({ code, message }), 'bad');
  };
  const again = () => {
    socket.close();
    shown = '';
    connect();
  };

  /** @param {View} view */
  function take(view) {
    const { state } = view.match;
    latest = view;
    if (!shown) comeBack(view);
    if (state === shown) return stage?.update?.(view);
    const isEnding = state === 'over' && shown === 'running';
    hasWaited = shown === 'open';
    shown = state;
    if (isEnding) {
      stage?.update?.(view);
      setTimeout(() => void show(view), LAST_LOOK);
    } else void show(view);
  }

  /**
   * Whoever opens the page is here again; a bot that stands in is stopped by hand.
   * @param {View} view
   */
  function comeBack({ match, you, seats }) {
    const seat = you && seats[you.seat];
    if (match.state === 'running' && seat?.is_away && !seat.bot) void socket.command('return');
  }

  /** @param {View} view */
  async function show({ match: { state } }) {
    const openStage = await stageOf(state);
    // The player or the match may have gone on while it was on its way.
    if (isClosed || state !== shown) return;
    stage?.close();
    root.className = 'root';
    root.replaceChildren();
    stage = openStage(root, socket, latest, again, hasWaited);
    arrive(root);
  }

  /**
   * @param {'gone' | 'refused'} status
   * @param {string} reason
   */
  function showRefusal(status, reason) {
    stage?.close();
    stage = null;
    const text = status === 'gone'
      ? t('match.gone')
      : t('match.refused', { why: closingWords(reason) });
    root.replaceChildren(
      el(
        'main.notice',
        el('h1', t('missing.title')),
        el('p', text),
        el('a.btn', { href: '/' }, t('to-start')),
      ),
    );
  }

  connect();
  return () => {
    isClosed = true;
    stage?.close();
    socket.close();
  };
}

/**
 * What the code means with which the server begins to say why it closed.
 * @param {string} reason
 */
function closingWords(reason) {
  const [code] = reason.split(': ');
  return words({ code: has(`refusal.${code}`) ? code : 'request/refused' });
}

/**
 * What shows a match in this state. Only what shows a running one has come with this module.
 * @param {View['match']['state']} state
 * @returns {Promise<(root: HTMLElement, socket: MatchSocket, view: View, again: () => void, hasWaited: boolean) => Stage>}
 */
async function stageOf(state) {
  if (state === 'running') {
    return (root, socket, view, _, hasWaited) => openGame(root, socket, view, { hasWaited });
  }
  if (state === 'open') {
    const { Lobby } = await later(() => import('../lobby/lobby.js'));
    return (root, socket, view, again) => new Lobby(root, socket, view, again);
  }
  const { openResult } = await later(() => import('../after/result.js'));
  return (root, socket, view) => openEnd(openResult, root, socket, view);
}

/**
 * The end: the result with the way to another game.
 * @param {typeof import('../after/result.js').openResult} openResult
 * @param {HTMLElement} root
 * @param {MatchSocket} socket
 * @param {View} view
 * @returns {Stage}
 */
function openEnd(openResult, root, socket, view) {
  const banner = el('div.banner', { role: 'status', hidden: true });
  const place = el('div.end');
  const isGuest = view.you && !view.isHost && !view.match.contest && peopleIn(view) > 1;
  root.append(el('header.bar', logo(), el('b.bar-middle', t('over'))), banner, place);
  const close = openResult(place, {
    match: view.match.id,
    seat: view.you?.seat ?? null,
    contest: view.match.contest,
    playAgain: view.you && !isGuest ? () => void playAgain(socket, view) : null,
    praise: view.you && peopleIn(view) > 1 ? () => socket.emote('good game') : null,
  });
  if (isGuest) {
    banner.hidden = false;
    banner.replaceChildren(t('rematch.host'), el('a.btn', { href: '/' }, t('to-start')));
  }
  /** @param {View} now */
  const update = (now) => {
    const { rematch } = now.match;
    if (!rematch || !now.you) return;
    if (now.isHost) void go(`/m/${rematch}`);
    else {
      banner.hidden = false;
      banner.replaceChildren(
        t('rematch.made'),
        el('a.btn', { href: `/m/${rematch}` }, t('rematch.join')),
      );
      say(t('rematch.made'));
    }
  };
  update(view);
  void close.then(() => arrive(root));
  return { update, close: () => void close.then((end) => end()) };
}

/** @param {View} view */
function peopleIn({ seats }) {
  return seats.filter((seat) => seat.is_person).length;
}

/**
 * Another game of the same kind: alone and against bots at once, with people by a rematch.
 * @param {MatchSocket} socket
 * @param {View} view
 */
async function playAgain(socket, view) {
  const { contest } = view.match;
  if (contest) return go(contest.startsWith('daily-') ? '/daily' : `/c/${contest}`);
  try {
    if (peopleIn(view) > 1) {
      const answer = await socket.command('rematch', { same_deck: false });
      if (answer.type !== 'accepted') toast(words(answer), 'bad');
      return;
    }
    await (await later(() => import('../lobby/again.js'))).playLike(view);
  } catch (error) {
    toast(words(error), 'bad');
  }
}

/**
 * @param {View} view
 * @param {number} seat
 * @param {string} emote
 */
function showEmote({ seats, you }, seat, emote) {
  const text = t(`emote.${emote.replace(' ', '-')}`);
  const isOwn = seat === you?.seat;
  toast(isOwn ? text : t('emote.said', { name: seatName(seats, seat), text }));
}
