// Setting up a table: alone, against bots, with friends, with others at this device.

import { el, fill } from '../dom.js';
import { MOST_PLAYERS, optionControls } from '../lobby/options.js';
import { calledNames, newDeviceMatch } from '../lobby/device-match.js';
import { firstPeople, showPeople } from '../lobby/people-form.js';
import { tableCodeForm } from '../lobby/table-code.js';
import { botWord, botWords } from '../game/words/names.js';
import { words } from '../game/words/refusals.js';
import { t } from '../i18n/i18n.js';
import { askBots, bots, newMatch, opponent, plainOptions, USUAL } from '../net/api.js';
import { go } from '../router.js';
import { openDialog, toggleRow } from '../ui/dialog.js';
import { icon } from '../ui/icons.js';
import { toast } from '../ui/live.js';

/** @typedef {'alone' | 'bots' | 'friends' | 'device'} Mode */

/**
 * A table that waits, whose host chooses anew.
 * @typedef {object} Table
 * @property {import('../net/api.js').Options} options
 * @property {boolean} isHidden
 * @property {boolean} isListed
 * @property {number} taken  how many seats have somebody
 * @property {(options: import('../net/api.js').Options, rest: object) => Promise<unknown>} change
 */

/**
 * @param {Mode} mode
 * @param {Table} [table]  that is changed; without it a new one is made
 * @returns {() => void} what closes it
 */
export function openSetup(mode, table) {
  const options = table?.options ?? plainOptions(mode === 'alone' ? 1 : 2);
  const state = {
    bots: mode === 'bots' ? [USUAL] : [],
    isHidden: table?.isHidden ?? true,
    isListed: table?.isListed ?? false,
  };
  const names = mode === 'device' ? firstPeople() : [];
  const people = el('div.people');
  const matched = el('p.muted', { role: 'status' });

  const match = () =>
    void matchMe(state).then((answer) => {
      matched.textContent = answer;
      refresh();
    });
  const refresh = () => {
    const most = MOST_PLAYERS[options.variant];
    state.bots = state.bots.slice(0, most - 1);
    if (mode === 'bots') options.players = 1 + state.bots.length;
    if (mode === 'device') options.players = names.length;
    options.players = Math.min(options.players, most);
    if (mode === 'bots') showBots(people, state, most, refresh, match);
    if (mode === 'friends') showSeats(people, options, table?.taken ?? 0, most, refresh);
    if (mode === 'device') showPeople(people, names, most, refresh);
    controls.update();
  };
  const controls = optionControls(options, () => refresh());
  refresh();
  if (mode === 'bots') void askBots(refresh);

  /** Makes a new match; its id. */
  const made = async () => {
    const { isHidden: is_hidden, isListed: is_listed, bots } = state;
    if (mode !== 'device') return (await newMatch(options, bots, { is_hidden, is_listed })).match;
    return newDeviceMatch(options, calledNames(names.slice(0, options.players)), { is_hidden });
  };
  const finish = async () => {
    try {
      const match = table ? null : await made();
      await table?.change(options, { is_hidden: state.isHidden, is_listed: state.isListed });
      close();
      if (match) await go(`/m/${match}`);
    } catch (error) {
      toast(words(error), 'bad');
    }
  };

  const close = openDialog({
    title: t(table ? 'lobby.options' : `setup.${mode}`),
    words: t('setup.words'),
    content: [
      mode === 'friends' && !table && tableCodeForm(),
      people,
      mode === 'bots' && matched,
      ...controls.content,
      mode !== 'alone' &&
      toggleRow(
        t('hidden'),
        t(mode === 'device' ? 'hidden.device' : 'hidden.words'),
        state.isHidden,
        (isOn) => {
          state.isHidden = isOn;
        },
      ),
      mode === 'friends' &&
      toggleRow(t('listed'), t('listed.words'), state.isListed, (isOn) => {
        state.isListed = isOn;
      }),
    ],
    footer: [
      controls.summary,
      el('button.btn', { onclick: () => close() }, t('cancel')),
      el(
        'button.btn.primary',
        { onclick: finish },
        t(table ? 'own.keep' : mode === 'friends' ? 'setup.create' : 'start.play'),
      ),
    ],
  });
  return close;
}

/**
 * A row for each bot, with its strength.
 * @param {HTMLElement} panel
 * @param {{bots: string[]}} state
 * @param {number} most players
 * @param {() => void} refresh
 * @param {() => void} match  seats those who play as well as the player
 */
function showBots(panel, state, most, refresh, match) {
  fill(
    panel,
    el('h3.cap', t('bots.title')),
    ...state.bots.map((bot, index) =>
      el(
        'div.row.bot-row',
        el('span.avatar', { 'aria-hidden': 'true' }, icon('bot')),
        el(
          'select.field.grow',
          {
            'aria-label': t('bots.number', { number: index + 1 }),
            onchange: (/** @type {Event} */ event) => {
              state.bots[index] = /** @type {HTMLSelectElement} */ (event.target).value;
            },
          },
          ...bots().map((one) =>
            el('option', { value: one.name, selected: one.name === bot }, botWords(one))
          ),
        ),
        state.bots.length > 1 &&
          el(
            'button.btn.icon.plain',
            {
              'aria-label': t('bots.remove', { number: index + 1 }),
              onclick: () => {
                state.bots.splice(index, 1);
                refresh();
              },
            },
            icon('x'),
          ),
      )
    ),
    el(
      'div.row.bot-ways',
      state.bots.length + 1 < most &&
        el(
          'button.btn',
          {
            onclick: () => {
              state.bots.push(state.bots[state.bots.length - 1]);
              refresh();
            },
          },
          icon('plus'),
          t('bots.add'),
        ),
      el('button.btn', { onclick: match }, t('bots.match-me')),
    ),
  );
}

/**
 * Chooses bots that play about as well as the player; says which, and why.
 * @param {{bots: string[]}} state
 */
async function matchMe(state) {
  try {
    const { bot, games } = await opponent();
    if (!bot) return t('bots.match-nobody');
    state.bots.fill(bot);
    return t('bots.matched', { name: botWord(bot), count: games });
  } catch (error) {
    return words(error);
  }
}

/**
 * How many play.
 * @param {HTMLElement} panel
 * @param {import('../net/api.js').Options} options
 * @param {number} least
 * @param {number} most
 * @param {() => void} refresh
 */
function showSeats(panel, options, least, most, refresh) {
  const had = panel.contains(document.activeElement);
  fill(
    panel,
    el('h3.cap', { id: 'seats' }, t('seats.title')),
    el(
      'span.segment-buttons',
      { role: 'group', 'aria-labelledby': 'seats' },
      ...[2, 3, 4, 5, 6].map((count) =>
        el(
          'button.segment-button',
          {
            'aria-pressed': options.players === count,
            disabled: count < least || count > most,
            onclick: () => {
              options.players = count;
              refresh();
            },
          },
          count,
        )
      ),
    ),
  );
  if (had) /** @type {HTMLElement} */ (panel.querySelector('[aria-pressed="true"]'))?.focus();
}
