// Written by scripts/web_shapes.py from rules/pieces/tiles.json: change that instead.

/** Rows of squares, upright, by number. */
export const NUMBERS = [
  'XXX X.X X.X XXX',
  'XX .X .X .X',
  '.XX .XX XX. XXX',
  'XXX ..X .XX XXX',
  '.XX .X. XXX .XX',
  'XXX XXX ..X XXX',
  'XX. X.. XXX XXX',
  'XXX .X. XX. X..',
  '.XX .XX XX. XX.',
  'XXX XXX XX. XX.',
];
/** Rows of squares by the index of the starting tile. */
export const STARTING = [
  'XXX XXX X..',
  'XX. XXX .XX',
  'X.X XXX .XX',
  '.X. XXX XXX',
  'XXXX .XXX',
  'XX.X XXXX',
];
/** Rows of squares by the size of the gap filler, 1 and 2. */
export const FILLERS = ['', 'X', 'XX'];
