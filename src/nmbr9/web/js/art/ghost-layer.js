// The tile being tried, over a display: where it is, what it would bring or break, and where it would
// fit if it were turned. Layers of their own, so that following the pointer paints no tile anew.

import { isCalm } from '../dom.js';
import { t } from '../i18n/i18n.js';
import { rounded } from './outline.js';
import { echoMarkup, ghostLevel, ghostMarkup, wrongMarkup } from './overlays.js';
import { turned } from './shapes.js';
import { shadowAt } from './tile.js';

/** The pill stays this far inside the view, in pixels. */
const PILL_MARGIN = 12;
/** So far from the tile is its pill. */
const PILL_GAP = 16;
/** What a pill of two lines needs: measuring it would lay out the page while the tile is dragged. */
const PILL_ROOM = 50;

export class GhostLayer {
  /** What is shown. @type {Ghost | null} */
  ghost = null;
  /** What each part was last drawn from: every element that is made anew costs part of a frame. */
  #drawn = { tile: '', wrong: '', level: -1, echo: '' };
  /** Whether digits turn with their tiles. */
  #isTurning = false;

  /**
   * @param {HTMLElement} root  of the view
   * @param {import('./viewport.js').Viewport} port
   */
  constructor(root, port) {
    this.port = port;
    this.#layer = /** @type {HTMLElement} */ (root.querySelector('.art-ghost'));
    this.#svg = /** @type {SVGSVGElement} */ (root.querySelector('.art-ghost svg'));
    this.#pill = /** @type {HTMLElement} */ (root.querySelector('.art-pill'));
    this.#echo = /** @type {SVGGElement} */ (root.querySelector('.art-echo > g'));
  }

  #layer;
  #svg;
  #pill;
  #echo;

  /**
   * Shows a tile, or takes it away; whether it is another one than before.
   * @param {Ghost | null} ghost
   * @param {boolean} isTurning  whether digits turn with their tiles
   */
  show(ghost, isTurning) {
    const before = this.ghost;
    this.ghost = ghost;
    this.#isTurning = isTurning;
    this.#layer.hidden = !ghost;
    this.#showTurned(ghost?.turned ?? null);
    if (!ghost) return false;
    const { piece, state, wrong } = ghost;
    const isOther = !before || !isSameKind(before.piece, piece);
    // Whoever drives the page from outside sees by it how the tile is turned.
    this.#layer.dataset.rotation = String(piece.rotation);
    const drawing = JSON.stringify([{ ...piece, x: 0, y: 0, level: 0 }, isTurning]);
    if (drawing !== this.#drawn.tile) {
      this.#drawn = { ...this.#drawn, tile: drawing, wrong: '', level: ghostLevel(piece) };
      this.#world.innerHTML = ghostMarkup(piece, isTurning);
      if (before && !isOther) this.#turn(before.piece.rotation, piece);
    }
    this.#world.setAttribute('class', state === 'fits' ? 'fits' : 'veiled');
    this.#showWrong(piece, wrong);
    this.#castShadow(ghostLevel(piece));
    this.#writePill(ghost.pill, state);
    return isOther;
  }

  /** What is drawn, in the units of the world. */
  get #world() {
    return /** @type {SVGGElement} */ (this.#svg.firstElementChild);
  }

  /** @param {Piece} piece @param {Cell[]} wrong */
  #showWrong(piece, wrong) {
    const drawing = wrongMarkup(piece, wrong);
    if (drawing === this.#drawn.wrong) return;
    this.#drawn.wrong = drawing;
    /** @type {Element} */ (this.#world.querySelector('.wrongs')).innerHTML = drawing;
  }

  /** @param {number} level */
  #castShadow(level) {
    if (level === this.#drawn.level) return;
    this.#drawn.level = level;
    const shadow = /** @type {Element} */ (this.#world.querySelector('.sh'));
    for (const [name, value] of Object.entries(shadowAt(level))) shadow.setAttribute(name, value);
  }

  /** The view has changed. @param {string} placed  the transform of its world */
  moved(placed) {
    this.#echo.setAttribute('transform', placed);
    this.place(true);
  }

  /** A refusal is felt: it shakes its head. */
  shake() {
    if (!isCalm()) this.#svg.animate({ translate: ['0', '4px', '-4px', '0'] }, { duration: 120 });
  }

  /** Where the tile would fit if it were turned. @param {Piece | null} piece */
  #showTurned(piece) {
    const drawing = piece ? JSON.stringify(piece) : '';
    if (drawing === this.#drawn.echo) return;
    this.#drawn.echo = drawing;
    this.#echo.innerHTML = piece ? echoMarkup(piece) : '';
  }

  /** Brings it to where its piece is. @param {boolean} atOnce without gliding there */
  place(atOnce) {
    if (!this.ghost) return;
    const layer = this.#layer;
    const { piece } = this.ghost;
    const at = this.port.pixelOf(piece.x, piece.y);
    layer.classList.toggle('at-once', atOnce);
    layer.style.transform = `translate(${rounded(at.x)}px, ${rounded(at.y)}px)`;
    this.#keepPillInside(at.x, at.y);
  }

  /**
   * Above the tile, below it near the top, and always inside the view.
   * @param {number} left
   * @param {number} top
   */
  #keepPillInside(left, top) {
    const pill = this.#pill;
    if (!this.ghost?.pill) return;
    const { piece } = this.ghost;
    const { width: columns, height: rows } = turned(piece, piece.rotation, piece.flipped);
    const { square, width, insets } = this.port;
    const middle = `${rounded((columns * square) / 2)}px`;
    const isBelow = top - PILL_ROOM - PILL_GAP < insets.top;
    const first = `${rounded(PILL_MARGIN - left)}px`;
    const last = `${rounded(width - PILL_MARGIN - left)}px`;
    // Percentages are of the pill's own size, which only the style sheet knows.
    pill.style.setProperty('--middle', middle);
    pill.style.setProperty('--left', `clamp(${first}, ${middle} - 50%, ${last} - 100%)`);
    const below = `${rounded(rows * square + PILL_GAP)}px`;
    pill.style.setProperty('--top', isBelow ? below : `calc(-100% - ${PILL_GAP}px)`);
    pill.classList.toggle('below', isBelow);
  }

  /**
   * @param {Pill | null} pill
   * @param {'fits' | 'illegal'} state
   */
  #writePill(pill, state) {
    const element = this.#pill;
    element.hidden = !pill;
    element.classList.toggle('bad', state === 'illegal');
    if (!pill) return;
    const parts = 'words' in pill ? [['words', pill.words]] : [
      ['points', `+${pill.points}`],
      ['level', t('art.level', { level: pill.level })],
      ...(pill.token ? [['token', pill.token]] : []),
    ];
    const written = parts.map(([kind]) => kind).join() + parts.map(([, text]) => text).join();
    if (element.dataset.written === written) return;
    element.dataset.written = written;
    element.replaceChildren(
      ...parts.map(([kind, text]) => {
        const span = document.createElement('span');
        span.className = `pill-${kind}`;
        span.textContent = text ?? '';
        return span;
      }),
    );
  }

  /**
   * The ghost turns in its place, its digit stays upright meanwhile.
   * @param {number} from
   * @param {Piece} piece
   */
  #turn(from, piece) {
    const quarter = (((piece.rotation - from) % 4) + 4) % 4;
    if (!quarter || isCalm()) return;
    const degrees = quarter === 3 ? 90 : -90 * quarter;
    const { width, height } = turned(piece, piece.rotation, piece.flipped);
    const svg = this.#svg;
    svg.style.transformOrigin = `${(width * this.port.square) / 2}px ${
      (height * this.port.square) / 2
    }px`;
    const timing = { duration: 140, easing: 'ease-out' };
    svg.animate({ transform: [`rotate(${degrees}deg)`, 'none'] }, timing);
    if (this.#isTurning) return;
    for (const digit of svg.querySelectorAll('.dg')) {
      digit.parentElement?.animate({ rotate: [`${-degrees}deg`, '0deg'] }, timing);
    }
  }
}

/**
 * @param {Piece} one
 * @param {Piece} other
 */
function isSameKind(one, other) {
  return (
    one.number === other.number &&
    one.starting_tile === other.starting_tile &&
    one.filler === other.filler &&
    Boolean(one.flipped) === Boolean(other.flipped)
  );
}
