// Where the page begins.

import { loadLanguage } from './i18n/i18n.js';
import { followLinks, show } from './router.js';
import * as settings from './settings.js';
import { followTheme } from './theme.js';

followTheme();
followLinks();
let language = settings.current().language;
settings.onChange(async (now) => {
  if (now.language === language) return;
  language = now.language;
  await loadLanguage();
  await show();
});
await loadLanguage();
await show();
