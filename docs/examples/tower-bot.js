// A bot in another language: it builds high and close, and knows nothing but the process protocol
// (docs/bot-protocol.md). Runs under Deno, Node and Bun alike:
//
//   nmbr9 simulate --bots 'greedy,process:deno run tower-bot.js' --games 100

import { createInterface } from 'node:readline';

const HELLO = {
  type: 'hello',
  protocol: 1,
  name: 'tower',
  version: 1,
  summary: 'builds high, close to the middle; written in JavaScript',
};

/** The middle of what lies in a display, by the corners of its pieces. */
function middleOf(pieces) {
  const sum = (key) => pieces.reduce((total, piece) => total + piece[key], 0);
  const count = Math.max(1, pieces.length);
  return [sum('x') / count, sum('y') / count];
}

/** The spot of an offer that brings most: the highest, and of these the closest to the middle. */
function bestSpot(at, [x, y]) {
  const worth = ([, left, top, level]) => 1000 * level - Math.hypot(left - x, top - y);
  return at.reduce((best, spot) => (worth(spot) > worth(best) ? spot : best));
}

function choose({ view, legal }) {
  const middle = middleOf(view.players[view.viewer].pieces);
  const plain = legal.find((one) => one.do === 'place' && one.tokens.length === 0);
  if (plain) {
    const { at, ...action } = plain;
    const [rotation, x, y, level] = bestSpot(at, middle);
    return { ...action, rotation, x, y, level };
  }
  // No tile to place yet: take the highest card; with the tile placed, end the turn.
  const numberOf = (take) => view.table.revealed[take.pile ?? 0];
  const takes = legal.filter((one) => one.do === 'take');
  if (takes.length > 0) {
    return takes.reduce((best, take) => (numberOf(take) > numberOf(best) ? take : best));
  }
  return legal.find((one) => ['done', 'pass', 'reject'].includes(one.do));
}

for await (const line of createInterface({ input: process.stdin })) {
  const asked = JSON.parse(line);
  const answer = asked.type === 'hello'
    ? HELLO
    : { type: 'action', id: asked.id, action: choose(asked) };
  console.log(JSON.stringify(answer));
}
