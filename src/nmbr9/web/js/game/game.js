// A running game: what the server tells is shown, what the player means is sent.

import { highestLevel } from '../art/surface.js';
import { el, fill } from '../dom.js';
import { t } from '../i18n/i18n.js';
import { hintButton } from '../learn/hints.js';
import * as settings from '../settings.js';
import { nextTheme } from '../theme.js';
import { card, tilePicture } from '../ui/cards.js';
import { icon } from '../ui/icons.js';
import { say, toast } from '../ui/live.js';
import { knock } from '../ui/sound.js';
import { refreshPlace, showActions } from './actions.js';
import { Explainer } from './explain.js';
import { showExtras } from './extras.js';
import { listenToKeys } from './keys.js';
import { build } from './layout.js';
import { openLadder, openLook, openMenu } from './menu.js';
import { playerRows, roundWords, showLadder, showStillToCome, showStrip } from './panels.js';
import { actionAt, holdable, isSameHeld, pointsOf, spotsOf } from './spots.js';
import { Table } from './table.js';
import { showToolbar } from './toolbar.js';
import { Trial } from './trial.js';
import { showTyped } from './typed.js';
import { told, violationWords, words, wrongSquares } from './words.js';

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
  #said = '';
  /** The card that the tile in hand belongs to. */
  #card = '';
  /** A place was named as unfit before anybody knew why. */
  #owesWords = false;
  hints = hintButton(this);
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
      if (this.#owesWords) this.#sayTrial();
    });
    const ticking = setInterval(() => this.#tick(), 250);
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
    if (!you || you.revision !== this.#revision) {
      this.#revision = you?.revision ?? -1;
      this.isSending = false;
      const legal = you?.legal ?? [];
      const own = view.pieces(view.shown);
      this.holdable = holdable(legal, own, view.seats[view.shown].reserved);
      this.#chosen = null;
      this.isLifting = this.table.isLifting = false;
      this.#hold();
      this.#sayTurn();
    }
    this.#showPieces(before);
    const { parts } = this;
    parts.round.textContent = roundWords(view);
    showStrip(parts.strip, view);
    showStillToCome(parts.still, view);
    this.#showTile();
    this.#showScore();
    this.#showPlayers();
    this.#showFoot();
    const { activeElement } = document;
    const isAstray = activeElement === document.body || parts.actions.contains(activeElement);
    this.#refresh();
    // The button that was pressed is gone: the hand goes back to the table.
    if (isAstray) this.parts.table.focus({ preventScroll: true });
    this.#tick();
    // Whoever drives the page from outside sees by it that something has changed.
    document.body.dataset.revision = String(this.#revision);
  }

  /** @param {View} before */
  #showPieces(before) {
    const held = this.trial?.held;
    const all = this.view.pieces(this.view.shown);
    const pieces = held?.do === 'move' ? all.filter((_, index) => index !== held.piece) : all;
    const gained =
      (this.view.seats[this.view.shown].points ?? 0) - (before.seats[this.view.shown].points ?? 0);
    const isNew = all.length > before.pieces(before.shown).length;
    this.table.view.setPieces(pieces, { animate: isNew, points: gained > 0 ? gained : undefined });
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
      const own = this.view.pieces(this.view.shown);
      const pieces = held.do === 'move' ? own.filter((_, index) => index !== held.piece) : own;
      this.table.trial = new Trial(held, spotsOf(this.view.you?.legal ?? [], held), pieces);
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
    this.#showTile();
    this.parts.table.focus({ preventScroll: true });
  }

  toggleLifting() {
    if (this.trial?.held.do === 'move') return this.hold(null);
    this.isLifting = this.table.isLifting = !this.isLifting;
    if (this.isLifting) {
      this.table.trial = null;
      toast(t('move.choose'));
      say(t('move.choose'));
    } else this.#hold();
    this.#refresh();
  }

  /** @param {number} piece */
  #lift(piece) {
    const held = this.holdable.find((one) => one.do === 'move' && one.piece === piece);
    if (held) this.hold(held);
    else toast(t('move.cannot'), 'bad');
  }

  turnOver() {
    if (!this.trial?.held.canTurnOver) return;
    this.trial.turnOver();
    this.#refresh();
    this.#showTile();
    this.#sayTrial();
  }

  /** Lets go: of a lifted tile, of a chosen spot, of the Tab key. */
  escape() {
    this.walksSpots = false;
    if (this.#chosen || this.isLifting) {
      this.isLifting = this.table.isLifting = false;
      return this.hold(null);
    }
    if (this.trial) this.trial.isPinned = false;
    if (this.hasSpots) this.toggleSpots();
  }

  /**
   * @param {number} dx
   * @param {number} dy
   */
  moveBy(dx, dy) {
    if (!this.trial) return;
    this.walksSpots = true;
    this.trial.isPinned = true;
    this.trial.moveTo(this.trial.x + dx, this.trial.y + dy);
    this.table.view.reveal(this.trial.piece);
    this.#tried();
    this.#sayTrial();
  }

  /** Holds the tile over a spot, as a hint says. @param {{rotation: number, flipped: boolean, x: number, y: number}} spot */
  goTo(spot) {
    if (this.trial?.held.do !== 'place') this.hold(null);
    if (!this.trial) return;
    this.trial.goTo(spot);
    this.trial.isPinned = true;
    this.table.view.reveal(this.trial.piece);
    this.#tried();
    this.#sayTrial();
  }

  /** @param {number} step */
  nextSpot(step) {
    if (!this.trial) return;
    this.trial.nextSpot(step);
    this.trial.isPinned = true;
    this.table.view.reveal(this.trial.piece);
    this.#tried();
    this.#sayTrial();
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
    const { trial } = this;
    if (!trial) this.table.view.setGhost(null);
    else {
      const { spot, piece } = trial;
      const violation = told(this.violations ?? []);
      const token = spot?.tokens.length
        ? spot.tokens.map((name) => t(`token.${name}`)).join(', ')
        : undefined;
      this.table.view.setGhost({
        piece,
        state: spot ? 'fits' : 'illegal',
        wrong: spot ? [] : wrongSquares(violation),
        pill: spot
          ? { points: spot.points, level: spot.level, token }
          : violation
            ? { words: violationWords(violation) }
            : null,
      });
      this.#showWhy(spot ? undefined : violation);
    }
    if (!trial) this.#showWhy(undefined);
    refreshPlace(this.parts.actions, this);
    this.#preview();
  }

  /** The rule behind a refusal. @param {import('../net/match-socket.js').Violation | undefined} violation */
  #showWhy(violation) {
    const { why } = this.parts;
    why.hidden = !violation;
    if (!violation || why.dataset.code === violation.code + violation.squares.length) return;
    why.dataset.code = violation.code + violation.squares.length;
    const { paragraph } = violation;
    fill(
      why,
      el('b', {}, violationWords(violation)),
      el('a', { href: `/rules#r${paragraph}` }, t('rule', { paragraph })),
    );
  }

  /** What the score would be. */
  #preview() {
    const { trial, view } = this;
    const spot = trial?.spot;
    const { preview, ladder } = this.parts;
    preview.hidden = !spot || trial?.held.do === 'fill';
    const key = spot && trial ? `${trial.piece.level}/${spot.points}/${spot.flipped}` : '';
    if (ladder.dataset.shown === `${this.#revision}/${key}`) return;
    ladder.dataset.shown = `${this.#revision}/${key}`;
    const all = view.pieces(view.shown);
    const held = trial?.held;
    const pieces = held?.do === 'move' ? all.filter((_, index) => index !== held.piece) : all;
    showLadder(ladder, pieces, spot && trial ? trial.piece : null);
    if (!spot) return;
    const now = pieces.reduce((sum, piece) => sum + pointsOf(piece), 0);
    preview.textContent = t('score.preview', { points: now + spot.points });
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
      this.#sayTrial();
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
    if (answer.type === 'rejected') this.refused(answer);
    return answer;
  }

  // --- panels --------------------------------------------------------------------------------

  #showTile() {
    const { tile } = this.parts;
    const held = this.trial?.held;
    const number = held?.kind.number ?? this.view.table?.revealed[0] ?? null;
    const isChoosing = !this.view.you?.is_decided && (this.view.table?.revealed.length ?? 0) > 1;
    const face = isChoosing ? null : card(held?.kind.filler ? null : number, 'large');
    face?.addEventListener('pointerdown', (event) => this.table.carry(event));
    fill(
      tile,
      el('h2.cap', {}, held && held.do !== 'place' ? t(`held.${held.do}`) : t('your-tile')),
      el(
        'div.row.tile-row',
        {},
        ...(isChoosing
          ? (this.view.table?.revealed ?? []).map((one) => card(one))
          : [
              face,
              held &&
                tilePicture({
                  ...held.kind,
                  rotation: 0,
                  x: 0,
                  y: 0,
                  level: 0,
                  flipped: this.trial?.flipped,
                }),
            ]),
      ),
    );
  }

  #showScore() {
    const points = this.view.seats[this.view.shown].points ?? 0;
    fill(
      this.parts.points,
      el('b', {}, points),
      el('span.points-word', {}, t('points', { count: points })),
      el('span.only-heard', {}, t('ladder.open')),
    );
  }

  #showPlayers() {
    const { players } = this.parts;
    const { seats } = this.view;
    players.hidden = seats.length < 2;
    if (players.hidden) return;
    const done = seats.filter((seat) => seat.is_done).length;
    const rows = playerRows(
      this.view,
      {
        onLook: (seat) => openLook(this, seat),
        onNudge: (seat) => this.command('prompt', { seat }),
        onHandOver: (seat) => this.command('hand-over', { seat, bot: 'greedy' }),
      },
      this.#minis,
    );
    fill(
      players,
      el(
        'div.panel-head',
        {},
        el('h2.cap', {}, t('players')),
        el('span.muted', {}, t('players.placed', { done, all: seats.length })),
      ),
      el('ul.players', {}, ...rows),
    );
  }

  #showFoot() {
    this.hints.reset();
    if (this.parts.foot.childElementCount) return;
    fill(
      this.parts.foot,
      this.hints.element,
      el('a.btn', { href: '/rules', target: '_blank' }, icon('book'), t('rules')),
    );
  }

  /** Counts the minutes that run. */
  #tick() {
    const now = Date.now() / 1000;
    for (const element of this.parts.players.querySelectorAll('[data-deadline]')) {
      const left = Math.max(0, Math.ceil(Number(element.getAttribute('data-deadline')) - now));
      const text = element.querySelector('span');
      if (text) text.textContent = clock(left);
    }
    const mine = this.view.you && this.view.seats[this.view.you.seat].deadline;
    const { banner } = this.parts;
    if (mine) {
      const left = Math.max(0, Math.ceil(mine - now));
      banner.textContent = t('minute', { time: clock(left) });
    }
    if (banner.dataset.kind !== 'lost') banner.hidden = !mine;
  }

  /** The line is cut, or there again. @param {boolean} isLost */
  showLost(isLost) {
    const { banner } = this.parts;
    banner.dataset.kind = isLost ? 'lost' : '';
    banner.hidden = !isLost;
    if (isLost) banner.textContent = t('lost');
  }

  // --- saying --------------------------------------------------------------------------------

  #sayTurn() {
    const { view } = this;
    if (!view.you || !view.table) return;
    const score = t('heard.score', { points: view.seats[view.you.seat].points ?? 0 });
    const cards = view.table.revealed.join(', ');
    let text = score;
    if (view.isMyTurn) {
      const what = this.trial
        ? t('heard.tile', { number: this.trial.held.kind.number ?? '' })
        : t('heard.choose', { cards });
      text = `${roundWords(view)}. ${what} ${score}`;
    }
    if (text !== this.#said) say(text);
    this.#said = text;
  }

  #sayTrial() {
    const { trial } = this;
    if (!trial) return;
    const { x, y, level, rotation } = trial.piece;
    const where = t('heard.where', { x, y, turn: t(`heard.turn.${rotation}`) });
    this.#owesWords = false;
    if (trial.spot) {
      say(`${t('heard.fits', { level, points: trial.spot.points })} ${where}`);
      return;
    }
    const violation = told(this.violations ?? []);
    this.#owesWords = !violation;
    say(`${violation ? violationWords(violation) : t('heard.not')}. ${where}`);
  }
}

/** @param {number} seconds */
function clock(seconds) {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
