// The WebSocket of a seat: says hello, hands on what it hears, and comes back when it was lost.

const FIRST_WAIT = 500;
const LONGEST_WAIT = 10_000;
// The server has refused us for good: asking again would not help.
const POLICY = 1008;

export class Connection {
  /** hear(message) for each message; lost(text) when there is no connection, lost("") when there is. */
  constructor(table, token, hear, lost) {
    Object.assign(this, { table, token, hear, lost, wait: FIRST_WAIT, reason: "" });
    this.open();
  }

  open() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    this.socket = new WebSocket(`${scheme}://${location.host}/ws`);
    this.socket.addEventListener("open", () => this.say({ type: "hello", table: this.table, token: this.token }));
    this.socket.addEventListener("message", (event) => this.receive(JSON.parse(event.data)));
    this.socket.addEventListener("close", (event) => this.closed(event));
  }

  receive(message) {
    if (message.type === "refused" && message.about === "connection") {
      this.reason = message.reason;
      return;
    }
    this.wait = FIRST_WAIT;
    this.lost("");
    this.hear(message);
  }

  closed(event) {
    if (event.code === POLICY) {
      this.lost(this.reason || "The server has closed the connection.");
      return;
    }
    this.lost(this.reason || "The connection is lost; trying again…");
    this.reason = "";
    setTimeout(() => this.open(), this.wait);
    this.wait = Math.min(2 * this.wait, LONGEST_WAIT);
  }

  say(message) {
    if (this.socket.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }
}
