// The one place where a game is shown: every part of the page is compared with what it was last made
// of, and made anew only where that differs. So it may be called after every change, however small.

import { centreOf, homeOf } from '../art/digits.js';
import { fill } from '../dom.js';
import { t } from '../i18n/i18n.js';
import { later } from '../net/version.js';
import * as settings from '../settings.js';
import { icon } from '../ui/icons.js';
import { knock } from '../ui/sound.js';
import { refreshPlace, showActions } from './panels/action-bar.js';
import { showHand, showStillToCome, showStrip } from './panels/deck.js';
import { ghostOf, showWhy } from './panels/ghost.js';
import { showModules } from './panels/module-row.js';
import { showPlayers } from './panels/players.js';
import { showLost } from './panels/prompt-clock.js';
import { showPreview, showScore } from './panels/score.js';
import { showToolbar } from './panels/toolbar.js';
import { aboutToLift, lying, movable } from './state/hand.js';
import { ownPieces } from './state/state.js';
import { describe } from './words/description.js';
import { told } from './words/refusals.js';
import { cardWords, roundWords } from './words/turn.js';

/** @typedef {import('../art/display-view.js').DisplayView} DisplayView */
/** @typedef {import('./actions.js').Actions} Actions */
/** @typedef {import('./layout.js').Layout} Layout */
/** @typedef {import('./state/state.js').GameState} GameState */

/** So long a tile that is dragged lies still before the panels tell of it, in milliseconds. */
const STILL = 50;

/**
 * @param {Layout} parts
 * @param {DisplayView} display
 * @param {Actions} actions  what the buttons do
 * @param {{isOffered: boolean, more: () => void}} hints
 * @param {(state: GameState) => void} coach  tells what helps now, if anybody does
 */
export function renderer(parts, display, actions, hints, coach) {
  /** What each part was last made of. @type {Map<string, unknown[]>} */
  const shown = new Map();
  /** @param {string} part @param {...unknown} of */
  const differs = (part, ...of) => {
    const before = shown.get(part);
    shown.set(part, of);
    return of.length !== before?.length || of.some((one, index) => one !== before[index]);
  };
  /** The others' displays. @type {Map<number, DisplayView>} */
  const minis = new Map();
  /** The display when it was last shown. */
  let last = /** @type {{seat: number, tiles: number, points: number} | null} */ (null);

  /** @param {GameState} state */
  const showDisplay = (state) => {
    const { trial, view, lifting } = state;
    const own = ownPieces(state);
    display.showLevel(state.level);
    if (differs('pieces', own, trial)) {
      const points = view.seats[view.shown].points ?? 0;
      const before = last?.seat === view.shown ? last : null;
      const isNew = before !== null && own.length > before.tiles;
      const isFramed = isNew || !before;
      const gained = before && points > before.points ? points - before.points : undefined;
      last = { seat: view.shown, tiles: own.length, points };
      // Nothing moves while a tile is tried: the view changes only between two tiles.
      display.setPieces(lying(state), { animate: isNew, points: gained, isFramed });
      fill(parts.described, ...describe(lying(state)));
      if (isFramed) display.frameFor(trial?.piece ?? null);
      else if (trial) display.reveal(trial.piece);
      if (isNew) knock(own[own.length - 1].level);
    }
    if (differs('closer', state.isCloser, trial) && state.isCloser) {
      const box = trial?.raisedBox;
      if (box) display.lookCloser(box);
      else display.frame(trial ? [trial.piece] : []);
    }
    if (differs('heights', state.hasHeights)) display.showHeights(state.hasHeights);
    display.setTilted(state.isTilted);
    if (differs('spots', lifting, state.hasSpots && trial)) showSpots(display, state, actions);
    display.setGhost(ghostOf(state));
  };

  /** The field for typed commands is loaded only for those who switch it on. @param {boolean} isOn */
  const showTyped = async (isOn) => {
    if (!isOn) return void (parts.commandField.hidden = true);
    const field = await later(() => import('./input/command-field.js')).catch(() => null);
    field?.showCommandField(parts.commandField, settings.current().commandField, actions.type);
  };

  /** What was chosen on this device. */
  const showSettings = () => {
    const { sound, digitsUpright, commandField } = settings.current();
    const label = sound ? t('sound.off') : t('sound.on');
    fill(parts.sound, icon(sound ? 'sound' : 'silent'));
    parts.sound.setAttribute('aria-label', label);
    parts.sound.title = label;
    display.digitUpright = digitsUpright;
    void showTyped(commandField);
  };

  /** What stands beside the table, over it and below it. @param {GameState} state */
  const showPanels = (state) => {
    const { view, trial, holdable, lifting, level, hasSpots, isTilted } = state;
    const { table, you, seats } = view;
    const own = ownPieces(state);
    const { held = null, spot = null, flipped } = trial ?? {};
    const seat = seats[view.shown];
    if (differs('turn', table, you, seat)) {
      parts.round.textContent = roundWords(view);
      parts.note.textContent = cardWords(view);
    }
    if (differs('strip', table, own)) showStrip(parts.strip, view);
    if (differs('still', table, own)) showStillToCome(parts.still, view);
    if (differs('hand', held, flipped, table, you)) showHand(parts.tile, state);
    if (differs('score', seat)) showScore(parts, view);
    if (differs('preview', own, held, spot?.level, spot?.points, spot?.flipped)) {
      showPreview(parts, state);
    }
    const displays = seats.map((_, index) => view.parts[`displays/${index}`]);
    if (differs('players', view.match, view.shown, ...seats, ...displays)) {
      showPlayers(parts.players, state, actions, minis);
    }
    const cost = spot?.tokens.join(' ');
    if (differs('modules', holdable, seat, held, flipped, lifting !== null, cost)) {
      showModules(parts.modules, state, actions);
    }
    // When others act, what the player can do stays: a button that is just pressed would be lost.
    const waits = you?.legal?.length ? [] : seats;
    if (differs('actions', holdable, held, lifting !== null, state.actsAlone, seat.bot, ...waits)) {
      showActions(parts.actions, state, actions);
    }
    refreshPlace(parts.actions, state);
    const { hasHeights, isCloser } = state;
    const tools = [hasSpots, level, hasHeights, isCloser, isTilted, hints.isOffered];
    if (differs('tools', own, held, flipped, ...tools)) {
      showToolbar(parts.toolbar, state, actions, hints.isOffered ? hints.more : null);
    }
    if (differs('lost', state.isLost, state.isLost && state.isSending, Boolean(trial))) {
      showLost(parts, state);
    }
    const violation = told(state.violations ?? []);
    if (differs('why', violation?.code, violation?.squares.length)) {
      showWhy(parts.why, violation);
    }
    coach(state);
  };

  let following = setTimeout(() => {});
  return {
    /** @param {GameState} state */
    render(state) {
      clearTimeout(following);
      if (differs('settings', settings.current())) showSettings();
      showDisplay(state);
      showPanels(state);
    },
    /** A tile is dragged: no frame has time for the panels as well. @param {GameState} state */
    follow(state) {
      clearTimeout(following);
      showDisplay(state);
      following = setTimeout(() => showPanels(state), STILL);
    },
    close() {
      clearTimeout(following);
      for (const mini of minis.values()) mini.close();
    },
  };
}

/**
 * Where the tile in hand may go, or which tiles can be lifted.
 * @param {DisplayView} display
 * @param {GameState} state
 * @param {Pick<Actions, 'pick'>} actions
 */
function showSpots(display, state, actions) {
  const { trial, hasSpots, lifting } = state;
  if (lifting !== null) {
    const chosen = aboutToLift(state);
    return display.showMarks(
      movable(state).map((index, count) => ({
        piece: ownPieces(state)[index],
        kind: index === chosen ? 'best' : 'own',
        label: String(count + 1),
        isBelow: false,
      })),
    );
  }
  if (!hasSpots || !trial) return display.hideSpots();
  const spots = trial.spots.map((spot) => {
    const digit = homeOf({ ...trial.held.kind, ...spot }) ?? { x: spot.x, y: spot.y, side: 1 };
    const label = t('spot.label', { count: spot.points, level: spot.level });
    return { ...spot, digitAt: centreOf(digit), label };
  });
  display.showSpots(spots, (spot) => actions.pick(/** @type {typeof spots[number]} */ (spot)));
}
