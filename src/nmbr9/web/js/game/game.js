// A running game: what the server tells is shown, what the player means is sent.

import { highestLevel } from '../art/surface.js';
import { el, fill } from '../dom.js';
import { t } from '../i18n/i18n.js';
import { hintButton } from '../learn/hints.js';
import * as settings from '../settings.js';
import { nextTheme } from '../theme.js';
import { icon } from '../ui/icons.js';
import { say, toast } from '../ui/live.js';
import { knock } from '../ui/sound.js';
import { refreshPlace, showActions } from './actions.js';
import { describe } from './description.js';
import { Explainer } from './explain.js';
import { showExtras } from './extras.js';
import { showGhost } from './ghost.js';
import { showHand } from './hand.js';
import { listenToKeys } from './keys.js';
import { build } from './layout.js';
import { Lifting } from './lifting.js';
import { openLadder, openLook, openMenu } from './menu.js';
import { clockedWords, showLost, showMinutes } from './minutes.js';
import {
  cardWords,
  roundWords,
  showPlayers,
  showScore,
  showStillToCome,
  showStrip,
} from './panels.js';
import { Speech } from './speech.js';
import { actionAt, holdable, isSameHeld, spotsOf } from './spots.js';
import { Table } from './table.js';
import { showToolbar } from './toolbar.js';
import { Trial } from './trial.js';
import { showTyped } from './typed.js';
import { told, violationWords, words } from './words.js';

/** @typedef {import('../net/match-socket.js').MatchSocket} MatchSocket */
/** @typedef {import('../net/parts.js').View} View */
/** @typedef {import('./spots.js').Held} Held */

export class Game {
  /** What could be held now. @type {Held[]} */
  holdable = [];
  /** Whether all spots are shown. */
  hasSpots = false;
  /** The level shown alone. @type {number | null} */
  level = null;
  /** Whether a click lifts a tile. */
  isLifting = false;
  /** Whether an action is on its way. */
  isSending = false;
  /** Whether Tab walks through the spots. */
  walksSpots = true;

  /** What the player chose to hold instead of this turn's tile. @type {Held | null} */
  #chosen = null;
  #minis = /** @type {Map<number, import('../art/display-view.js').DisplayView>} */ (new Map());
  #revision = -1;
  /** The card that the tile in hand belongs to. */
  #card = '';
  hints = hintButton(this);
  lifting = new Lifting(this);
  #speech = new Speech(this);
  #seatActions = {
    onLook: (/** @type {number} */ seat) => openLook(this, seat),
    onNudge: (/** @type {number} */ seat) => this.command('prompt', { seat }),
    onHandOver: (/** @type {number} */ seat) => this.command('hand-over', { seat, bot: 'greedy' }),
  };
  /** @type {(() => void)[]} */
  #closing = [];

  /**
   * @param {HTMLElement} root
   * @param {MatchSocket} socket
   * @param {View} view
   */
  constructor(root, socket, view) {
    this.socket = socket;
    this.view = view;
    this.parts = build(root, {
      onMenu: () => openMenu(this),
      onSound: () => settings.change({ sound: !settings.current().sound }),
      onTheme: nextTheme,
      onScore: () => openLadder(this),
    });
    this.table = new Table(this.parts.table);
    this.table.onTrial = () => this.#tried();
    this.parts.table.addEventListener('focus', () => {
      this.walksSpots = true;
    });
    this.table.onConfirm = () => this.place();
    this.table.onLift = (piece) => this.#lift(piece);
    this.explainer = new Explainer(socket, () => {
      this.#tried();
      this.#speech.sayOwed();
    });
    const ticking = setInterval(() => showMinutes(this.parts, this.view), 250);
    this.#closing.push(
      () => clearInterval(ticking),
      listenToKeys(this),
      settings.onChange(() => this.#settled()),
    );
    const wide = matchMedia('(min-width: 1100px)');
    const resized = () => this.#framed(wide.matches);
    wide.addEventListener('change', resized);
    this.#closing.push(() => wide.removeEventListener('change', resized));
    resized();
    this.#settled();
    this.update(view);
    this.parts.table.focus({ preventScroll: true });
  }

  close() {
    for (const end of this.#closing) end();
    for (const mini of this.#minis.values()) mini.close();
    this.table.view.close();
  }

  /** The tile that is tried. */
  get trial() {
    return this.table.trial;
  }

  /** What lies in the display: everything but a tile that was lifted. */
  get lying() {
    return this.#without(this.trial?.held);
  }

  /** @param {Held | undefined} held */
  #without(held) {
    const own = this.view.pieces(this.view.shown);
    return held?.do === 'move' ? own.filter((_, index) => index !== held.piece) : own;
  }

  /** @param {boolean} isWide */
  #framed(isWide) {
    this.table.view.insets = isWide
      ? { top: 24, right: 88, bottom: 132, left: 24 }
      : { top: 12, right: 12, bottom: 12, left: 12 };
  }

  #settled() {
    const { sound, digitsUpright, commandField } = settings.current();
    const label = sound ? t('sound.off') : t('sound.on');
    fill(this.parts.sound, icon(sound ? 'sound' : 'silent'));
    this.parts.sound.setAttribute('aria-label', label);
    this.parts.sound.title = label;
    this.table.view.digitUpright = digitsUpright;
    showTyped(this.parts.typed, this, commandField);
  }

  /** Shows a new state. @param {View} view */
  update(view) {
    const before = this.view;
    this.view = view;
    const { you } = view;
    const clocked = clockedWords(before, view);
    if (clocked) toast(clocked);
    const isOwn = !you || you.revision !== this.#revision;
    if (isOwn) {
      this.#revision = you?.revision ?? -1;
      this.isSending = false;
      const legal = you?.legal ?? [];
      const own = view.pieces(view.shown);
      this.holdable = holdable(legal, own, view.seats[view.shown].reserved);
      this.#chosen = null;
      this.isLifting = this.table.isLifting = false;
      this.#hold();
      this.#speech.sayTurn(clocked);
    } else if (clocked) say(clocked);
    this.#showPieces(before);
    const { parts } = this;
    parts.round.textContent = roundWords(view);
    parts.note.textContent = cardWords(view);
    showStrip(parts.strip, view);
    showStillToCome(parts.still, view);
    showHand(parts.tile, this);
    showScore(parts, view);
    showPlayers(parts.players, view, this.#seatActions, this.#minis);
    this.#showFoot();
    // When others act, what the player can do stays: a button that is just pressed would be lost.
    if (isOwn || !you?.legal?.length) {
      const { activeElement } = document;
      const isAstray = activeElement === document.body || parts.actions.contains(activeElement);
      this.#refresh();
      // The button that was pressed is gone: the hand goes back to the table.
      if (isAstray) this.parts.table.focus({ preventScroll: true });
    }
    showMinutes(this.parts, this.view);
    // Whoever drives the page from outside sees by it that something has changed.
    document.body.dataset.revision = String(this.#revision);
  }

  /** @param {View} before */
  #showPieces(before) {
    const all = this.view.pieces(this.view.shown);
    const gained = (this.view.seats[this.view.shown].points ?? 0) -
      (before.seats[this.view.shown].points ?? 0);
    const isNew = all.length > before.pieces(before.shown).length;
    this.table.view.setPieces(this.lying, {
      animate: isNew,
      points: gained > 0 ? gained : undefined,
    });
    fill(this.parts.described, ...describe(this.lying));
    if (isNew) this.table.view.frame();
    if (this.trial) this.table.view.reveal(this.trial.piece);
    if (isNew) knock(all[all.length - 1].level);
    if (this.level !== null && this.level > highestLevel(all)) this.#showLevel(null);
  }

  /** Everything that depends on what is held. */
  #refresh() {
    showExtras(this.parts.extras, this);
    showActions(this.parts.actions, this);
    showToolbar(this.parts.toolbar, this);
    this.table.showSpots(this.hasSpots);
    this.#tried();
  }

  // --- holding -------------------------------------------------------------------------------

  /** Takes what was chosen into the hand, else this turn's tile. */
  #hold() {
    const held = this.#chosen ?? this.holdable.find((one) => one.do === 'place') ?? null;
    const old = this.trial;
    if (!held) this.table.trial = null;
    else {
      const spots = spotsOf(this.view.you?.legal ?? [], held);
      this.table.trial = new Trial(held, spots, this.#without(held));
      // After a filler the tile is where it was; the next card may be the same number.
      const isSameCard = this.#card === this.#cardName;
      if (old && isSameCard && isSameHeld(old.held, held)) this.table.trial.goTo(old);
    }
    this.#card = this.#cardName;
    if (!held) this.hasSpots = false;
  }

  get #cardName() {
    const { table } = this.view;
    return `${table?.round}/${table?.card_in_round}`;
  }

  /** Holds something else; null goes back to this turn's tile. @param {Held | null} held */
  hold(held) {
    this.#chosen = held;
    this.isLifting = this.table.isLifting = false;
    this.#hold();
    this.#showPieces(this.view);
    this.#refresh();
    showHand(this.parts.tile, this);
    this.parts.table.focus({ preventScroll: true });
    this.#speech.sayTrial();
  }

  toggleLifting() {
    if (this.trial?.held.do === 'move') return this.hold(null);
    this.isLifting = this.table.isLifting = !this.isLifting;
    if (this.isLifting) {
      this.table.trial = null;
      this.lifting.begin();
      toast(t('move.choose'));
      say(`${t('move.choose')} ${t('move.keys')}`);
    } else this.#hold();
    this.#refresh();
    // The button is made anew, and the keys go on at the table.
    this.parts.table.focus({ preventScroll: true });
  }

  /** What Enter means: this tile is lifted, or placed here. */
  confirm() {
    if (!this.isLifting) this.place();
    else if (this.lifting.chosen !== undefined) this.#lift(this.lifting.chosen);
  }

  /** @param {number} piece */
  #lift(piece) {
    const held = this.holdable.find((one) => one.do === 'move' && one.piece === piece);
    if (held) this.hold(held);
    else toast(t('move.cannot'), 'bad');
  }

  /** Turns by a key or a button, which is told like a move. @param {number} quarters */
  turn(quarters) {
    this.table.turn(quarters);
    this.#speech.sayTrial();
  }

  turnOver() {
    if (!this.trial?.held.canTurnOver) return;
    this.trial.turnOver();
    this.#refresh();
    showHand(this.parts.tile, this);
    this.#speech.sayTrial();
  }

  /** Lets go: of a lifted tile, of a chosen spot, of the Tab key. */
  escape() {
    if (this.#chosen || this.isLifting) return this.hold(null);
    this.walksSpots = false;
    if (this.trial) this.trial.isPinned = false;
    if (this.hasSpots) this.toggleSpots();
  }

  /**
   * @param {number} dx
   * @param {number} dy
   */
  moveBy(dx, dy) {
    if (this.isLifting) this.lifting.next(dx + dy);
    if (!this.trial) return;
    this.walksSpots = true;
    this.trial.moveTo(this.trial.x + dx, this.trial.y + dy);
    this.#moved();
  }

  /**
   * Holds something over a spot, as a hint says.
   * @param {Held} held
   * @param {{rotation: number, x: number, y: number, flipped?: boolean}} spot
   */
  goTo(held, spot) {
    if (!isSameHeld(this.trial?.held ?? null, held)) this.hold(held.do === 'place' ? null : held);
    if (!this.trial) return;
    this.trial.goTo({ flipped: held.isTurnedOver, ...spot });
    this.#moved();
  }

  /** @param {number} step */
  nextSpot(step) {
    if (this.isLifting) this.lifting.next(step);
    if (!this.trial) return;
    this.trial.nextSpot(step);
    this.#moved();
  }

  // --- looking -------------------------------------------------------------------------------

  toggleSpots() {
    if (!this.trial) return;
    this.hasSpots = !this.hasSpots;
    this.table.showSpots(this.hasSpots);
    showToolbar(this.parts.toolbar, this);
    if (!this.hasSpots) return;
    const raised = this.trial.spots.filter((spot) => spot.level > 0);
    const best = Math.max(0, ...raised.map((spot) => spot.points));
    const text = t('spots.raised', { count: raised.length, best });
    toast(text);
  }

  toggleTilt() {
    this.table.view.setTilted(!this.table.view.isTilted);
    showToolbar(this.parts.toolbar, this);
  }

  /** One level after the other alone, then all again. */
  nextLevel() {
    const highest = highestLevel(this.table.view.pieces);
    this.#showLevel(this.level === null ? highest : this.level > 0 ? this.level - 1 : null);
  }

  /** @param {number | null} level */
  #showLevel(level) {
    this.level = level;
    this.table.view.showLevel(level);
    showToolbar(this.parts.toolbar, this);
    say(level === null ? t('level.all') : t('level.alone', { level }));
  }

  /** @param {number} factor */
  zoom(factor) {
    const { left, top, width, height } = this.parts.table.getBoundingClientRect();
    this.table.view.zoomBy(factor, left + width / 2, top + height / 2);
  }

  typeCommand() {
    settings.change({ commandField: true });
    this.parts.typed.querySelector('input')?.focus();
  }

  // --- trying --------------------------------------------------------------------------------

  /** What the server says against the tile where it is; undefined while nobody knows. */
  get violations() {
    const { trial, view } = this;
    if (!trial || trial.spot || !view.you) return undefined;
    const tokens = trial.flipped && trial.held.do === 'place' ? ['black'] : [];
    const at = { ...trial.piece, flipped: trial.flipped };
    return this.explainer.ask(view.you.revision, actionAt(view.you.seat, trial.held, at, tokens));
  }

  /** Shows the tile where it is tried. */
  #tried() {
    showGhost(this);
    refreshPlace(this.parts.actions, this);
  }

  /** Shows the tile where somebody put it without pointing. */
  #moved() {
    if (!this.trial) return;
    this.trial.isPinned = true;
    this.table.view.reveal(this.trial.piece);
    this.#tried();
    this.#speech.sayTrial();
  }

  // --- doing ---------------------------------------------------------------------------------

  place() {
    const { trial, view } = this;
    if (!trial || !view.you || this.isSending) return;
    // Nobody places what cannot be seen: tilted, the tile in hand is not shown.
    if (this.table.view.isTilted) return this.toggleTilt();
    const { spot } = trial;
    if (!spot) {
      this.table.view.shake();
      this.#speech.sayTrial();
      return;
    }
    const { player: _, ...action } = actionAt(view.you.seat, trial.held, spot, spot.tokens);
    void this.act(action);
  }

  /** Sends an action of the game. @param {object} action */
  async act(action) {
    const { you } = this.view;
    if (!you || this.isSending) return;
    this.isSending = true;
    refreshPlace(this.parts.actions, this);
    const answer = await this.socket.command('act', {
      revision: you.revision,
      action: { player: you.seat, ...action },
    });
    if (answer.type === 'accepted') return;
    this.isSending = false;
    if (answer.code === 'action/stale') this.socket.sync();
    this.table.view.shake();
    this.refused(answer);
    this.#tried();
  }

  /** @param {import('../net/match-socket.js').Answer} answer */
  refused(answer) {
    const violation = told(answer.violations ?? []);
    const text = violation ? violationWords(violation) : words(answer);
    toast(text, 'bad');
    say(text);
  }

  /**
   * Sends any other command.
   * @param {string} what
   * @param {object} [rest]
   */
  async command(what, rest) {
    const answer = await this.socket.command(what, rest);
    if (answer.type !== 'accepted') this.refused(answer);
    return answer;
  }

  // --- panels --------------------------------------------------------------------------------

  #showFoot() {
    this.hints.reset();
    if (this.parts.foot.childElementCount) return;
    fill(
      this.parts.foot,
      this.hints.element,
      el('a.btn', { href: '/rules', target: '_blank' }, icon('book'), t('rules')),
    );
  }

  /** The line is cut, or there again. @param {boolean} isLost */
  showLost(isLost) {
    showLost(this.parts, isLost);
  }
}
