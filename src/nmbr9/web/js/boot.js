// Runs before the first paint, so that nobody sees a flash of the wrong theme or language.
{
  const kept = /** @type {Record<string, string>} */ (
    JSON.parse(localStorage.getItem('nmbr9') ?? '{}')
  );
  const asks = (/** @type {string} */ query) => matchMedia(query).matches;
  const system = asks('(prefers-contrast: more)')
    ? 'contrast'
    : asks('(prefers-color-scheme: dark)')
    ? 'dark'
    : 'light';
  const page = document.documentElement;
  page.dataset.theme = kept.theme && kept.theme !== 'system' ? kept.theme : system;
  const wanted = kept.language ? [kept.language] : navigator.languages;
  const known = wanted.map((tag) => tag.slice(0, 2).toLowerCase());
  page.lang = known.find((tag) => ['en', 'de', 'pt'].includes(tag)) ?? 'en';
  // The texts come while the modules are still on their way.
  const texts = document.createElement('link');
  texts.rel = 'preload';
  texts.as = 'fetch';
  texts.crossOrigin = 'anonymous';
  const { src } = /** @type {HTMLScriptElement} */ (document.currentScript);
  texts.href = new URL(`../locales/${page.lang}.json`, src).href;
  document.head.append(texts);
  // While one server takes over from another the files may be asked of the one without them.
  addEventListener('error', ({ target }) => {
    if (target instanceof HTMLScriptElement) setTimeout(() => location.reload(), 1000);
  }, true);
}
