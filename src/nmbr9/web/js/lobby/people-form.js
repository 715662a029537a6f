// Who plays at this device: a name for each, which nobody has to tell.

import { portrait, portraitsOf } from '../art/portrait.js';
import { el, fill } from '../dom.js';
import { t } from '../i18n/i18n.js';
import { knownPlayer } from '../net/api.js';
import { namesAtDevice } from '../net/device-seats.js';
import { icon } from '../ui/icons.js';
import { calledNames } from './device-match.js';

/** Fewer play alone. */
const FEWEST = 2;

/** Those who played here last; at first the player of this browser and somebody else. */
export function firstPeople() {
  const names = namesAtDevice();
  return names.length >= FEWEST ? names : [knownPlayer()?.name ?? '', ''];
}

/**
 * A row for each person.
 * @param {HTMLElement} panel
 * @param {string[]} names  changed as they are typed
 * @param {number} most
 * @param {() => void} refresh
 */
export function showPeople(panel, names, most, refresh) {
  const shown = names.slice(0, most);
  const pictures = shown.map(() => el('span'));
  const draw = () => {
    const looks = portraitsOf(calledNames(names.slice(0, most)));
    looks.forEach((look, index) => fill(pictures[index], look && portrait(look)));
  };
  /** @param {number} index */
  const row = (index) =>
    el(
      'div.row.bot-row',
      pictures[index],
      el('input.field.grow', {
        'aria-label': t('device.name', { number: index + 1 }),
        'data-key': `name-${index}`,
        placeholder: t('player.numbered', { number: index + 1 }),
        maxlength: 24,
        autocomplete: 'off',
        value: names[index],
        oninput: (/** @type {Event} */ event) => {
          names[index] = /** @type {HTMLInputElement} */ (event.target).value;
          draw();
        },
      }),
      shown.length > FEWEST &&
        el(
          'button.btn.icon.plain',
          {
            'aria-label': t('device.remove', { number: index + 1 }),
            onclick: () => {
              names.splice(index, 1);
              refresh();
            },
          },
          icon('x'),
        ),
    );
  fill(
    panel,
    el('h3.cap', t('device.people')),
    ...shown.map((_, index) => row(index)),
    shown.length < most &&
      el(
        'button.btn',
        {
          'data-key': 'more',
          onclick: () => {
            names.push('');
            refresh();
            /** @type {HTMLElement | null} */ (
              panel.querySelector(`[data-key="name-${names.length - 1}"]`)
            )?.focus();
          },
        },
        icon('plus'),
        t('device.add'),
      ),
  );
  draw();
}
