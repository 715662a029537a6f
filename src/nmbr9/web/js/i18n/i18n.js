// Texts in three languages. A catalogue is a flat object: key -> text with {names} in it. A key with
// plural forms is written "key#one", "key#other"; `count` chooses among them.

import { FILES } from '../net/base.js';
import * as settings from '../settings.js';

/** @typedef {Record<string, string>} Catalogue */
/** @typedef {Record<string, string | number>} Params */

export const LANGUAGES = /** @type {const} */ (['en', 'de', 'pt']);

/** Names of the languages, each in its own. */
export const LANGUAGE_NAMES = { en: 'English', de: 'Deutsch', pt: 'Português' };

/** @typedef {typeof LANGUAGES[number]} Language */

/** @type {Language} */
let language = 'en';
/** @type {Catalogue} */
let catalogue = {};
let plurals = new Intl.PluralRules('en');
let numbers = new Intl.NumberFormat('en');

/**
 * The first language of a list that we have.
 * @param {readonly string[]} wanted
 * @returns {Language}
 */
export function choose(wanted) {
  for (const tag of wanted) {
    const found = LANGUAGES.find((ours) => ours === tag.slice(0, 2).toLowerCase());
    if (found) return found;
  }
  return 'en';
}

/** @param {string} name of a file @returns {Promise<any>} */
export async function readTexts(name) {
  const answer = await fetch(`${FILES}locales/${name}.json`).catch(() => null);
  if (answer?.ok) return answer.json();
  // With this code a page that cannot be shown without them says that the line is cut (router.js).
  const error = new Error(`expected texts in ${name}, got ${answer?.status ?? 'no answer'}`);
  throw Object.assign(error, { code: 'request/unreachable' });
}

export async function loadLanguage() {
  const chosen = settings.current().language;
  const wanted = choose(chosen ? [chosen] : navigator.languages);
  use(wanted, await readTexts(wanted));
  document.documentElement.lang = language;
}

/**
 * Adds texts that only few pages need, until the language changes. A page asks for its own each time
 * that it opens.
 * @param {string} name of their folder
 */
export async function addTexts(name) {
  const asked = language;
  const more = await readTexts(`${name}/${asked}`);
  if (asked === language) catalogue = { ...catalogue, ...more };
}

/**
 * @param {Language} name
 * @param {Catalogue} texts
 */
export function use(name, texts) {
  [language, catalogue] = [name, texts];
  plurals = new Intl.PluralRules(name);
  numbers = new Intl.NumberFormat(name);
}

export function currentLanguage() {
  return language;
}

/**
 * The text of a key in the current language.
 * @param {string} key
 * @param {Params} [params]
 */
export function t(key, params = {}) {
  const text = find(key, params);
  if (text === undefined) throw new Error(`expected a text for ${key} in ${language}, got none`);
  return text.replace(/\{(\w+)\}/g, (_, name) => {
    const value = params[name];
    return typeof value === 'number' ? formatNumber(value) : isolated(String(value ?? ''));
  });
}

/** A name written from right to left turns itself, not the sentence around it. @param {string} text */
function isolated(text) {
  return /[\u0590-\u08ff\ufb1d-\ufefc]/.test(text) ? `\u2068${text}\u2069` : text;
}

/** Whether there is a text for a key. @param {string} key */
export function has(key) {
  return key in catalogue || `${key}#other` in catalogue;
}

/**
 * @param {string} key
 * @param {Params} params
 */
function find(key, params) {
  if (typeof params.count === 'number') {
    const form = catalogue[`${key}#${plurals.select(params.count)}`] ?? catalogue[`${key}#other`];
    if (form !== undefined) return form;
  }
  return catalogue[key];
}

/** @param {number} value */
export function formatNumber(value) {
  return numbers.format(value);
}

/**
 * @param {number} seconds since 1970
 * @param {Intl.DateTimeFormatOptions} [style]
 */
export function formatDate(seconds, style = { dateStyle: 'medium', timeStyle: 'short' }) {
  return new Intl.DateTimeFormat(language, style).format(seconds * 1000);
}

/** "Ada, Ben and Cem". @param {string[]} names */
export function formatList(names) {
  return new Intl.ListFormat(language).format(names);
}
