// Which starting tiles a game draws from (3.2): our six, or the player's own.

import { el, fill } from '../dom.js';
import { addTexts, t } from '../i18n/i18n.js';
import { opener } from '../net/version.js';
import { tilePicture } from '../ui/cards.js';
import { ownShapes } from './own-shapes.js';

/** @typedef {import('../net/api.js').Options} Options */

// Few have the box, so nobody else loads the editor.
const openEditor = opener(async () => {
  const [editor] = await Promise.all([import('./shape-editor.js'), addTexts('lobby')]);
  return editor.openShapeEditor;
});

/**
 * Shows the choice, or nothing without the module.
 * @param {HTMLElement} panel
 * @param {Options} options changed as the player chooses
 * @param {() => void} changed
 */
export function showStartingTiles(panel, options, changed) {
  panel.hidden = !options.starting_tiles;
  if (panel.hidden) return;
  const own = ownShapes();
  const areEnough = own.length >= options.players;
  if (!areEnough) options.starting_shapes = [];
  const isOwn = Boolean(options.starting_shapes?.length);
  /** @param {boolean} wantsOwn @param {string} text */
  const way = (wantsOwn, text) =>
    el(
      'button.segment-button',
      {
        'aria-pressed': isOwn === wantsOwn,
        'data-key': `own-${wantsOwn}`,
        disabled: wantsOwn && !areEnough,
        onclick: () => {
          options.starting_shapes = wantsOwn ? own : [];
          changed();
        },
      },
      text,
    );
  const edited = () => {
    options.starting_shapes = ownShapes();
    changed();
  };
  fill(
    panel,
    el(
      'div.row.token-ways',
      own.length > 0 &&
        el('span.segment-buttons', way(false, t('own.ours')), way(true, t('own.mine'))),
      el(
        'button.btn',
        { 'data-key': 'own-edit', onclick: () => openEditor(edited) },
        t(own.length ? 'own.edit' : 'own.enter'),
      ),
    ),
    own.length === 0 && el('small', t('own.words')),
    own.length > 0 && !areEnough &&
      el('small', t('own.too-few', { own: own.length, players: options.players })),
    own.length > 0 && el('div.own-tiles', ...own.map(pictureOf)),
  );
}

/** @param {string[]} rows */
export function pictureOf(rows) {
  return tilePicture({ starting_tile: rows, rotation: 0, x: 0, y: 0, level: 0 });
}
