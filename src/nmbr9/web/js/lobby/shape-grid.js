// A grid of 6 by 6 squares to draw a tile in: by mouse, finger and keys.

import { el } from '../dom.js';
import { t } from '../i18n/i18n.js';
import { hangingTogether, SIDE, squaresOf } from './own-shapes.js';

/** @type {Record<string, [dx: number, dy: number]>} */
const STEPS = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] };

export class ShapeGrid {
  /** @type {boolean[]} */
  #isOn = Array(SIDE * SIDE).fill(false);
  /** What a stroke does to every square that it crosses; null while nothing is drawn. */
  #stroke = /** @type {boolean | null} */ (null);
  #onChange;

  /** @param {(rows: string[]) => void} onChange */
  constructor(onChange) {
    this.#onChange = onChange;
    this.cells = this.#isOn.map((_, index) =>
      el('button.shape-cell', {
        role: 'gridcell',
        tabindex: index ? -1 : 0,
        'aria-label': t('own.cell', { x: 1 + (index % SIDE), y: 1 + Math.floor(index / SIDE) }),
        // Keys and screen readers click without a pointer; the pointer has drawn already.
        onclick: (/** @type {MouseEvent} */ event) => {
          if (event.detail === 0) this.#put(index, !this.#isOn[index]);
        },
      })
    );
    this.element = el(
      'div.shape-grid',
      {
        role: 'grid',
        onpointerdown: (/** @type {PointerEvent} */ event) => this.#begin(event),
        onpointermove: (/** @type {PointerEvent} */ event) => this.#draw(event),
        onpointerup: () => this.#end(),
        onpointercancel: () => this.#end(),
        onkeydown: (/** @type {KeyboardEvent} */ event) => this.#walk(event),
      },
      ...Array.from(
        { length: SIDE },
        (_, y) =>
          el('div.shape-row', { role: 'row' }, ...this.cells.slice(y * SIDE, (y + 1) * SIDE)),
      ),
    );
  }

  /**
   * Shows a tile, moved to the middle of the grid.
   * @param {string} name
   * @param {string[]} rows
   */
  show(name, rows) {
    this.element.setAttribute('aria-label', t('own.grid', { name }));
    const left = Math.floor((SIDE - (rows[0]?.length ?? 0)) / 2);
    const top = Math.floor((SIDE - rows.length) / 2);
    this.#isOn = this.#isOn.map((_, index) => {
      const [x, y] = [(index % SIDE) - left, Math.floor(index / SIDE) - top];
      return rows[y]?.[x] === 'X';
    });
    this.#paint();
  }

  /** @returns {string[]} all six rows */
  get rows() {
    return Array.from(
      { length: SIDE },
      (_, y) =>
        this.#isOn.slice(y * SIDE, (y + 1) * SIDE).map((isOn) => (isOn ? 'X' : '.')).join(''),
    );
  }

  /** @param {PointerEvent} event */
  #begin(event) {
    const index = this.#under(event);
    if (index < 0 || event.button > 0) return;
    this.element.setPointerCapture(event.pointerId);
    this.#stroke = !this.#isOn[index];
    this.#put(index, this.#stroke);
  }

  /** @param {PointerEvent} event */
  #draw(event) {
    if (this.#stroke === null) return;
    const index = this.#under(event);
    if (index >= 0) this.#put(index, this.#stroke);
  }

  #end() {
    this.#stroke = null;
  }

  /** @param {PointerEvent} event */
  #under({ clientX, clientY }) {
    return this.cells.findIndex((cell) => cell === document.elementFromPoint(clientX, clientY));
  }

  /** @param {KeyboardEvent} event */
  #walk(event) {
    const step = STEPS[event.key];
    const at = this.cells.findIndex((cell) => cell === document.activeElement);
    if (!step || at < 0) return;
    event.preventDefault();
    const [x, y] = [(at % SIDE) + step[0], Math.floor(at / SIDE) + step[1]];
    if (x >= 0 && y >= 0 && x < SIDE && y < SIDE) this.#goTo(y * SIDE + x);
  }

  /** One square at a time is in the order of Tab. @param {number} index */
  #goTo(index) {
    this.cells.forEach((cell, other) =>
      cell.setAttribute('tabindex', other === index ? '0' : '-1')
    );
    this.cells[index].focus();
  }

  /** @param {number} index @param {boolean} isOn */
  #put(index, isOn) {
    if (this.#isOn[index] === isOn) return;
    this.#isOn[index] = isOn;
    this.#paint();
    this.#onChange(this.rows);
  }

  #paint() {
    const together = hangingTogether(squaresOf(this.rows));
    this.cells.forEach((cell, index) => {
      const isOn = this.#isOn[index];
      cell.setAttribute('aria-selected', String(isOn));
      const isLoose = isOn && !together.has(`${index % SIDE},${Math.floor(index / SIDE)}`);
      cell.classList.toggle('loose', isLoose);
    });
  }
}
