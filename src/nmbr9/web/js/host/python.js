// Python in a worker: Pyodide with the standard library and our modules in one archive.

/**
 * Where the files of the host are, below the folder of the page, and what they hold.
 * @typedef {object} Contents
 * @property {Record<string, string>} files  addresses by names
 * @property {Record<string, number>} bytes  by names
 * @property {object} lock
 * @property {string[]} shared  packages of which both archives have a part
 * @property {Record<string, string>} values  where further value nets belong
 * @property {string[]} page  what else a page of a server keeps, below its folder
 */

const FILES = new URL('../../', import.meta.url);
const REFEREE = ['pyodide.asm.wasm', 'referee.zip'];

/** @returns {Promise<Contents>} */
export async function contents() {
  const answer = await fetch(new URL('host/contents.json', FILES));
  if (!answer.ok) throw new Error(`expected what the host is made of, got ${answer.status}`);
  return answer.json();
}

/**
 * The address of a file of the host.
 * @param {Contents} contents
 * @param {string} name
 */
export const addressOf = ({ files }, name) => new URL(files[name], FILES).href;

/**
 * Fetches what Python needs first, so that it can be told how far that is; it finds it in the cache.
 * @param {Contents} contents
 * @param {(done: number, all: number) => void} tell
 */
async function fetchAll(contents, tell) {
  const all = REFEREE.reduce((sum, name) => sum + contents.bytes[name], 0);
  let sum = 0;
  tell(0, all);
  await Promise.all(REFEREE.map(async (name) => {
    const { body, ok, status } = await fetch(addressOf(contents, name));
    if (!ok || !body) throw new Error(`expected ${name}, got ${status}`);
    const reader = body.getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      sum += value.length;
      tell(sum, all);
    }
  }));
  tell(all, all);
}

/**
 * @param {(done: number, all: number) => void} tell
 * @returns {Promise<{python: any, contents: Contents}>}
 */
export async function startPython(tell = () => {}) {
  const found = await contents();
  const loading = import(addressOf(found, 'pyodide.mjs'));
  await fetchAll(found, tell);
  const { loadPyodide } = await loading;
  const indexURL = new URL('./', addressOf(found, 'pyodide.asm.wasm')).href;
  const python = await loadPyodide({
    indexURL,
    stdLibURL: addressOf(found, 'referee.zip'),
    lockFileContents: found.lock,
    packageBaseUrl: indexURL,
  });
  return { python, contents: found };
}
