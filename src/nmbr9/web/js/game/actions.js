// What a player can do in a game, by whatever means: keys, buttons and pointer all end here. Each
// changes the state and has it shown; a few send something to the server.

import { t } from '../i18n/i18n.js';
import { opener } from '../net/version.js';
import * as settings from '../settings.js';
import { say, toast } from '../ui/live.js';
import * as lifting from './input/lifting.js';
import * as hand from './state/hand.js';
import { isSameHeld } from './state/spots.js';
import { isMeant, NEW_CARD_PAUSE, nextLevel, watch } from './state/state.js';
import { seatName } from './words/names.js';
import { told, violationWords, words } from './words/refusals.js';

const openReserve = opener(async () => (await import('./panels/reserve.js')).openReserve);
const openKeys = opener(async () => (await import('./panels/all-keys.js')).openKeys);
const openLook = opener(async () => (await import('./panels/menu.js')).openLook);

/** @typedef {import('../art/display-view.js').DisplayView} DisplayView */
/** @typedef {import('../net/match-socket.js').Answer} Answer */
/** @typedef {import('./state/spots.js').Held} Held */
/** @typedef {import('./state/spots.js').LegalSpot} LegalSpot */
/** @typedef {ReturnType<typeof playerActions>} Actions */

/**
 * What a game says to its host: a match on a server, or a lesson, which has no bots to ask.
 * @typedef {object} Line
 * @property {(what: string, rest?: object) => Promise<Answer>} command
 * @property {(what: {action: object} | {text: string}) => Promise<Answer>} explain
 * @property {() => void} sync
 * @property {() => Promise<Answer>} [hint]
 * @property {(emote: string) => void} [emote]
 * @property {boolean} [asksAll]  whether every decision is asked for, as in a lesson
 */

/**
 * @param {object} game
 * @param {import('./state/state.js').GameState} game.state
 * @param {Line} game.line
 * @param {Pick<DisplayView, 'reveal' | 'shake' | 'frame' | 'spinBy' | 'zoomBy'>} game.display
 * @param {HTMLElement} game.table
 * @param {HTMLElement} game.commandField
 * @param {import('./words/speech.js').Speech} game.speech
 * @param {() => void} game.changed  shows the state
 */
export function playerActions({ state, line, display, table, commandField, speech, changed }) {
  const focusTable = () => table.focus({ preventScroll: true });

  /** The tile is where somebody put it without pointing: it is brought into view, and told. */
  const moved = () => {
    if (!state.trial) return;
    state.trial.isResting = true;
    display.reveal(state.trial.piece);
    changed();
    speech.sayTrial();
  };

  const actions = {
    // --- holding and trying ----------------------------------------------------------------------

    /** Holds something else; null goes back to this turn's tile. @param {Held | null} held */
    hold(held) {
      hand.hold(state, held);
      changed();
      focusTable();
      speech.sayTrial();
    },

    toggleLifting() {
      if (state.trial?.held.do === 'move') return actions.hold(null);
      hand.toggleLifting(state);
      if (state.lifting !== null) lifting.announce();
      changed();
      // The button is made anew, and the keys go on at the table.
      focusTable();
    },

    /** @param {number} piece */
    lift(piece) {
      const held = hand.moving(state, piece);
      if (held) actions.hold(held);
      else toast(t('move.cannot'), 'bad');
    },

    /** Turns by a key or a button, which is told like a move. @param {number} quarters */
    turn(quarters) {
      state.walksSpots = true;
      state.trial?.turn(quarters);
      changed();
      speech.sayTrial();
    },

    turnOver() {
      if (!state.trial?.held.canTurnOver) return;
      state.trial.turnOver();
      changed();
      speech.sayTrial();
    },

    /**
     * @param {number} dx
     * @param {number} dy
     */
    moveBy(dx, dy) {
      if (state.lifting !== null) return lifting.next(state, dx + dy, display, changed);
      if (!state.trial) return;
      state.walksSpots = true;
      state.trial.moveTo(state.trial.x + dx, state.trial.y + dy);
      moved();
    },

    /** @param {number} step */
    nextSpot(step) {
      if (state.lifting !== null) return lifting.next(state, step, display, changed);
      state.trial?.nextSpot(step);
      moved();
    },

    /** The player points at one of the spots that are shown. @param {LegalSpot} spot */
    pick(spot) {
      if (!state.trial) return;
      state.trial.goTo(spot);
      state.trial.isResting = true;
      changed();
      speech.sayTrial();
    },

    /**
     * Holds something over a spot, as a hint says.
     * @param {Held} held
     * @param {{rotation: number, x: number, y: number, flipped?: boolean}} spot
     */
    goTo(held, spot) {
      if (!isSameHeld(state.trial?.held ?? null, held)) {
        actions.hold(held.do === 'place' ? null : held);
      }
      state.trial?.goTo({ flipped: held.isTurnedOver, ...spot });
      moved();
    },

    /** Lets go: of a lifted tile, of the place where the tile is, of the Tab key. */
    escape() {
      if (state.chosen || state.lifting !== null) return actions.hold(null);
      state.walksSpots = false;
      if (state.hasSpots) actions.toggleSpots();
      actions.putBack();
      speech.sayTrial();
    },

    /** Takes the tile back into the hand. */
    putBack() {
      hand.putBack(state);
      if (state.trial) display.reveal(state.trial.piece);
      changed();
    },

    /** Says that the tile does not fit where it is held: it stays in the hand. */
    refuse() {
      display.shake();
      speech.sayTrial();
    },

    // --- looking ---------------------------------------------------------------------------------

    toggleSpots() {
      if (!state.trial) return;
      state.hasSpots = !state.hasSpots;
      changed();
      if (!state.hasSpots) return;
      const raised = state.trial.spots.filter((spot) => spot.level > 0);
      const best = Math.max(0, ...raised.map((spot) => spot.points));
      toast(raised.length ? t('spots.raised', { count: raised.length, best }) : t('spots.none'));
    },

    /** One level after the other alone, then all again. */
    nextLevel() {
      nextLevel(state);
      changed();
      actions.sayLevel();
    },

    sayLevel() {
      const { level } = state;
      say(level === null ? t('level.all') : t('level.alone', { level }));
    },

    toggleTilt() {
      state.isTilted = !state.isTilted;
      changed();
    },

    toggleHeights() {
      actions.showHeights(!state.hasHeights);
    },

    /** @param {boolean} isOn */
    showHeights(isOn) {
      state.hasHeights = isOn;
      changed();
    },

    /** Turns the tilted view. @param {number} degrees */
    spin: (degrees) => display.spinBy(degrees),
    /** Shows the whole display, and the tile in hand. */
    frame() {
      state.isCloser = false;
      changed();
      display.frame(state.trial ? [state.trial.piece] : []);
    },

    /** Leaves out what cannot be built on, or shows it again. */
    toggleCloser() {
      if (state.isCloser) return actions.frame();
      if (!state.trial?.raisedBox) return toast(t('spots.none'));
      state.isCloser = true;
      state.trial.comeCloser();
      changed();
      speech.sayTrial();
    },

    /** @param {number} factor */
    zoom(factor) {
      const { left, top, width, height } = table.getBoundingClientRect();
      display.zoomBy(factor, left + width / 2, top + height / 2);
    },

    /** Another player's display: large, or for onlookers in the middle. @param {number} seat */
    look(seat) {
      if (state.view.you) return openLook(state.view, seat);
      watch(state, seat);
      changed();
      say(t('watching', { name: seatName(state.view.seats, seat) }));
    },

    showKeys: () => openKeys(state),

    typeCommand() {
      settings.change({ commandField: true });
      commandField.querySelector('input')?.focus();
    },

    // --- doing -----------------------------------------------------------------------------------

    /** What Enter means: this tile is lifted, or placed here, or nothing else is wanted. */
    confirm() {
      if (state.lifting === null && !state.trial) return actions.finish();
      if (state.lifting === null) return actions.place();
      const piece = hand.aboutToLift(state);
      if (piece !== undefined) actions.lift(piece);
    },

    /** Places the tile where it is. */
    place() {
      const { trial, isTilted } = state;
      if (!trial || state.isSending || !isMeant(state)) return;
      // Nobody places what cannot be seen: tilted, the tile in hand is not shown.
      if (isTilted) return actions.toggleTilt();
      if (trial.spot) return void actions.act(trial.action);
      actions.refuse();
    },

    /** Keeps the tile for later, once the player has read what that costs (5.8). */
    reserve: () => openReserve(state.view, () => void actions.act({ do: 'reserve' })),

    /** Ends the turn, where nothing is left but what is optional. */
    finish() {
      const isOffered = state.view.you?.legal?.some((offer) => offer.do === 'done');
      // A press so soon after the tile was placed was meant for the tile.
      const isMeantForIt = state.pressedAt >= state.askedAt + NEW_CARD_PAUSE;
      if (isOffered && !state.trial && isMeantForIt) void actions.act({ do: 'done' });
    },

    /**
     * Sends an action of the game.
     * @param {{do: string} & Record<string, unknown>} action
     * @param {boolean} [isOwn]  whether the player wants it; else nobody asks for the reason why not
     */
    async act(action, isOwn = true) {
      const { you } = state.view;
      if (!you || state.isSending) return;
      state.isSending = true;
      state.hasSettled = ['place', 'reject'].includes(action.do);
      changed();
      const { seat: player, revision } = you;
      const answer = await line.command('act', { revision, action: { player, ...action } });
      if (answer.type === 'accepted') return;
      state.isSending = state.hasSettled = state.actsAlone = false;
      if (answer.code === 'action/stale') line.sync();
      if (!isOwn) return changed();
      display.shake();
      actions.refused(answer);
      changed();
    },

    /** Does what a text in the notation says; whether it was understood. @param {string} text */
    async type(text) {
      const answer = await line.explain({ text });
      const isLegal = answer.type === 'explained' && !answer.violations.length;
      if (isLegal) void actions.act(answer.action);
      else actions.refused(answer);
      return isLegal;
    },

    /**
     * Sends any other command.
     * @param {string} what
     * @param {object} [rest]
     */
    async command(what, rest) {
      const answer = await line.command(what, rest);
      if (answer.type !== 'accepted') actions.refused(answer);
      return answer;
    },

    /** Sets the clock for somebody who takes long (2.12). @param {number} seat */
    nudge: (seat) => void actions.command('prompt', { seat }),
    /** Lets a bot play for somebody who is away. @param {number} seat */
    handOver: (seat) => void actions.command('hand-over', { seat, bot: 'greedy' }),

    /** Says why not. @param {Answer} answer */
    refused(answer) {
      const violation = told(answer.violations ?? []);
      const text = violation ? violationWords(violation) : words(answer);
      toast(text, 'bad');
      say(text);
    },
  };
  return actions;
}
