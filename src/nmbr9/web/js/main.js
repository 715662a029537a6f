// Where the page begins.

import { loadLanguage } from './i18n/i18n.js';
import { at, FILES, KEPT } from './net/base.js';
import { later } from './net/version.js';
import { followLinks, show } from './router.js';
import * as settings from './settings.js';
import { followTheme } from './theme.js';

followTheme();
followLinks();
let language = settings.current().language;
settings.onChange(async (now) => {
  if (now.language === language) return;
  language = now.language;
  await later(loadLanguage);
  await show();
});
await loadLanguage();
await show();

// Installed, the page opens without the server, too, and says that the line is cut. That can wait:
// it would hold up whoever begins a game at once.
if ('serviceWorker' in navigator) {
  await new Promise((resolve) => setTimeout(resolve, 3000));
  // If the line is cut just now, the next visit installs it.
  await navigator.serviceWorker.register(at('/sw.js')).catch(() => {});
  // A page that can do without the line can do so in every version.
  const kept = document.documentElement.dataset.line && localStorage.getItem(KEPT);
  if (kept && kept !== FILES) await (await import('./host/keeping.js')).keepAll();
  const { active } = await navigator.serviceWorker.ready;
  const loaded = performance.getEntriesByType('resource').map(({ name }) => name);
  active?.postMessage({ files: FILES, loaded: loaded.filter((name) => name.startsWith(FILES)) });
}
