// Why a spot is illegal: asked of the server, remembered as long as the turn is the same.

/** @typedef {import('../net/match-socket.js').Violation} Violation */

/**
 * Between two questions, in milliseconds: while a tile is dragged only the last spot matters. The
 * server answers ten a second (docs/protocol.md).
 */
const PAUSE = 110;
/** After a question that came too fast all the same. */
const REST = 1000;

export class Explainer {
  /** @type {Map<string, Violation[]>} */
  #known = new Map();
  #revision = -1;
  /** @type {{name: string, action: object} | null} */
  #next = null;
  #isBusy = false;

  /**
   * @param {Pick<import('./actions.js').Line, 'explain'>} line
   * @param {() => void} onAnswer
   */
  constructor(line, onAnswer) {
    this.line = line;
    this.onAnswer = onAnswer;
  }

  /**
   * The rules that an action breaks; undefined until the server has answered.
   * @param {number} revision
   * @param {object} action
   * @returns {Violation[] | undefined}
   */
  ask(revision, action) {
    if (revision !== this.#revision) {
      this.#revision = revision;
      this.#known.clear();
    }
    const name = JSON.stringify(action);
    const found = this.#known.get(name);
    if (!found) {
      this.#next = { name, action };
      void this.#work();
    }
    return found;
  }

  async #work() {
    if (this.#isBusy) return;
    this.#isBusy = true;
    while (this.#next) {
      const asked = this.#next;
      const { name, action } = asked;
      this.#next = null;
      const answer = await this.line.explain({ action });
      const isTooFast = answer.code === 'frame/too-many';
      if (isTooFast) this.#next ??= asked;
      if (answer.type === 'explained' && answer.revision === this.#revision) {
        this.#known.set(name, answer.violations);
        this.onAnswer();
      }
      await new Promise((done) => setTimeout(done, isTooFast ? REST : PAUSE));
    }
    this.#isBusy = false;
  }
}
