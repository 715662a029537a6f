// When the press began that is just being made: a placement must not rest on one from before its card.

/**
 * Listens until the returned function is called.
 * @param {import('../state/state.js').GameState} state
 */
export function bindPresses(state) {
  const bound = new AbortController();
  const { signal } = bound;
  /** Whether a key is down: the click that it makes on a button is the same press. */
  let isKeyDown = false;

  /** @param {Event} event */
  const note = (event) => {
    // A key that is held down repeats itself, and is still the same press.
    if (!(event instanceof KeyboardEvent && event.repeat)) state.pressedAt = event.timeStamp;
    isKeyDown ||= event instanceof KeyboardEvent;
  };
  for (const kind of ['pointerdown', 'keydown']) {
    document.addEventListener(kind, note, { signal, capture: true });
  }
  // Space makes its click after it has been released.
  const released = () => setTimeout(() => (isKeyDown = false));
  document.addEventListener('keyup', released, { signal, capture: true });
  addEventListener('blur', released, { signal });
  // Screen readers and voices press buttons without pointer or key.
  document.addEventListener('click', (event) => {
    if (!event.detail && !isKeyDown) note(event);
  }, { signal, capture: true });
  return () => bound.abort();
}
