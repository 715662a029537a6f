// A lesson as if it were a match: what a learner does is judged by the server and kept only here.

import * as api from '../net/api.js';
import { View } from '../net/parts.js';

/** @typedef {import('../net/match-socket.js').Answer} Answer */
/** @typedef {import('../net/match-socket.js').Violation} Violation */

/** @returns {Promise<Lesson[]>} */
export const lessons = () => api.get('/lessons');

export class LessonSocket {
  /** A task may be the decision that is the only one left. */
  asksAll = true;
  /** @type {object[]} */
  #actions = [];
  /** How many tasks are solved. */
  reached = 0;
  /** A task was solved. @type {(view: View) => void} */
  onView = () => {};

  /** @param {Lesson} lesson */
  constructor(lesson) {
    this.lesson = lesson;
    this.view = new View(lesson.parts);
  }

  get isSolved() {
    return this.reached === this.lesson.goals;
  }

  /**
   * What the server says; in place of it, when it cannot be reached, the answer to give.
   * @param {{actions?: object[], explain?: object, text?: string}} body
   * @returns {Promise<{told: any, failed: null} | {told: null, failed: Answer}>}
   */
  async #try(body) {
    try {
      const path = `/lessons/${this.lesson.id}`;
      return { told: await api.post(path, { actions: this.#actions, ...body }), failed: null };
    } catch (error) {
      const { code, message } = /** @type {api.ApiError} */ (error);
      return { told: null, failed: answer('error', { code, message }) };
    }
  }

  /**
   * Which rules an action would break.
   * @param {{action?: object, text?: string}} what
   * @returns {Promise<Answer>}
   */
  async explain({ action, text }) {
    const { told, failed } = await this.#try({ explain: action, text });
    if (failed) return failed;
    const revision = this.view.you?.revision ?? 0;
    return answer('explained', { violations: told.violations, action: told.action, revision });
  }

  /**
   * Does what the lesson asks for; anything else that is legal is not kept.
   * @param {string} _
   * @param {{action?: object}} [rest]
   * @returns {Promise<Answer>}
   */
  async command(_, { action = {} } = {}) {
    const actions = [...this.#actions, action];
    const { told, failed } = await this.#try({ actions });
    if (failed) return failed;
    if (told.violations.length) {
      return answer('rejected', { code: 'action/illegal', violations: told.violations });
    }
    if (told.reached === this.reached) return answer('rejected', { code: 'lesson/other' });
    this.#actions = actions;
    this.reached = told.reached;
    const { parts } = told;
    // A solved lesson is over, although the game in it would go on.
    if (this.isSolved) parts.you = { ...parts.you, legal: [] };
    this.view = new View(parts);
    this.onView(this.view);
    return answer('accepted', {});
  }

  /** Nothing is ever missed. */
  sync() {}
}

/**
 * @param {string} type
 * @param {Partial<Answer>} rest
 * @returns {Answer}
 */
function answer(type, rest) {
  return {
    type,
    id: '',
    code: '',
    message: '',
    violations: [],
    revision: 0,
    action: null,
    ...rest,
  };
}
