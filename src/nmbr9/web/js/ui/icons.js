// Icons as strokes in a box of 24.

import { svg } from '../dom.js';

const PATHS = {
  again: 'M20 12a8 8 0 1 1-2.5-5.8M20 3v5h-5',
  apart: 'M3 9h6v6H3zM15 9h6v6h-6z',
  back: 'M15 5l-7 7 7 7',
  black: 'M4 5h10v14H4zM18 4v16M21 7v10',
  book: 'M12 6c-2-1.5-5-2-9-2v14c4 0 7 .5 9 2 2-1.5 5-2 9-2V4c-4 0-7 .5-9 2zM12 6v14',
  bot: 'M12 4v3M5 8h14v10H5zM2 12v3M22 12v3M9 12v2M15 12v2',
  calendar: 'M4 6h16v14H4zM4 10h16M8 3v4M16 3v4',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  chevron: 'M9 5l7 7-7 7',
  clock: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 7v5l3 3',
  closer: 'M10 4a6 6 0 1 0 0 12 6 6 0 0 0 0-12zM14.5 14.5L20 20M10 7v6M7 10h6',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  cube: 'M12 3l8 4.5v9L12 21l-8-4.5v-9zM4 7.5l8 4.5 8-4.5M12 12v9',
  door: 'M10 4H5v16h5M15 8l4 4-4 4M19 12H9',
  download: 'M12 4v11M7 10l5 5 5-5M5 20h14',
  eye: 'M2 12c3-5 6-7 10-7s7 2 10 7c-3 5-6 7-10 7s-7-2-10-7zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6z',
  first: 'M18 5l-7 7 7 7M7 5v14',
  flip: 'M12 3v18M8 7l-5 5 5 5zM16 7l5 5-5 5z',
  frame: 'M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5',
  gap: 'M3 8h18M3 16h5v3M16 19v-3h5M8 12h8',
  grid: 'M5 5h.01M12 5h.01M19 5h.01M5 12h.01M12 12h.01M19 12h.01M5 19h.01M12 19h.01M19 19h.01',
  bulb:
    'M9 18h6M10 21h4M12 3a6 6 0 0 0-4 10.5c.8.8 1 1.5 1 2.5h6c0-1 .2-1.700 1-2.5A6 6 0 0 0 12 3z',
  heights: 'M4 20v-5h5v5M9 20V9h6v11M15 20V4h5v16M3 20h18',
  last: 'M6 5l7 7-7 7M17 5v14',
  layers: 'M12 4l9 5-9 5-9-5zM3 13.5l9 5 9-5',
  left: 'M4 9h10a5 5 0 0 1 0 10h-3M8 5L4 9l4 4',
  link: 'M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1',
  menu: 'M4 7h16M4 12h16M4 17h16',
  move: 'M12 3v18M3 12h18M9 6l3-3 3 3M9 18l3 3 3-3M6 9l-3 3 3 3M18 9l3 3-3 3',
  pause: 'M8 5v14M16 5v14',
  play: 'M8 5v14l11-7z',
  plus: 'M12 5v14M5 12h14',
  right: 'M20 9H10a5 5 0 0 0 0 10h3M16 5l4 4-4 4',
  reserve: 'M7 4h10v16l-5-4-5 4z',
  share: 'M12 3v12M7 8l5-5 5 5M5 13v7h14v-7',
  single: 'M8 5h8v6H8zM4 14h16v5H4z',
  smile:
    'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM8.5 14c1 1.5 2 2 3.5 2s2.5-.5 3.5-2M9 9.5h.01M15 9.5h.01',
  sound: 'M4 9v6h4l5 4V5L8 9zM16.5 8.5a5 5 0 0 1 0 7M19 6a9 9 0 0 1 0 12',
  silent: 'M4 9v6h4l5 4V5L8 9zM17 9l5 6M22 9l-5 6',
  star: 'M12 4l2.5 5 5.5.8-4 3.900.9 5.5-4.900-2.600-4.900 2.600.9-5.5-4-3.900 5.5-.8z',
  sun:
    'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.5 1.5M17.5 17.5L19 19M5 19l1.5-1.5M17.5 6.5L19 5',
  trophy: 'M8 4h8v6a4 4 0 0 1-8 0zM8 6H4c0 3 1.5 5 4 5M16 6h4c0 3-1.5 5-4 5M12 14v4M8 20h8',
  user: 'M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM4 20c1-4 4-5.5 8-5.5s7 1.5 8 5.5',
  x: 'M6 6l12 12M18 6L6 18',
};

/** @typedef {keyof typeof PATHS} IconName */

/** @param {IconName} name */
export function icon(name) {
  const path = svg('path', { d: PATHS[name] });
  return svg('svg', { class: 'ic', viewBox: '0 0 24 24', 'aria-hidden': 'true' }, path);
}
