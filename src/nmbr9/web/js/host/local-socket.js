// A line to the referee in the worker, with as much of a WebSocket as the page uses.

export class LocalSocket {
  /** @type {number} */
  readyState = WebSocket.CONNECTING;
  /** @type {((event: object) => void) | null} */
  onopen = null;
  /** @type {((event: {data: string}) => void) | null} */
  onmessage = null;
  /** @type {((event: {code: number, reason: string}) => void) | null} */
  onclose = null;

  /**
   * @param {(text: string) => void} send
   * @param {() => void} hangUp
   */
  constructor(send, hangUp) {
    this.send = send;
    this.close = () => {
      if (this.readyState === WebSocket.CLOSED) return;
      this.readyState = WebSocket.CLOSED;
      hangUp();
    };
    // Whoever makes a socket says only afterwards who listens.
    queueMicrotask(() => {
      if (this.readyState === WebSocket.CLOSED) return;
      this.readyState = WebSocket.OPEN;
      this.onopen?.({});
    });
  }

  /** @param {string} data a frame */
  take(data) {
    this.onmessage?.({ data });
  }

  /**
   * @param {number} code
   * @param {string} reason
   */
  end(code, reason) {
    this.readyState = WebSocket.CLOSED;
    this.onclose?.({ code, reason });
  }
}
