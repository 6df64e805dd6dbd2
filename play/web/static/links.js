// The seats that this browser knows the secrets of. They stay in it, and out of the address bar.

const KEY = "eminence.seats";
const MOST = 50;

export function seats() {
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

const isSame = (one, other) => one.table === other.table && one.seat === other.seat;

/** Keep a seat; false where the browser keeps nothing. */
export function remember(seat) {
  return write([seat, ...seats().filter((other) => !isSame(seat, other))]);
}

export function forget(seat) {
  write(seats().filter((other) => !isSame(seat, other)));
}

/** The address that opens a seat. */
export const secretLink = (table, token) => `${location.origin}/table#${table}.${token}`;

/** The address of a seat that this browser knows: it says nothing to others. */
export const knownLink = (seat) => `/table#${seat.table}/${seat.seat ?? "onlooker"}`;

/** What the address of this page opens: table and token; null if that is unknown here. */
export function opened() {
  const text = location.hash.slice(1);
  const dot = text.indexOf(".");
  if (dot > 0) return { table: text.slice(0, dot), token: text.slice(dot + 1) };
  const [table, seat] = text.split("/");
  const wanted = seat === "onlooker" ? null : Number(seat);
  return seats().find((each) => each.table === table && each.seat === wanted) ?? null;
}
