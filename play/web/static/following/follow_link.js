// The WebSocket of the companion. After every loss it opens the game again and tells all that was said.

const FIRST_WAIT = 500;
const LONGEST_WAIT = 10_000;
// The server has refused us for good: asking again would not help.
const POLICY = 1008;
// Characters of entries that go into one message; the server takes 4 KiB, and a character may have several bytes.
const PIECE = 900;
const SESSION = "game";

export class Link {
  /** hear(answer, isBack) for each answer; isBack: the game is being told again. lost(text): no connection; lost(""): there is. */
  constructor(game, hear, lost) {
    Object.assign(this, { game, hear, lost, wait: FIRST_WAIT, reason: "", number: 0, left: [], isReady: false, isOver: false });
    this.open();
  }

  open() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    this.socket = new WebSocket(`${scheme}://${location.host}/ws/follow`);
    this.socket.addEventListener("open", () => this.begin());
    this.socket.addEventListener("message", (event) => this.receive(JSON.parse(event.data)));
    this.socket.addEventListener("close", (event) => this.closed(event));
  }

  begin() {
    const { game, options, seat, names, said } = this.game;
    this.isReady = false;
    this.left = pieces(said).map((piece) => ({ action: "take", session: SESSION, said: piece }));
    this.send({ id: SESSION, action: "open", game, options, seat, ...(names.length ? { names } : {}) });
  }

  receive(message) {
    if (message.type === "refused") {
      this.reason = message.reason;
      return;
    }
    this.wait = FIRST_WAIT;
    this.lost("");
    if (message.error && !this.isReady) this.left = [];
    const next = this.left.shift();
    this.isReady = !next;
    this.hear(message, Boolean(next));
    if (next) this.send({ id: this.newId(), ...next });
  }

  closed(event) {
    this.isReady = false;
    if (this.isOver) return;
    if (event.code === POLICY) {
      this.lost(this.reason || "The server has closed the connection.");
      return;
    }
    this.lost(this.reason || "The connection is lost; your entries are safe in this browser. Trying again…");
    this.reason = "";
    setTimeout(() => this.isOver || this.open(), this.wait);
    this.wait = Math.min(2 * this.wait, LONGEST_WAIT);
  }

  newId() {
    this.number += 1;
    return String(this.number);
  }

  /** Say something about the game; false if that is not possible just now. */
  say(message) {
    if (!this.isReady || this.socket.readyState !== WebSocket.OPEN) return false;
    this.send({ id: this.newId(), session: SESSION, ...message });
    return true;
  }

  send(message) {
    this.socket.send(JSON.stringify(message));
  }

  leave() {
    this.isOver = true;
    this.socket.close();
  }
}

/** Entries in pieces that fit into a message. */
function pieces(said) {
  const found = [];
  let size = PIECE;
  for (const text of said) {
    size += text.length + 4;
    if (size > PIECE) {
      found.push([]);
      size = text.length;
    }
    found.at(-1).push(text);
  }
  return found;
}
