// The games that are followed in this browser: all that was said, so that any of them can go on.

const KEY = "eminence.follow";
const MOST = 12;

export function games() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(kept) ? kept : [];
  } catch {
    return [];
  }
}

function write(list) {
  try {
    localStorage.setItem(KEY, JSON.stringify(list.slice(0, MOST)));
    return true;
  } catch {
    return false;
  }
}

/** Keep a game, the newest first; false where the browser keeps nothing. */
export function keep(game) {
  return write([{ ...game, when: Date.now() }, ...games().filter((other) => other.id !== game.id)]);
}

export function forget(id) {
  write(games().filter((other) => other.id !== id));
}

export const gameWith = (id) => games().find((each) => each.id === id);
