// A match: the lobby before it, the game, and what comes after. Where several people play at this
// device, their seats are shown one after the other, each over a line of its own.

import { el } from '../dom.js';
import { openGame } from '../game/game.js';
import { seatName } from '../game/words/names.js';
import { words } from '../game/words/refusals.js';
import { addTexts, has, t } from '../i18n/i18n.js';
import { AT_DEVICE, takesOver } from '../net/api.js';
import { MatchSocket } from '../net/match-socket.js';
import { addStyle } from '../net/style.js';
import { later } from '../net/version.js';
import { arrive, go } from '../router.js';
import { logo } from '../ui/bar.js';
import { say, toast } from '../ui/live.js';

/** @typedef {import('../net/parts.js').View} View */
/** @typedef {{update?: (view: View) => void, showLost?: (isLost: boolean) => void, close: () => void}} Stage */

/** @typedef {View['match']['state'] | 'covered'} StageName  covered: between two people at one device */
/**
 * @typedef {object} Ways
 * @property {() => void} again  opens the line anew: the viewer has another seat, or none any more
 * @property {() => void} uncover  shows the display of the person who has the device now
 * @property {boolean} hasWaited  whether the player was in the lobby when the game began
 */

/** The last tile is seen lying before the sums come, ... */
const LAST_LOOK = 900;
/** ... and before the device goes on to somebody else. */
const HAND_ON = 700;

/**
 * @param {HTMLElement} root
 * @param {Record<string, string>} params
 */
export async function open(root, { match }) {
  const table = await tableHere(match);
  /** @type {MatchSocket} */
  let socket;
  /** @type {Stage | null} */
  let stage = null;
  /** @type {View} */
  let latest;
  /** @type {StageName | ''} */
  let shown = '';
  let hasWaited = false;
  let isClosed = false;
  /** Whether the next one at this device has yet to say that it is they who look. */
  let isCovered = table !== null;
  /** Resolves when the tile that was placed last was seen. */
  let looking = Promise.resolve();

  const connect = () => {
    socket = new MatchSocket(match, table?.token ?? (location.hash.slice(1) || null));
    socket.onView = take;
    socket.onStatus = async (status, reason) => {
      if (status === 'gone' && await takesOver(`/matches/${match}`, false)) again();
      else if (status === 'gone' || status === 'refused') showRefusal(status, reason);
      else if (stage) stage.showLost?.(status === 'lost');
      else if (status === 'lost') showWaiting();
    };
    socket.onEmote = (seat, emote) => showEmote(latest, seat, emote);
    socket.onError = (code, message) => toast(words({ code, message }), 'bad');
  };
  const again = () => {
    socket.close();
    shown = '';
    connect();
  };
  const uncover = () => {
    isCovered = false;
    take(latest);
  };

  /** @param {View} view */
  function take(view) {
    const { state, is_hidden } = view.match;
    latest = view;
    view.isShared = table !== null;
    if (!shown) comeBack(view);
    if (state === 'running' && handOn(view)) return;
    const name = state === 'running' && isCovered && is_hidden ? 'covered' : state;
    if (name === shown) return stage?.update?.(view);
    const isEnding = state === 'over' && shown === 'running';
    hasWaited = shown === 'open';
    shown = name;
    if (isEnding) {
      stage?.update?.(view);
      looking = pause(LAST_LOOK);
    }
    void show(name);
  }

  /**
   * Goes on to the next person at this device, if it is somebody else's turn.
   * @param {View} view
   */
  function handOn(view) {
    if (!table?.handOn(view.seats)) return false;
    if (shown === 'running') {
      stage?.update?.(view);
      looking = pause(HAND_ON);
    }
    isCovered = true;
    again();
    return true;
  }

  /**
   * Whoever opens the page is here again; a bot that stands in is stopped by hand.
   * @param {View} view
   */
  function comeBack({ match, you, seats }) {
    const seat = you && seats[you.seat];
    if (match.state === 'running' && seat?.is_away && !seat.bot) void socket.command('return');
  }

  /** @param {StageName} name */
  async function show(name) {
    const seen = looking;
    const [openStage] = await Promise.all([stageOf(name), seen]);
    // The player or the match may have gone on while it was on its way.
    if (isClosed || name !== shown || seen !== looking) return;
    stage?.close();
    // What somebody has opened is not for the next one.
    if (table) { for (const dialog of document.querySelectorAll('dialog')) dialog.close(); }
    root.className = 'root';
    root.replaceChildren();
    stage = openStage(root, socket, latest, { again, uncover, hasWaited });
    arrive(root);
  }

  /** Nothing has come yet, and the line is cut: the first view takes the place of these words. */
  function showWaiting() {
    root.replaceChildren(
      el(
        'main.notice',
        el('h1', t('offline.title')),
        el('p', { role: 'status' }, t('lost')),
        el('a.btn', { href: '/' }, t('to-start')),
      ),
    );
    arrive(root);
  }

  /**
   * @param {'gone' | 'refused'} status
   * @param {string} reason
   */
  function showRefusal(status, reason) {
    stage?.close();
    stage = null;
    const isCut = reason.startsWith('match/cut');
    const why = closingWords(reason);
    const text = isCut ? why : status === 'gone' ? t('match.gone') : t('match.refused', { why });
    root.replaceChildren(
      el(
        'main.notice',
        el('h1', t(isCut ? 'offline.title' : 'missing.title')),
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
 * The seats that several people have at this device. Hardly anybody does, and others load nothing for it.
 * @param {string} match
 */
async function tableHere(match) {
  const text = location.hash.slice(1);
  const isBrought = text.includes(',');
  if (!isBrought && (text || !localStorage.getItem(AT_DEVICE))) return null;
  const { openTable } = await later(() => import('../net/device-seats.js'));
  if (isBrought) history.replaceState(null, '', location.pathname);
  return openTable(match, text);
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
 * @param {StageName} name
 * @returns {Promise<(root: HTMLElement, socket: MatchSocket, view: View, ways: Ways) => Stage>}
 */
async function stageOf(name) {
  if (name === 'running') {
    return (root, socket, view, { hasWaited }) => openGame(root, socket, view, { hasWaited });
  }
  if (name === 'open') {
    const [{ Lobby }] = await later(() =>
      Promise.all([import('../lobby/lobby.js'), addTexts('lobby')])
    );
    return (root, socket, view, { again }) => new Lobby(root, socket, view, again);
  }
  if (name === 'covered') {
    const { openCover } = await later(() => import('../game/cover.js'));
    return (root, _, view, { uncover }) => openCover(root, view, uncover);
  }
  const [{ openResult }] = await later(() =>
    Promise.all([import('../after/result.js'), addStyle('after')])
  );
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
  const isAmongOthers = !view.isShared && peopleIn(view) > 1;
  const isGuest = view.you && !view.isHost && !view.match.contest && isAmongOthers;
  root.append(el('header.bar', logo(), el('b.bar-middle', t('over'))), banner, place);
  const close = openResult(place, {
    match: view.match.id,
    seat: view.isShared ? null : (view.you?.seat ?? null),
    contest: view.match.contest,
    result: view.result ?? null,
    playAgain: view.you && !isGuest ? () => void playAgain(socket, view) : null,
    praise: view.you && isAmongOthers ? () => socket.emote('good game') : null,
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

/** @param {number} milliseconds @returns {Promise<void>} */
function pause(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** @param {View} view */
function peopleIn({ seats }) {
  return seats.filter((seat) => seat.is_person).length;
}

/**
 * Another game of the same kind: with people elsewhere by a rematch, else at once.
 * @param {MatchSocket} socket
 * @param {View} view
 */
async function playAgain(socket, view) {
  const { contest } = view.match;
  if (contest) return go(contest.startsWith('daily-') ? '/daily' : `/c/${contest}`);
  try {
    if (peopleIn(view) > 1 && !view.isShared) {
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
