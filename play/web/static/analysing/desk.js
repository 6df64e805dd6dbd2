// Asking the server: each request brings the file along.

/** What the server says; an Error with its reason, and `problems` if it has named them. */
export async function ask(name, body, signal) {
  const answer = await post(name, body, signal);
  return answer.json();
}

async function post(name, body, signal) {
  const answer = await fetch(`/api/analysis/${name}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
    signal,
  });
  if (answer.ok) return answer;
  const refusal = await answer.json();
  throw Object.assign(new Error(refusal.error), { problems: refusal.problems ?? [] });
}

/** Each message of an answer that comes line by line. */
export async function* stream(name, body, signal) {
  const answer = await post(name, body, signal);
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    text += value;
    const lines = text.split("\n");
    text = lines.pop();
    for (const line of lines) yield JSON.parse(line);
  }
}

/** Give the person a file. */
export function save({ name, content }) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([content], { type: "text/plain" }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** Was the request given up, and not refused? */
export const isGivenUp = (error) => error.name === "AbortError";
