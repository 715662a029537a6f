// Files of the host that a browser keeps and that are not what was made: they are forgotten, so that they
// are fetched again.

import { addressOf, contents } from './python.js';

/** @param {ArrayBuffer} content @returns {Promise<string>} in hexadecimal */
async function sha256(content) {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', content));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Forgets what is damaged, and nothing else: without a line it could not be had again. */
export async function forgetDamaged() {
  const found = await contents();
  let isAny = false;
  for (const name of Object.keys(found.files)) {
    const address = addressOf(found, name);
    const kept = await caches.match(address);
    if (!kept || await sha256(await kept.arrayBuffer()) === found.hashes[name]) continue;
    isAny = true;
    for (const cache of await caches.keys()) await (await caches.open(cache)).delete(address);
  }
  return isAny;
}
