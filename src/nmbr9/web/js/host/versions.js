// The service worker of a static site: being ready without a line, and another version.

import { toast } from '../ui/live.js';
import { offer, texts } from './notices.js';

const TOLD = 'nmbr9-offline';
let isTouched = false;
for (const type of ['pointerdown', 'keydown']) {
  addEventListener(type, () => (isTouched = true), { once: true });
}

/** Keeps everything for when the line is gone, once the referee is there. @param {string} address */
export async function followVersions(address) {
  if (!('serviceWorker' in navigator)) return;
  const { serviceWorker } = navigator;
  let { controller } = serviceWorker;
  serviceWorker.addEventListener('message', ({ data }) => {
    if (data === 'all kept') void tellReady();
  });
  // Another version has taken over: nothing of this one is mixed with it. The first to come is of
  // this one.
  serviceWorker.addEventListener('controllerchange', () => {
    if (controller) location.reload();
    controller = serviceWorker.controller;
  });
  const registration = await serviceWorker.register(address).catch(() => null);
  if (!registration) return;
  const offerWaiting = () => {
    if (registration.waiting && registration.active) void offerVersion(registration.waiting);
  };
  // One may be on its way already: browsers look for it while the page is being loaded.
  const followInstalling = () => {
    registration.installing?.addEventListener('statechange', offerWaiting);
  };
  offerWaiting();
  followInstalling();
  registration.addEventListener('updatefound', followInstalling);
  // Somebody comes back to a page that was open for days.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') registration.update().catch(() => {});
  });
  const { active } = await serviceWorker.ready;
  active?.postMessage('keep all');
}

async function tellReady() {
  document.documentElement.dataset.offline = 'ready';
  if (localStorage.getItem(TOLD)) return;
  localStorage.setItem(TOLD, 'told');
  toast((await texts())['host.offline']);
}

/** Takes a new version over by itself only before the first touch. @param {ServiceWorker} waiting */
async function offerVersion(waiting) {
  const take = () => waiting.postMessage('take over');
  if (!isTouched) return take();
  const words = await texts();
  await offer(words['host.update'], words['host.update.now'], take);
}
