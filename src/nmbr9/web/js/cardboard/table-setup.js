// Who plays at the table of cardboard and with what: the same questions for the caller and the score pad.

import { el, fill } from '../dom.js';
import { t } from '../i18n/i18n.js';
import { MOST_PLAYERS, optionControls } from '../lobby/options.js';
import { plainOptions } from '../net/api.js';
import { icon } from '../ui/icons.js';
import { habits, keepHabits } from './kept.js';

/** @typedef {import('../net/api.js').Options} Options */

/** As long as a name may be elsewhere. */
const LONGEST_NAME = 24;

/**
 * @param {object} what
 * @param {string} what.start  the words of the button
 * @param {(options: Options, names: string[]) => void} what.onStart
 */
export function tableSetup({ start, onStart }) {
  const last = habits();
  /** One for each player, and behind them those of last time who may come back. */
  const names = [...last.names];
  const options = { ...plainOptions(2), ...last.options };
  const people = el('fieldset.table-people');

  const refresh = () => {
    options.players = Math.min(options.players, MOST_PLAYERS[options.variant]);
    showPeople(people, options, names, refresh);
    controls.update();
  };
  const controls = optionControls(options, () => refresh());
  refresh();
  const begin = () => {
    const all = Array.from(
      { length: Math.max(names.length, options.players) },
      (_, player) => (names[player] ?? '').trim(),
    );
    keepHabits({ names: all, options });
    onStart(options, all.slice(0, options.players));
  };
  return el(
    'form.table-setup',
    {
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        begin();
      },
    },
    people,
    ...controls.content,
    el(
      'footer.lobby-foot',
      controls.summary,
      el('button.btn.primary.big', { type: 'submit' }, start),
    ),
  );
}

/**
 * A field for the name of each player.
 * @param {HTMLElement} panel
 * @param {Options} options
 * @param {string[]} names
 * @param {() => void} refresh
 */
function showPeople(panel, options, names, refresh) {
  const had = panel.contains(document.activeElement);
  fill(
    panel,
    el('legend.cap', t('seats.title')),
    ...Array.from({ length: options.players }, (_, player) =>
      el(
        'div.row.table-person',
        el('input.field.grow', {
          'aria-label': t('table.name', { number: player + 1 }),
          placeholder: t('player.numbered', { number: player + 1 }),
          maxlength: LONGEST_NAME,
          autocomplete: 'off',
          value: names[player] ?? '',
          oninput: (/** @type {Event} */ event) => {
            names[player] = /** @type {HTMLInputElement} */ (event.target).value;
          },
        }),
        options.players > 1 &&
          el(
            'button.btn.icon.plain',
            {
              'aria-label': t('table.remove', { number: player + 1 }),
              onclick: () => {
                // Whoever leaves is offered again when somebody comes.
                names.push(...names.splice(player, 1));
                options.players--;
                refresh();
              },
            },
            icon('x'),
          ),
      )),
    options.players < MOST_PLAYERS[options.variant] &&
      el(
        'button.btn',
        {
          'data-key': 'add',
          onclick: () => {
            options.players++;
            refresh();
          },
        },
        icon('plus'),
        t('table.add'),
      ),
  );
  if (had && !panel.contains(document.activeElement)) {
    /** @type {HTMLElement} */ (panel.querySelector('input')).focus();
  }
}
