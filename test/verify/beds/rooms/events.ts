import { Refusal, type Answer } from "./answers.ts";
import type { Call } from "./calls.ts";
import { faulty } from "./faults.ts";

const KEPT = 500;
const HEARTBEAT = 15_000;

interface Change {
  id: number;
  event: "created" | "updated" | "deleted";
  /** Who may see it; everybody if undefined. */
  owner: string | undefined;
  data: string;
}

const kept: Change[] = [];
const listeners = new Set<(change: Change) => void>();
let last = 0;

export function publish(
  event: Change["event"],
  about: { kind: "room" | "booking"; id: string },
  owner?: string,
): void {
  const data = JSON.stringify({ ...about, at: new Date().toISOString() });
  const change = { id: ++last, event, owner, data };
  kept.push(change);
  if (kept.length > KEPT) kept.shift();
  for (const listener of listeners) listener(change);
}

const written = ({ id, event, data }: Change): string =>
  `id: ${id}\nevent: ${event}\ndata: ${data}\n\n`;

/** A stream of changes, from the one after `Last-Event-ID` if it is given. */
export function streamEvents(call: Call): Answer {
  const header = call.request.headers["last-event-id"];
  if (header !== undefined && (typeof header !== "string" || !/^\d+$/.test(header)))
    throw new Refusal(400, "Last-Event-ID must be the id of an event.");
  const visible = (change: Change): boolean =>
    change.owner === undefined || change.owner === call.user.name || faulty("events-of-others");
  return {
    status: 200,
    headers: { "Content-Type": "text/event-stream" },
    stream: (response) => {
      response.write("retry: 2000\n\n");
      for (const change of kept)
        if (header !== undefined && change.id > Number(header) && visible(change))
          response.write(written(change));
      const listener = (change: Change): void => {
        if (visible(change)) response.write(written(change));
      };
      listeners.add(listener);
      const heartbeat = setInterval(() => response.write(":\n\n"), HEARTBEAT);
      response.on("close", () => {
        clearInterval(heartbeat);
        listeners.delete(listener);
      });
    },
  };
}
