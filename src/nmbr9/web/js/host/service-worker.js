// Keeps whole versions of a static site, never mixed: the document together with exactly the files
// that it was written with. Where it is published, a line before this one says what these are.

/** @typedef {{version: string, page: string[], host: string[]}} Site  addresses below the base */

const worker = /** @type {any} */ (self);
/** @type {Site} */
const SITE = worker.SITE;
const BASE = new URL('./', location.href).href;
const PREFIX = `nmbr9 site ${BASE} `;
const MINE = PREFIX + SITE.version;
/** @param {string} path */
const at = (path) => new URL(path, BASE).href;

worker.addEventListener('install', (/** @type {any} */ event) => {
  event.waitUntil(install());
});
worker.addEventListener('activate', (/** @type {any} */ event) => {
  event.waitUntil(activate());
});
worker.addEventListener('message', (/** @type {any} */ event) => {
  if (event.data === 'take over') worker.skipWaiting();
  // What plays is large: it is kept once the page has it, and so knows that it is wanted.
  if (event.data === 'keep all') event.waitUntil(keepAll(event.source));
});
worker.addEventListener('fetch', (/** @type {any} */ event) => {
  const { request } = event;
  if (request.method !== 'GET' || !request.url.startsWith(BASE)) return;
  if (request.mode === 'navigate') event.respondWith(document());
  else if (/^(v|h)\//.test(request.url.slice(BASE.length))) event.respondWith(file(request));
});

/** The page of this version, whole, or nothing of it. */
async function install() {
  const cache = await caches.open(MINE);
  const before = await caches.keys();
  const isFirst = !before.some((name) => name.startsWith(PREFIX) && name !== MINE);
  await Promise.all(['', ...SITE.page].map((path) => keep(cache, path)));
  // Who could play offline before can do so after.
  for (const path of isFirst ? [] : SITE.host) {
    if (await isLike(path)) await keep(cache, path);
  }
}

/** Whether an earlier version has such a file. @param {string} path */
async function isLike(path) {
  const name = path.split('/').at(-1) ?? '';
  for (const other of await earlier()) {
    const kept = await (await caches.open(other)).keys();
    if (kept.some(({ url }) => url.endsWith(`/${name}`))) return true;
  }
  return false;
}

const earlier = async () =>
  (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== MINE);

/**
 * Keeps a file; what another version has under the same address is the same.
 * @param {Cache} cache
 * @param {string} path
 */
async function keep(cache, path) {
  const address = at(path);
  if (await cache.match(address)) return;
  const same = path ? await caches.match(address) : undefined;
  const answer = same ?? await fetch(address, { cache: path ? 'default' : 'no-cache' });
  if (!answer.ok) throw new Error(`expected ${address}, got ${answer.status}`);
  await cache.put(address, answer);
}

async function activate() {
  for (const name of await earlier()) await caches.delete(name);
  await worker.clients.claim();
}

/** @param {any} page that asks */
async function keepAll(page) {
  const cache = await caches.open(MINE);
  for (const path of SITE.host) await keep(cache, path);
  page.postMessage('all kept');
}

async function document() {
  const kept = await (await caches.open(MINE)).match(at(''));
  return kept ?? fetch(at(''));
}

/** What is at such an address never changes. @param {Request} request */
async function file(request) {
  const kept = await caches.match(request.url);
  if (kept) return kept;
  const fresh = await fetch(request);
  const path = request.url.slice(BASE.length);
  if (fresh.ok && SITE.host.includes(path)) {
    const cache = await caches.open(MINE);
    await cache.put(request.url, fresh.clone());
  }
  return fresh;
}
