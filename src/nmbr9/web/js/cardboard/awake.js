// Keeps the screen on while the cards are called, where the browser can.

/** @returns {() => void} what lets it go dark again */
export function keepAwake() {
  /** @type {WakeLockSentinel | null} */
  let lock = null;
  let isOver = false;
  const ask = async () => {
    if (document.hidden || !('wakeLock' in navigator)) return;
    // Refused, as with a low battery, the screen goes dark as it always did.
    lock = await navigator.wakeLock.request('screen').catch(() => null);
    if (isOver) void lock?.release();
  };
  // A page that was hidden has lost it.
  document.addEventListener('visibilitychange', ask);
  void ask();
  return () => {
    isOver = true;
    document.removeEventListener('visibilitychange', ask);
    void lock?.release();
  };
}
