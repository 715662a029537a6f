// All keys of the game, in a dialog that the key ? opens.

import { el } from '../../dom.js';
import { t } from '../../i18n/i18n.js';
import { openDialog } from '../../ui/dialog.js';

/** The keys (input/keys.js) and what they do, by what they are for. @type {Record<string, [string, string[]][]>} */
const KEYS = {
  'your-tile': [
    ['turn.left', ['Q']],
    ['turn.right', ['E', 'R']],
    ['keys.move', ['←', '↑', '→', '↓']],
    ['keys.spots', ['Tab']],
    ['tool.flip', ['X']],
    ['place', ['Enter']],
    ['keys.done', ['Enter', 'Space']],
    ['keys.escape', ['Esc']],
  ],
  'keys.look': [
    ['tool.spots', ['S']],
    ['tool.level', ['L']],
    ['keys.heights', ['H']],
    ['tool.tilt', ['T']],
    ['tool.closer', ['C']],
    ['tool.frame', ['F']],
    ['keys.zoom', ['+', '−']],
    ['keys.type', ['/']],
    ['keys.title', ['?']],
  ],
};
/** What turns a tile without a key. */
const POINTER = ['wheel', 'right', 'tap', 'finger'];

/** @param {import('../state/state.js').GameState} state */
export function openKeys({ holdable }) {
  const canTurnOver = holdable.some((held) => held.canTurnOver);
  openDialog({
    title: t('keys.title'),
    kind: 'narrow',
    content: [
      ...Object.entries(KEYS).map(([group, keys]) =>
        el(
          'section',
          el('h3.cap', t(group)),
          el(
            'dl.keys',
            ...keys
              .filter(([name]) => name !== 'tool.flip' || canTurnOver)
              .flatMap(([name, caps]) => [
                el('dt', ...caps.map((cap) => el('kbd.kbd', cap))),
                el('dd', t(name)),
              ]),
          ),
        )
      ),
      el(
        'section',
        el('h3.cap', t('keys.pointer')),
        el('ul.keys-pointer', ...POINTER.map((name) => el('li', t(`keys.pointer.${name}`)))),
      ),
    ],
  });
}
