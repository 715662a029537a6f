// When the press began that is just being made: a placement must not rest on one from before its card.

/**
 * Listens until the returned function is called.
 * @param {import('../state/state.js').GameState} state
 */
export function bindPresses(state) {
  const bound = new AbortController();
  const { signal } = bound;
  /** @param {Event} event */
  const note = (event) => {
    // A key that is held down repeats itself, and is still the same press.
    if (!(event instanceof KeyboardEvent && event.repeat)) state.pressedAt = event.timeStamp;
  };
  for (const kind of ['pointerdown', 'keydown']) {
    document.addEventListener(kind, note, { signal, capture: true });
  }
  return () => bound.abort();
}
