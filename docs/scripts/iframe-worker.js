// The search of these pages runs in a worker, which browsers refuse to pages that are opened as
// files. There a hidden frame takes its place: it has the same messages, in the thread of the page.

if (location.protocol === 'file:') {
  class IFrameWorker extends EventTarget {
    #frame = document.createElement('iframe');

    /** @param {string | URL} url */
    constructor(url) {
      super();
      this.#frame.hidden = true;
      document.body.append(this.#frame);
      const inside = this.#inside;
      Object.assign(inside, {
        /** @param {unknown} data */
        postMessage: (data) => this.dispatchEvent(new MessageEvent('message', { data })),
        /** @param {string[]} urls */
        importScripts: async (...urls) => {
          for (const each of urls) await this.#load(each);
        },
      });
      this.loaded = this.#load(url);
    }

    get #inside() {
      return /** @type {Window} */ (this.#frame.contentWindow);
    }

    /** @param {string | URL} url */
    #load(url) {
      const script = this.#inside.document.createElement('script');
      script.src = String(url);
      return new Promise((resolve, reject) => {
        script.onload = resolve;
        script.onerror = reject;
        this.#inside.document.body.append(script);
      });
    }

    /** @param {unknown} data */
    async postMessage(data) {
      await this.loaded;
      this.#inside.dispatchEvent(new MessageEvent('message', { data }));
    }

    terminate() {
      this.#frame.remove();
    }
  }
  // By the second name a script that wants to load others knows where it runs.
  Object.assign(globalThis, { Worker: IFrameWorker, IFrameWorker });
}
