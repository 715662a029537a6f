// Where the page is kept: any folder of any site. Its files are below v/<version>/ there.

/** The folder of the files, of which this is one. */
export const FILES = new URL('../../', import.meta.url).href;

/** Under this the browser remembers the files of the version that can do without a line (host/keeping.js). */
export const KEPT = 'nmbr9-kept';

/** The path of the start page, such as / or /nmbr9/. */
const BASE = new URL('../../', FILES).pathname;

/** The path of one of our own, below the base. @param {string} path begins with a slash */
export const at = (path) => BASE + path.slice(1);

/**
 * What `at` was given, or null where the address is none of ours.
 * @param {string} pathname
 */
export const pathOf = (pathname) =>
  pathname.startsWith(BASE) ? pathname.slice(BASE.length - 1) : null;

/** The way to the host; a page without a server has its own (host/begin.js). */
export const line = {
  ask: (/** @type {string} */ path, /** @type {RequestInit} */ rest) => fetch(at(path), rest),
  open: (/** @type {string} */ match) =>
    new WebSocket(location.origin.replace('http', 'ws') + at(`/ws/${match}`)),
};
