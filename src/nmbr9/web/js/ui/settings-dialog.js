// The player's own settings, and leaving no trace.

import { el } from '../dom.js';
import { askToNotify } from '../game/calling.js';
import { words } from '../game/words/refusals.js';
import { LANGUAGE_NAMES, t } from '../i18n/i18n.js';
import { forgetMe, isKnown, knownPlayer, logOut, takeName } from '../net/api.js';
import { go } from '../router.js';
import * as settings from '../settings.js';
import { openDialog, segments, toggleRow } from './dialog.js';
import { say, toast } from './live.js';
import { sureButton } from './sure-button.js';

/** @param {import('../dom.js').Child[]} [more] what else belongs here on this page */
export function openSettings(more = []) {
  const now = settings.current();
  /** @param {keyof settings.Settings} name */
  const toggle = (name) =>
    toggleRow(
      t(`settings.${name}`),
      t(`settings.${name}.${name === 'calls' && !isSecureContext ? 'plain' : 'words'}`),
      Boolean(now[name]),
      (isOn) => {
        settings.change({ [name]: isOn });
        if (name === 'calls' && isOn) void askToNotify();
      },
    );
  const close = openDialog({
    title: t('settings.title'),
    kind: 'narrow',
    content: [
      ...more,
      nameForm(),
      segments(
        'language',
        t('settings.language'),
        Object.entries(LANGUAGE_NAMES),
        document.documentElement.lang,
        (value) => {
          close();
          settings.change({ language: /** @type {'en'} */ (value) });
        },
      ),
      segments(
        'theme',
        t('settings.theme'),
        ['system', 'light', 'dark', 'contrast'].map((name) => [name, t(`theme.${name}`)]),
        now.theme,
        (value) => settings.change({ theme: /** @type {'light'} */ (value) }),
      ),
      toggle('confirms'),
      toggle('followsMouse'),
      toggle('magnet'),
      toggle('digitsUpright'),
      segments(
        'finishes',
        t('settings.finishes'),
        ['bots', 'always', 'never'].map((name) => [name, t(`settings.finishes.${name}`)]),
        now.finishes,
        (value) => settings.change({ finishes: /** @type {'bots'} */ (value) }),
      ),
      toggle('sound'),
      toggle('calls'),
      toggle('commandField'),
      knownPlayer() && !document.documentElement.dataset.host &&
      leaving(t('log-out'), t('log-out.sure'), logOut, () => close()),
      isKnown() && leaving(t('forget'), t('forget.sure'), forgetMe, () => close()),
    ],
  });
  return close;
}

/** A name that others see. It is kept as soon as the field is left, whatever was pressed instead. */
export function nameForm() {
  let taken = knownPlayer()?.name ?? t('player.guest');
  const input = /** @type {HTMLInputElement} */ (
    el('input.field.grow', {
      id: 'name',
      maxlength: 24,
      autocomplete: 'nickname',
      value: taken,
      onchange: () => void take(),
    })
  );
  const take = async () => {
    const wanted = input.value.trim();
    // Enter leaves the field, too, and asks once more.
    if (!wanted || wanted === taken) return;
    taken = wanted;
    try {
      const { name } = await takeName(wanted);
      if (input.value.trim() === wanted) input.value = name;
      for (const who of document.querySelectorAll('.who')) who.textContent = name;
      say(t('name.taken', { name }));
    } catch (error) {
      taken = '';
      toast(words(error), 'bad');
    }
  };
  return el(
    'form.name-form',
    {
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        void take();
      },
    },
    el('label.cap', { for: 'name' }, t('name.label')),
    el('div.row', input, el('button.btn', { type: 'submit' }, t('name.take'))),
  );
}

/**
 * @param {string} label
 * @param {string} question
 * @param {() => Promise<void>} leave
 * @param {() => void} close
 */
function leaving(label, question, leave, close) {
  return sureButton(label, question, async () => {
    try {
      await leave();
    } finally {
      close();
      await go('/');
    }
  });
}
