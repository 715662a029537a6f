// Making elements without a framework.

import { at } from './net/base.js';

/** @typedef {Node | string | number | null | undefined | false} Child */

/**
 * An element: `el('button.btn.primary', { onclick: place }, 'Place')`. A key that begins with "on" is
 * a listener, a boolean is an attribute there or not, everything else an attribute. A button submits
 * nothing unless its type says so. A link to "/..." leads to a page of ours, wherever they are kept.
 * @param {string} what tag and classes
 * @param {Record<string, unknown> | Child} [first] attributes, or the first child
 * @param {...Child} children
 * @returns {HTMLElement}
 */
export function el(what, first, ...children) {
  const [tag, ...classes] = what.split('.');
  const element = document.createElement(tag);
  if (classes.length) element.className = classes.join(' ');
  if (tag === 'button') set(element, 'type', 'button');
  if (typeof first !== 'object' || first === null || first instanceof Node) children.unshift(first);
  else for (const [name, value] of Object.entries(first)) set(element, name, value);
  element.append(...shown(children));
  return element;
}

/**
 * @param {Element} element
 * @param {string} name
 * @param {unknown} value
 */
export function set(element, name, value) {
  if (name.startsWith('on') && typeof value === 'function') {
    element.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
  } else if (typeof value === 'boolean') {
    // ARIA has its own words for yes and no.
    if (name.startsWith('aria-')) element.setAttribute(name, String(value));
    else element.toggleAttribute(name, value);
  } else if (value === null || value === undefined) {
    element.removeAttribute(name);
  } else {
    const text = String(value);
    element.setAttribute(name, name === 'href' && text.startsWith('/') ? at(text) : text);
  }
}

/**
 * @param {Child[]} children
 * @returns {(Node | string)[]}
 */
function shown(children) {
  return children
    .filter((child) => child !== null && child !== undefined && child !== false)
    .map((child) => (child instanceof Node ? child : String(child)));
}

/**
 * Replaces what is in an element. Whoever is there by keys, on something with a `data-key`, stays on
 * what has that key now.
 * @param {Element} element
 * @param {...Child} children
 */
export function fill(element, ...children) {
  const { activeElement: had } = document;
  const isByKeys = had && element.contains(had) && had.matches(':focus-visible');
  const key = isByKeys && had.getAttribute('data-key');
  element.replaceChildren(...shown(children));
  if (key) {
    const now = element.querySelector(`[data-key="${CSS.escape(key)}"]`);
    /** @type {HTMLElement | null} */ (now)?.focus({ preventScroll: true });
  }
}

const SVG = 'http://www.w3.org/2000/svg';

/**
 * @param {string} tag
 * @param {Record<string, string | number>} [attributes]
 * @param {...Node} children
 * @returns {SVGElement}
 */
export function svg(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...children);
  return element;
}

/** Whether the player wants no motion. */
export function isCalm() {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}
