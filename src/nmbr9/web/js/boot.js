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
  document.documentElement.dataset.theme =
    kept.theme && kept.theme !== 'system' ? kept.theme : system;
  document.documentElement.lang = kept.language ?? navigator.language.slice(0, 2);
}
