// Coming to a table by its code: six characters, typed wherever one is on the start page.

import { words } from '../game/words/refusals.js';
import { t } from '../i18n/i18n.js';
import { get } from '../net/api.js';
import { go } from '../router.js';
import { codeForm } from '../ui/code-form.js';
import { toast } from '../ui/live.js';

/** As many characters of a match's id are its code while it waits. */
const CODE_LENGTH = 6;

/** The code of a match, in two groups to be said. @param {string} match its id */
export function codeWords(match) {
  return `${match.slice(0, CODE_LENGTH / 2)} ${match.slice(CODE_LENGTH / 2, CODE_LENGTH)}`;
}

/** The field for the code of a table. */
export const tableCodeForm = () => codeForm(t('join.code'), 'm', goToTable);

/** @param {string} code or the id of a match, which a link ends with */
async function goToTable(code) {
  try {
    const match = code.length === CODE_LENGTH ? (await get(`/codes/${code}`)).match : code;
    await go(`/m/${match}`);
  } catch (error) {
    toast(words(error), 'bad');
  }
}

/**
 * Lets what is typed beside every field go into the form.
 * @param {HTMLElement} form
 * @returns {() => void} what ends it
 */
export function takeTyping(form) {
  /** @param {KeyboardEvent} event */
  const typed = ({ key, target, ctrlKey, metaKey, altKey }) => {
    const isElsewhere = target instanceof Element && target.closest('input, select, dialog');
    if (isElsewhere || ctrlKey || metaKey || altKey || !/^[2-9a-z]$/i.test(key)) return;
    // Focused while the key is still down, the field gets the character, too.
    form.querySelector('input')?.focus();
  };
  document.addEventListener('keydown', typed);
  return () => document.removeEventListener('keydown', typed);
}
