// What is said to those who listen instead of looking: the turn, and the tile that is tried.

import { t } from '../../i18n/i18n.js';
import { say } from '../../ui/live.js';
import { lostByPlacing } from '../state/reserved.js';
import { told, violationWords } from './refusals.js';
import { cardWords, roundWords, tokenWords } from './turn.js';

/** @typedef {import('../state/state.js').GameState} GameState */

export class Speech {
  #said = '';
  /** A place was named as unfit before anybody knew why. */
  #owesWords = false;

  /** @param {Readonly<GameState>} state */
  constructor(state) {
    this.state = state;
  }

  /** @param {string} before what is told first */
  sayTurn(before) {
    const { view, trial } = this.state;
    if (!view.you || !view.table) return;
    const score = t('heard.score', { count: view.seats[view.you.seat].points ?? 0 });
    const cards = view.table.revealed.join(', ');
    let text = score;
    if (view.isMyTurn) {
      const what = trial
        ? t('heard.tile', { number: trial.held.kind.number ?? '' })
        : t('heard.choose', { cards });
      text = [`${roundWords(view)}.`, cardWords(view), what, score].filter(Boolean).join(' ');
    }
    if (before || text !== this.#said) say(`${before} ${text}`.trim());
    this.#said = text;
  }

  sayTrial() {
    const { trial, violations } = this.state;
    if (!trial) return;
    const { x, y, level, rotation } = trial.piece;
    const where = t('heard.where', { x, y, turn: t(`heard.turn.${rotation}`) });
    this.#owesWords = false;
    if (trial.spot) {
      const fits = t('heard.fits', { level, count: trial.spot.points });
      say([fits, ...this.#costs(trial.spot.tokens), where].join(' '));
      return;
    }
    const violation = told(violations ?? []);
    this.#owesWords = !violation;
    say(`${violation ? violationWords(violation) : t('heard.not')}. ${where}`);
  }

  /** What placing it there would cost, as the button says it. @param {string[]} tokens */
  #costs(tokens) {
    const lost = lostByPlacing(this.state);
    return [
      ...(tokens.length ? [t('heard.uses', { tokens: tokenWords(tokens) })] : []),
      ...(lost === null ? [] : [t('heard.loses', { number: lost })]),
    ];
  }

  /** Says why, if a place was named as unfit before that was known. */
  sayOwed() {
    if (this.#owesWords) this.sayTrial();
  }
}
