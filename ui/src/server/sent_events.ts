/** The form of server-sent events. */

/** The complete events of a text, and what is left of it. */
export function eventsOf(text: string): { events: { kind: string; data: string }[]; rest: string } {
  const parts = text.replaceAll("\r\n", "\n").split("\n\n");
  const rest = parts.pop() ?? "";
  const events = parts.map((part) => {
    const fields = part.split("\n").map((line) => /^(\w+): ?(.*)$/.exec(line));
    const all = (name: string): string[] => fields.filter((field) => field?.[1] === name).map((field) => field![2]!);
    return { kind: all("event")[0] ?? "message", data: all("data").join("\n") };
  });
  return { events, rest };
}
