// The editor for starting tiles of one's own (3.2): drawn once, kept in the browser, saved as a file.

import { el, fill } from '../dom.js';
import { t } from '../i18n/i18n.js';
import { openDialog } from '../ui/dialog.js';
import { icon } from '../ui/icons.js';
import { saveFile } from '../ui/save-file.js';
import {
  alikeIn,
  keepShapes,
  NAMES,
  ownShapes,
  problemOf,
  problemOfOne,
  squaresOf,
  trimmed,
} from './own-shapes.js';
import { ShapeGrid } from './shape-grid.js';
import { pictureOf } from './starting-tiles.js';

const FILE = 'nmbr9-starting-tiles.json';
/** More bytes than six tiles ever need. */
const MOST_BYTES = 10_000;

/** @param {() => void} onSaved */
export function openShapeEditor(onSaved) {
  /** By name, as drawn; no rows for a tile that is not drawn yet. @type {string[][]} */
  const tiles = NAMES.map((_, index) => ownShapes()[index] ?? []);
  let at = 0;
  const names = el('div.shape-names', { role: 'group', 'aria-label': t('own.tiles') });
  const said = el('p.shape-said', { role: 'status' });
  const save = el('button.btn.primary', { onclick: () => keep() }, t('own.keep'));
  const exported = el(
    'button.btn',
    { onclick: () => saveTiles() },
    icon('download'),
    t('own.save'),
  );
  const grid = new ShapeGrid((rows) => {
    tiles[at] = squaresOf(rows).length ? trimmed(rows) : [];
    refresh();
  });

  const drawn = () => tiles.filter((rows) => rows.length);
  const firstProblem = () => {
    const wrong = tiles.map((rows, index) => rows.length ? problemOfOne(NAMES[index], rows) : null);
    return wrong[at] ?? wrong.find(Boolean) ?? alikeIn(tiles.map((rows) => rows.join('/')));
  };

  const refresh = () => {
    const problem = firstProblem();
    fill(names, ...tiles.map(nameButton));
    said.classList.toggle('bad', Boolean(problem));
    const name = NAMES[at];
    const count = squaresOf(tiles[at]).length;
    const text = problem
      ? t(problem.key, problem.names)
      : count
      ? t('own.squares', { name, count })
      : t('own.draw', { name });
    if (said.textContent !== text) said.textContent = text;
    save.toggleAttribute('disabled', Boolean(problem));
    exported.toggleAttribute('disabled', Boolean(problem) || !drawn().length);
  };

  /** @param {string[]} rows @param {number} index */
  const nameButton = (rows, index) =>
    el(
      'button.shape-name',
      {
        'aria-pressed': index === at,
        'aria-label': t('own.tile', { name: NAMES[index] }),
        'data-key': NAMES[index],
        onclick: () => choose(index),
      },
      el('b', NAMES[index]),
      rows.length > 0 && pictureOf(rows),
    );

  /** @param {number} index */
  const choose = (index) => {
    at = index;
    grid.show(NAMES[at], tiles[at]);
    refresh();
  };

  const keep = () => {
    keepShapes(drawn());
    close();
    onSaved();
  };

  const saveTiles = () =>
    saveFile(new Blob([`${JSON.stringify(drawn())}\n`], { type: 'application/json' }), FILE);

  /** @param {File | undefined} file */
  const open = async (file) => {
    if (!file) return;
    const { shapes, problem } = await readTiles(file);
    if (problem) {
      said.classList.add('bad');
      said.textContent = t(problem.key, problem.names);
      return;
    }
    NAMES.forEach((_, index) => {
      tiles[index] = shapes[index] ?? [];
    });
    choose(0);
    said.textContent = t('own.opened', { count: shapes.length });
  };
  const input = /** @type {HTMLInputElement} */ (
    el('input', {
      type: 'file',
      hidden: true,
      accept: '.json,application/json',
      onchange: async () => {
        await open(input.files?.[0]);
        // The same file, mended, can be chosen again.
        input.value = '';
      },
    })
  );

  const close = openDialog({
    title: t('own.title'),
    words: t('own.lead'),
    kind: 'narrow',
    content: [
      names,
      grid.element,
      said,
      el(
        'div.row.shape-ways',
        el(
          'button.btn',
          {
            onclick: () => {
              tiles[at] = [];
              choose(at);
            },
          },
          icon('x'),
          t('own.clear'),
        ),
        el('button.btn', { onclick: () => input.click() }, icon('share'), t('own.open')),
        exported,
        input,
      ),
    ],
    footer: [
      el('span.grow'),
      el('button.btn', { onclick: () => close() }, t('cancel')),
      save,
    ],
  });
  choose(0);
}

/**
 * The tiles of a file, or what is wrong with it.
 * @param {File} file
 */
async function readTiles(file) {
  /** @type {unknown} */
  let read = null;
  try {
    if (file.size <= MOST_BYTES) read = JSON.parse(await file.text());
  } catch {
    // No JSON is no list, either.
  }
  const problem = problemOf(read);
  const shapes = problem ? [] : /** @type {string[][]} */ (read).map(trimmed);
  return { shapes, problem };
}
