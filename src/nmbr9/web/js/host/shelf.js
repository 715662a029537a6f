// What is kept in this browser: tables of texts in an IndexedDB. See src/nmbr9/host/shelf.py.

const NAME = 'nmbr9';
const VERSION = 1;
const TABLES = ['headers', 'events', 'players', 'analyses'];

/**
 * @template T
 * @param {IDBRequest<T>} request
 * @returns {Promise<T>}
 */
const done = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/** @returns {Promise<IDBDatabase>} */
function opened() {
  const asking = indexedDB.open(NAME, VERSION);
  asking.onupgradeneeded = () => {
    for (const table of TABLES) asking.result.createObjectStore(table);
  };
  return done(asking);
}

/** Opens the shelf; rejects where the browser keeps nothing. */
export async function openShelf() {
  const database = await opened();
  // A newer page in another tab keeps games in another way: it does not have to wait for this one.
  database.onversionchange = () => database.close();
  /** @param {string} table */
  const reading = (table) => database.transaction(table).objectStore(table);
  return {
    /** @param {string} table @param {string} key @returns {Promise<string | undefined>} */
    get: (table, key) => done(reading(table).get(key)),
    /** @param {string} table @returns {Promise<string[]>} */
    all: (table) => done(reading(table).getAll()),
    /**
     * All of them or none, and done when they are durable.
     * @param {any} entries  as Python has them: table, key, text or None
     */
    put(entries) {
      /** @type {[string, string, string | undefined][]} */
      const listed = entries.toJs ? entries.toJs() : entries;
      const writing = database.transaction(TABLES, 'readwrite', { durability: 'strict' });
      for (const [table, key, text] of listed) {
        const store = writing.objectStore(table);
        if (typeof text === 'string') store.put(text, key);
        else store.delete(key);
      }
      return new Promise((resolve, reject) => {
        writing.oncomplete = () => resolve(undefined);
        writing.onabort = () => reject(writing.error);
      });
    },
  };
}
