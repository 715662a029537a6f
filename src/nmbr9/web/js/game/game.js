// A running game, wired up: what the server tells changes the state, what the player means changes it
// or is sent, and one render shows it. docs/browser.md draws how that hangs together.

import { DisplayView } from '../art/display-view.js';
import { el } from '../dom.js';
import { t } from '../i18n/i18n.js';
import { hintButton } from '../learn/hints.js';
import { later, opener } from '../net/version.js';
import * as settings from '../settings.js';
import { nextTheme } from '../theme.js';
import { icon } from '../ui/icons.js';
import { say, toast } from '../ui/live.js';
import { playerActions } from './actions.js';
import { Explainer } from './explainer.js';
import { bindKeys } from './input/keys.js';
import { bindPointer } from './input/pointer.js';
import { bindPresses } from './input/presses.js';
import { build } from './layout.js';
import { showClock } from './panels/prompt-clock.js';
import { renderer } from './render.js';
import { NEW_CARD_PAUSE, newState, question, takeView } from './state/state.js';
import { automaticAction } from './state/without-choice.js';
import { Speech } from './words/speech.js';
import { seatName } from './words/names.js';
import { clockedWords, onlyWords } from './words/turn.js';

/** @typedef {import('../net/parts.js').View} View */

const openMenu = opener(async () => (await import('./panels/menu.js')).openMenu);
const openLadder = opener(async () => (await import('./panels/menu.js')).openLadder);

/**
 * Around the display there is room for a tile at any of its sides, so that none leaves the screen or
 * lies under a button, as long as squares are well seen.
 */
const FRAMED = { margin: 2, roomy: 4, comfortable: 24 };
/** What the banner and the note over the table need, in pixels; they share it. */
const BAR_ROOM = 44;
/** What the tools cover of a small table, in pixels. */
const TOOL_ROOM = 56;
/** How often the clock is looked at, in milliseconds. */
const TICK = 250;

/**
 * Shows a game until it is closed.
 * @param {HTMLElement} root
 * @param {import('./actions.js').Line} line
 * @param {View} first
 * @param {{hasCoach?: boolean, hasWaited?: boolean}} [how] hasWaited: the player was in the lobby
 */
export function openGame(root, line, first, { hasCoach = true, hasWaited = false } = {}) {
  const state = newState(first);
  /** In a first game. @type {ReturnType<typeof import('./panels/coach-card.js').coachIn>} */
  let coach = null;
  /** In a game with others. @type {ReturnType<typeof import('./calling.js').caller> | null} */
  let calls = null;
  /** Until the new card may be placed. */
  let pausing = setTimeout(() => {});
  const parts = build(root, {
    onMenu: () => openMenu(state.view, actions.command, line.emote?.bind(line), actions.showKeys),
    onSound: () => settings.change({ sound: !settings.current().sound }),
    onTheme: nextTheme,
    onScore: () => openLadder(state.view),
  }, Boolean(first.you));
  const { table, tile, commandField } = parts;
  const display = new DisplayView(table, FRAMED);
  const speech = new Speech(state);
  const explainer = new Explainer(line, () => {
    changed(follow);
    speech.sayOwed();
  });
  const actions = playerActions({ state, line, display, table, commandField, speech, changed });
  const hints = hintButton(state, actions.goTo, line.hint?.bind(line));
  const { render, follow, close: closePanels } = renderer(
    parts,
    display,
    actions,
    hints,
    () => coach?.look(state),
  );
  parts.foot.append(
    hints.element,
    el('a.btn', { href: '/rules', target: '_blank' }, icon('book'), t('rules')),
  );

  /** Shows the state, and asks about the tile in hand where it does not fit. */
  function changed(show = render) {
    const asked = question(state);
    state.violations = asked ? explainer.ask(state.revision, asked) : undefined;
    show(state);
  }

  /** Tells whether something is to be done or decided. */
  const call = () => calls?.update(state.view, state.view.isMyTurn && !state.actsAlone);

  /** Does what needs no decision, and shows it. @param {import('./state/without-choice.js').Automatic} action */
  function actAlone(action) {
    const text = onlyWords(state.view, action);
    if (text) {
      toast(text);
      say(text);
    }
    void actions.act(action, false);
  }

  /** Takes over what the server tells. @param {View} view */
  function update(view) {
    const clocked = clockedWords(state.view, view);
    const { level } = state;
    state.takesAtOnce = takesAtOnce();
    const { cardSince } = state;
    const isOwn = takeView(state, view, performance.now());
    const { finishes } = settings.current();
    const automatic = isOwn && !line.asksAll ? automaticAction(state, finishes) : null;
    if (isOwn) state.actsAlone = automatic !== null;
    if (clocked) toast(clocked);
    if (isOwn && !automatic) speech.sayTurn(clocked);
    else if (clocked) say(clocked);
    hints.reset();
    changed();
    if (state.level !== level) actions.sayLevel();
    if (automatic) actAlone(automatic);
    showClock(parts, view);
    if (state.cardSince !== cardSince) {
      clearTimeout(pausing);
      pausing = setTimeout(() => changed(), NEW_CARD_PAUSE);
    }
    call();
    // The button that was pressed is gone: the hand goes back to the table.
    const isAstray = document.activeElement === document.body;
    if (isAstray && (isOwn || !view.isMyTurn)) table.focus({ preventScroll: true });
    // Whoever drives the page from outside sees by it that something has changed.
    document.body.dataset.revision = String(state.revision);
  }

  // Among people a minute may begin to run, and the variants tell of each card what it asks for: what
  // comes and goes there moves nothing.
  const { seats, match } = first;
  const hasBar = match.options.variant !== 'basic' || seats.filter((it) => it.is_person).length > 1;
  root.classList.toggle('with-bar', hasBar);
  const frame = bindFrame(display, hasBar ? BAR_ROOM : 0, () => coach?.room ?? 0);
  const undo = [
    bindPresses(state),
    bindPointer({ table, tile }, state, display, {
      changed,
      dragged: () => changed(follow),
      ...actions,
    }),
    bindKeys(table, state, actions),
    frame.unbind,
    bindClock(() => showClock(parts, state.view)),
    settings.onChange(() => {
      if (state.trial && state.takesAtOnce !== takesAtOnce()) {
        state.takesAtOnce = takesAtOnce();
        state.trial.isResting = !state.takesAtOnce;
      }
      changed();
    }),
    closePanels,
    () => clearTimeout(pausing),
    () => calls?.close(),
    () => display.close(),
  ];
  update(first);
  if (first.isShared && first.you) {
    // Somebody else looked here before; where it was covered between, they know.
    const text = t('device.turn', { name: seatName(first.seats, first.you.seat) });
    if (!first.match.is_hidden) toast(text);
    speech.sayTurn(text);
  }
  // After the first tile is there: nobody should wait for these. Without a line the game goes on as well.
  if (first.seats.length > 1) {
    void later(() => import('./calling.js')).then(({ caller }) => {
      if (!table.isConnected) return;
      calls = caller(parts.heading, hasWaited);
      call();
    }).catch(() => {});
  }
  if (hasCoach && first.you) {
    void later(() => import('./panels/coach-card.js')).then(({ coachIn }) => {
      coach = coachIn(parts.told, table, frame.follow);
      coach?.look(state);
    }).catch(() => {});
  }
  table.focus({ preventScroll: true });
  return {
    update,
    /** The line is cut, or there again. @param {boolean} isLost */
    showLost(isLost) {
      if (isLost === state.isLost) return;
      state.isLost = isLost;
      changed();
      showClock(parts, state.view);
      if (!isLost) toast(t('lost.back'));
    },
    close: () => undo.forEach((end) => end()),
  };
}

/**
 * Frames the display in what the bars over the table leave free.
 * @param {DisplayView} display
 * @param {number} barRoom  at the top, in pixels, as the next
 * @param {() => number} coachRoom  at the top, too, and over what the bars need
 */
function bindFrame(display, barRoom, coachRoom) {
  const wide = matchMedia('(min-width: 1100px)');
  const follow = () => {
    display.insets = wide.matches
      ? { top: Math.max(24 + barRoom, coachRoom()), right: 88, bottom: 132, left: 24 }
      : {
        top: Math.max(12 + barRoom, coachRoom()),
        right: 12,
        bottom: 12,
        left: 12,
        aside: TOOL_ROOM,
      };
  };
  wide.addEventListener('change', follow);
  follow();
  return { follow, unbind: () => wide.removeEventListener('change', follow) };
}

/** Whether a new tile is in the hand at once: only a mouse can carry it. */
function takesAtOnce() {
  const { confirms, followsMouse } = settings.current();
  return (!confirms || followsMouse) && matchMedia('(hover: hover) and (pointer: fine)').matches;
}

/** @param {() => void} tick */
function bindClock(tick) {
  const ticking = setInterval(tick, TICK);
  return () => clearInterval(ticking);
}
