// Keeps the files of the page for when the server cannot be reached. The server is always asked
// first: a new version is seen at once.

const CACHE = 'nmbr9';
const worker = /** @type {any} */ (self);

worker.addEventListener('install', (/** @type {any} */ event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(['/', '/js/main.js'])));
  worker.skipWaiting();
});

worker.addEventListener('activate', (/** @type {any} */ event) => {
  event.waitUntil(worker.clients.claim());
});

// The page tells what it has loaded before this worker was there.
worker.addEventListener('message', (/** @type {any} */ event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(event.data)));
});

worker.addEventListener('fetch', (/** @type {any} */ event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  const isOurs = request.method === 'GET' && origin === location.origin;
  if (!isOurs || pathname.startsWith('/api/')) return;
  event.respondWith(answer(request, request.mode === 'navigate' ? '/' : pathname));
});

/**
 * @param {Request} request
 * @param {string} name under which it is kept; all pages are one shell
 */
async function answer(request, name) {
  const cache = await caches.open(CACHE);
  try {
    const fresh = await fetch(request);
    if (fresh.ok) await cache.put(name, fresh.clone());
    return fresh;
  } catch (error) {
    const kept = await cache.match(name);
    if (kept) return kept;
    throw error;
  }
}
