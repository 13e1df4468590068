import { plainPath } from "@openapi-packages/compiler/mock/serve/traffic/plain-path";
import type { LeftOutCase } from "../report/report.ts";
import type { HarEntry } from "@openapi-packages/compiler/mock/serve/traffic/har-types";

/** The most addresses that are listed for one reason. */
const mostShown = 5;

const ways = {
  "belongs to no operation": "an operation in the description, if it is one of the service",
  "is at another server": "--server <url>, or a server in the description, if it is of the service",
  "has no answer": "a record in which it was not aborted",
  "was sent to another address": "its other entry, which is judged",
  "was recorded without a body that it had":
    "a record with content: browsers forget large and old bodies",
} as const;

/** Collects entries of recorded traffic that are not judged, or only in part, by server and reason. */
export class Unjudged {
  readonly #found = new Map<string, { readonly id: string; readonly places: string[] }>();

  add(id: string, { request }: HarEntry, reason: keyof typeof ways): void {
    const { origin } = new URL(request.url);
    const key = `${reason}\n${origin}`;
    const known = this.#found.get(key) ?? { id, places: [] };
    known.places.push(`${request.method.toUpperCase()} ${plainPath(request.url)}`);
    this.#found.set(key, known);
  }

  get all(): readonly LeftOutCase[] {
    return [...this.#found].map(([key, { id, places }]) => {
      const [reason = "", origin] = key.split("\n");
      const distinct = [...new Set(places)];
      const others = distinct.length - mostShown;
      const shown = [...distinct.slice(0, mostShown), ...(others > 0 ? [`${others} more`] : [])];
      const count = places.length === 1 ? "1 entry" : `${places.length} entries`;
      return {
        caseId: id,
        reason: `${count} of ${origin}: each ${reason}: ${shown.join(", ")}`,
        how: ways[reason as keyof typeof ways],
      };
    });
  }
}
