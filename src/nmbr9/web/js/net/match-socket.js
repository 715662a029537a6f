// One match over a WebSocket: numbered frames, commands sent until answered, reconnecting.

import { line } from './base.js';
import { merged, View } from './parts.js';
import { checkVersion, renew } from './version.js';

/** @typedef {import('./parts.js').Parts} Parts */
/** @typedef {'connecting' | 'open' | 'lost' | 'gone' | 'refused'} Status */
/** @typedef {{code: string, paragraph: string, message: string, squares: [number, number][], token: string | null}} Violation */
/** @typedef {{type: string, id: string | null, code: string, message: string, violations: Violation[], revision: number, action: any}} Answer */

const FIRST_WAIT = 300;
const LONGEST_WAIT = 5000;
/** Heartbeats come every 15 seconds: after so long the line is dead. */
const SILENCE = 40_000;
/** A press that is not answered for so long says that the line is cut, ... */
const UNANSWERED = 2500;
/** ... and for so long, that another line is needed. */
const DEAD = 8000;
/** Before something is sent again that the server could not take. */
const AGAIN = 600;
const POLICY = 1008;
const NO_SUCH_MATCH = 4004;
const OTHER_PROTOCOL = 4009;
/** What this page speaks; the server was perhaps renewed since it was loaded. */
const PROTOCOL = 1;

export class MatchSocket {
  /** @type {WebSocket | null} */
  #socket = null;
  #n = 0;
  /** @type {Parts} */
  #parts = {};
  /** @type {Map<string, {text: string, isFleeting: boolean, settle: (answer: Answer) => void}>} */
  #unanswered = new Map();
  #count = 0;
  /** Another device may have the same seat. */
  #own = crypto.getRandomValues(new Uint32Array(1))[0].toString(36);
  #wait = FIRST_WAIT;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #again;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #silence;
  #isClosed = false;
  #wasLost = false;
  /** A press was not answered in time, and nothing has been heard since. */
  #isDoubted = false;

  /** @type {(view: View) => void} */
  onView = () => {};
  /** @type {(status: Status, reason: string) => void} */
  onStatus = () => {};
  /** @type {(seat: number, emote: string) => void} */
  onEmote = () => {};
  /** @type {(code: string, message: string) => void} */
  onError = () => {};

  /** @param {string} match @param {string | null} token */
  constructor(match, token) {
    this.match = match;
    this.token = token;
    this.online = () => this.#connect();
    this.offline = () => this.#drop();
    addEventListener('online', this.online);
    addEventListener('offline', this.offline);
    this.#connect();
  }

  #connect() {
    if (this.#isClosed || this.#socket) return;
    clearTimeout(this.#again);
    const socket = line.open(this.match);
    this.#socket = socket;
    socket.onopen = () => {
      const { match, token } = this;
      socket.send(JSON.stringify({ type: 'watch', match, token, protocol: PROTOCOL }));
      this.#n = 0;
      this.#listen();
    };
    socket.onmessage = (event) => {
      this.#listen();
      if (this.#isDoubted) this.onStatus('open', '');
      this.#isDoubted = false;
      this.#take(JSON.parse(event.data));
    };
    socket.onclose = (event) => this.#lost(event);
  }

  /** Leaves a line that is dead, though nobody has said so yet, for another one. */
  #drop() {
    const socket = this.#socket;
    if (!socket) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
    this.#lost({ code: 0, reason: '' });
  }

  /** @param {{code: number, reason: string}} event */
  #lost(event) {
    clearTimeout(this.#silence);
    this.#socket = null;
    if (this.#isClosed) return;
    if (event.code === NO_SUCH_MATCH) this.onStatus('gone', event.reason);
    else if (event.code === OTHER_PROTOCOL) renew();
    else if (event.code === POLICY) this.onStatus('refused', event.reason);
    else {
      this.onStatus('lost', event.reason);
      this.#wasLost = true;
      this.#again = setTimeout(() => this.#connect(), this.#wait);
      this.#wait = Math.min(LONGEST_WAIT, this.#wait * 2);
    }
  }

  #listen() {
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => this.#drop(), SILENCE);
  }

  /** @param {any} frame */
  #take(frame) {
    switch (frame.type) {
      case 'state':
        this.#show(frame.n, frame.parts);
        this.#wait = FIRST_WAIT;
        this.onStatus('open', '');
        if (this.#wasLost) void checkVersion();
        this.#wasLost = false;
        for (const { text } of this.#unanswered.values()) this.#send(text);
        break;
      case 'changed':
        if (frame.n === this.#n + 1) this.#show(frame.n, merged(this.#parts, frame.parts));
        else if (frame.n > this.#n) this.sync();
        break;
      case 'ping':
        if (frame.n > this.#n) this.sync();
        break;
      case 'emote':
        this.onEmote(frame.seat, frame.emote);
        break;
      case 'error':
        this.#failed(frame);
        break;
      default:
        this.#unanswered.get(frame.id)?.settle(frame);
        this.#unanswered.delete(frame.id);
    }
  }

  /** @param {number} n @param {Parts} parts */
  #show(n, parts) {
    this.#n = n;
    this.#parts = parts;
    this.onView(new View(parts));
  }

  /** @param {Answer} frame */
  #failed(frame) {
    const { id, code } = frame;
    const waiting = this.#unanswered.get(id ?? '');
    const isLater = code === 'frame/too-many' || code === 'storage/unavailable';
    if (waiting && (!isLater || waiting.isFleeting)) {
      this.#unanswered.delete(id ?? '');
      waiting.settle(frame);
      return;
    }
    // Too fast, or the database was away: the same once more, under the same id.
    if (waiting) {
      setTimeout(() => this.#unanswered.has(id ?? '') && this.#send(waiting.text), AGAIN);
    }
    this.onError(code, frame.message);
  }

  /** @param {string} text */
  #send(text) {
    if (this.#socket?.readyState === WebSocket.OPEN && this.#n > 0) this.#socket.send(text);
  }

  sync() {
    this.#send('{"type":"sync"}');
  }

  /**
   * @param {string} type
   * @param {object} rest
   * @param {boolean} [isFleeting] whether it is not worth sending again
   * @returns {Promise<Answer>}
   */
  #ask(type, rest, isFleeting = false) {
    const id = `${this.#own}-${++this.#count}`;
    const text = JSON.stringify({ type, id, ...rest });
    /** @type {Promise<Answer>} */
    const answer = new Promise((settle) => {
      this.#unanswered.set(id, { text, isFleeting, settle });
    });
    this.#send(text);
    return answer;
  }

  /**
   * Sends a command until it is answered, also over a new connection; it says when that takes long.
   * @param {string} what
   * @param {object} [rest]
   */
  async command(what, rest = {}) {
    const doubting = setTimeout(() => {
      if (this.#isClosed) return;
      this.#isDoubted = true;
      this.onStatus('lost', '');
    }, UNANSWERED);
    const dropping = setTimeout(() => this.#drop(), DEAD);
    const answer = await this.#ask('command', { do: what, ...rest });
    clearTimeout(doubting);
    clearTimeout(dropping);
    return answer;
  }

  /**
   * Which rules an action would break now; of type error where that was asked too often.
   * @param {{action: object} | {text: string}} what
   */
  explain(what) {
    return this.#ask('explain', what, true);
  }

  /** What the strongest bot would do. */
  hint() {
    return this.#ask('hint', {});
  }

  /** @param {string} emote */
  emote(emote) {
    this.#send(JSON.stringify({ type: 'emote', emote }));
  }

  close() {
    this.#isClosed = true;
    removeEventListener('online', this.online);
    removeEventListener('offline', this.offline);
    clearTimeout(this.#again);
    clearTimeout(this.#silence);
    const socket = this.#socket;
    // Something may still come, and nobody listens any more.
    if (socket) socket.onmessage = null;
    // Closed before it is open, a socket complains in the console.
    if (socket?.readyState === WebSocket.CONNECTING) socket.onopen = () => socket.close();
    else socket?.close();
  }
}
