// The skeleton of the game page; the style sheet puts its parts where the screen has room.

import { el } from '../dom.js';
import { t } from '../i18n/i18n.js';
import { logo } from '../ui/bar.js';
import { icon } from '../ui/icons.js';

/**
 * @param {HTMLElement} root
 * @param {object} actions
 * @param {() => void} actions.onMenu
 * @param {() => void} actions.onSound
 * @param {() => void} actions.onTheme
 * @param {() => void} actions.onScore
 * @param {boolean} isPlaying  onlookers are not told how to move a tile
 */
export function build(root, { onMenu, onSound, onTheme, onScore }, isPlaying) {
  const parts = {
    heading: el('h1.only-heard', t('game.title')),
    // Players hear it with their tile; who hears both is told the round twice.
    round: el('b.round', { role: isPlaying ? null : 'status' }),
    strip: el('div.strip', { 'aria-hidden': 'true' }),
    sound: el('button.btn.icon.plain.wide-only', { onclick: onSound }, icon('silent')),
    theme: el(
      'button.btn.icon.plain.wide-only',
      { 'aria-label': t('theme.next'), title: t('theme.next'), onclick: onTheme },
      icon('sun'),
    ),
    menu: el(
      'button.btn.icon.plain',
      { 'aria-label': t('menu'), title: t('menu'), onclick: onMenu },
      icon('menu'),
    ),
    banner: el('div.banner', { role: 'status', hidden: true }),
    tile: el('section.panel-tile'),
    modules: el('section.panel-extras', { hidden: true }),
    still: el('section.panel-still'),
    why: el('section.panel-why', { hidden: true }),
    foot: el('div.panel-foot'),
    middle: el('main.middle'),
    table: el('section.table.tablebg', {
      tabindex: 0,
      role: 'application',
      'aria-label': t('table.label'),
      'aria-describedby': isPlaying ? 'table-help' : null,
    }),
    described: el('ul.only-heard', { 'aria-label': t('heard.display') }),
    note: el('p.note.pill'),
    // There before anybody speaks in it: what comes together with its place is not heard everywhere.
    told: el('div.told', { role: 'status' }),
    toolbar: el('div.toolbar', { role: 'toolbar', 'aria-label': t('toolbar') }),
    actions: el('div.actions'),
    commandField: el('div.typed', { hidden: true }),
    whose: el('h2.cap'),
    points: el('button.points', { onclick: onScore }),
    preview: el('span.pill.ok', { hidden: true }),
    ladder: el('ol.ladder', { 'aria-label': t('ladder') }),
    players: el('section.panel-players', { hidden: true }),
  };
  parts.middle.append(
    parts.heading,
    isPlaying ? el('p.only-heard', { id: 'table-help' }, t('table.help')) : '',
    parts.table,
    parts.described,
    parts.note,
    parts.toolbar,
    parts.commandField,
    parts.actions,
    parts.told,
  );
  root.classList.add('game');
  root.append(
    el(
      'header.bar',
      logo(),
      el('div.bar-middle', parts.round, parts.strip),
      parts.sound,
      parts.theme,
      parts.menu,
    ),
    parts.banner,
    el('aside.rail.left', parts.tile, parts.modules, parts.still, parts.why, parts.foot),
    parts.middle,
    el(
      'aside.rail.right',
      { 'aria-label': t('board.score') },
      el(
        'section.panel-score',
        parts.whose,
        el('div.score-row', parts.points, parts.preview),
        parts.ladder,
      ),
      parts.players,
    ),
  );
  return parts;
}

/** @typedef {ReturnType<typeof build>} Layout */
