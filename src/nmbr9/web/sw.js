// Keeps the page for when the server cannot be reached: the document together with the files of its
// version, never with those of another. The server is always asked for the document first: a new
// version is seen at once.

const BASE = new URL('./', location.href).href;
const NAME = `nmbr9 ${BASE} `;
/** Of the cache for the version that a file belongs to. @param {string} url */
const nameFor = (url) => NAME + url.slice(BASE.length).split('/')[1];
const worker = /** @type {any} */ (self);

worker.addEventListener('install', () => worker.skipWaiting());
worker.addEventListener('activate', (/** @type {any} */ event) => {
  event.waitUntil(worker.clients.claim());
});

// The page tells where its files are and what it has loaded.
worker.addEventListener('message', (/** @type {any} */ event) => {
  const [way] = event.ports;
  const { files, loaded } = event.data;
  const keeping = keep(files, loaded);
  // Whoever wants to know is told what went wrong, if anything did.
  event.waitUntil(
    way ? keeping.then(() => way.postMessage(''), ({ name }) => way.postMessage(name)) : keeping,
  );
});

// Whoever is called by a notification comes back to the game (js/game/calling.js).
worker.addEventListener('notificationclick', (/** @type {any} */ event) => {
  event.notification.close();
  event.waitUntil(comeBack());
});

worker.addEventListener('fetch', (/** @type {any} */ event) => {
  const { request } = event;
  if (request.method !== 'GET') return;
  if (request.mode === 'navigate') event.respondWith(documentFor(request));
  else if (/^[vh]\//.test(request.url.slice(BASE.length))) event.respondWith(file(request));
});

async function comeBack() {
  const [page] = await worker.clients.matchAll({ type: 'window' });
  return page ? page.focus() : worker.clients.openWindow(BASE);
}

/**
 * Keeps a version of the page, and forgets all others when it is whole.
 * @param {string} files
 * @param {string[]} loaded
 */
async function keep(files, loaded) {
  const mine = nameFor(files);
  const cache = await caches.open(mine);
  const missing = [];
  for (const address of new Set(loaded)) { // A request twice would be an error.
    // What another version has at the same address is the same.
    if (await cache.match(address)) continue;
    const same = await caches.match(address);
    if (same) await cache.put(address, same);
    else missing.push(address);
  }
  await cache.addAll(missing);
  const page = await fetch(BASE);
  // Another version, if the server has got one meanwhile: its own page will tell.
  if (!(await page.clone().text()).includes(new URL(files).pathname)) return;
  await cache.put(BASE, page);
  for (const name of await caches.keys()) {
    if (name.startsWith(NAME) && name !== mine) await caches.delete(name);
  }
}

/** @param {Request} request */
async function documentFor(request) {
  try {
    return await fetch(request);
  } catch (error) {
    const kept = await withReferee() ?? await caches.match(BASE);
    if (kept) return kept;
    throw error;
  }
}

/** The document that does without the line, of a version that is kept whole (js/host/keeping.js). */
async function withReferee() {
  for (const name of await caches.keys()) {
    if (!name.startsWith(NAME)) continue;
    const address = `${BASE}v/${name.slice(NAME.length)}/cut.html`;
    const kept = await (await caches.open(name)).match(address);
    if (kept) return kept;
  }
  return null;
}

/** What is at an address below v/ or h/ never changes. @param {Request} request */
async function file(request) {
  const kept = await caches.match(request);
  if (kept) return kept;
  const fresh = await fetch(request);
  const name = nameFor(request.url);
  if (fresh.ok && await caches.has(name)) {
    await (await caches.open(name)).put(request, fresh.clone());
  }
  return fresh;
}
