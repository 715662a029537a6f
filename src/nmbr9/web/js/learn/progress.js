// Which lessons were solved on this device.

const KEY = 'nmbr9-lessons';

/** @returns {Set<string>} */
export function solvedLessons() {
  try {
    return new Set(JSON.parse(localStorage.getItem(KEY) ?? '[]'));
  } catch {
    return new Set();
  }
}

/** @param {string} lesson */
export function rememberSolved(lesson) {
  localStorage.setItem(KEY, JSON.stringify([...solvedLessons().add(lesson)]));
}
